// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
	"cornet/encode/ieee"
	"cornet/smtlib"
)

// This file translates operations on floating-point numbers, whose values are ordinals (package encode/ieee): comparisons, negation,
// conversions that are exact and everything over constants exactly, arithmetic as any value with
// what monotony says about it.

// floats translates for one of the translators.
type floats struct {
	b *builder
	s *smtlib.Store
	translator
	// num is an ordinal as a value of type t, le compares ordinals, complement is -1 - v.
	num        func(v *big.Int, t flat.Type) *smtlib.Term
	le         func(a, b *smtlib.Term) *smtlib.Term
	complement func(v *smtlib.Term) *smtlib.Term
	// add is v + c.
	add func(v *smtlib.Term, c *big.Int, t flat.Type) *smtlib.Term
	// integers is the translator if it is one into integers.
	integers *integers
}

func (m *integers) floats() *floats {
	s := m.s
	return &floats{
		b: m.b, s: s, translator: m, integers: m,
		num:        func(v *big.Int, _ flat.Type) *smtlib.Term { return m.num(v) },
		le:         s.Le,
		complement: func(v *smtlib.Term) *smtlib.Term { return s.Sub(s.IntNum(-1), v) },
		add:        func(v *smtlib.Term, c *big.Int, _ flat.Type) *smtlib.Term { return s.Add(v, m.num(c)) },
	}
}

func (m *vectors) floats() *floats {
	s := m.s
	return &floats{
		b: m.b, s: s, translator: m,
		num:        func(v *big.Int, t flat.Type) *smtlib.Term { return s.BVNum(v, t.Width) },
		le:         func(a, b *smtlib.Term) *smtlib.Term { return s.BV(smtlib.OpBVSle, a, b) },
		complement: func(v *smtlib.Term) *smtlib.Term { return s.BV(smtlib.OpBVNot, v) },
		add: func(v *smtlib.Term, c *big.Int, t flat.Type) *smtlib.Term {
			return s.BV(smtlib.OpBVAdd, v, s.BVNum(c, t.Width))
		},
	}
}

func (b *builder) floats() *floats {
	if m, ok := b.tr.(*integers); ok {
		return m.floats()
	}
	return b.tr.(*vectors).floats()
}

func (m *floats) lt(a, b *smtlib.Term) *smtlib.Term { return m.s.Not(m.le(b, a)) }

// leAs compares values of type t.
func (m *floats) leAs(a, b *smtlib.Term, t flat.Type) *smtlib.Term {
	if m.integers == nil && t.Kind == flat.Int && !t.Signed {
		return m.s.BV(smtlib.OpBVUle, a, b)
	}
	return m.le(a, b)
}

// within says that v, of type t, is in x.
func (m *floats) within(v *smtlib.Term, x interval, t flat.Type) *smtlib.Term {
	return m.s.And(m.leAs(m.num(x.lo, t), v, t), m.leAs(v, m.num(x.hi, t), t))
}

// constants are the values of terms if all are numerals.
func constants(x *flat.Expr, ts []*smtlib.Term) []*big.Int {
	var z []*big.Int
	for i, t := range ts {
		v := number(t, x.Args[i].Type.Signed)
		if v == nil {
			return nil
		}
		z = append(z, v)
	}
	return z
}

// operand is an operand of an operation: its term, the interval that its type and constants in it give it, and one
// that it is likely to be in.
type operand struct {
	term *smtlib.Term
	interval
	likely interval
	typ    flat.Type
}

func (m *floats) operands(st *state, x *flat.Expr) ([]operand, []*big.Int) {
	var z []operand
	var ts []*smtlib.Term
	for _, y := range x.Args {
		t := m.translator.value(st, y)
		in, likely := m.bounds(nil, y), m.bounds(st.likely, y)
		if v := number(t, y.Type.Signed); v != nil {
			in, likely = point(v), point(v)
		}
		z = append(z, operand{t, in, likely, y.Type})
		ts = append(ts, t)
	}
	return z, constants(x, ts)
}

// bounds is the interval of x under e, which has ends.
func (m *floats) bounds(e env, x *flat.Expr) interval {
	in := m.b.r.value(e, x)
	if in.lo == nil || in.hi == nil {
		lo, hi := x.Type.Range()
		in = interval{lo, hi}
	}
	return in
}

