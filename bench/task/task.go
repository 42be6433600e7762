// SPDX-License-Identifier: Apache-2.0

package task

import (
	"cmp"
	"path/filepath"
	"strings"
)

// Task is one question for a solver. It is a plain value: copying it is cheap, and nothing in this
// package changes a task after Find has returned it.
type Task struct {
	// Name identifies the task within one call of Find and, as long as the layout of the collection
	// does not change, between runs and machines: the path of the first input file relative to the
	// root, with slashes.
	Name string
	// Track and Family group tasks in tables; see the package comment.
	Track, Family string
	// Files are the input files, at least one, as absolute paths.
	Files []string
	// Language of the input files.
	Language Language
	// Property is the base name of the property file without its extension, such as "unreach-call";
	// empty when the task states none.
	Property string
	// PropertyFile is the absolute path of the property file, or empty.
	PropertyFile string
	// DataModel is "ILP32" or "LP64" for a program, empty when the task does not say.
	DataModel string
	// Expected is the verdict that the task's authors give, Unknown when they give none.
	Expected Verdict
	// Disputed is the evidence against the label Expected, or empty.
	Disputed string
}

// identity identifies a task by its files, not by the path that led to them. So a quick set that is
// named next to the full set causes no second measurement. One Find asks for one property of a
// file.
func (t Task) identity() string { return strings.Join(t.Files, "\x00") }

// Model returns the data model of the task: ILP32, as in SV-COMP, if the task does not say.
func (t Task) Model() string { return cmp.Or(t.DataModel, "ILP32") }

// Properties that the harness treats in a way of its own.
const (
	Reachability = "unreach-call" // the default for programs
	Termination  = "termination"  // asked of systems, too
)

// languages maps the extensions of bare inputs to their language.
var languages = map[string]Language{
	".smt2": SMTLIB,
	".ari":  SMTLIB,
	".c":    C,
	".i":    C,
}

// languageOf returns the language of a file's extension, and whether there is one.
func languageOf(path string) (Language, bool) {
	l, ok := languages[strings.ToLower(filepath.Ext(path))]
	return l, ok
}

// isDefinition reports whether the path has the extension of a task definition.
func isDefinition(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yml" || ext == ".yaml"
}

// isSet reports whether the path has the extension of a set file.
func isSet(path string) bool { return strings.EqualFold(filepath.Ext(path), ".set") }

// trackOfSet returns the track of a set file: "LIA" for LIA.set and for LIA.quick.set.
func trackOfSet(path string) string {
	base := filepath.Base(path)
	base = strings.TrimSuffix(base, filepath.Ext(base))
	return strings.TrimSuffix(base, ".quick")
}

// familyOf returns the first folder of a task's name, or the empty string.
func familyOf(name string) string {
	if i := strings.IndexByte(name, '/'); i > 0 && !strings.HasPrefix(name, "../") {
		return name[:i]
	}
	return ""
}
