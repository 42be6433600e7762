// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
)

// meaning describes the tuples for which a predicate holds: the inputs determine the value of the
// output.
type meaning struct {
	output int // the parameter that the others determine; -1 if the value is a formula about all of them
	value  func(inputs []*logic.Term) *logic.Term
	// domain holds for the inputs with an output; nil for all.
	domain func(inputs []*logic.Term) *logic.Term
}

// formula returns the meaning of an atom.
func (m meaning) formula(s *logic.Store, args []*logic.Term) *logic.Term {
	if m.output < 0 {
		return m.value(args)
	}
	inputs := without(args, m.output)
	z := s.Eq(args[m.output], m.value(inputs))
	if m.domain != nil {
		z = s.And(z, m.domain(inputs))
	}
	return z
}

func without[T any](args []T, i int) []T {
	if i < 0 {
		return args
	}
	return slices.Delete(slices.Clone(args), i, i+1)
}

// branch is what a clause states about its predicate: if the guard holds for the inputs, the output
// is the result.
type branch struct {
	guard, result *logic.Term
}

// orientation evaluates a clause from the inputs of its head.
type orientation struct {
	store    *logic.Store
	meanings map[*logic.Func]meaning
	known    map[*logic.Term]*logic.Term // values of the clause's variables, over the inputs
	guard    []*logic.Term
}

// orient returns the branch of a clause, given the inputs and the output of its predicate. It
// returns false if the inputs do not determine the output and the arguments of body atoms.
func orient(s *logic.Store, c *horn.Clause, output int, inputs []*logic.Term, meanings map[*logic.Func]meaning) (branch, bool) {
	o := &orientation{store: s, meanings: meanings, known: map[*logic.Term]*logic.Term{}}
	todo := []func() bool{}
	for i, t := range without(c.Head.Args, output) {
		todo = append(todo, func() bool { return o.match(t, inputs[i]) })
	}
	for _, t := range logic.AppendConjuncts(nil, c.Constraint) {
		todo = append(todo, func() bool { return o.constraint(t) })
	}
	for i := range c.Body {
		todo = append(todo, func() bool { return o.atom(&c.Body[i]) })
	}
	for len(todo) > 0 {
		left := slices.DeleteFunc(slices.Clone(todo), func(f func() bool) bool { return f() })
		if len(left) == len(todo) {
			return branch{}, false
		}
		todo = left
	}
	z := branch{guard: s.And(o.guard...), result: s.True()}
	if output >= 0 {
		var ok bool
		if z.result, ok = o.term(c.Head.Args[output]); !ok {
			return branch{}, false
		}
	}
	return z, true
}

// term returns t over the inputs, if all its variables have known values.
func (o *orientation) term(t *logic.Term) (*logic.Term, bool) {
	var from, to []*logic.Term
	for _, v := range logic.FreeVars(t) {
		x := o.known[v]
		if x == nil {
			return nil, false
		}
		from, to = append(from, v), append(to, x)
	}
	return o.store.Substitute(t, from, to), true
}

// match matches t with value. It reports whether all variables of t then have known values. It
// records those that it finds even if it fails.
func (o *orientation) match(t, value *logic.Term) bool {
	s := o.store
	if x, ok := o.term(t); ok && (t.Op() != logic.OpConstruct || value.Op() == logic.OpConstruct) {
		o.guard = append(o.guard, tester(s, s.Eq(x, value)))
		return true
	}
	switch {
	case t.IsVar():
		o.known[t] = value
		return true
	case t.Op() == logic.OpConstruct && o.matches(t):
		c := t.Constructor()
		o.guard = append(o.guard, s.Is(c, value))
		for i, f := range c.Fields {
			o.match(t.Arg(i), s.Field(f, value))
		}
		return true
	case t.Sort().IsInt():
		return o.linear(s.Linear(t).Sub(s.Linear(value)), logic.FreeVars(t))
	}
	return false
}

// matches reports whether the parts of t can be matched one after the other.
func (o *orientation) matches(t *logic.Term) bool {
	have := map[*logic.Term]bool{}
	for _, a := range t.Args() {
		switch {
		case a.IsVar():
			have[a] = true
		case a.Op() == logic.OpConstruct:
			if !o.matches(a) {
				return false
			}
		default:
			for _, v := range logic.FreeVars(a) {
				if o.known[v] == nil && !have[v] {
					return false
				}
			}
		}
	}
	return true
}

// linear solves sum = 0 for the only unknown variable.
func (o *orientation) linear(sum logic.Linear, vars []*logic.Term) bool {
	s := o.store
	var open *logic.Term
	for _, v := range vars {
		if o.known[v] != nil {
			continue
		}
		if open != nil {
			return false
		}
		open = v
	}
	for _, m := range sum.Monomials {
		if m.Term != open || !m.Coeff.Abs().Equal(rational.Int(1)) {
			continue
		}
		rest := s.Sum(sum.Sub(logic.Linear{Monomials: []logic.Monomial{m}}).Scale(m.Coeff.Neg()), s.Int)
		x, ok := o.except(rest, open)
		if !ok {
			return false
		}
		o.known[open] = x
		return true
	}
	return false
}

// except is like term, but t may mention inputs besides variables of the clause, and must not
// mention v.
func (o *orientation) except(t, v *logic.Term) (*logic.Term, bool) {
	var from, to []*logic.Term
	for _, x := range logic.FreeVars(t) {
		if x == v {
			return nil, false
		}
		if y := o.known[x]; y != nil {
			from, to = append(from, x), append(to, y)
		}
	}
	return o.store.Substitute(t, from, to), true
}

// constraint processes a conjunct of the constraint. It reports whether it succeeded.
func (o *orientation) constraint(t *logic.Term) bool {
	s := o.store
	if x, ok := o.term(t); ok {
		o.guard = append(o.guard, tester(s, x))
		return true
	}
	switch {
	case t.IsVar():
		o.known[t] = s.True()
		return true
	case t.Op() == logic.OpNot && t.Arg(0).IsVar():
		o.known[t.Arg(0)] = s.False()
		return true
	case t.Op() != logic.OpEq:
		return false
	}
	for i := range 2 {
		if x, ok := o.term(t.Arg(i)); ok && o.match(t.Arg(1-i), x) {
			return true
		}
	}
	if t.Arg(0).Sort().IsInt() {
		return o.linear(s.Linear(t.Arg(0)).Sub(s.Linear(t.Arg(1))), logic.FreeVars(t))
	}
	return false
}

// tester returns a test of the constructor for an equality with a constructor without fields. Other
// terms remain unchanged.
func tester(s *logic.Store, t *logic.Term) *logic.Term {
	if t.Op() != logic.OpEq {
		return t
	}
	for i := range 2 {
		if c := t.Arg(i); c.Op() == logic.OpConstruct && len(c.Args()) == 0 {
			return s.Is(c.Constructor(), t.Arg(1-i))
		}
	}
	return t
}

// atom processes a body atom whose inputs are known.
func (o *orientation) atom(a *horn.Atom) bool {
	m, ok := o.meanings[a.Pred]
	if !ok {
		return true // by its current meaning, the predicate always holds
	}
	inputs := slices.Clone(without(a.Args, m.output))
	for i, t := range inputs {
		x, ok := o.term(t)
		if !ok {
			return false
		}
		inputs[i] = x
	}
	if m.output < 0 {
		o.guard = append(o.guard, m.value(inputs))
		return true
	}
	return o.match(a.Args[m.output], m.value(inputs))
}
