// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cornet/internal/interval"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// limits is what the conjuncts say about one linear sum.
type limits struct {
	v              interval.Interval
	openLo, openHi bool           // the bound itself is excluded; over Real only
	apart          []rational.Rat // numerals that the sum differs from
	isInt          bool
	conjuncts      int // that are about the sum
	first          int // the place of the first one
	contradictory  bool
}

// tighten replaces the conjuncts that bound a sum, or say that it differs from a
// numeral, by the tightest bounds that follow from them. A sum between equal
// bounds becomes an equation. It reports whether that changed anything.
//
// Cost: linear in the conjuncts, and quadratic in the disequations of one sum.
func (q *equations) tighten() bool {
	about := map[*smtlib.Term]*limits{}
	var order []*smtlib.Term
	several := false
	for i, c := range q.conj {
		sum := boundedSum(c)
		if sum == nil {
			continue
		}
		l := about[sum]
		if l == nil {
			l = &limits{isInt: sum.Sort().IsInt(), first: i}
			about[sum] = l
			order = append(order, sum)
		}
		l.add(c)
		several = several || l.conjuncts > 1
	}
	if !several {
		return false
	}
	replaced := make(map[int][]*smtlib.Term, len(order))
	changed := false
	for _, sum := range order {
		l := about[sum]
		z := l.formula(q.store, sum)
		replaced[l.first] = z
		changed = changed || len(z) != l.conjuncts || l.contradictory
	}
	if !changed {
		return false
	}
	var conj []*smtlib.Term
	for i, c := range q.conj {
		if boundedSum(c) == nil {
			conj = append(conj, c)
		} else {
			conj = append(conj, replaced[i]...)
		}
	}
	q.flatten(conj)
	return true
}

// boundedSum returns the sum that the literal c compares with a numeral, or nil.
func boundedSum(c *smtlib.Term) *smtlib.Term {
	if c.Op() == smtlib.OpNot {
		c = c.Arg(0)
	}
	switch c.Op() {
	case smtlib.OpLe, smtlib.OpLt:
		return c.Arg(0)
	case smtlib.OpEq:
		if c.Arg(0).Sort().IsArith() && c.Arg(1).Op() == smtlib.OpNum {
			return c.Arg(0)
		}
	}
	return nil
}

// add takes in a literal about the sum.
func (l *limits) add(c *smtlib.Term) {
	l.conjuncts++
	positive := true
	if c.Op() == smtlib.OpNot {
		positive, c = false, c.Arg(0)
	}
	k := c.Arg(1).Num()
	switch {
	case c.Op() == smtlib.OpEq && positive:
		l.atMost(k, false)
		l.atLeast(k, false)
	case c.Op() == smtlib.OpEq:
		l.apart = append(l.apart, k)
	case positive:
		l.atMost(k, c.Op() == smtlib.OpLt)
	case l.isInt:
		l.atLeast(k.Add(rational.Int(1)), false)
	default:
		l.atLeast(k, c.Op() == smtlib.OpLe)
	}
}

func (l *limits) atMost(k rational.Rat, open bool) {
	switch {
	case !l.v.Hi.Finite || k.Less(l.v.Hi.X):
		l.v.Hi, l.openHi = interval.At(k), open
	case k.Equal(l.v.Hi.X):
		l.openHi = l.openHi || open
	}
}

func (l *limits) atLeast(k rational.Rat, open bool) {
	switch {
	case !l.v.Lo.Finite || l.v.Lo.X.Less(k):
		l.v.Lo, l.openLo = interval.At(k), open
	case k.Equal(l.v.Lo.X):
		l.openLo = l.openLo || open
	}
}

// exclude uses the numerals that the sum differs from, and keeps those that lie
// strictly between the bounds.
func (l *limits) exclude() {
	for again := true; again; {
		again = false
		apart := l.apart[:0]
		for _, k := range l.apart {
			switch {
			case l.v.Lo.Finite && k.Equal(l.v.Lo.X):
				if l.isInt {
					l.v.Lo = interval.At(k.Add(rational.Int(1)))
				}
				l.openLo = !l.isInt
				again = true
			case l.v.Hi.Finite && k.Equal(l.v.Hi.X):
				if l.isInt {
					l.v.Hi = interval.At(k.Sub(rational.Int(1)))
				}
				l.openHi = !l.isInt
				again = true
			case l.v.Lo.Finite && k.Less(l.v.Lo.X), l.v.Hi.Finite && l.v.Hi.X.Less(k):
			default:
				apart = append(apart, k)
			}
		}
		l.apart = apart
	}
}

// formula returns the conjuncts that say the same.
func (l *limits) formula(s *smtlib.Store, sum *smtlib.Term) []*smtlib.Term {
	l.exclude()
	num := func(k rational.Rat) *smtlib.Term { return s.Num(k, sum.Sort()) }
	lo, hi := l.v.Lo, l.v.Hi
	point := lo.Finite && hi.Finite && lo.X.Equal(hi.X)
	if l.v.IsEmpty() || point && (l.openLo || l.openHi) {
		l.contradictory = true
		return []*smtlib.Term{s.False()}
	}
	var z []*smtlib.Term
	if point {
		z = append(z, s.Eq(sum, num(lo.X)))
		lo, hi = interval.Bound{}, interval.Bound{}
	}
	if lo.Finite && l.openLo {
		z = append(z, s.Gt(sum, num(lo.X)))
	} else if lo.Finite {
		z = append(z, s.Ge(sum, num(lo.X)))
	}
	if hi.Finite && l.openHi {
		z = append(z, s.Lt(sum, num(hi.X)))
	} else if hi.Finite {
		z = append(z, s.Le(sum, num(hi.X)))
	}
	for _, k := range l.apart {
		z = append(z, s.Not(s.Eq(sum, num(k))))
	}
	return z
}
