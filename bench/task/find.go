// SPDX-License-Identifier: Apache-2.0

package task

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// Options select the tasks that Find returns. The zero value asks for reachability of the error and
// every name.
type Options struct {
	// Property chooses among the properties of a program by the base name of the property file.
	// Default: "unreach-call". For Horn systems the question is always satisfiability.
	Property string
	// Match keeps only tasks whose name it matches; nil keeps all.
	Match *regexp.Regexp
}

// Found is the answer of Find.
type Found struct {
	// Tasks in the order of the places and, within them, of their lines and files.
	Tasks []Task
	// Skipped describes, in one sentence each, which task definitions were left out and why.
	Skipped []string
	// Duplicates counts tasks that were met a second time and left out.
	Duplicates int
}

// Find collects the tasks of the given places: set files, task definitions, bare inputs and
// directories. Relative paths start at the working directory. The order of the result depends only
// on the arguments and the contents of the files.
//
// Find fails if a place does not exist or has an unknown kind, if a file cannot be read or is
// malformed, and if no task is left. Errors name the file, and the line if there is one.
func Find(places []string, o Options) (Found, error) {
	o.Property = cmp.Or(o.Property, Reachability)
	f := finder{opts: o, met: map[string]int{}}
	for _, p := range places {
		abs, err := filepath.Abs(p)
		if err != nil {
			return Found{}, err
		}
		if err := f.place(abs); err != nil {
			return Found{}, err
		}
	}
	if len(f.found.Tasks) == 0 {
		return f.found, fmt.Errorf("no task found in %s: expected .set, .yml, .smt2, .c or .i files, or directories with them%s",
			strings.Join(places, ", "), f.skippedNote())
	}
	f.separate()
	return f.found, nil
}

// finder is the state of one Find.
type finder struct {
	opts  Options
	found Found
	met   map[string]int // by identity: the index of the task in found.Tasks
}

// origin is where a task was met: the root that its name is relative to, and its track.
type origin struct {
	root, track string
}

func (f *finder) skippedNote() string {
	if n := len(f.found.Skipped); n > 0 {
		return fmt.Sprintf(" (%d left out, the first: %s)", n, f.found.Skipped[0])
	}
	if f.opts.Match != nil {
		return fmt.Sprintf(" (with names that match %q)", f.opts.Match)
	}
	return ""
}

// place adds the tasks of one argument of Find.
func (f *finder) place(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	beside := origin{dir, filepath.Base(dir)}
	switch {
	case info.IsDir():
		return f.directory(path)
	case isSet(path):
		return f.set(path)
	default:
		return f.file(path, beside)
	}
}

// file adds a task definition or a bare input.
func (f *finder) file(path string, from origin) error {
	if isDefinition(path) {
		_, err := f.definition(path, from)
		return err
	}
	if l, ok := languageOf(path); ok {
		return f.add(Task{Files: []string{path}, Language: l}, from)
	}
	return fmt.Errorf("%s: not a task: expected .set, .yml, .smt2, .ari, .c, .i or a directory", path)
}

// set adds the tasks of a set file.
func (f *finder) set(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines, err := ParseSet(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	from := origin{filepath.Dir(path), trackOfSet(path)}
	for _, l := range lines {
		files, err := expand(from.root, l.Pattern)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", path, l.Line, err)
		}
		if len(files) == 0 {
			return fmt.Errorf("%s:%d: %q matches no file", path, l.Line, l.Pattern)
		}
		for _, file := range files {
			if err := f.file(file, from); err != nil {
				return fmt.Errorf("%s:%d: %w", path, l.Line, err)
			}
		}
	}
	return nil
}

