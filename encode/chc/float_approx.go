// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"sort"

	"cornet/encode/flat"
	"cornet/encode/ieee"
	"cornet/smtlib"
)

// This file has operations on floating-point numbers that round or distinguish many cases. What they yield is a fresh value about
// which is said what follows from the ranges of the operands and from monotony: rounding to nearest is
// monotone, so f(x) <= f(c) for x <= c, exactly, wherever the operation is in reals.

const (
	maxExponents = 64 // exponents that a conversion to integers tells apart
	maxPoints    = 24 // points at which monotony is used
)

// widen is a conversion to a larger format, exact but for subnormal numbers.
func (m *floats) widen(st *state, x *flat.Expr, a operand) *smtlib.Term {
	if m.integers == nil {
		return m.approximate(st, x, []operand{a})
	}
	s := m.s
	from, to := a.typ.Format(), x.Type.Format()
	least := power(from.Precision - 1) // the smallest normal number
	slope := power(to.Precision - from.Precision)
	offset := new(big.Int).Sub(x.ApplyTo([]*big.Int{least}), new(big.Int).Mul(slope, least))
	num := m.integers.num
	side := func(v *smtlib.Term, in interval) *smtlib.Term {
		z := s.Add(s.Scale(ratOf(slope), v), num(offset))
		if in.lo.Cmp(least) < 0 {
			small := s.IntNum(0)
			if in.meets(interval{one, new(big.Int).Sub(least, one)}) {
				tiny := s.Lt(s.IntNum(0), v)
				w := m.under(st, s.And(tiny, s.Lt(v, num(least))), func(st *state) *smtlib.Term {
					return m.b.any(st, flat.NewAny(x.Type, "conversion of a subnormal number", st.pos))
				})
				m.b.assume(s.And(s.Le(num(x.ApplyTo([]*big.Int{one})), w), s.Lt(w, num(x.ApplyTo([]*big.Int{least})))))
				small = s.Ite(tiny, w, small)
			}
			z = s.Ite(s.Lt(v, num(least)), small, z)
		}
		if in.hi.Cmp(from.Inf()) >= 0 {
			z = s.Ite(s.Lt(v, num(from.Inf())), z, num(to.Inf()))
		}
		return z
	}
	var z *smtlib.Term
	switch {
	case a.nonneg():
		z = side(a.term, a.interval)
	case a.hi.Sign() < 0:
		z = m.complement(side(m.complement(a.term), interval{ieee.Neg(a.hi), ieee.Neg(a.lo)}))
	default:
		minus := m.complement(side(m.complement(a.term), interval{new(big.Int), ieee.Neg(a.lo)}))
		z = s.Ite(s.Ge(a.term, s.IntNum(0)), side(a.term, interval{new(big.Int), a.hi}), minus)
	}
	if from.IsNaN(a.hi) {
		z = s.Ite(s.Le(a.term, num(from.Inf())), z, num(to.NaN()))
	}
	return z
}

// exponent is k if b is 2^k.
func (m *floats) exponent(b operand) (int, bool) {
	f := b.typ.Format()
	if !b.isPoint() || b.lo.Sign() <= 0 || b.lo.Cmp(f.Inf()) >= 0 {
		return 0, false
	}
	r := f.Rat(b.lo)
	n := new(big.Int).Mul(r.Num(), r.Denom()) // one of them is 1
	if new(big.Int).And(n, new(big.Int).Sub(n, one)).Sign() != 0 {
		return 0, false
	}
	return r.Num().BitLen() - r.Denom().BitLen(), true
}

