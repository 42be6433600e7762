// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"

	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/logic"
)

// This file translates operations on floating-point numbers, whose values are ordinals (package
// encode/ieee). Comparisons, negation, exact conversions, and all operations over constants are
// exact. Other arithmetic yields any value that satisfies the consequences of monotonicity.

// operand is an operand of an operation: its term, and an interval that contains it. A
// floating-point operand also has an interval that is likely to contain it.
type operand struct {
	term *logic.Term
	rational.Interval
	likely rational.Interval
	typ    scalar.Type
}

// mayBeNaN reports whether a floating-point operand may be NaN.
func (a operand) mayBeNaN() bool { return hasNaN(a.Interval, a.typ) }

// hasNaN reports whether NaN of t is in x.
func hasNaN(x rational.Interval, t scalar.Type) bool {
	return t.Kind == scalar.Float && infinity(t).Less(x.Hi.X)
}

// infinity returns the infinity of t.
func infinity(t scalar.Type) rational.Rat { return rat(t.Format().Inf()) }

// round returns the number of t nearest to v.
func round(v *big.Rat, t scalar.Type) rational.Rat { return rat(t.Format().Round(v, false)) }

// negative returns the ordinal of -v, for the ordinal v of a number.
func negative(v rational.Rat) rational.Rat { return minusOne.Sub(v) }

// apply returns the value of x, an Apply, over vs. It returns false if there is no value.
func apply(x *scalar.Expr, vs ...rational.Rat) (rational.Rat, bool) {
	args := slice.Map(vs, integer)
	z := x.ApplyTo(args)
	if z == nil {
		return zero, false
	}
	return rat(z), true
}

// within returns the formula that v, of type t, is in x, which must be bounded.
func (m *Translator) within(v *logic.Term, x rational.Interval, t scalar.Type) *logic.Term {
	return m.s.And(m.le(m.num(x.Lo.X, t), v, t), m.le(v, m.num(x.Hi.X, t), t))
}

// operands returns the operands of x, and its value if they are constants.
func (m *Translator) operands(c Context, x *scalar.Expr) (args []operand, value rational.Rat, constant bool) {
	likely := ranges{unbounded: m.unbounded, box: c.Intervals().overall}
	var vs []rational.Rat
	for _, y := range x.Args {
		a := operand{m.Value(c, y), m.bounds(y), likely.bounds(y), y.Type}
		if v := Number(a.term, y.Type.Signed); v != nil {
			a.Interval, a.likely = rational.Point(rat(v)), rational.Point(rat(v))
			vs = append(vs, rat(v))
		}
		args = append(args, a)
	}
	if len(vs) == len(args) {
		value, constant = apply(x, vs...)
	}
	return args, value, constant
}

// isNumber returns the formula that a is not NaN.
func (m *Translator) isNumber(a operand) *logic.Term {
	if !a.mayBeNaN() {
		return m.s.True()
	}
	return m.le(a.term, m.num(infinity(a.typ), a.typ), a.typ)
}