// directory adds the tasks below a directory: first the definitions, then inputs that no definition
// names.
func (f *finder) directory(root string) error {
	from := origin{root, filepath.Base(root)}
	covered := map[string]bool{}
	var definitions, bare []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path != root && hidden(e):
			if e.IsDir() {
				return filepath.SkipDir
			}
		case e.IsDir():
		case isDefinition(path):
			definitions = append(definitions, path)
		default:
			if _, ok := languageOf(path); ok {
				bare = append(bare, path)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, path := range definitions {
		files, err := f.definition(path, from)
		if errors.Is(err, errNoTask) {
			continue
		}
		if err != nil {
			return err
		}
		for _, file := range files {
			covered[file] = true
		}
	}
	for _, path := range bare {
		if covered[path] {
			continue
		}
		if err := f.file(path, from); err != nil {
			return err
		}
	}
	return nil
}

// definition adds the task of a definition file and returns its input files, even if the task was
// left out.
func (f *finder) definition(path string, from origin) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	d, err := ParseDefinition(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	dir := filepath.Dir(path)
	t := Task{DataModel: d.DataModel}
	for _, in := range d.Inputs {
		files, err := expand(dir, in)
		if err != nil {
			return nil, fmt.Errorf("%s: input_files: %w", path, err)
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("%s: input_files: %q matches no file", path, in)
		}
		t.Files = append(t.Files, files...)
	}
	l, ok := languageOf(t.Files[0])
	if d.Language != "" {
		ok = l.UnmarshalText([]byte(d.Language)) == nil
	}
	if !ok {
		f.skip("%s: the language is neither SMT-LIB nor C", path)
		return t.Files, nil
	}
	t.Language = l
	p, ok := f.choose(d.Properties, t.Language)
	if !ok {
		f.skip("%s: has no property %q", path, f.opts.Property)
		return t.Files, nil
	}
	t.Expected = p.Expected
	if t.Property = p.Name(); t.Property != "" {
		t.PropertyFile = filepath.Join(dir, filepath.FromSlash(p.File))
	}
	return t.Files, f.add(t, from)
}

// choose picks the property of a task. For a Horn system this is check-sat, or otherwise the first.
// For a program it is the requested one. If a definition lists no property, the property is empty.
// choose reports whether it found one.
func (f *finder) choose(props []Property, l Language) (Property, bool) {
	if len(props) == 0 {
		return Property{}, true
	}
	want := f.opts.Property
	if l == SMTLIB {
		want = "check-sat"
	}
	for _, p := range props {
		if p.Name() == want {
			return p, true
		}
	}
	if l == SMTLIB {
		return props[0], true
	}
	return Property{}, false
}

func (f *finder) skip(format string, args ...any) {
	f.found.Skipped = append(f.found.Skipped, fmt.Sprintf(format, args...))
}

// add completes a task and appends it unless its name does not match. A duplicate is left out,
// except that a definition replaces a bare input.
func (f *finder) add(t Task, from origin) error {
	rel, err := filepath.Rel(from.root, t.Files[0])
	if err != nil {
		return err
	}
	t.Name = filepath.ToSlash(rel)
	t.Track, t.Family = from.track, familyOf(t.Name)
	if f.opts.Match != nil && !f.opts.Match.MatchString(t.Name) {
		return nil
	}
	at, again := f.met[t.identity()]
	switch {
	case !again:
		f.met[t.identity()] = len(f.found.Tasks)
		f.found.Tasks = append(f.found.Tasks, t)
	case f.found.Tasks[at].Property == "" && t.Property != "":
		f.found.Tasks[at] = t
		f.found.Duplicates++
	default:
		f.found.Duplicates++
	}
	return nil
}

// separate makes equal names of tasks distinct: by the track as a prefix, or else by whole paths.
func (f *finder) separate() {
	longer := []func(Task) string{
		func(t Task) string { return t.Track + "/" + t.Name },
		func(t Task) string { return filepath.ToSlash(strings.Join(t.Files, "+")) },
	}
	for _, rename := range longer {
		count := map[string]int{}
		for _, t := range f.found.Tasks {
			count[t.Name]++
		}
		for i, t := range f.found.Tasks {
			if count[t.Name] > 1 {
				f.found.Tasks[i].Name = rename(t)
			}
		}
	}
}
