// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"

	"cornet/encode/scalar"
	"cornet/internal/rational"
)

// This file has the intervals of expressions.

var zero, one, minusOne = rational.Int(0), rational.Int(1), rational.Int(-1)

func rat(v *big.Int) rational.Rat { return rational.FromBigInt(v) }

// integer returns v, which must be integral.
func integer(v rational.Rat) *big.Int {
	z, _ := v.BigInt()
	return z
}

// power returns 2^n.
func power(n int) rational.Rat {
	if n < 0 {
		return power(-n).Inv()
	}
	return rat(new(big.Int).Lsh(big.NewInt(1), uint(n)))
}

func span(lo, hi int64) rational.Interval {
	return rational.Between(rational.Int(lo), rational.Int(hi))
}

func nonneg(x rational.Interval) bool { return x.Lo.Finite && x.Lo.X.Sign() >= 0 }

// complement returns the interval of -1 - v for v in x.
func complement(x rational.Interval) rational.Interval { return x.Scale(minusOne).Shift(minusOne) }

// bitLen returns the number of bits of the largest element of x, or -1 if x has negative elements
// or no upper bound.
func bitLen(x rational.Interval) int {
	if !nonneg(x) || !x.Hi.Finite {
		return -1
	}
	return max(integer(x.Hi.X).BitLen(), 1)
}

// rangeOf returns the interval of all values of t.
func rangeOf(t scalar.Type) rational.Interval {
	lo, hi := t.Range()
	return rational.Between(rat(lo), rat(hi))
}

// box maps floating-point variables to intervals. Other variables have the interval of their type.
type box map[*scalar.Var]rational.Interval

// ranges computes with intervals of variables in a box. Over the empty box, intervals follow from
// types and constants alone.
type ranges struct {
	unbounded bool // the types of integers do not bound them
	box       box
	// memo has the intervals of expressions over the empty box, so that each subexpression is
	// evaluated once. A nil memo stores nothing.
	memo map[*scalar.Expr]rational.Interval
}

// typeRange returns the values that variables of t can have.
func (r ranges) typeRange(t scalar.Type) rational.Interval {
	if t.Kind == scalar.Pointer || r.unbounded && !t.Bool && t.Kind == scalar.Int {
		return rational.Interval{}
	}
	return rangeOf(t)
}

func (r ranges) of(v *scalar.Var) rational.Interval {
	if x, ok := r.box[v]; ok {
		return x
	}
	return r.typeRange(v.Type)
}

// bounds returns the interval of x. It is always bounded.
func (r ranges) bounds(x *scalar.Expr) rational.Interval {
	if in := r.value(x); in.IsBounded() {
		return in
	}
	return rangeOf(x.Type)
}

// value returns the interval of x.
//
// Cost: constant for subexpressions in the memo.
func (r ranges) value(x *scalar.Expr) rational.Interval {
	if z, ok := r.memo[x]; ok {
		return z
	}
	z := r.wrapped(x)
	if r.memo != nil {
		r.memo[x] = z
	}
	return z
}

// wrapped computes value from the arguments of x.
func (r ranges) wrapped(x *scalar.Expr) rational.Interval {
	z, t := r.raw(x), r.typeRange(x.Type)
	switch {
	case z.In(t):
		return z
	case x.Operator == scalar.Cast && x.Type.Bool:
		return span(0, 1)
	case t.IsBounded():
		if k := periods(z, t, x.Type.Width); k.IsPoint() {
			return z.Shift(k.Lo.X.Mul(power(x.Type.Width)).Neg())
		}
	}
	return t
}

// periods returns the multiples of 2^width that wrapping subtracts from values in x to bring them
// into t.
func periods(x, t rational.Interval, width int) rational.Interval {
	return x.Shift(t.Lo.X.Neg()).Scale(power(-width)).Floor()
}

