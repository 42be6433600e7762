// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/internal/rational"
)

// This file has the intervals of floating-point numbers. They are intervals of ordinals, where -0
// and +0 are neighbours and NaN comes after infinity.

// applied returns the interval of x, an Apply: If its values do not include NaN, this is the least
// interval that contains them; otherwise it is the interval of all values of its type. An operation
// is monotone in each operand as long as the other one keeps its sign, so the extreme results are
// at the ends.
func (r ranges) applied(x *scalar.Expr) rational.Interval {
	all := r.typeRange(x.Type)
	if x.IsTruth() {
		return span(0, 1)
	}
	args := make([]rational.Interval, len(x.Args))
	for i, y := range x.Args {
		args[i] = r.value(y)
		if !args[i].IsBounded() || hasNaN(args[i], y.Type) {
			return all
		}
	}
	a, b := args[0], args[len(args)-1]
	signs := span(-1, 0)
	hasZero := func(v rational.Interval) bool { return !v.Meet(signs).IsEmpty() }
	infinite := func(v rational.Interval) bool {
		inf := infinity(x.Args[0].Type)
		return v.Has(inf) || v.Has(negative(inf))
	}
	switch x.Fn.Base() {
	case ieee.Bits, ieee.FromBits, ieee.Rem, ieee.Remainder:
		return all
	case ieee.Mul:
		if hasZero(a) && infinite(b) || hasZero(b) && infinite(a) {
			return all
		}
	case ieee.Div:
		if hasZero(b) {
			return all
		}
	case ieee.Abs:
		if signs.In(a) {
			return rational.Between(zero, rational.Max(negative(a.Lo.X), a.Hi.X))
		}
	}
	var z rational.Interval
	for i, v := range []rational.Rat{a.Lo.X, a.Hi.X} {
		for j, w := range []rational.Rat{b.Lo.X, b.Hi.X}[:len(args)] {
			y, ok := apply(x, []rational.Rat{v, w}[:len(args)]...)
			if !ok || hasNaN(rational.Point(y), x.Type) {
				return all
			}
			if i+j == 0 {
				z = rational.Point(y)
			}
			z = z.Join(rational.Point(y))
		}
	}
	return z
}

// zeros extends an interval of numbers of t to both zeros if it contains one of them, and removes
// NaN. The result may be empty.
func zeros(x rational.Interval, t scalar.Type) rational.Interval {
	z := x.Meet(rational.AtMost(infinity(t)))
	if z.Lo.X.IsZero() {
		z.Lo.X = minusOne
	}
	if z.Hi.X.Equal(minusOne) {
		z.Hi.X = zero
	}
	return z
}

// refine narrows the box by comparisons of floating-point numbers in x: x differs from 0 or, with
// negate, is 0. It returns false if this is impossible.
func (r ranges) refine(x *scalar.Expr, negate bool) bool {
	switch x.Operator {
	case scalar.Not:
		return r.refine(x.Args[0], !negate)
	case scalar.And, scalar.Or:
		if (x.Operator == scalar.And) != negate {
			return r.refine(x.Args[0], negate) && r.refine(x.Args[1], negate)
		}
	case scalar.Eq:
		if b := x.Args[1]; b.IsConst() && b.Value.Sign() == 0 && isTruth(x.Args[0]) {
			return r.refine(x.Args[0], !negate)
		}
	case scalar.Cast:
		return !isTruth(x) || r.refine(x.Args[0], negate)
	case scalar.Apply:
		switch {
		case !x.Fn.IsCompare():
		case negate:
			return r.refineNot(x.Fn, x.Args[0], x.Args[1])
		default:
			return r.refineFloat(x.Fn, x.Args[0], x.Args[1])
		}
	}
	return true
}

// narrow uses the fact that x is in to.
func (r ranges) narrow(x *scalar.Expr, to rational.Interval) bool {
	z := r.value(x).Meet(to)
	if z.IsEmpty() {
		return false
	}
	if x.Operator == scalar.Read && !x.Type.Array {
		r.box[x.Var] = z
	}
	return true
}

// refineFloat uses the fact that comparison op of a and b holds.
func (r ranges) refineFloat(op ieee.Op, a, b *scalar.Expr) bool {
	p, q := zeros(r.value(a), a.Type), zeros(r.value(b), b.Type)
	if p.IsEmpty() || q.IsEmpty() {
		return false
	}
	if op == ieee.Equal {
		return r.narrow(a, q) && r.narrow(b, p)
	}
	lo, hi := p.Lo.X, q.Hi.X
	if op == ieee.Less {
		lo, hi = above(lo), below(hi)
	}
	return r.narrow(a, rational.AtMost(hi)) && r.narrow(b, rational.Between(lo, infinity(b.Type)))
}

// refineNot uses the fact that comparison op of a and b does not hold.
func (r ranges) refineNot(op ieee.Op, a, b *scalar.Expr) bool {
	// the comparison is a test for NaN
	if a.Operator == scalar.Read && b.Operator == scalar.Read && a.Var == b.Var && op != ieee.Less {
		return r.narrow(a, rational.AtLeast(rat(a.Type.Format().NaN())))
	}
	p, q := r.value(a), r.value(b)
	if op == ieee.Equal {
		return r.exclude(a, q) && r.exclude(b, p)
	}
	// Not a < b means b <= a, unless one operand is NaN. If b is not NaN, a is at least b's lower
	// bound in both cases, since the ordinal of NaN is above all others.
	if hasNaN(q, b.Type) {
		return true
	}
	lo, hi := zeros(q, b.Type).Lo.X, zeros(p, a.Type).Hi.X
	if op == ieee.LessEqual {
		lo, hi = above(lo), below(hi)
	}
	return r.narrow(a, rational.AtLeast(lo)) && (hasNaN(p, a.Type) || r.narrow(b, rational.AtMost(hi)))
}

// exclude uses the fact that x equals no number in not. It does nothing unless not is a single
// number.
func (r ranges) exclude(x *scalar.Expr, not rational.Interval) bool {
	now, all := r.value(x), zeros(not, x.Type)
	if hasNaN(not, x.Type) || !not.IsPoint() && !all.Equal(span(-1, 0)) {
		return true
	}
	if now.In(all) {
		return false
	}
	if all.Has(now.Lo.X) {
		return r.narrow(x, rational.AtLeast(all.Hi.X.Add(one)))
	}
	return !all.Has(now.Hi.X) || r.narrow(x, rational.AtMost(all.Lo.X.Sub(one)))
}

// above returns the ordinal of the least number larger than that of x. below returns the ordinal of
// the largest smaller number.
func above(x rational.Rat) rational.Rat {
	if x.Equal(minusOne) {
		return one
	}
	return x.Add(one)
}

func below(x rational.Rat) rational.Rat {
	if x.IsZero() {
		return rational.Int(-2)
	}
	return x.Sub(one)
}
