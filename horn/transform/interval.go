// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cornet/internal/rational"
	"cornet/smtlib"
)

// bound is an end of an interval; the zero value is infinite.
type bound struct {
	finite bool
	x      rational.Rat
}

func at(x rational.Rat) bound { return bound{true, x} }

// interval is the set of numbers between lo and hi, both included. The zero
// value holds all numbers.
type interval struct{ lo, hi bound }

// empty reports whether the interval has no numbers.
func (v interval) empty() bool { return v.lo.finite && v.hi.finite && v.hi.x.Less(v.lo.x) }

// full reports whether the interval holds all numbers.
func (v interval) full() bool { return !v.lo.finite && !v.hi.finite }

func (b bound) equal(c bound) bool { return b.finite == c.finite && (!b.finite || b.x.Equal(c.x)) }

func (v interval) equal(w interval) bool { return v.lo.equal(w.lo) && v.hi.equal(w.hi) }

// join returns the least interval around both, neither of which is empty.
func (v interval) join(w interval) interval {
	z := interval{}
	if v.lo.finite && w.lo.finite {
		z.lo = at(least(v.lo.x, w.lo.x))
	}
	if v.hi.finite && w.hi.finite {
		z.hi = at(greatest(v.hi.x, w.hi.x))
	}
	return z
}

// meet returns the intersection.
func (v interval) meet(w interval) interval {
	z := v
	if w.lo.finite && (!z.lo.finite || z.lo.x.Less(w.lo.x)) {
		z.lo = w.lo
	}
	if w.hi.finite && (!z.hi.finite || w.hi.x.Less(z.hi.x)) {
		z.hi = w.hi
	}
	return z
}

func least(x, y rational.Rat) rational.Rat {
	if y.Less(x) {
		return y
	}
	return x
}

func greatest(x, y rational.Rat) rational.Rat {
	if x.Less(y) {
		return y
	}
	return x
}

// add returns the sums of a member of each.
func (v interval) add(w interval) interval {
	z := interval{}
	if v.lo.finite && w.lo.finite {
		z.lo = at(v.lo.x.Add(w.lo.x))
	}
	if v.hi.finite && w.hi.finite {
		z.hi = at(v.hi.x.Add(w.hi.x))
	}
	return z
}

// scale returns the members times c, which is not 0.
func (v interval) scale(c rational.Rat) interval {
	z := v
	if z.lo.finite {
		z.lo.x = z.lo.x.Mul(c)
	}
	if z.hi.finite {
		z.hi.x = z.hi.x.Mul(c)
	}
	if c.Sign() < 0 {
		z.lo, z.hi = z.hi, z.lo
	}
	return z
}

// within returns the least integral interval with the same integers, for
// variables of sort Int.
func (v interval) within(sort *smtlib.Sort) interval {
	if !sort.IsInt() {
		return v
	}
	if v.lo.finite {
		v.lo.x = v.lo.x.Ceil()
	}
	if v.hi.finite {
		v.hi.x = v.hi.x.Floor()
	}
	return v
}

// widen returns w, which contains v, with the bounds that moved set to the next
// threshold, or to infinity when there is none. thresholds are ascending.
func (v interval) widen(w interval, thresholds []rational.Rat) interval {
	if !v.lo.equal(w.lo) && w.lo.finite {
		lo := bound{}
		for _, t := range thresholds {
			if !w.lo.x.Less(t) {
				lo = at(t)
			}
		}
		w.lo = lo
	}
	if !v.hi.equal(w.hi) && w.hi.finite {
		hi := bound{}
		for i := len(thresholds) - 1; i >= 0; i-- {
			if t := thresholds[i]; !t.Less(w.hi.x) {
				hi = at(t)
			}
		}
		w.hi = hi
	}
	return w
}

// formula returns the bounds as a conjunction about x.
func (v interval) formula(s *smtlib.Store, x *smtlib.Term) *smtlib.Term {
	z := s.True()
	v = v.within(x.Sort())
	if v.lo.finite {
		z = s.Ge(x, s.Num(v.lo.x, x.Sort()))
	}
	if v.hi.finite {
		z = s.And(z, s.Le(x, s.Num(v.hi.x, x.Sort())))
	}
	return z
}

// box gives variables intervals; variables that it lacks are unbounded.
type box map[*smtlib.Term]interval

func (b box) clone() box {
	z := make(box, len(b))
	for v, i := range b {
		z[v] = i
	}
	return z
}

// joinBoxes returns the least box around all of boxes, at least one.
func joinBoxes(boxes []box) box {
	z := boxes[0]
	for _, b := range boxes[1:] {
		for v, i := range z {
			if j, ok := b[v]; !ok {
				delete(z, v)
			} else if k := i.join(j); k.full() {
				delete(z, v)
			} else {
				z[v] = k
			}
		}
	}
	return z
}