// raw returns the interval of x before it is wrapped into its type.
func (r ranges) raw(x *scalar.Expr) rational.Interval {
	arg := func(i int) rational.Interval { return r.value(x.Args[i]) }
	switch x.Operator {
	case scalar.Const:
		return rational.Point(rat(x.Value))
	case scalar.Read:
		return r.of(x.Var)
	case scalar.Neg:
		return arg(0).Scale(minusOne)
	case scalar.BitNot:
		return complement(arg(0))
	case scalar.Add:
		return arg(0).Add(arg(1))
	case scalar.Sub:
		return arg(0).Add(arg(1).Scale(minusOne))
	case scalar.Mul:
		return arg(0).Mul(arg(1))
	case scalar.Div:
		return divide(arg(0), arg(1), r.typeRange(x.Type))
	case scalar.Rem:
		return remainder(arg(0), arg(1))
	case scalar.Shl, scalar.Shr:
		amount, valid := arg(1), span(0, int64(x.Type.Width-1))
		if amount.IsEmpty() || !amount.In(valid) {
			return rational.Interval{}
		}
		lo, hi := int(integer(amount.Lo.X).Int64()), int(integer(amount.Hi.X).Int64())
		if x.Operator == scalar.Shl {
			return arg(0).Mul(rational.Between(power(lo), power(hi)))
		}
		return arg(0).Mul(rational.Between(power(-hi), power(-lo))).Floor()
	case scalar.BitAnd:
		z := r.typeRange(x.Type)
		for i := range 2 {
			if a := arg(i); nonneg(a) {
				z = z.Meet(rational.Interval{Lo: rational.BoundAt(zero), Hi: a.Hi})
			}
		}
		return z
	case scalar.BitOr, scalar.BitXor:
		a, b := arg(0), arg(1)
		if n := max(bitLen(a), bitLen(b)); bitLen(a) >= 0 && bitLen(b) >= 0 {
			z := rational.Between(zero, power(n).Sub(one))
			if x.Operator == scalar.BitOr {
				z.Lo.X = rational.Max(a.Lo.X, b.Lo.X)
			}
			return z
		}
	case scalar.Lt, scalar.Le, scalar.Eq, scalar.And, scalar.Or, scalar.Not:
		return span(0, 1)
	case scalar.Cast, scalar.Select, scalar.Fill: // all elements of an array share one interval
		return arg(0)
	case scalar.Ite:
		return arg(1).Join(arg(2))
	case scalar.Store:
		return arg(0).Join(arg(2))
	case scalar.Table:
		z := rational.Point(rat(x.Constants.Rest))
		for _, e := range x.Constants.At {
			z = z.Join(rational.Point(rat(e.Value)))
		}
		return z
	case scalar.Apply:
		return r.applied(x)
	}
	return r.typeRange(x.Type)
}

// divide returns the quotients of a and b, rounded towards zero. If b may be zero, it returns all
// of t.
func divide(a, b, t rational.Interval) rational.Interval {
	switch {
	case b.Has(zero) && nonneg(a) && nonneg(b):
		return a.Join(t)
	case b.Has(zero):
		return a.Join(a.Scale(minusOne)).Join(t)
	case !b.IsBounded():
		return rational.Interval{}
	}
	z := a.Mul(rational.Between(b.Hi.X.Inv(), b.Lo.X.Inv()))
	for _, end := range []*rational.Bound{&z.Lo, &z.Hi} {
		if end.X.Sign() < 0 {
			end.X = end.X.Ceil()
		} else {
			end.X = end.X.Floor()
		}
	}
	return z
}

// remainder returns the remainders of a and b, with the sign of a. If b may be zero, it returns all
// numbers.
func remainder(a, b rational.Interval) rational.Interval {
	if !b.IsBounded() || b.Has(zero) {
		return rational.Interval{}
	}
	most := b.Abs().Hi.X.Sub(one)
	if nonneg(a) {
		return rational.Between(zero, most).Meet(rational.Interval{Hi: a.Hi})
	}
	return rational.Between(most.Neg(), most)
}
