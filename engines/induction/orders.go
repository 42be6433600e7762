// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"fmt"
	"slices"

	"cornet/horn/recursion"
	"cornet/logic"
)

// orders conjectures that functions that compare two values are total, transitive and
// antisymmetric. Equations cannot express this.
func orders(s *logic.Store, fs []*recursion.Function) []*recursion.Lemma {
	var z []*recursion.Lemma
	for _, f := range fs {
		params := f.Func.Params()
		if len(params) != 2 || params[0] != params[1] {
			continue
		}
		var v [3]*logic.Term
		for i, name := range []string{"u!0", "u!1", "u!2"} {
			v[i] = s.Var(name, params[0])
		}
		for _, value := range truths(s, f.Func.Result()) {
			holds := func(x, y int) *logic.Term { return s.Eq(s.Apply(f.Func, v[x], v[y]), value) }
			z = append(z,
				&recursion.Lemma{Vars: v[:2], Body: s.Or(holds(0, 1), holds(1, 0))},
				&recursion.Lemma{Vars: v[:2], Body: s.Implies(s.And(holds(0, 1), holds(1, 0)), s.Eq(v[0], v[1]))},
				&recursion.Lemma{Vars: v[:], Body: s.Implies(s.And(holds(0, 1), holds(1, 2)), holds(0, 2))})
		}
	}
	return z
}

// complements returns conjectures about two functions f and g that compare values: f holds exactly
// where g does not, or f holds only where g does not.
func complements(s *logic.Store, fs []*recursion.Function) []*recursion.Lemma {
	var z []*recursion.Lemma
	for i, f := range fs {
		params := f.Func.Params()
		if len(params) != 2 || params[0] != params[1] || !f.Func.Result().IsBool() {
			continue
		}
		v := []*logic.Term{s.Var("u!0", params[0]), s.Var("u!1", params[0])}
		for _, g := range fs[:i] {
			if g.Func.Result().IsBool() && slices.Equal(g.Func.Params(), params) {
				x, y := s.Apply(f.Func, v...), s.Apply(g.Func, v...)
				z = append(z, &recursion.Lemma{Vars: v, Body: s.Or(x, y)}, &recursion.Lemma{Vars: v, Body: s.Not(s.And(x, y))})
			}
		}
	}
	return z
}

// signs conjectures that the numbers returned by functions are not negative.
func signs(s *logic.Store, fs []*recursion.Function) []*recursion.Lemma {
	var z []*recursion.Lemma
	for _, f := range fs {
		if !f.Func.Result().IsInt() {
			continue
		}
		var vars []*logic.Term
		for i, sort := range f.Func.Params() {
			vars = append(vars, s.Var(fmt.Sprintf("u!%d", i), sort))
		}
		z = append(z, &recursion.Lemma{Vars: vars, Body: s.Ge(s.Apply(f.Func, vars...), s.IntNum(0))})
	}
	return z
}

// truths returns the values of a sort with two values.
func truths(s *logic.Store, sort *logic.Sort) []*logic.Term {
	if sort.IsBool() {
		return []*logic.Term{s.True(), s.False()}
	}
	if !sort.IsDatatype() || len(sort.Datatype().Constructors) != 2 {
		return nil
	}
	var z []*logic.Term
	for _, c := range sort.Datatype().Constructors {
		if len(c.Fields) > 0 {
			return nil
		}
		z = append(z, s.Construct(c))
	}
	return z
}