// cond is comparison x as a formula.
func (m *floats) cond(st *state, x *flat.Expr) *smtlib.Term {
	args, vs := m.operands(st, x)
	if vs != nil {
		if v := x.ApplyTo(vs); v != nil {
			return m.s.BoolValue(v.Sign() != 0)
		}
	}
	a := args[0]
	f := a.typ.Format()
	zero, minusZero := m.num(new(big.Int), a.typ), m.num(minusOne, a.typ)
	if x.Fn == ieee.SignBit {
		c := m.lt(a.term, zero)
		if !f.IsNaN(a.hi) {
			return c
		}
		any := m.b.any(st, flat.NewAny(flat.Type{Kind: flat.Int, Width: 8, Bool: true}, "the sign of NaN", st.pos))
		is := m.s.Not(m.s.Eq(any, m.translator.zero(flat.Type{Kind: flat.Int, Width: 8, Bool: true})))
		return m.s.Ite(m.le(a.term, m.num(f.Inf(), a.typ)), c, is)
	}
	b := args[1]
	number := func(y operand) *smtlib.Term { // not NaN
		if !f.IsNaN(y.hi) {
			return m.s.True()
		}
		return m.le(y.term, m.num(f.Inf(), y.typ))
	}
	// Where the operands may be unlike zeros one of them is replaced by the other.
	replace := func(from, to *smtlib.Term, v *smtlib.Term) *smtlib.Term {
		if v == from {
			return to
		}
		return m.s.Ite(m.s.Eq(v, from), to, v)
	}
	switch x.Fn {
	case ieee.Less:
		y := b.term
		if a.has(-1) && b.has(0) {
			y = replace(zero, minusZero, y)
		}
		return m.s.And(m.lt(a.term, y), number(b))
	case ieee.LessEqual:
		y := b.term
		if a.has(0) && b.has(-1) {
			y = replace(minusZero, zero, y)
		}
		return m.s.And(m.le(a.term, y), number(b))
	}
	p, q := a.term, b.term
	if a.has(0) && b.has(-1) || a.has(-1) && b.has(0) {
		p, q = replace(minusZero, zero, p), replace(minusZero, zero, q)
	}
	c := m.s.Eq(p, q)
	if f.IsNaN(a.hi) && f.IsNaN(b.hi) {
		c = m.s.And(c, number(a))
	}
	return c
}

// value is x, an Apply that is no comparison.
func (m *floats) value(st *state, x *flat.Expr) *smtlib.Term {
	args, vs := m.operands(st, x)
	if vs != nil {
		if v := x.ApplyTo(vs); v != nil {
			return m.num(v, x.Type)
		}
	}
	a := args[0]
	switch x.Fn {
	case ieee.Minus:
		return m.unlessNaN(a, m.complement(a.term))
	case ieee.Abs:
		return m.s.Ite(m.le(m.num(new(big.Int), a.typ), a.term), a.term, m.complement(a.term))
	case ieee.Bits:
		return m.bits(st, x, args)
	case ieee.FromBits:
		return m.fromBits(x, a)
	case ieee.FromInt:
		return m.fromInt(st, x, a)
	case ieee.ToInt:
		return m.toInt(st, x, args)
	case ieee.Resize:
		if x.Type.Width > a.typ.Width {
			return m.widen(st, x, a)
		}
	case ieee.Mul, ieee.Div:
		b := args[1]
		if x.Fn == ieee.Mul && !b.isPoint() {
			a, b = b, a
		}
		if k, ok := m.exponent(b); ok && m.integers != nil && x.Type.Width != 80 {
			if x.Fn == ieee.Div {
				k = -k
			}
			return m.scale(st, x, a, k, args)
		}
	}
	return m.approximate(st, x, args)
}

// unlessNaN is z, or NaN if a is.
func (m *floats) unlessNaN(a operand, z *smtlib.Term) *smtlib.Term {
	f := a.typ.Format()
	if !f.IsNaN(a.hi) {
		return z
	}
	return m.s.Ite(m.le(a.term, m.num(f.Inf(), a.typ)), z, a.term)
}

// open is any value of x's type, with a note, of which is said that it is in an interval where the operands are in theirs.
func (m *floats) open(st *state, x *flat.Expr, args []operand, note string) *smtlib.Term {
	v := m.b.any(st, flat.NewAny(x.Type, note, st.pos))
	m.implied(x, args, v, nil)
	m.implied(x, args, v, st.likely)
	for _, e := range st.pieces.cases() {
		m.implied(x, args, v, e)
	}
	return v
}

// implied says that v, the value of x, is in the interval that it has if the operands have those that e gives them. It holds
// whether or not they do.
func (m *floats) implied(x *flat.Expr, args []operand, v *smtlib.Term, e env) {
	in := m.bounds(e, x)
	if lo, hi := x.Type.Range(); (interval{lo, hi}).within(in) {
		return
	}
	here := m.s.True()
	for i, a := range args {
		if b := m.bounds(e, x.Args[i]); !a.interval.within(b) {
			here = m.s.And(here, m.within(a.term, b, a.typ))
		}
	}
	m.b.assume(m.s.Implies(here, m.within(v, in, x.Type)))
}

