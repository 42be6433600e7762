// SPDX-License-Identifier: Apache-2.0

package its

import (
	"fmt"
	"regexp"
	"strings"

	"cornet/horn"
	"cornet/logic"
	"cornet/smtlib"
)

// Definitions that pose a transition system.
const (
	initPrefix = "init_"
	nextPrefix = "next_"
)

// Poses reports whether a text looks like one that [Read] reads: it is in the ARI format, or it
// defines steps between states.
func Poses(text string) bool { return isARI(text) || definesNext.MatchString(text) }

var (
	definesNext = regexp.MustCompile(`\(\s*define-fun\s+` + nextPrefix)
	// negative is a numeral with a sign, which SMT-LIB does not have but the inputs of the
	// termination competition do.
	negative = regexp.MustCompile(`([\s(])-([0-9]+)`)
	// primed is a symbol with quotes, which SMT-LIB requires to be written between bars.
	primed = regexp.MustCompile(`[^\s()|";']+'[^\s()|";]*`)
)

// Read reads a transition system in either format. name is the name of the input in messages. The
// error is a *horn.Error or a *smtlib.Error.
func Read(name, text string) (*horn.System, error) {
	if isARI(text) {
		return readARI(name, strings.NewReader(text))
	}
	script, err := smtlib.ReadString(logic.NewStore(), name, primed.ReplaceAllString(negative.ReplaceAllString(text, "$1(- $2)"), "|$0|"))
	if err != nil {
		return nil, err
	}
	return fromScript(script)
}

// fromScript returns the system that the definitions of a script pose.
func fromScript(script *smtlib.Script) (*horn.System, error) {
	var start, next *smtlib.Command
	for i := range script.Commands {
		c := &script.Commands[i]
		if c.Kind == smtlib.CmdAssert && !aboutLocations(c.Term) {
			return nil, refuse(c.Pos, "found an assertion; expected only that locations are distinct")
		}
		if c.Kind != smtlib.CmdDefineFun {
			continue
		}
		for _, x := range []struct {
			prefix string
			at     **smtlib.Command
		}{{initPrefix, &start}, {nextPrefix, &next}} {
			if strings.HasPrefix(c.Func.Name(), x.prefix) {
				if *x.at != nil {
					return nil, refuse(c.Pos, "second definition of a procedure, %v; systems with one, main, are supported", c.Func)
				}
				*x.at = c
			}
		}
	}
	if start == nil || next == nil {
		return nil, refuse(smtlib.Pos{File: script.Name, Line: 1, Column: 1}, "found no definitions of %smain and %smain", initPrefix, nextPrefix)
	}
	z := &reader{script: script, s: script.Store, locations: map[*logic.Func]*logic.Func{}}
	return z.system(start, next)
}

// aboutLocations reports whether a formula compares constants of declared sorts only.
func aboutLocations(t *logic.Term) bool {
	for _, f := range logic.Funcs(t) {
		if f.Arity() > 0 || f.Result().Builtin() {
			return false
		}
	}
	return !t.HasVars()
}

func refuse(pos smtlib.Pos, format string, args ...any) error {
	return &horn.Error{Pos: pos, Code: horn.CodeCommand, Msg: fmt.Sprintf(format, args...)}
}

type reader struct {
	script    *smtlib.Script
	s         *logic.Store
	sorts     []*logic.Sort // sorts of the variables
	locations map[*logic.Func]*logic.Func
	preds     []*logic.Func
	asserts   []horn.Assert
}

