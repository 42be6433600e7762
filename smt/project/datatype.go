// SPDX-License-Identifier: Apache-2.0

package project

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// This file eliminates variables of datatype sorts. If a variable must only differ from other terms
// and its sort is infinite, it has a solution. Any other variable is replaced by the constructor of
// its value, over fresh fields. This resolves testers and selectors. An equality of a constructor
// term with another term t becomes a tester of t and equalities with its fields. Values get smaller
// with every expansion, so it ends. For recursive datatypes, the number of different results is not
// bounded.

// stepDatatype does one step and reports whether there was anything to do.
func (e *elimination) stepDatatype() (bool, error) {
	for i, lit := range e.lits {
		atom, negated := lit, false
		if lit.Op() == logic.OpNot {
			atom, negated = lit.Arg(0), true
		}
		if atom.Op() != logic.OpEq || !atom.Arg(0).Sort().IsDatatype() {
			continue
		}
		for k := range 2 {
			c, t := atom.Arg(k), atom.Arg(1-k)
			if c.Op() != logic.OpConstruct || !e.mentions(c) {
				continue
			}
			z, err := e.destruct(c, t, negated)
			if err != nil {
				return false, err
			}
			e.lits = slices.Delete(e.lits, i, i+1)
			return true, e.addAll(z)
		}
	}
	for _, lit := range e.lits {
		for _, x := range logic.FreeVars(lit) {
			if !e.pending[x] || !x.Sort().IsDatatype() {
				continue
			}
			if infinite(x.Sort()) && e.onlyApart(x) {
				e.lits = slices.DeleteFunc(e.lits, func(l *logic.Term) bool { return occurs(x, l) })
				e.drop(x)
				return true, nil
			}
			return true, e.expandConstructor(x)
		}
	}
	return false, nil
}

// destruct returns literals for c = t, or its negation, where c is a
// constructor term and t is not.
func (e *elimination) destruct(c, t *logic.Term, negated bool) ([]*logic.Term, error) {
	s, ctor := e.store, c.Constructor()
	is := s.Is(ctor, t)
	if !negated {
		z := []*logic.Term{is}
		for i, f := range ctor.Fields {
			z = append(z, s.Eq(c.Arg(i), s.Field(f, t)))
		}
		return z, nil
	}
	val := e.val.eval(t)
	if val.Op() != logic.OpConstruct {
		return nil, undetermined(t)
	}
	if val.Constructor() != ctor {
		return []*logic.Term{s.Not(is)}, nil
	}
	for i, f := range ctor.Fields {
		apart := s.Not(s.Eq(c.Arg(i), s.Field(f, t)))
		if e.val.eval(apart).IsTrue() {
			return []*logic.Term{is, apart}, nil
		}
	}
	return nil, undetermined(t)
}

// onlyApart reports whether every literal with x is x ≠ t for a t without x.
func (e *elimination) onlyApart(x *logic.Term) bool {
	for _, lit := range e.lits {
		if !occurs(x, lit) {
			continue
		}
		if lit.Op() != logic.OpNot || lit.Arg(0).Op() != logic.OpEq {
			return false
		}
		l, r := lit.Arg(0).Arg(0), lit.Arg(0).Arg(1)
		if !(l == x && !occurs(x, r) || r == x && !occurs(x, l)) {
			return false
		}
	}
	return true
}

// expandConstructor replaces x by a constructor over fresh fields.
func (e *elimination) expandConstructor(x *logic.Term) error {
	val := e.val.eval(x)
	if val.Op() != logic.OpConstruct {
		return undetermined(x)
	}
	args := slice.Map(val.Args(), func(v *logic.Term) *logic.Term { return e.introduce("field", v) })
	return e.replace(x, e.store.Construct(val.Constructor(), args...))
}

// infinite reports whether it is certain that the sort has infinitely many values.
func infinite(sort *logic.Sort) bool {
	return isInfinite(sort, map[*logic.Sort]bool{})
}

// isInfinite reports whether sort is infinite. open contains the datatypes on the path, with false
// for those found finite.
func isInfinite(sort *logic.Sort, open map[*logic.Sort]bool) bool {
	switch {
	case sort.IsArith():
		return true
	case sort.IsArray():
		return isInfinite(sort.Elem(), open)
	case !sort.IsDatatype():
		return false
	}
	if isOpen, met := open[sort]; met {
		return isOpen // a value can contain a smaller one of its sort, without end
	}
	open[sort] = true
	for _, c := range sort.Datatype().Constructors {
		for _, f := range c.Fields {
			if isInfinite(f.Sort, open) {
				return true
			}
		}
	}
	open[sort] = false
	return false
}
