// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// integers are mathematical integers. Results of operations are wrapped into their types, unless
// the operands' types show that they stay within them.
type integers struct {
	t *Translator
	s *logic.Store
	ranges
}

func (m *integers) scalar(scalar.Type) *logic.Sort { return m.s.Int }

func (m *integers) index() *logic.Sort { return m.s.Int }

func (m *integers) num(v rational.Rat, _ scalar.Type) *logic.Term { return m.int(v) }

func (m *integers) le(a, b *logic.Term, _ scalar.Type) *logic.Term { return m.s.Le(a, b) }

func (m *integers) add(v *logic.Term, c rational.Rat, _ scalar.Type) *logic.Term {
	return m.s.Add(v, m.int(c))
}

func (m *integers) complement(v *logic.Term) *logic.Term { return m.s.Sub(m.s.IntNum(-1), v) }

func (m *integers) fills(scalar.Type) bool { return false }

func (m *integers) toIndex(v *logic.Term, _ scalar.Type) *logic.Term { return v }

func (m *integers) int(v rational.Rat) *logic.Term { return m.s.Num(v, m.s.Int) }

// bounded returns the formula that v is in x.
func (m *integers) bounded(v *logic.Term, x rational.Interval) *logic.Term {
	z := m.s.True()
	if x.Lo.Finite {
		z = m.s.And(z, m.s.Ge(v, m.int(x.Lo.X)))
	}
	if x.Hi.Finite {
		z = m.s.And(z, m.s.Le(v, m.int(x.Hi.X)))
	}
	return z
}

func (m *integers) convert(v *logic.Term, x *scalar.Expr) *logic.Term {
	return m.wrap(v, m.raw(x), x.Type)
}

// wrap returns the value of type t that is congruent to z. z is in raw.
func (m *integers) wrap(z *logic.Term, raw rational.Interval, t scalar.Type) *logic.Term {
	all := m.typeRange(t)
	if raw.In(all) {
		return z
	}
	s, period := m.s, power(t.Width)
	if k := periods(raw, all, t.Width); k.IsBounded() && k.Hi.X.Sub(k.Lo.X).Cmp(rational.Int(2)) <= 0 {
		shifted := func(k rational.Rat) *logic.Term { return s.Sub(z, m.int(k.Mul(period))) }
		y := shifted(k.Hi.X)
		for i := k.Hi.X.Sub(one); !i.Less(k.Lo.X); i = i.Sub(one) {
			y = s.Ite(s.Le(z, m.int(all.Hi.X.AddMul(i, period))), shifted(i), y)
		}
		return y
	}
	m.t.Bits = true
	lo := m.int(all.Lo.X)
	return s.Add(s.Mod(s.Sub(z, lo), m.int(period)), lo)
}

func (m *integers) operate(c Context, x *scalar.Expr, args []*logic.Term) *logic.Term {
	s, a := m.s, args[0]
	switch x.Operator {
	case scalar.Neg:
		return m.fit(x, s.Neg(a))
	case scalar.BitNot:
		return m.fit(x, m.complement(a))
	case scalar.Add:
		return m.fit(x, s.Add(a, args[1]))
	case scalar.Sub:
		return m.fit(x, s.Sub(a, args[1]))
	case scalar.Mul:
		m.t.Bits = m.t.Bits || !a.IsValue() && !args[1].IsValue()
		return m.fit(x, s.Mul(a, args[1]))
	}
	p, q := operand{term: a, Interval: m.value(x.Args[0])}, operand{term: args[1], Interval: m.value(x.Args[1])}
	if x.Operator == scalar.Div {
		return m.fit(x, m.quotient(c, x, p, q))
	}
	m.t.Bits = true
	if x.Operator != scalar.Shl && x.Operator != scalar.Shr && x.Operator != scalar.Rem {
		return m.bitwise(c, x, p, q)
	}
	if x.Operator == scalar.Rem {
		return m.unlessZero(c, x, q, m.towardsZero(p, func(a *logic.Term) *logic.Term { return s.Mod(a, q.term) }))
	}
	z := m.shift(c, x, p.term, q)
	if x.Operator == scalar.Shr || x.Args[0].IsConst() {
		return z // the result fits, or was wrapped case by case
	}
	return m.fit(x, z)
}

// fit returns z, the result of x's operation, wrapped into x's type.
func (m *integers) fit(x *scalar.Expr, z *logic.Term) *logic.Term {
	if x.Fits {
		return z
	}
	return m.wrap(z, m.raw(x), x.Type)
}

// quotient returns a / b rounded towards zero, or any value if b is 0.
func (m *integers) quotient(c Context, x *scalar.Expr, a, b operand) *logic.Term {
	if x.Type.Kind == scalar.Pointer {
		return m.s.IntDiv(a.term, b.term)
	}
	return m.unlessZero(c, x, b, m.towardsZero(a, func(a *logic.Term) *logic.Term { return m.s.IntDiv(a, b.term) }))
}

// towardsZero applies an operation f of Euclidean division to a, and rounds towards zero. The two
// kinds of rounding agree if a is not negative.
func (m *integers) towardsZero(a operand, f func(*logic.Term) *logic.Term) *logic.Term {
	s := m.s
	if nonneg(a.Interval) {
		return f(a.term)
	}
	return s.Ite(s.Ge(a.term, s.IntNum(0)), f(a.term), s.Neg(f(s.Neg(a.term))))
}

func (m *integers) unlessZero(c Context, x *scalar.Expr, b operand, z *logic.Term) *logic.Term {
	if !b.Has(zero) {
		return z
	}
	return m.s.Ite(m.s.Eq(b.term, m.s.IntNum(0)), c.Undefined(x.Type, undefinedBy(x)), z)
}