// scale is a · 2^k: among normal numbers k exponents away, exactly; args are the operands of x.
func (m *floats) scale(st *state, x *flat.Expr, a operand, k int, args []operand) *smtlib.Term {
	s, num, f := m.s, m.integers.num, x.Type.Format()
	shift := new(big.Int).Lsh(big.NewInt(int64(k)), uint(f.Precision-1))
	// Magnitudes from..to are normal, and so are their products.
	least := power(f.Precision - 1)
	from := maxBig(least, new(big.Int).Sub(least, shift))
	to := minBig(f.Inf(), new(big.Int).Sub(f.Inf(), shift))
	to = new(big.Int).Sub(to, one)
	if from.Cmp(to) > 0 {
		return m.approximate(st, x, args)
	}
	plus := s.And(s.Le(num(from), a.term), s.Le(a.term, num(to)))
	minus := s.And(s.Le(num(ieee.Neg(to)), a.term), s.Le(a.term, num(ieee.Neg(from))))
	zero := s.And(s.Le(num(minusOne), a.term), s.Le(a.term, num(new(big.Int))))
	exact := s.Or(plus, minus, zero)
	z := s.Ite(zero, a.term, s.Ite(plus, s.Add(a.term, num(shift)), s.Sub(a.term, num(shift))))
	if a.within(interval{from, to}) || a.within(interval{ieee.Neg(to), ieee.Neg(from)}) {
		return z
	}
	other := m.under(st, s.Not(exact), func(st *state) *smtlib.Term { return m.approximate(st, x, args) })
	return s.Ite(exact, z, other)
}

// toInt rounds towards zero.
func (m *floats) toInt(st *state, x *flat.Expr, args []operand) *smtlib.Term {
	a := args[0]
	f := a.typ.Format()
	inside, ok := m.convertible(x, a)
	if !ok {
		return m.open(st, x, args, "a floating-point number is converted that its type cannot hold")
	}
	var z *smtlib.Term
	if m.integers != nil && m.exponents(f, inside) <= maxExponents {
		z = m.truncate(f, a.term, inside)
	} else {
		z = m.monotone(st, x, operand{a.term, inside, inside, a.typ}, "conversion of a floating-point number to an integer", func(v *big.Int) *big.Int {
			return x.ApplyTo([]*big.Int{v})
		})
	}
	if a.within(inside) {
		return z
	}
	out := m.s.Not(m.within(a.term, inside, a.typ))
	any := m.under(st, out, func(st *state) *smtlib.Term {
		return m.b.any(st, flat.NewAny(x.Type, "a floating-point number is converted that its type cannot hold", st.pos))
	})
	return m.s.Ite(out, any, z)
}

// convertible is the part of a whose numbers x, a conversion to an integer, is defined for.
func (m *floats) convertible(x *flat.Expr, a operand) (interval, bool) {
	fits := func(v *big.Int) bool { return x.ApplyTo([]*big.Int{v}) != nil }
	f := a.typ.Format()
	// The last ordinal from 0 on that fits, and the first.
	last := func(step int64, n *big.Int) *big.Int {
		i := new(big.Int)
		for d := n.BitLen(); d >= 0; d-- {
			j := new(big.Int).Add(i, power(d))
			if j.Cmp(n) <= 0 && fits(new(big.Int).Mul(j, big.NewInt(step))) {
				i = j
			}
		}
		return i.Mul(i, big.NewInt(step))
	}
	hi := last(1, f.Inf())
	lo := minusOne
	if m := last(-1, f.Inf()); m.Sign() < 0 {
		lo = m
	}
	return a.meet(interval{lo, hi})
}

// exponents is how many exponents from 0 on numbers in x have.
func (m *floats) exponents(f ieee.Format, x interval) int {
	one := f.Round(big.NewRat(1, 1), false)
	n := 0
	for _, v := range []*big.Int{x.hi, ieee.Neg(x.lo)} {
		if v.Cmp(one) >= 0 {
			d := new(big.Int).Sub(v, one)
			n += int(d.Rsh(d, uint(f.Precision-1)).Int64()) + 1
		}
	}
	return n
}