// compareFloats returns x as a formula: a comparison of floating-point numbers, or the sign of one.
func (m *Translator) compareFloats(c Context, x *scalar.Expr) *logic.Term {
	args, v, ok := m.operands(c, x)
	if ok {
		return m.s.BoolValue(v.Sign() != 0)
	}
	a := args[0]
	plus, minus := m.num(zero, a.typ), m.num(minusOne, a.typ)
	if x.Fn == ieee.SignBit {
		z := m.lt(a.term, plus, a.typ)
		if !a.mayBeNaN() {
			return z
		}
		t := scalar.Type{Kind: scalar.Int, Width: 8, Bool: true}
		any := m.s.Not(m.s.Eq(c.Any(t, "the sign of NaN"), m.num(zero, t)))
		return m.s.Ite(m.isNumber(a), z, any)
	}
	b := args[1]
	// If the operands may be zeros of different sign, one zero is replaced by the other.
	replace := func(from, to *logic.Term, v *logic.Term) *logic.Term {
		if v == from {
			return to
		}
		return m.s.Ite(m.s.Eq(v, from), to, v)
	}
	p, q := a.term, b.term
	switch x.Fn {
	case ieee.Less:
		if a.Has(minusOne) && b.Has(zero) {
			q = replace(plus, minus, q)
		}
		return m.s.And(m.lt(p, q, a.typ), m.isNumber(b))
	case ieee.LessEqual:
		if a.Has(zero) && b.Has(minusOne) {
			q = replace(minus, plus, q)
		}
		return m.s.And(m.le(p, q, a.typ), m.isNumber(b))
	}
	if a.Has(zero) && b.Has(minusOne) || a.Has(minusOne) && b.Has(zero) {
		p, q = replace(minus, plus, p), replace(minus, plus, q)
	}
	z := m.s.Eq(p, q)
	if a.mayBeNaN() && b.mayBeNaN() {
		z = m.s.And(z, m.isNumber(a))
	}
	return z
}

// applyFloats translates x, an Apply that is not a comparison.
func (m *Translator) applyFloats(c Context, x *scalar.Expr) *logic.Term {
	args, v, ok := m.operands(c, x)
	if ok {
		return m.num(v, x.Type)
	}
	a := args[0]
	switch x.Fn {
	case ieee.Minus:
		if !a.mayBeNaN() {
			return m.complement(a.term)
		}
		return m.s.Ite(m.isNumber(a), m.complement(a.term), a.term)
	case ieee.Abs:
		return m.s.Ite(m.le(m.num(zero, a.typ), a.term, a.typ), a.term, m.complement(a.term))
	case ieee.Bits:
		return m.bits(c, x, a)
	case ieee.FromBits:
		return m.fromBits(x, a)
	case ieee.ToInt:
		return m.toInt(c, x, a)
	}
	if m.o.Vectors {
		if z := m.exact(c, x, args); z != nil {
			return z
		}
		return m.approximate(c, x, args)
	}
	switch x.Fn {
	case ieee.FromInt:
		return m.fromInt(c, x, a)
	case ieee.Resize:
		if x.Type.Width > a.typ.Width {
			return m.widen(c, x, a)
		}
	case ieee.Mul, ieee.Div:
		b := args[1]
		if x.Fn == ieee.Mul && !b.IsPoint() {
			a, b = b, a
		}
		if k, ok := exponent(b); ok && x.Type.Width != 80 {
			if x.Fn == ieee.Div {
				k = -k
			}
			return m.scale(c, x, a, k, args)
		}
	}
	return m.approximate(c, x, args)
}

// open returns any value of x's type, with a note. If the operands are in their intervals, the
// value is in the interval of the result.
func (m *Translator) open(c Context, x *scalar.Expr, args []operand, note string) *logic.Term {
	v := c.Any(x.Type, note)
	m.implied(c, x, args, v, m.ranges)
	c.Intervals().each(func(b box) bool {
		m.implied(c, x, args, v, ranges{unbounded: m.unbounded, box: b})
		return true
	})
	return v
}

// implied assumes that v, the value of x, is in an interval if the operands are in their intervals
// of r. It is an implication, so it also holds for other operands.
func (m *Translator) implied(c Context, x *scalar.Expr, args []operand, v *logic.Term, r ranges) {
	in := r.bounds(x)
	if rangeOf(x.Type).In(in) {
		return
	}
	here := m.s.True()
	for i, a := range args {
		if b := r.bounds(x.Args[i]); !a.In(b) {
			here = m.s.And(here, m.within(a.term, b, a.typ))
		}
	}
	c.Assume(m.s.Implies(here, m.within(v, in, x.Type)))
}

