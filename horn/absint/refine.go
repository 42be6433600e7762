// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// cost returns a bound on the atoms that refine visits in t, or a number above maxRefineCost.
func (e *evaluator) cost(t *logic.Term) int {
	switch t.Op() {
	case logic.OpNot:
		return e.cost(t.Arg(0))
	case logic.OpAnd, logic.OpOr:
	default:
		return 1
	}
	if t.Depth() > maxRefineCost {
		// deep conjunctions cost more, and the recursion must end
		return maxRefineCost + 1
	}
	if k, ok := e.costs[t]; ok {
		return k
	}
	k := len(t.Args())
	for _, u := range t.Args() {
		if k > maxRefineCost {
			break
		}
		k += 2 * e.cost(u)
	}
	e.costs[t] = min(k, maxRefineCost+1)
	return e.costs[t]
}

// conjuncts returns the conjuncts of x, through nested connectives and negations.
func (x signed) conjuncts() []signed {
	var z []signed
	for work := []signed{x}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		switch op := x.t.Op(); {
		case op == logic.OpNot:
			work = append(work, signed{x.t.Arg(0), !x.positive})
		case op == logic.OpAnd && x.positive || op == logic.OpOr && !x.positive:
			for i := len(x.t.Args()) - 1; i >= 0; i-- {
				work = append(work, signed{x.t.Arg(i), x.positive})
			}
		default:
			z = append(z, x)
		}
	}
	return z
}

// refine narrows the scope by formula t. t holds if positive is set, and fails otherwise. It
// returns false if no valuation remains. depth limits the nesting of disjunctions.
func (e *evaluator) refine(sc *scope, t *logic.Term, positive bool, depth int) bool {
	all := signed{t, positive}.conjuncts()
	if len(all) == 1 {
		return e.refineOne(sc, all[0], depth) && e.relate(sc)
	}
	for range refineRounds { // later conjuncts may help earlier ones
		before := e.narrowings
		for _, x := range all {
			if !e.refineOne(sc, x, depth) {
				return false
			}
		}
		if !e.relate(sc) {
			return false
		}
		if e.narrowings == before {
			break
		}
		sc.refresh()
	}
	return true
}

// refineOne is like refine, for a formula that is not a conjunction.
func (e *evaluator) refineOne(sc *scope, x signed, depth int) bool {
	e.work--
	want := fails
	if x.positive {
		want = holds
	}
	if v := e.eval(sc, x.t); v.IsPoint() {
		return v.Equal(want)
	}
	t := x.t
	switch t.Op() {
	case logic.OpAnd, logic.OpOr:
		if depth == 0 || e.cost(t) > maxRefineCost {
			return true
		}
		var cases [][]signed
		for _, u := range t.Args() {
			cases = append(cases, []signed{{u, x.positive}})
		}
		return e.refineAny(sc, cases, depth-1)
	case logic.OpIte:
		if depth == 0 {
			return true
		}
		c := t.Arg(0)
		return e.refineAny(sc, [][]signed{{{c, true}, {t.Arg(1), x.positive}}, {{c, false}, {t.Arg(2), x.positive}}}, depth-1)
	case logic.OpLe, logic.OpLt:
		return e.narrow(sc, t.Arg(0), beyond(t, x.positive))
	case logic.OpEq:
		return e.refineEqual(sc, x)
	}
	return e.narrowKey(sc, t, want)
}

// beyond returns the values of t's first argument for which t holds if positive is set, and fails
// otherwise. t is an atom <= or < whose second argument is a numeral.
func beyond(t *logic.Term, positive bool) rational.Interval {
	k := t.Arg(1).Num()
	switch isInt := t.Arg(0).Sort().IsInt(); {
	case positive && isInt && t.Op() == logic.OpLt:
		return rational.AtMost(k.Sub(rational.Int(1)))
	case positive:
		return rational.AtMost(k)
	case isInt && t.Op() == logic.OpLe:
		return rational.AtLeast(k.Add(rational.Int(1)))
	}
	return rational.AtLeast(k)
}

// refineEqual narrows the scope by an equation or its negation.
func (e *evaluator) refineEqual(sc *scope, x signed) bool {
	a, b := x.t.Arg(0), x.t.Arg(1)
	switch {
	case a.Sort().IsArith() && x.positive:
		return e.narrow(sc, a, e.eval(sc, b))
	// the numeral is excluded, which matters at an end of the interval
	case a.Sort().IsInt() && b.Op() == logic.OpNum:
		v, k := e.eval(sc, a), b.Num()
		switch {
		case v.Lo.Finite && v.Lo.X.Equal(k):
			return e.narrow(sc, a, rational.AtLeast(k.Add(rational.Int(1))))
		case v.Hi.Finite && v.Hi.X.Equal(k):
			return e.narrow(sc, a, rational.AtMost(k.Sub(rational.Int(1))))
		}
	case a.Sort().IsBool():
		v, w := e.eval(sc, a), e.eval(sc, b)
		switch {
		case v.IsPoint():
			return e.refineOne(sc, signed{b, v.Equal(holds) == x.positive}, 1)
		case w.IsPoint():
			return e.refineOne(sc, signed{a, w.Equal(holds) == x.positive}, 1)
		}
	}
	if !x.positive {
		return e.narrowKey(sc, x.t, fails)
	}
	return e.narrowKey(sc, x.t, holds)
}

