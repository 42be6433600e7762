// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"cornet/bench/report"
	"cornet/bench/result"
	"cornet/bench/task"
)

// Run measures, writes the results and returns a summary. With Options.Load it only reads results.
//
// Wrong answers are not an error, see Summary.Alarm. If ctx ends, the current runs are dropped, the
// pages show the results so far, and Run returns a Summary that says so, without an error. The same
// call continues later. Errors are: invalid options, missing tasks or programs, solvers that cannot
// be started, files that cannot be written. The journal has the runs done by then.
//
// Run prints only the progress bar. For one Options.Out, it may run once at a time.
func Run(ctx context.Context, opts Options) (Summary, error) {
	if opts.Element != "" {
		return Summary{}, runElement(ctx, opts)
	}
	o, err := opts.complete()
	if err != nil {
		return Summary{}, err
	}
	var s Summary
	defer func() { s.journal.close() }()
	if o.Compare != "" { // before anything is overwritten
		if s.old, err = result.ReadFile(o.Compare); err != nil {
			return Summary{}, fmt.Errorf("--compare: %w", err)
		}
	}
	if o.Load != "" {
		s.File, err = o.load()
	} else {
		err = s.measure(ctx, o)
	}
	if err != nil || s.File == nil {
		return s, err
	}
	if s.old != nil {
		s.Comparisons = result.Compare(s.old, s.File)
		s.against = o.Compare
	}
	return s, s.write(o)
}

// load reads an earlier run. Its answers are judged by the current disputed labels.
func (o Options) load() (*result.File, error) {
	f, err := result.ReadFile(o.Load)
	if err != nil || o.disputes == nil {
		return f, err
	}
	for i := range f.Tasks {
		f.Tasks[i].Disputed = o.disputes[f.Tasks[i].Name]
	}
	f.Normalise()
	return f, nil
}

// measure fills the summary's file. It makes the runs that the journal lacks.
func (s *Summary) measure(ctx context.Context, o Options) error {
	found, err := task.Find(o.Places, task.Options{Property: o.Property, Match: matchOf(o)})
	if err != nil {
		return err
	}
	s.Skipped, s.Duplicates = found.Skipped, found.Duplicates
	for i := range found.Tasks {
		found.Tasks[i].Disputed = o.disputes[found.Tasks[i].Name]
	}
	if o.On == "benchexec" {
		s.Note, err = o.writeBenchExec(found.Tasks)
		return err
	}
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	s.File = newFile(o, found.Tasks, solvers)
	m := measurement{opts: o}
	if o.Validate {
		if m.validator, err = newValidator(o); err != nil {
			return err
		}
	}
	all := jobs(o, found.Tasks, solvers)
	keys := map[string]bool{}
	for _, j := range all {
		keys[j.key] = true
		if _, err := j.solver.byTask[j.task.Language].expand(filling{task: j.task}); err != nil {
			return err // an error is better now than in the middle of the measurement
		}
	}
	if err := os.MkdirAll(filepath.Dir(o.Out), 0o755); err != nil {
		return err
	}
	if m.journal, err = openJournal(o.Out+".journal", keys); err != nil {
		return err
	}
	s.journal = m.journal
	if o.Restart {
		if err := m.journal.discard(); err != nil {
			return err
		}
	}
	var todo []job
	for i, j := range all {
		if r, ok := m.journal.runs[j.key]; ok {
			m.runs = append(m.runs, r)
		} else if i/len(solvers)%o.parts == o.part {
			todo = append(todo, j)
		}
	}
	s.Resumed = len(m.runs)
	o.Log.Info("benchmark", "tasks", len(found.Tasks), "solvers", len(solvers), "runs", len(all), "resumed", s.Resumed, "skipped", len(found.Skipped))
	m.progress = newProgress(o.Progress, len(todo))
	if o.On == "slurm" {
		err = m.onCluster(ctx, solvers, todo, s.File)
	} else {
		err = m.all(ctx, todo)
	}
	m.progress.hide()
	s.Measured = len(m.runs) - s.Resumed
	if o.parts > 1 && s.Measured == len(todo) {
		s.part = o.Part
	}
	s.File.Runs = m.runs
	s.File.Normalise()
	s.File.Complete = len(s.File.Runs) == len(all)
	if err != nil {
		return fmt.Errorf("%w (%d runs are kept in %s)", err, len(m.runs), m.journal.path)
	}
	if s.Interrupted = !s.File.Complete; s.Interrupted {
		s.Journal = m.journal.path
	}
	return nil
}