// bits is the pattern of the bits of a.
func (m *floats) bits(st *state, x *flat.Expr, args []operand) *smtlib.Term {
	a := args[0]
	if a.typ.Width == 80 || m.integers == nil && x.Type.Width != a.typ.Width {
		return m.open(st, x, args, "the bits of a floating-point number")
	}
	top := power(a.typ.Width - 1)
	if x.Type.Signed {
		top.Neg(top)
	}
	z := m.s.Ite(m.le(m.num(new(big.Int), a.typ), a.term), a.term, m.add(m.complement(a.term), top, x.Type))
	if f := a.typ.Format(); f.IsNaN(a.hi) {
		z = m.s.Ite(m.le(a.term, m.num(f.Inf(), a.typ)), z, m.open(st, x, args, "the bits of NaN"))
	}
	return z
}

// fromBits is the number with the pattern of bits a.
func (m *floats) fromBits(x *flat.Expr, a operand) *smtlib.Term {
	t := x.Type
	nan, inf := m.num(t.Format().NaN(), t), m.num(t.Format().Inf(), t)
	atMostNaN := func(v *smtlib.Term) *smtlib.Term { return m.s.Ite(m.le(v, inf), v, nan) }
	top := power(t.Width - 1)
	bottom := new(big.Int).Neg(top) // as bit-vectors the same
	magnitude := m.add(a.term, bottom, t)
	negative := m.le(m.num(top, t), a.term)
	if a.typ.Signed || m.integers == nil {
		magnitude = m.add(a.term, top, t)
		negative = m.lt(a.term, m.num(new(big.Int), t))
	}
	return m.s.Ite(negative, m.s.Ite(m.le(magnitude, inf), m.complement(magnitude), nan), atMostNaN(a.term))
}

func power(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// fromInt converts an integer: exactly as far as no rounding is needed, by a case distinction over the exponent.
func (m *floats) fromInt(st *state, x *flat.Expr, a operand) *smtlib.Term {
	limit := power(x.Type.Format().Precision)
	exact := interval{new(big.Int).Neg(limit), limit}
	if m.integers == nil || x.Type.Width == 80 || !a.within(exact) && !a.meets(exact) {
		return m.approximate(st, x, []operand{a})
	}
	z := m.pieces(a, func(n *big.Int) *big.Int { return x.ApplyTo([]*big.Int{n}) }, func(k int) *big.Int { return power(k) }, x.Type.Format().Precision)
	if a.within(exact) {
		return z
	}
	inside := m.within(a.term, exact, a.typ)
	out := m.under(st, m.s.Not(inside), func(st *state) *smtlib.Term { return m.approximate(st, x, []operand{a}) })
	return m.s.Ite(inside, z, out)
}

func (x interval) meets(y interval) bool {
	_, ok := x.meet(y)
	return ok
}

// under translates where c holds.
func (m *floats) under(st *state, c *smtlib.Term, f func(*state) *smtlib.Term) *smtlib.Term {
	z := *st
	z.guard = append(z.guard[:len(z.guard):len(z.guard)], c)
	return f(&z)
}

// pieces is a function of a that is odd up to complement, 0 at 0, and linear with integer slope between one corner(k) and the
// next, k < n; at(v) is its value at v.
func (m *floats) pieces(a operand, at func(*big.Int) *big.Int, corner func(k int) *big.Int, n int) *smtlib.Term {
	s := m.s
	// side is the function for nonnegative v in x.
	side := func(v *smtlib.Term, x interval) *smtlib.Term {
		var z *smtlib.Term
		for k := n - 1; k >= 0; k-- {
			from, to := corner(k), corner(k+1)
			if !x.meets(interval{from, to}) {
				continue
			}
			rise := new(big.Int).Sub(at(to), at(from))
			slope := rise.Quo(rise, new(big.Int).Sub(to, from))
			piece := s.Add(s.Scale(ratOf(slope), s.Sub(v, m.integers.num(from))), m.integers.num(at(from)))
			if z == nil {
				z = piece
			} else {
				z = s.Ite(s.Lt(v, m.integers.num(to)), piece, z)
			}
		}
		if first := corner(0); z == nil {
			z = s.IntNum(0)
		} else if x.lo.Cmp(first) < 0 {
			z = s.Ite(s.Lt(v, m.integers.num(first)), s.IntNum(0), z)
		}
		return z
	}
	positive := side(a.term, a.interval)
	if a.nonneg() {
		return positive
	}
	negative := m.complement(side(s.Neg(a.term), a.neg()))
	if a.hi.Sign() < 0 {
		return negative
	}
	return s.Ite(s.Ge(a.term, s.IntNum(0)), positive, negative)
}