// truncate is v, a finite number in x, rounded towards zero.
func (m *floats) truncate(f ieee.Format, v *smtlib.Term, x interval) *smtlib.Term {
	s, num := m.s, m.integers.num
	step := power(f.Precision - 1)
	side := func(v *smtlib.Term, hi *big.Int) *smtlib.Term {
		from := f.Round(big.NewRat(1, 1), false)
		z := s.IntNum(0)
		for k := 0; from.Cmp(hi) <= 0; k++ {
			rest := s.Sub(v, num(from))
			if shift := f.Precision - 1 - k; shift > 0 {
				rest = s.IntDiv(rest, num(power(shift)))
			} else {
				rest = s.Scale(ratOf(power(-shift)), rest)
			}
			z = s.Ite(s.Lt(v, num(from)), z, s.Add(rest, num(power(k))))
			from = new(big.Int).Add(from, step)
		}
		return z
	}
	switch {
	case x.nonneg():
		return side(v, x.hi)
	case x.hi.Sign() < 0:
		return s.Neg(side(m.complement(v), ieee.Neg(x.lo)))
	}
	return s.Ite(s.Ge(v, s.IntNum(0)), side(v, x.hi), s.Neg(side(m.complement(v), ieee.Neg(x.lo))))
}

// monotone is any value of x's type about which is said that f, which does not fall, maps the operand to it.
func (m *floats) monotone(st *state, x *flat.Expr, a operand, note string, f func(*big.Int) *big.Int) *smtlib.Term {
	z := m.open(st, x, []operand{a}, note)
	if lo, hi := f(a.lo), f(a.hi); lo != nil && hi != nil {
		m.b.assume(m.s.Implies(m.within(a.term, a.interval, a.typ), m.within(z, interval{lo, hi}, x.Type)))
	}
	m.atPoints(x, a, z, f)
	return z
}

// atPoints says what follows from monotony of f, one way or the other, at the points of the program: z = f(a).
func (m *floats) atPoints(x *flat.Expr, a operand, z *smtlib.Term, f func(*big.Int) *big.Int) {
	s := m.s
	if a.isPoint() {
		return
	}
	in := a.likely
	if a.typ.Kind == flat.Float {
		var ok bool
		if in, ok = in.meet(interval{nil, a.typ.Format().Inf()}); !ok {
			return
		}
	}
	lo, hi := f(in.lo), f(in.hi)
	if lo == nil || hi == nil {
		return
	}
	numbers := m.leAs(a.term, m.num(in.hi, a.typ), a.typ)
	for _, p := range m.b.points(a.typ) {
		if p.Cmp(in.lo) <= 0 || p.Cmp(in.hi) > 0 {
			continue
		}
		// Below p, and from p on.
		for _, c := range []struct {
			v    *big.Int
			side *smtlib.Term
			up   bool
		}{
			{new(big.Int).Sub(p, one), s.Not(m.leAs(m.num(p, a.typ), a.term, a.typ)), false},
			{p, s.And(m.leAs(m.num(p, a.typ), a.term, a.typ), numbers), true},
		} {
			v := f(c.v)
			if v == nil || x.Type.Kind == flat.Float && x.Type.Format().IsNaN(v) {
				continue
			}
			if c.up == (lo.Cmp(hi) <= 0) {
				m.b.assume(s.Implies(c.side, m.leAs(m.num(v, x.Type), z, x.Type)))
			} else {
				m.b.assume(s.Implies(c.side, m.leAs(z, m.num(v, x.Type), x.Type)))
			}
		}
	}
}

