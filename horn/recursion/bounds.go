// SPDX-License-Identifier: Apache-2.0

package recursion

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// This file decides comparisons of integers with numerals by intervals. It uses lemmas about calls,
// such as len(x) ≥ 0, and facts about sums. For example, len(x) + 1 ≥ 1 holds, which decides the
// branch of a function that counts down by len(x) + 1.

// comparison reads a literal about an integer sum as the interval in which the sum lies; ok is
// false for disequations and for other formulas.
func comparison(l *logic.Term) (sum *logic.Term, v rational.Interval, ok bool) {
	sum = logic.ComparedSum(l)
	if sum == nil || !sum.Sort().IsInt() {
		return nil, v, false
	}
	positive := l.Op() != logic.OpNot
	if !positive {
		l = l.Arg(0)
	}
	k := l.Arg(1).Num()
	switch {
	case l.Op() == logic.OpEq && positive:
		return sum, rational.Point(k), true
	case l.Op() == logic.OpLe && positive:
		return sum, rational.AtMost(k), true
	case l.Op() == logic.OpLe:
		return sum, rational.AtLeast(k.Add(rational.Int(1))), true
	}
	return nil, v, false
}

// limit records what a true literal states about a sum.
func (n *normal) limit(l *logic.Term) {
	if sum, v, ok := comparison(l); ok {
		n.limits[sum] = n.limits[sum].Meet(v)
	}
}

// interval returns bounds of the values of an integer term, by facts and lemmas.
func (n *normal) interval(x *logic.Term) rational.Interval {
	v := n.limits[x]
	if x.Op() != logic.OpApp {
		return v
	}
	for _, l := range n.theory.lemmas {
		if l.bounded == nil || l.bounded.Func() != x.Func() {
			continue
		}
		if m := (matching{vars: l.Vars, values: make([]*logic.Term, len(l.Vars))}); m.match(l.bounded, x) {
			n.theory.used[l] = true
			v = v.Meet(l.within)
		}
	}
	return v
}

// compared returns true or false for an atom that compares a sum with a numeral if bounds decide
// it, or nil.
func (n *normal) compared(x *logic.Term) *logic.Term {
	sum := logic.ComparedSum(x)
	if sum == nil || !sum.Sort().IsInt() {
		return nil
	}
	s := n.theory.store
	l := s.Linear(sum)
	v := rational.Point(l.Const)
	for _, m := range l.Monomials {
		v = v.Add(n.interval(m.Term).Scale(m.Coeff))
	}
	_, want, ok := comparison(x)
	switch v = v.Meet(n.limits[sum]); {
	case !ok:
		return nil
	case v.In(want):
		return s.True()
	case v.Meet(want).IsEmpty():
		return s.False()
	}
	return nil
}