// refineAny narrows the scope to the union of what remains of it in each case. A case is a
// conjunction.
func (e *evaluator) refineAny(sc *scope, cases [][]signed, depth int) bool {
	if e.work < 0 {
		return true
	}
	var left []*scope
	for _, conj := range cases {
		z, ok := sc.inner(), true
		for _, x := range conj {
			ok = ok && e.refine(z, x.t, x.positive, depth)
		}
		if ok {
			left = append(left, z)
		}
	}
	if len(left) == 0 {
		return false
	}
	// the order does not matter, since narrowing one term does not affect others
	for t, v := range left[0].of {
		for _, z := range left[1:] {
			w, ok := z.of[t]
			if !ok {
				v = rational.Interval{}
				break
			}
			v = v.Join(w)
		}
		if !v.IsFull() && !e.narrowKey(sc, t, v) {
			return false
		}
	}
	return true
}

// narrow narrows the scope to valuations in which t is in v. t is of sort Int or Real. It returns
// false if there are none.
func (e *evaluator) narrow(sc *scope, t *logic.Term, v rational.Interval) bool {
	if t.Sort().IsInt() {
		v = v.Round()
	}
	now := e.eval(sc, t)
	if now.In(v) {
		return true
	}
	if v = v.Meet(now); v.IsEmpty() {
		return false
	}
	e.work--
	switch t.Op() {
	case logic.OpNum:
		return true
	case logic.OpAdd, logic.OpMul:
		return e.narrowSum(sc, t, v)
	case logic.OpIte:
		if len(leaves(t, maxNarrowCases+1)) <= maxNarrowCases && !e.narrowCases(sc, t, v) {
			return false
		}
	case logic.OpMod:
		arg := e.eval(sc, t.Arg(0))
		if k := e.eval(sc, t.Arg(1)); k.IsPoint() {
			if q, ok := arg.Period(k); ok {
				return e.narrow(sc, t.Arg(0), v.Shift(q.Mul(k.Lo.X)))
			}
		}
	case logic.OpIntDiv:
		if k := e.eval(sc, t.Arg(1)); k.IsPoint() && k.Lo.X.Sign() > 0 {
			w := v.Scale(k.Lo.X)
			if w.Hi.Finite {
				w.Hi.X = w.Hi.X.Add(k.Lo.X).Sub(rational.Int(1))
			}
			return e.narrow(sc, t.Arg(0), w)
		}
	case logic.OpToReal:
		return e.narrow(sc, t.Arg(0), v)
	}
	return e.narrowKey(sc, t, v)
}

// narrowCases narrows the scope by the value v of a conditional term. If one branch cannot be in v,
// the condition is known.
func (e *evaluator) narrowCases(sc *scope, t *logic.Term, v rational.Interval) bool {
	yes, no := e.branches(sc, t.Arg(0))
	is := yes != nil && !e.eval(yes, t.Arg(1)).Meet(v).IsEmpty()
	isNot := no != nil && !e.eval(no, t.Arg(2)).Meet(v).IsEmpty()
	switch {
	case is && isNot:
		return true
	case is:
		return e.refine(sc, t.Arg(0), true, 1) && e.narrow(sc, t.Arg(1), v)
	case isNot:
		return e.refine(sc, t.Arg(0), false, 1) && e.narrow(sc, t.Arg(2), v)
	}
	return false
}

// narrowSum narrows the monomials of a sum, each by the values of the others, and the sum
// itself.
func (e *evaluator) narrowSum(sc *scope, t *logic.Term, v rational.Interval) bool {
	l := e.store.Linear(t)
	if len(l.Monomials) == 1 && l.Monomials[0].Term == t { // the sum is a single nonlinear term
		return e.narrowKey(sc, t, v)
	}
	v = v.Shift(l.Const.Neg())
	if len(l.Monomials) > 1 {
		k := e.keyOf(l)
		if !e.narrowKey(sc, k.key, v.Scale(k.factor.Inv())) {
			return false
		}
	}
	// For each side of v, the sum of the other monomials is at least their least value.
	values := make([]rational.Interval, len(l.Monomials))
	var least, most rational.Rat
	// numbers of monomials without a least value, and without a greatest value
	openLeast, openMost := 0, 0
	for i, m := range l.Monomials {
		values[i] = e.eval(sc, m.Term).Scale(m.Coeff)
		if values[i].Lo.Finite {
			least = least.Add(values[i].Lo.X)
		} else {
			openLeast++
		}
		if values[i].Hi.Finite {
			most = most.Add(values[i].Hi.X)
		} else {
			openMost++
		}
	}
	if openLeast > 1 && openMost > 1 {
		return true
	}
	for i, m := range l.Monomials {
		var z rational.Interval
		w := values[i]
		if v.Hi.Finite && (openLeast == 0 || openLeast == 1 && !w.Lo.Finite) {
			z.Hi = rational.BoundAt(v.Hi.X.Sub(least))
			if w.Lo.Finite {
				z.Hi.X = z.Hi.X.Add(w.Lo.X)
			}
		}
		if v.Lo.Finite && (openMost == 0 || openMost == 1 && !w.Hi.Finite) {
			z.Lo = rational.BoundAt(v.Lo.X.Sub(most))
			if w.Hi.Finite {
				z.Lo.X = z.Lo.X.Add(w.Hi.X)
			}
		}
		if !z.IsFull() && !e.narrow(sc, m.Term, z.Scale(m.Coeff.Inv())) {
			return false
		}
	}
	return true
}