func matchOf(o Options) *regexp.Regexp {
	if o.Match == "" {
		return nil
	}
	return regexp.MustCompile(o.Match) // complete has checked the pattern
}

// newFile returns the results before the first run.
func newFile(o Options, tasks []task.Task, solvers []solver) *result.File {
	f := &result.File{
		Schema:  result.Schema,
		Date:    time.Now().UTC().Truncate(time.Second),
		Version: o.Version,
		Machine: result.ThisMachine(),
		Limits: result.Limits{
			Wall: o.Timeout.Seconds(), CPU: o.CPUTimeout.Seconds(),
			Memory: max(int64(o.Memory), 0), Grace: max(o.Grace, 0).Seconds(),
		},
		Jobs:      o.Jobs,
		Property:  o.Property,
		Validated: []string{},
	}
	for _, s := range solvers {
		f.Solvers = append(f.Solvers, s.describe())
		if s.validate {
			f.Validated = append(f.Validated, s.name)
		}
	}
	for _, t := range tasks {
		f.Tasks = append(f.Tasks, describeTask(t))
	}
	return f
}

// describeTask returns the description of a task in the results.
func describeTask(t task.Task) result.Task {
	d := result.Task{
		Name: t.Name, Track: t.Track, Family: t.Family, Language: t.Language,
		Property: t.Property, Expected: t.Expected, Disputed: t.Disputed,
	}
	here, err := os.Getwd()
	for _, path := range t.Files {
		if rel, relErr := filepath.Rel(here, path); err == nil && relErr == nil {
			path = rel
		}
		d.Files = append(d.Files, filepath.ToSlash(path))
	}
	return d
}

// write writes the results and pages. Last of all it closes the journal.
func (s *Summary) write(o Options) error {
	text, err := s.File.Encode()
	if err != nil {
		return err
	}
	ro := report.Options{Title: o.Title, Comparisons: s.Comparisons, Against: s.against}
	var page bytes.Buffer
	if err := report.HTML(&page, s.File, ro); err != nil {
		return err
	}
	s.JSON, s.Markdown, s.HTML = o.Out+".json", o.Out+".md", o.Out+".html"
	if o.Load == "" && !s.Interrupted {
		if err := keepPrevious(s.JSON, o.Out+".previous.json"); err != nil {
			return err
		}
	}
	files := []struct {
		path string
		text []byte
	}{{s.JSON, text}, {s.Markdown, []byte(report.Markdown(s.File, ro))}, {s.HTML, page.Bytes()}}
	for _, f := range files {
		if o.Load != "" && f.path == s.JSON && filepath.Clean(o.Load) == filepath.Clean(s.JSON) {
			continue
		}
		if err := replaceFile(f.path, f.text); err != nil {
			return fmt.Errorf("writing results: %w", err)
		}
	}
	if s.journal == nil || s.Interrupted {
		return nil
	}
	if err := s.journal.finish(); err != nil || o.On != "slurm" {
		return err
	}
	dir, err := o.sharedFolder()
	if err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// keepPrevious renames the results that will be replaced, if any, unless they are the incomplete
// results of an interrupted run.
func keepPrevious(path, to string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if old, err := result.ReadFile(path); err == nil && !old.Complete {
		return nil
	}
	return os.Rename(path, to)
}

// replaceFile replaces a file atomically: readers see the old or the new text.
func replaceFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(0o644), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
