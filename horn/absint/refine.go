// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"cornet/internal/interval"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// maxRefineCost bounds the atoms that one disjunction makes [refiner.refine]
// look at.
const maxRefineCost = 300

// refiner narrows boxes by formulas. What it looks at depends on the formula
// only, not on the box, so that smaller boxes give smaller results.
type refiner struct {
	store *smtlib.Store
	costs map[*smtlib.Term]int
}

// cost returns a bound on the atoms that refine looks at in t, or a number above
// maxRefineCost.
func (r *refiner) cost(t *smtlib.Term) int {
	switch t.Op() {
	case smtlib.OpNot:
		return r.cost(t.Arg(0))
	case smtlib.OpAnd, smtlib.OpOr:
	default:
		return 1
	}
	if t.Depth() > maxRefineCost {
		return maxRefineCost + 1 // so it is if conjunctions are nested as deep, and the recursion ends here
	}
	if k, ok := r.costs[t]; ok {
		return k
	}
	r.costs[t] = maxRefineCost + 1 // for those deep below, which cost more anyway
	k := len(t.Args())
	for _, u := range t.Args() {
		if k > maxRefineCost {
			break
		}
		k += 2 * r.cost(u)
	}
	r.costs[t] = min(k, maxRefineCost+1)
	return r.costs[t]
}

// eval returns an interval around the values of t, of sort Int or Real.
func (r *refiner) eval(b *box, t *smtlib.Term, depth int) interval.Interval {
	switch {
	case t.Op() == smtlib.OpNum:
		return interval.Point(t.Num())
	case t.IsVar():
		return b.of[t]
	case depth == 0:
		return interval.Interval{}
	}
	switch t.Op() {
	case smtlib.OpAdd, smtlib.OpMul:
		l := r.store.Linear(t)
		if len(l.Monomials) == 1 && l.Monomials[0].Term == t {
			return interval.Interval{} // not linear
		}
		z := interval.Point(l.Const)
		for _, m := range l.Monomials {
			z = z.Add(r.eval(b, m.Term, depth-1).Scale(m.Coeff))
		}
		return z
	case smtlib.OpIte:
		x, y := r.eval(b, t.Arg(1), depth-1), r.eval(b, t.Arg(2), depth-1)
		if x.IsEmpty() || y.IsEmpty() {
			return interval.Interval{}
		}
		return x.Join(y)
	case smtlib.OpMod:
		if k := t.Arg(1); k.Op() == smtlib.OpNum && !k.Num().IsZero() {
			return interval.Between(rational.Rat{}, k.Num().Abs().Sub(rational.Int(1)))
		}
	}
	return interval.Interval{}
}

// signed is a formula that holds or fails.
type signed struct {
	t        *smtlib.Term
	positive bool
}

// conjuncts returns what x is the conjunction of, through nested connectives and negations.
func (x signed) conjuncts() []signed {
	var z []signed
	for work := []signed{x}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		switch op := x.t.Op(); {
		case op == smtlib.OpNot:
			work = append(work, signed{x.t.Arg(0), !x.positive})
		case op == smtlib.OpAnd && x.positive || op == smtlib.OpOr && !x.positive:
			for i := len(x.t.Args()) - 1; i >= 0; i-- {
				work = append(work, signed{x.t.Arg(i), x.positive})
			}
		default:
			z = append(z, x)
		}
	}
	return z
}

// refine narrows the box by formula t, which holds if positive and fails
// otherwise; it reports false when no point of the box is left.
func (r *refiner) refine(b *box, t *smtlib.Term, positive bool, depth int) bool {
	all := signed{t, positive}.conjuncts()
	if len(all) == 1 {
		return r.refineOne(b, all[0].t, all[0].positive, depth)
	}
	for range 2 { // later conjuncts may help earlier ones
		for _, x := range all {
			if !r.refineOne(b, x.t, x.positive, depth) {
				return false
			}
		}
	}
	return true
}

// refineOne is refine for what is no conjunction.
func (r *refiner) refineOne(b *box, t *smtlib.Term, positive bool, depth int) bool {
	switch t.Op() {
	case smtlib.OpTrue:
		return positive
	case smtlib.OpFalse:
		return !positive
	case smtlib.OpAnd, smtlib.OpOr:
		return depth == 0 || r.cost(t) > maxRefineCost || r.refineAny(b, t.Args(), positive, depth-1)
	case smtlib.OpLe, smtlib.OpLt:
		return r.refineBound(b, t, positive)
	case smtlib.OpEq:
		if positive && t.Arg(0).Sort().IsArith() {
			l := r.store.Linear(t.Arg(0))
			k := t.Arg(1).Num()
			return r.atMost(b, l, k) && r.atMost(b, l.Scale(rational.Int(-1)), k.Neg())
		}
	}
	return true
}

// refineAny narrows the box to what one of ts leaves of it.
func (r *refiner) refineAny(b *box, ts []*smtlib.Term, positive bool, depth int) bool {
	var left []map[*smtlib.Term]interval.Interval
	for _, t := range ts {
		n := len(b.trail)
		ok := r.refine(b, t, positive, depth)
		if z := b.takeBack(n); ok {
			left = append(left, z)
		}
	}
	if len(left) == 0 {
		return false
	}
	b.narrowAny(left)
	return true
}

// refineBound narrows the box by an atom sum <= k or sum < k or its negation.
func (r *refiner) refineBound(b *box, t *smtlib.Term, positive bool) bool {
	l, k := r.store.Linear(t.Arg(0)), t.Arg(1).Num()
	if positive {
		return r.atMost(b, l, k)
	}
	if t.Arg(0).Sort().IsInt() { // sum >= k+1
		k = k.Add(rational.Int(1))
	}
	return r.atMost(b, l.Scale(rational.Int(-1)), k.Neg())
}

// atMost narrows the box by l <= k: each monomial is at most k minus the least
// values of the others.
func (r *refiner) atMost(b *box, l smtlib.Linear, k rational.Rat) bool {
	k = k.Sub(l.Const)
	sum := rational.Rat{}
	open := 0 // monomials without least value
	lows := make([]interval.Bound, len(l.Monomials))
	for i, m := range l.Monomials {
		lows[i] = r.eval(b, m.Term, 4).Scale(m.Coeff).Lo
		if lows[i].Finite {
			sum = sum.Add(lows[i].X)
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
		if !m.Term.IsVar() || open == 1 && lows[i].Finite {
			continue
		}
		rest := k.Sub(sum)
		if lows[i].Finite {
			rest = rest.Add(lows[i].X)
		}
		// coeff·v <= rest
		limit := interval.At(rest.Div(m.Coeff))
		old := b.of[m.Term]
		v := old
		if m.Coeff.Sign() > 0 {
			v = v.Meet(interval.Interval{Hi: limit})
		} else {
			v = v.Meet(interval.Interval{Lo: limit})
		}
		v = rounded(v, m.Term.Sort())
		if v.IsEmpty() {
			return false
		}
		if !v.Equal(old) {
			b.set(m.Term, v)
		}
	}
	return true
}