func (z *reader) system(start, next *smtlib.Command) (*horn.System, error) {
	n := len(start.Vars)
	if n == 0 || len(next.Vars) != 2*n {
		return nil, refuse(next.Pos, "%v has %d parameters and %v %d; expected a location and the variables, and twice as many", start.Func, n, next.Func, len(next.Vars))
	}
	for i, v := range start.Vars {
		if next.Vars[i].Sort() != v.Sort() || next.Vars[n+i].Sort() != v.Sort() {
			return nil, refuse(next.Pos, "parameter %d of %v has another sort than in %v", i+1, next.Func, start.Func)
		}
		if i > 0 {
			z.sorts = append(z.sorts, v.Sort())
		}
	}
	if start.Vars[0].Sort().Builtin() {
		return nil, refuse(start.Pos, "the first parameter of %v has sort %v; expected a declared sort of locations", start.Func, start.Vars[0].Sort())
	}
	for _, c := range []*smtlib.Command{start, next} {
		for _, t := range disjuncts(nil, c.Term) {
			if err := z.transition(c, t, n); err != nil {
				return nil, err
			}
		}
	}
	source := &horn.Source{Name: z.script.Name, Asserts: z.asserts}
	return horn.FromSource(z.s, z.preds, source)
}

// disjuncts returns the arguments of an or, including those of nested ones.
func disjuncts(z []*logic.Term, t *logic.Term) []*logic.Term {
	switch {
	case t.Op() == logic.OpOr:
		for _, x := range t.Args() {
			z = disjuncts(z, x)
		}
	case !t.IsFalse():
		z = append(z, t)
	}
	return z
}

// conjuncts returns the arguments of an and, including those of nested ones.
func conjuncts(z []*logic.Term, t *logic.Term) []*logic.Term {
	if t.Op() != logic.OpAnd {
		return append(z, t)
	}
	for _, x := range t.Args() {
		z = conjuncts(z, x)
	}
	return z
}

// transition adds an assertion. If the definition c has n parameters, it is about an initial state,
// and otherwise about a transition.
func (z *reader) transition(c *smtlib.Command, t *logic.Term, n int) error {
	at := map[*logic.Term]*logic.Func{} // locations by values of the program counter
	var rest []*logic.Term
	for _, l := range conjuncts(nil, t) {
		if l.Op() == logic.OpEq && l.Arg(0).Sort() == c.Vars[0].Sort() {
			pc, loc := l.Arg(0), l.Arg(1)
			if loc.IsVar() {
				pc, loc = loc, pc
			}
			if loc.Op() == logic.OpApp && pc.IsVar() && at[pc] == nil {
				at[pc] = loc.Func()
				continue
			}
		}
		for _, v := range logic.FreeVars(l) {
			if v.Sort() == c.Vars[0].Sort() {
				return refuse(c.Pos, "found %v in %v; expected one equation of each program counter with a location", l, c.Func)
			}
		}
		rest = append(rest, l)
	}
	var ends []*logic.Term
	for i := 0; i < len(c.Vars); i += n {
		loc := at[c.Vars[i]]
		if loc == nil {
			return refuse(c.Pos, "a disjunct of %v does not say where %v is", c.Func, c.Vars[i])
		}
		ends = append(ends, z.s.Apply(z.predicate(loc), c.Vars[i+1:i+n]...))
	}
	var vars []*logic.Term
	for i, v := range c.Vars {
		if i%n != 0 {
			vars = append(vars, v)
		}
	}
	parts := append(append([]*logic.Term(nil), ends[:len(ends)-1]...), rest...)
	parts = append(parts, ends[len(ends)-1])
	formula := parts[0]
	if len(parts) > 1 {
		formula = z.s.Faithful(logic.OpImplies, parts...)
	}
	if len(vars) > 0 {
		formula = z.s.Forall(vars, formula)
	}
	z.asserts = append(z.asserts, horn.Assert{Term: formula, Pos: c.Pos, Number: len(z.asserts)})
	return nil
}

// predicate returns the predicate of a location.
func (z *reader) predicate(loc *logic.Func) *logic.Func {
	p := z.locations[loc]
	if p == nil {
		p = z.s.Func(loc.Name(), z.sorts, z.s.Bool)
		if len(z.sorts) == 0 {
			p = z.s.FreshFunc(loc.Name(), nil, z.s.Bool)
		}
		z.locations[loc], z.preds = p, append(z.preds, p)
	}
	return p
}