// points are values of a type around which numbers of the program lie.
func (b *builder) points(t flat.Type) []*big.Int {
	if z, ok := b.floatPoints[t]; ok {
		return z
	}
	seen := map[string]*big.Int{}
	add := func(v *big.Int) {
		if t.Kind == flat.Float && t.Format().IsNaN(v) {
			return
		}
		for _, w := range []*big.Int{v, new(big.Int).Add(v, one)} {
			seen[w.String()] = w
		}
	}
	edges(b.p, func(e *flat.Edge) {
		flat.Operands(e.Op, func(x *flat.Expr) {
			x.Walk(func(y *flat.Expr) {
				if y.IsConst() && (y.Type == t || t.Kind == flat.Int && y.Type.Kind == flat.Int) && len(seen) < maxPoints {
					add(y.Value)
				}
			})
		})
	})
	if t.Kind == flat.Float {
		for _, v := range []int64{0, 1, -1} {
			add(t.Format().Round(big.NewRat(v, 1), false))
		}
	}
	var z []*big.Int
	for _, v := range seen {
		z = append(z, v)
	}
	sort.Slice(z, func(i, j int) bool { return z[i].Cmp(z[j]) < 0 })
	b.floatPoints[t] = z
	return z
}

// approximate is the result of an operation that rounds.
func (m *floats) approximate(st *state, x *flat.Expr, args []operand) *smtlib.Term {
	z := m.open(st, x, args, "floating-point operation "+x.Fn.String())
	s := m.s
	f := x.Type.Format()
	// Over one operand that varies the operation is monotone.
	for i, a := range args {
		other := args[len(args)-1-i]
		if len(args) == 2 && !(other.isPoint() && m.regular(x.Fn, i, other)) || x.Fn == ieee.Rem || x.Fn == ieee.Sqrt && a.lo.Cmp(minusOne) < 0 {
			continue
		}
		m.atPoints(x, a, z, func(v *big.Int) *big.Int {
			vs := []*big.Int{v}
			if len(args) == 2 {
				vs = []*big.Int{other.lo, other.lo}
				vs[i] = v
			}
			return x.ApplyTo(vs)
		})
	}
	if len(args) < 2 || args[0].typ != x.Type {
		return z
	}
	a, b := args[0], args[1]
	num := func(n int64) *smtlib.Term { return m.num(big.NewInt(n), x.Type) }
	here := s.And(m.le(z, m.num(f.Inf(), x.Type)), m.within(a.term, a.likely, a.typ), m.within(b.term, b.likely, b.typ))
	say := func(condition, conclusion *smtlib.Term) {
		m.b.assume(s.Implies(s.And(here, condition), conclusion))
	}
	switch x.Fn {
	case ieee.Add:
		for _, p := range [][2]operand{{a, b}, {b, a}} {
			say(m.le(num(-1), p[1].term), m.le(p[0].term, z))
			say(m.le(p[1].term, num(-1)), m.le(z, p[0].term))
		}
	case ieee.Sub:
		say(m.le(b.term, num(0)), m.le(a.term, z)) // -b >= -0
		say(m.le(num(0), b.term), m.le(z, a.term))
		say(m.le(b.term, a.term), m.le(num(0), z))
		say(m.le(a.term, b.term), m.le(z, num(0)))
	case ieee.Mul:
		one := m.num(f.Round(big.NewRat(1, 1), false), x.Type)
		for _, p := range [][2]operand{{a, b}, {b, a}} {
			if p[0].likely.nonneg() && p[1].likely.nonneg() {
				say(m.le(p[1].term, one), m.le(z, p[0].term))
				say(m.le(one, p[1].term), m.le(p[0].term, z))
			}
		}
	case ieee.Div:
		one := m.num(f.Round(big.NewRat(1, 1), false), x.Type)
		if a.likely.nonneg() && b.likely.nonneg() {
			say(m.le(b.term, one), m.le(a.term, z))
			say(m.le(one, b.term), m.le(z, a.term))
		}
	}
	return z
}

// regular reports whether an operation is monotone, and no number is mapped to NaN, where its operand other than the i-th is c.
func (m *floats) regular(op ieee.Op, i int, c operand) bool {
	f := c.typ.Format()
	if f.IsNaN(c.lo) || f.IsInf(c.lo) {
		return false
	}
	switch op {
	case ieee.Mul:
		return !ieee.IsZero(c.lo)
	case ieee.Div:
		return i == 0 && !ieee.IsZero(c.lo)
	}
	return op == ieee.Add || op == ieee.Sub
}
