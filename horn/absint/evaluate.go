// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// The intervals of formulas.
var (
	holds = rational.Point(rational.Int(1))
	fails = rational.Point(rational.Int(0))
)

// eval returns an interval that contains the values of t, of sort Int, Real or Bool, in sc. It is
// not empty.
//
// Cost: linear in the size of t; branches of conditional terms count once more for each scope in
// which they are evaluated.
func (e *evaluator) eval(sc *scope, t *logic.Term) rational.Interval {
	switch {
	case t.Op() == logic.OpNum:
		return rational.Point(t.Num())
	case t.Op() == logic.OpTrue:
		return holds
	case t.Op() == logic.OpFalse:
		return fails
	case t.IsVar():
		return sc.lookup(t)
	case t.Depth() > maxTermDepth || t.HasQuantifiers():
		return rational.Interval{}
	}
	if v, ok := e.place(sc, t).values[t]; ok {
		return v
	}
	if t.Depth() <= maxScopedDepth {
		return e.compute(e.place(sc, t), t)
	}
	known := func(u *logic.Term) bool { _, ok := e.place(sc, u).values[u]; return ok }
	var z rational.Interval
	bottomUp(t, known, func(u *logic.Term) { z = e.compute(e.place(sc, u), u) })
	return z
}

// compute is like eval, for a term with arguments, in the scope where its result is kept.
func (e *evaluator) compute(sc *scope, t *logic.Term) rational.Interval {
	e.work--
	v := e.structure(sc, t)
	if t.Sort().IsInt() {
		v = v.Round()
	}
	if isKey(t) {
		if z := v.Meet(sc.lookup(t)); !z.IsEmpty() {
			v = z
		}
	}
	if sc.values == nil {
		sc.values = map[*logic.Term]rational.Interval{}
	}
	sc.values[t] = v
	return v
}

// isKey reports whether a scope may have an interval for t itself, in addition to its parts.
// Connectives have none, since looking one up in all scopes takes longer than evaluation.
func isKey(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpLe, logic.OpLt:
		return false
	}
	return true
}

// structure computes the interval of t from its parts.
func (e *evaluator) structure(sc *scope, t *logic.Term) rational.Interval {
	if t.Sort().IsBool() {
		return e.truth(sc, t)
	}
	switch t.Op() {
	case logic.OpAdd:
		return e.sum(sc, e.store.Linear(t))
	case logic.OpMul:
		return e.product(sc, t.Args())
	case logic.OpIte:
		return e.cases(sc, t)
	case logic.OpMod:
		return e.eval(sc, t.Arg(0)).Mod(e.eval(sc, t.Arg(1)))
	case logic.OpIntDiv:
		return e.eval(sc, t.Arg(0)).IntDiv(e.eval(sc, t.Arg(1)))
	case logic.OpToReal:
		return e.eval(sc, t.Arg(0))
	case logic.OpToInt:
		return e.eval(sc, t.Arg(0)).Floor()
	}
	return rational.Interval{}
}

// sum returns an interval that contains the values of l.
func (e *evaluator) sum(sc *scope, l logic.Linear) rational.Interval {
	z := rational.Point(l.Const)
	for _, m := range l.Monomials {
		z = z.Add(e.eval(sc, m.Term).Scale(m.Coeff))
	}
	if len(l.Monomials) < 2 || !e.hasSums {
		return z
	}
	k := e.keyOf(l)
	if v := sc.lookup(k.key); !v.IsFull() {
		if w := z.Meet(v.Scale(k.factor).Shift(l.Const)); !w.IsEmpty() {
			z = w
		}
	}
	return z
}

// keyOf returns the key of the sum l, which has two or more monomials.
func (e *evaluator) keyOf(l logic.Linear) sumKey {
	l.Const = rational.Rat{}
	sort := l.Monomials[0].Term.Sort()
	t := e.store.Sum(l, sort)
	if k, ok := e.sums[t]; ok {
		return k
	}
	key := e.store.EqZero(l, sort).Arg(0)
	k := sumKey{key, l.Monomials[0].Coeff.Div(e.store.Linear(key).Monomials[0].Coeff)}
	e.sums[t] = k
	return k
}