// bits returns the pattern of the bits of a.
func (m *Translator) bits(c Context, x *scalar.Expr, a operand) *logic.Term {
	if a.typ.Width == 80 || m.o.Vectors && x.Type.Width != a.typ.Width {
		return m.open(c, x, []operand{a}, "the bits of a floating-point number")
	}
	top := power(a.typ.Width - 1)
	if x.Type.Signed {
		top = top.Neg()
	}
	z := m.s.Ite(m.le(m.num(zero, a.typ), a.term, a.typ), a.term, m.add(m.complement(a.term), top, x.Type))
	if a.mayBeNaN() {
		z = m.s.Ite(m.isNumber(a), z, m.open(c, x, []operand{a}, "the bits of NaN"))
	}
	return z
}

// fromBits returns the number with the pattern of bits a.
func (m *Translator) fromBits(x *scalar.Expr, a operand) *logic.Term {
	t := x.Type
	nan, inf, top := m.num(rat(t.Format().NaN()), t), m.num(infinity(t), t), power(t.Width-1)
	magnitude, isNegative := m.add(a.term, top.Neg(), t), m.le(m.num(top, t), a.term, t)
	if a.typ.Signed || m.o.Vectors {
		magnitude, isNegative = m.add(a.term, top, t), m.lt(a.term, m.num(zero, t), t)
	}
	below := m.s.Ite(m.le(magnitude, inf, t), m.complement(magnitude), nan)
	return m.s.Ite(isNegative, below, m.s.Ite(m.le(a.term, inf, t), a.term, nan))
}

// odd evaluates a function with f(-v) = -f(v) at v. v is in x and has type from; the result has
// type to. f is applied only to nonnegative arguments.
func (m *Translator) odd(v *logic.Term, x rational.Interval, from, to scalar.Type, f func(*logic.Term, rational.Interval) *logic.Term) *logic.Term {
	if nonneg(x) {
		return f(v, x)
	}
	minus := func(v *logic.Term, t scalar.Type) *logic.Term {
		if t.Kind == scalar.Float {
			return m.complement(v)
		}
		return m.s.Neg(v)
	}
	y := x.Scale(minusOne)
	if from.Kind == scalar.Float {
		y = complement(x)
	}
	positive := rational.AtLeast(zero)
	below := minus(f(minus(v, from), y.Meet(positive)), to)
	if x.Hi.X.Sign() < 0 {
		return below
	}
	return m.s.Ite(m.s.Ge(v, m.s.IntNum(0)), f(v, x.Meet(positive)), below)
}

// fromInt converts an integer. The result is exact, by a case distinction over the exponent, unless
// the integer needs rounding.
func (m *Translator) fromInt(c Context, x *scalar.Expr, a operand) *logic.Term {
	s, t, precision := m.s, x.Type, x.Type.Format().Precision
	exact := rational.Between(power(precision).Neg(), power(precision))
	part := a.Meet(exact)
	if t.Width == 80 || part.IsEmpty() {
		return m.approximate(c, x, []operand{a})
	}
	z := m.odd(a.term, part, a.typ, t, func(v *logic.Term, in rational.Interval) *logic.Term {
		var z *logic.Term
		for k := precision - 1; k >= 0; k-- { // The conversion is linear from 2^k to 2^(k+1).
			if in.Meet(rational.Between(power(k), power(k+1))).IsEmpty() {
				continue
			}
			from, _ := apply(x, power(k))
			piece := s.Add(s.Scale(power(precision-1-k), s.Sub(v, m.num(power(k), t))), m.num(from, t))
			if z != nil {
				piece = s.Ite(s.Lt(v, m.num(power(k+1), t)), piece, z)
			}
			z = piece
		}
		if z == nil {
			return s.IntNum(0)
		}
		if in.Lo.X.Less(one) {
			z = s.Ite(s.Lt(v, s.IntNum(1)), s.IntNum(0), z)
		}
		return z
	})
	if a.In(exact) {
		return z
	}
	inside := m.within(a.term, exact, a.typ)
	return s.Ite(inside, z, m.approximate(c.Under(s.Not(inside)), x, []operand{a}))
}
