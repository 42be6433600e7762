// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"path/filepath"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/chc"
)

// A run must report where it reaches an error. The calls that end a run are identified by their
// places in the preprocessed text. Code inserted before such a call passes its place to the
// harness. Two places in one statement count as one.

// A line is a line of a file of the program, or of a header, as the compiler names it.
type line struct {
	file string
	n    int
}

// extents returns the first and the last line of each statement that has a token on a line.
type extents map[line][2]int

// extents finds the lines of statements, as the program calls them.
func (s *source) extents(prog Program) extents {
	z := extents{}
	first := 0
	for i := range s.tokens {
		if t := s.at(i); t != ";" && t != "{" && t != "}" && i+1 < len(s.tokens) {
			continue
		}
		lo, hi := prog.line(s.tokens[first].line), prog.line(s.tokens[i].line)
		if lo.file == hi.file && hi.n-lo.n < maxExtent {
			for n := lo.n; n <= hi.n; n++ {
				at := line{lo.file, n}
				if old, ok := z[at]; ok {
					z[at] = [2]int{min(old[0], lo.n), max(old[1], hi.n)}
				} else {
					z[at] = [2]int{lo.n, hi.n}
				}
			}
		}
		first = min(i+1, len(s.tokens)-1)
	}
	return z
}

// maxExtent limits the lines of a statement whose places count as one.
const maxExtent = 1000

// together reports whether a place of the program is in a statement that has a token on a line.
func (z extents) together(at cfg.Pos, l line) bool {
	if !sameFile(at.File, l.file) {
		return false
	}
	e, ok := z[line{l.file, at.Line}]
	return at.Line == l.n || ok && e[0] <= l.n && l.n <= e[1]
}

// sameFile reports whether the compiler's name of a file denotes a file of the program. The name
// may begin with other folders.
func sameFile(name, compiled string) bool {
	return name == compiled || filepath.Base(name) == filepath.Base(compiled)
}

// failing are functions whose calls are, or may be, errors of the program's own.
var failing = []string{
	"reach_error", "__VERIFIER_error", "__assert_fail", "__assert", "__VERIFIER_assert", "assert", "__CPROVER_assert", "__CPROVER_precondition",
	"__ESBMC_assert", "klee_report_error", "klee_abort",
}

// exiting are functions that end a program in an orderly way.
var exiting = []string{"exit", "quick_exit", "_Exit", "_exit"}

// marks are the numbers of places at which a run may end with an error.
type marks struct {
	ends    []chc.Step
	lines   extents
	claimed int // the number of the place at the end of the path; 0 if the text does not show it
}

// number returns the number of the place that a line belongs to, from 1: the first place of the
// statement. 0 means all other places.
func (m *marks) number(l line) int {
	return 1 + slices.IndexFunc(m.ends, func(e chc.Step) bool { return m.lines.together(e.To, l) })
}

// mark makes calls that end a run with an error report their places.
func (s *source) mark(prog Program, p *chc.Path) (head string, m *marks) {
	m = &marks{ends: prog.Ends, lines: s.extents(prog)}
	names := append(slices.Clone(failing), p.Failure.Function)
	for _, e := range prog.Ends {
		names = append(names, e.Function)
	}
	if leaks := p.Failure.Error == cfg.LostMemory || p.Failure.Error == cfg.NotFreed; leaks {
		m.ends, names = []chc.Step{p.Failure}, exiting
	} else if isCheck(p.Failure) {
		return "", m
	}
	placed := map[int]bool{}
	for i, t := range s.tokens {
		if name := s.at(i); t.depth > 0 && slices.Contains(names, name) && s.closing(i+1) > 0 && s.evaluated(i) {
			n := m.number(prog.line(t.line))
			placed[n] = true
			s.replace(i, fmt.Sprintf("(cornet_at(%d), %s", n, name))
			s.replace(s.closing(i+1), "))")
		}
	}
	if m.claimed = m.number(line{p.Failure.To.File, p.Failure.To.Line}); !placed[m.claimed] && p.Failure.Error != cfg.ErrorLabel {
		m.claimed = 0
	}
	return "extern void cornet_at(int);\n", m
}

// evaluated reports whether token i, before a parenthesis in a body, begins a call and not a
// declarator.
func (s *source) evaluated(i int) bool {
	before := s.at(i - 1)
	return slices.Contains([]string{"else", "do", "return"}, before) || before != "" && !isWordByte(before[0]) && before != "*" && before != "]"
}

// line returns a line that the compiler names: its file is one of the program, or a header without
// its folders.
func (p *Program) line(l line) line {
	for i, f := range p.files() {
		if filepath.Base(l.file) == ProgramFile(i) {
			return line{f.Name, l.n}
		}
	}
	return line{filepath.Base(l.file), l.n}
}

// lineOf returns a line that a report names. ok is false for lines outside the program.
func (p *Program) lineOf(file string, n int) (l line, ok bool) {
	l = p.line(line{file, n})
	return l, n > 0 && (p.has(l.file) || slices.ContainsFunc(p.Headers, func(h string) bool { return filepath.Base(h) == l.file }))
}

// position returns the place of a line.
func (l line) position() cfg.Pos { return cfg.Pos{File: l.file, Line: l.n} }

func (l line) String() string { return fmt.Sprintf("%s:%d", l.file, l.n) }

// label returns the text inserted after a label that is an error.
func (m *marks) label(prog Program, l line) string {
	return fmt.Sprintf("cornet_at(%d), cornet_reached()", m.number(prog.line(l)))
}