// product returns an interval that contains the values of the product of factors. Equal factors
// must be adjacent.
func (e *evaluator) product(sc *scope, factors []*logic.Term) rational.Interval {
	z := rational.Point(rational.Int(1))
	for i := 0; i < len(factors); {
		n := i + 1
		for n < len(factors) && factors[n] == factors[i] {
			n++
		}
		z = z.Mul(e.eval(sc, factors[i]).Power(n - i))
		i = n
	}
	return z
}

// cases returns an interval that contains the values of a conditional term. It evaluates the
// branches under the condition and its negation.
func (e *evaluator) cases(sc *scope, t *logic.Term) rational.Interval {
	yes, no := e.branches(sc, t.Arg(0))
	switch {
	case yes == nil && no == nil: // no valuation is left in the scope
		return e.eval(sc, t.Arg(1))
	case yes == nil:
		return e.eval(no, t.Arg(2))
	case no == nil:
		return e.eval(yes, t.Arg(1))
	}
	return e.eval(around(sc, yes, t.Arg(1)), t.Arg(1)).Join(e.eval(around(sc, no, t.Arg(2)), t.Arg(2)))
}

// around returns the scope for a branch: the narrow one, or sc for deep branches. Otherwise a deep
// branch, such as the rest of a switch, would be evaluated once for each scope.
func around(sc, narrow *scope, branch *logic.Term) *scope {
	if branch.Depth() > maxScopedDepth {
		return sc
	}
	return narrow
}

// branches returns the scopes in which c holds and fails. A scope is nil if this is impossible.
func (e *evaluator) branches(sc *scope, c *logic.Term) (yes, no *scope) {
	switch v := e.eval(sc, c); {
	case v.Equal(holds):
		return sc, nil
	case v.Equal(fails):
		return nil, sc
	}
	return e.assume(sc, c, true), e.assume(sc, c, false)
}

// truth returns the interval of a formula. It is full if the formula may hold and may fail.
func (e *evaluator) truth(sc *scope, t *logic.Term) rational.Interval {
	switch t.Op() {
	case logic.OpNot:
		return negated(e.eval(sc, t.Arg(0)))
	case logic.OpAnd:
		return e.junction(sc, t.Args(), fails, holds)
	case logic.OpOr:
		return e.junction(sc, t.Args(), holds, fails)
	case logic.OpIte:
		return e.cases(sc, t)
	case logic.OpLe, logic.OpLt:
		v, k := e.eval(sc, t.Arg(0)), t.Arg(1).Num()
		strict := t.Op() == logic.OpLt
		switch {
		case v.Hi.Finite && (v.Hi.X.Less(k) || !strict && v.Hi.X.Equal(k)):
			return holds
		case v.Lo.Finite && (k.Less(v.Lo.X) || strict && v.Lo.X.Equal(k)):
			return fails
		}
	case logic.OpEq:
		return e.equal(sc, t)
	}
	return rational.Interval{}
}

// equal is like truth, for an equation.
func (e *evaluator) equal(sc *scope, t *logic.Term) rational.Interval {
	x, y := t.Arg(0), t.Arg(1)
	switch {
	case x.Sort().IsArith():
		v, w := e.eval(sc, x), e.eval(sc, y)
		if v.Meet(w).IsEmpty() {
			return fails
		}
		if v.IsPoint() && v.Equal(w) {
			return holds
		}
	case x.Sort().IsBool():
		v, w := e.eval(sc, x), e.eval(sc, y)
		switch {
		case !v.IsPoint() || !w.IsPoint():
		case v.Equal(w):
			return holds
		default:
			return fails
		}
	}
	return rational.Interval{}
}

func negated(v rational.Interval) rational.Interval {
	switch {
	case v.Equal(holds):
		return fails
	case v.Equal(fails):
		return holds
	}
	return rational.Interval{}
}

// junction is like truth, for a conjunction or a disjunction. One argument may decide it, or all
// together.
func (e *evaluator) junction(sc *scope, ts []*logic.Term, one, all rational.Interval) rational.Interval {
	z := all
	for _, t := range ts {
		switch v := e.eval(sc, t); {
		case v.Equal(one):
			return one
		case !v.Equal(all):
			z = rational.Interval{}
		}
	}
	return z
}