// eval returns an interval around the values of t, of sort Int or Real.
func (b box) eval(s *smtlib.Store, t *smtlib.Term, depth int) interval {
	switch {
	case t.Op() == smtlib.OpNum:
		return interval{at(t.Num()), at(t.Num())}
	case t.IsVar():
		return b[t]
	case depth == 0:
		return interval{}
	}
	switch t.Op() {
	case smtlib.OpAdd, smtlib.OpMul:
		l := s.Linear(t)
		if len(l.Monomials) == 1 && l.Monomials[0].Term == t {
			return interval{} // not linear
		}
		z := interval{at(l.Const), at(l.Const)}
		for _, m := range l.Monomials {
			z = z.add(b.eval(s, m.Term, depth-1).scale(m.Coeff))
		}
		return z
	case smtlib.OpIte:
		x, y := b.eval(s, t.Arg(1), depth-1), b.eval(s, t.Arg(2), depth-1)
		if x.empty() || y.empty() {
			return interval{}
		}
		return x.join(y)
	case smtlib.OpMod:
		if k := t.Arg(1); k.Op() == smtlib.OpNum && !k.Num().IsZero() {
			return interval{at(rational.Rat{}), at(k.Num().Abs().Sub(rational.Int(1)))}
		}
	}
	return interval{}
}

// refine narrows the box by formula t, which holds if positive and fails
// otherwise; it reports false when no point of the box is left.
func (b box) refine(s *smtlib.Store, t *smtlib.Term, positive bool, depth int) bool {
	switch t.Op() {
	case smtlib.OpTrue:
		return positive
	case smtlib.OpFalse:
		return !positive
	case smtlib.OpNot:
		return b.refine(s, t.Arg(0), !positive, depth)
	case smtlib.OpAnd, smtlib.OpOr:
		if (t.Op() == smtlib.OpAnd) == positive {
			for range 2 { // later conjuncts may help earlier ones
				for _, u := range t.Args() {
					if !b.refine(s, u, positive, depth) {
						return false
					}
				}
			}
			return true
		}
		return depth == 0 || b.refineAny(s, t.Args(), positive, depth-1)
	case smtlib.OpLe, smtlib.OpLt:
		return b.refineBound(s, t, positive)
	case smtlib.OpEq:
		if positive && t.Arg(0).Sort().IsArith() {
			l := s.Linear(t.Arg(0))
			k := t.Arg(1).Num()
			return b.atMost(s, l, k) && b.atMost(s, l.Scale(rational.Int(-1)), k.Neg())
		}
	}
	return true
}

// refineAny narrows the box to what one of ts leaves of it.
func (b box) refineAny(s *smtlib.Store, ts []*smtlib.Term, positive bool, depth int) bool {
	var left []box
	for _, t := range ts {
		if c := b.clone(); c.refine(s, t, positive, depth) {
			left = append(left, c)
		}
	}
	if len(left) == 0 {
		return false
	}
	z := joinBoxes(left)
	for v, i := range z {
		b[v] = i
	}
	return true
}

// refineBound narrows the box by an atom sum <= k or sum < k or its negation.
func (b box) refineBound(s *smtlib.Store, t *smtlib.Term, positive bool) bool {
	l, k := s.Linear(t.Arg(0)), t.Arg(1).Num()
	if positive {
		return b.atMost(s, l, k)
	}
	if t.Arg(0).Sort().IsInt() { // sum >= k+1
		k = k.Add(rational.Int(1))
	}
	return b.atMost(s, l.Scale(rational.Int(-1)), k.Neg())
}

// atMost narrows the box by l <= k: each monomial is at most k minus the least
// values of the others.
func (b box) atMost(s *smtlib.Store, l smtlib.Linear, k rational.Rat) bool {
	k = k.Sub(l.Const)
	sum := rational.Rat{}
	open := 0 // monomials without least value
	lows := make([]bound, len(l.Monomials))
	for i, m := range l.Monomials {
		lows[i] = b.eval(s, m.Term, 4).scale(m.Coeff).lo
		if lows[i].finite {
			sum = sum.Add(lows[i].x)
		} else {
			open++
		}
	}
	if open == 0 && k.Less(sum) {
		return false
	}
	if open > 1 {
		return true
	}
	for i, m := range l.Monomials {
		if !m.Term.IsVar() || open == 1 && lows[i].finite {
			continue
		}
		rest := k.Sub(sum)
		if lows[i].finite {
			rest = rest.Add(lows[i].x)
		}
		// coeff·v <= rest
		limit := at(rest.Div(m.Coeff))
		v := b[m.Term]
		if m.Coeff.Sign() > 0 {
			v = v.meet(interval{hi: limit})
		} else {
			v = v.meet(interval{lo: limit})
		}
		v = v.within(m.Term.Sort())
		if v.empty() {
			return false
		}
		b[m.Term] = v
	}
	return true
}
