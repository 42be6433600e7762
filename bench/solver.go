// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"cornet/bench/result"
	"cornet/bench/task"
)

// solver is one of the solvers measured.
type solver struct {
	name     string
	version  string
	byTask   map[task.Language]template
	build    string // distinguishes builds of its programs, see fingerprint
	validate bool
}

var namedTemplate = regexp.MustCompile(`^([A-Za-z0-9][A-Za-z0-9_.+-]*)=(.*)$`)

// solvers returns the solver under test and its peers, in that order. It fails if a template is
// malformed, a program is not found, or a name is used twice.
func (o Options) solvers() ([]solver, error) {
	var out []solver
	for i, text := range append([]string{o.Solver}, o.Against...) {
		s, err := o.solver(text)
		if err != nil {
			return nil, err
		}
		s.validate = o.Validate && (i == 0 || o.ValidatePeers)
		for _, other := range out {
			if other.name == s.name {
				return nil, fmt.Errorf("two solvers are called %q: name one as NAME=COMMAND", s.name)
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// solver reads "NAME=TEMPLATE", "TEMPLATE", or nothing for the default.
func (o Options) solver(text string) (solver, error) {
	s := solver{byTask: map[task.Language]template{}}
	texts := map[task.Language]string{}
	if text == "" {
		s.name = strings.TrimSpace("cornet " + o.Args)
		texts[task.SMTLIB] = withArgs(defaultSolver, o.Args)
		if o.Property == task.Termination {
			texts[task.SMTLIB] = withArgs(defaultSolverT, o.Args)
		} else if o.Validate {
			texts[task.SMTLIB] = withArgs(defaultSolver, strings.TrimSpace(o.Args+" "+witnessArgs))
		}
		texts[task.C] = withArgs(defaultSolverC, o.Args)
	} else {
		if m := namedTemplate.FindStringSubmatch(text); m != nil {
			s.name, text = m[1], m[2]
		}
		texts[task.SMTLIB], texts[task.C] = text, text
	}
	for _, l := range []task.Language{task.SMTLIB, task.C} {
		t, err := parseTemplate(texts[l], o.Self)
		if err != nil {
			return solver{}, err
		}
		if _, err := exec.LookPath(t.words[0]); err != nil {
			return solver{}, fmt.Errorf("solver %q: %w", t.text, err)
		}
		s.byTask[l] = t
		if t.words[0] == o.Self {
			s.version = o.Version
		}
	}
	if s.name == "" {
		s.name = s.byTask[task.SMTLIB].name()
	}
	s.build = fingerprint(s.byTask[task.SMTLIB])
	return s, nil
}

// withArgs inserts further words into a default template.
func withArgs(text, args string) string {
	if args != "" {
		args += " "
	}
	return strings.ReplaceAll(text, "{args} ", args)
}

// fingerprint returns size and modification time of every file that a command names outside
// placeholders: its program, and scripts that the program interprets. A rebuilt solver has another
// fingerprint.
func fingerprint(t template) string {
	var b strings.Builder
	for i, w := range t.words {
		path := w
		if i == 0 {
			found, err := exec.LookPath(w)
			if err != nil {
				continue
			}
			path = found
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			fmt.Fprintf(&b, "%s:%d:%d;", path, info.Size(), info.ModTime().UnixNano())
		}
	}
	return b.String()
}

// describe returns the description of the solver in the results.
func (s solver) describe() result.Solver {
	d := result.Solver{Name: s.name, Command: s.byTask[task.SMTLIB].text, Version: s.version}
	if c := s.byTask[task.C].text; c != d.Command {
		d.CommandC = c
	}
	return d
}
