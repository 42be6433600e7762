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
			// Among terms that mention all variables, take those without such subterms.
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
	t.orient(l)
	if sum, v, ok := comparison(l.Body); ok && sum.Op() == logic.OpApp && covers(sum) == len(l.Vars) {
		l.bounded, l.within = sum, v
	}
}

// orient makes a rule from l. A rule comes from an equation that makes terms smaller, from a call
// that holds, or from either of these under a guard.
func (t *Theory) orient(l *Lemma) {
	s := t.store
	denied := conjuncts(s, s.Not(l.Body))
	if len(denied) == 1 {
		l.from, l.to = t.rule(l.Vars, l.Body)
		return
	}
	for i, d := range denied {
		d = s.Not(d)
		if from, to := t.rule(l.Vars, d); from != nil && d.Op() == logic.OpEq && (l.from == nil || compare(l.from, from) < 0) {
			l.from, l.to, l.guard = from, to, s.And(slices.Delete(slices.Clone(denied), i, i+1)...)
		}
	}
}

// rule reads fact as a rule for calls that mention all vars, or returns nil.
func (t *Theory) rule(vars []*logic.Term, fact *logic.Term) (from, to *logic.Term) {
	if fact.Op() != logic.OpEq || fact.Arg(0).Sort().IsBool() && !fact.HasApps() {
		if fact.Op() == logic.OpApp {
			return fact, t.store.True()
		}
		return nil, nil
	}
	x, y := fact.Arg(0), fact.Arg(1)
	switch {
	case x.Sort().IsInt():
		x, y = t.summand(x, y)
	case compare(x, y) < 0:
		x, y = y, x
	}
	if x.Op() != logic.OpApp || slices.ContainsFunc(vars, func(v *logic.Term) bool { return !slices.Contains(logic.FreeVars(x), v) }) {
		return nil, nil
	}
	return x, y
}

// summand writes x = y, an equation between integers, as an equation for its largest summand that
// is a call.
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
