// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"slices"

	"cornet/logic"
)

// prepare finds the patterns of l, and its rule.
func (t *Theory) prepare(l *Lemma) {
	var found []*logic.Term
	covers := func(x *logic.Term) int {
		n := 0
		for _, v := range logic.FreeVars(x) {
			if slices.Contains(l.Vars, v) {
				n++
			}
		}
		return n
	}
	for _, x := range t.calls(l.Body) {
		if covers(x) == len(l.Vars) {
			// Of terms that mention all variables, those without such parts.
			if !slices.ContainsFunc(found, func(y *logic.Term) bool { return contains(x, y) }) {
				found = append(found, x)
			}
		}
	}
	for _, x := range found {
		l.patterns = append(l.patterns, []*logic.Term{x})
	}
	if len(found) == 0 {
		l.patterns = append(l.patterns, t.together(l))
	}
	if l.Body.Op() != logic.OpEq || l.Body.Arg(0).Sort().IsBool() && !l.Body.HasApps() {
		if l.Body.Op() == logic.OpApp {
			l.from, l.to = l.Body, t.store.True()
		}
		return
	}
	x, y := l.Body.Arg(0), l.Body.Arg(1)
	if x.Sort().IsInt() {
		x, y = t.summand(x, y)
	}
	if compare(x, y) < 0 {
		x, y = y, x
	}
	if covers(x) == len(l.Vars) && x.Op() == logic.OpApp {
		l.from, l.to = x, y
	}
}

// summand writes x = y, an equation between integers, as one about the largest call that is a summand of it.
func (t *Theory) summand(x, y *logic.Term) (call, rest *logic.Term) {
	s := t.store
	sum := s.Linear(x).Sub(s.Linear(y))
	best := logic.Monomial{}
	for _, m := range sum.Monomials {
		if m.Term.Op() == logic.OpApp && m.Coeff.Abs().IsOne() && (best.Term == nil || compare(best.Term, m.Term) < 0) {
			best = m
		}
	}
	if best.Term == nil {
		return x, y
	}
	return best.Term, s.Sum(sum.Sub(logic.Linear{Monomials: []logic.Monomial{best}}).Scale(best.Coeff.Neg()), s.Int)
}

// together returns calls that mention all variables of l that any call mentions.
func (t *Theory) together(l *Lemma) []*logic.Term {
	var z []*logic.Term
	have := map[*logic.Term]bool{}
	calls := t.calls(l.Body)
	slices.SortStableFunc(calls, func(x, y *logic.Term) int { return len(logic.FreeVars(y)) - len(logic.FreeVars(x)) })
	for _, x := range calls {
		more := false
		for _, v := range logic.FreeVars(x) {
			more = more || slices.Contains(l.Vars, v) && !have[v]
			have[v] = true
		}
		if more {
			z = append(z, x)
		}
	}
	return z
}

func contains(x, y *logic.Term) bool {
	found := false
	logic.Walk(func(z *logic.Term) bool {
		found = found || z == y
		return !found
	}, x)
	return found
}
