// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"
	"slices"

	"cornet/encode/ieee"
	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// This file has operations on floating-point numbers that round or distinguish many cases. Their
// result is a fresh value. Constraints on it follow from the ranges of the operands and from
// monotonicity. For example, rounding to nearest is monotone, so f(x) <= f(c) for x <= c if the
// operation on reals is monotone.

const (
	maxExponents = 64 // exponents that a conversion to integers distinguishes
	maxPoints    = 24 // points at which monotonicity is used
)

// widen converts to a larger format. It is exact, except for subnormal numbers.
func (m *Translator) widen(c Context, x *scalar.Expr, a operand) *logic.Term {
	s, from, to := m.s, a.typ, x.Type
	num := func(v rational.Rat) *logic.Term { return m.num(v, to) }
	least := power(from.Format().Precision - 1) // the smallest normal number
	slope := power(to.Format().Precision - from.Format().Precision)
	lowest, _ := apply(x, least)
	z := m.odd(a.term, a.Interval, from, to, func(v *logic.Term, in rational.Interval) *logic.Term {
		z := s.Add(s.Scale(slope, v), num(lowest.Sub(slope.Mul(least))))
		if in.Lo.X.Less(least) {
			small := s.IntNum(0)
			if in.Hi.X.Sign() > 0 {
				tiny := s.Lt(s.IntNum(0), v)
				w := c.Under(s.And(tiny, s.Lt(v, num(least)))).Any(to, "conversion of a subnormal number")
				m.Approximated[w] = true
				first, _ := apply(x, one)
				c.Assume(s.And(s.Le(num(first), w), s.Lt(w, num(lowest))))
				small = s.Ite(tiny, w, small)
			}
			z = s.Ite(s.Lt(v, num(least)), small, z)
		}
		if inf := infinity(from); !in.Hi.X.Less(inf) {
			z = s.Ite(s.Lt(v, num(inf)), z, num(infinity(to)))
		}
		return z
	})
	if a.mayBeNaN() {
		z = s.Ite(m.isNumber(a), z, num(rat(to.Format().NaN())))
	}
	return z
}

// exponent returns k if b is 2^k.
func exponent(b operand) (int, bool) {
	if !b.IsPoint() || b.Lo.X.Sign() <= 0 || !b.Lo.X.Less(infinity(b.typ)) {
		return 0, false
	}
	r := b.typ.Format().Rat(integer(b.Lo.X))
	k := r.Num().BitLen() - r.Denom().BitLen()
	return k, power(k).Equal(rational.FromBig(r))
}

// scale returns a · 2^k. Among normal numbers it is exact: the result is k exponents away. args are
// the operands of x.
func (m *Translator) scale(c Context, x *scalar.Expr, a operand, k int, args []operand) *logic.Term {
	s := m.s
	least, inf := power(x.Type.Format().Precision-1), infinity(x.Type)
	shift := least.Mul(rational.Int(int64(k)))
	// The product of a magnitude in normal and 2^k is normal, too.
	normal := rational.Between(rational.Max(least, least.Sub(shift)), rational.Min(inf, inf.Sub(shift)).Sub(one))
	if normal.IsEmpty() {
		return m.approximate(c, x, args)
	}
	plus, minus := m.within(a.term, normal, a.typ), m.within(a.term, complement(normal), a.typ)
	zeros := m.within(a.term, span(-1, 0), a.typ)
	exact := s.Or(plus, minus, zeros)
	z := s.Ite(zeros, a.term, s.Ite(plus, m.add(a.term, shift, a.typ), m.add(a.term, shift.Neg(), a.typ)))
	if a.In(normal) || a.In(complement(normal)) {
		return z
	}
	return s.Ite(exact, z, m.approximate(c.Under(s.Not(exact)), x, args))
}

// toInt rounds towards zero.
func (m *Translator) toInt(c Context, x *scalar.Expr, a operand) *logic.Term {
	const note = "a floating-point number is converted that its type cannot hold"
	inside := a.Meet(convertible(x))
	if inside.IsEmpty() {
		return m.open(c, x, []operand{a}, note)
	}
	if m.o.Vectors {
		return m.convertExactly(c, x, a, note)
	}
	var z *logic.Term
	if exponents(a.typ, inside) <= maxExponents {
		z = m.truncate(x, a.term, inside, a.typ)
	} else {
		b := operand{a.term, inside, inside, a.typ}
		z = m.open(c, x, []operand{b}, "conversion of a floating-point number to an integer")
		m.Approximated[z] = true
		f := func(v rational.Rat) (rational.Rat, bool) { return apply(x, v) }
		lo, _ := f(inside.Lo.X)
		hi, _ := f(inside.Hi.X)
		c.Assume(m.s.Implies(m.within(a.term, inside, a.typ), m.within(z, rational.Between(lo, hi), x.Type)))
		m.atPoints(c, x, b, z, f)
	}
	if a.In(inside) {
		return z
	}
	out := m.s.Not(m.within(a.term, inside, a.typ))
	return m.s.Ite(out, c.Under(out).Any(x.Type, note), z)
}

// convertible returns the numbers for which x, a conversion to an integer, is defined.
func convertible(x *scalar.Expr) rational.Interval {
	inf := infinity(x.Args[0].Type)
	// The last ordinal from 0 on that fits, in each direction.
	last := func(step rational.Rat) rational.Rat {
		i := zero
		for d := integer(inf).BitLen(); d >= 0; d-- {
			if j := i.Add(power(d)); !inf.Less(j) {
				if _, fits := apply(x, j.Mul(step)); fits {
					i = j
				}
			}
		}
		return i.Mul(step)
	}
	return rational.Between(rational.Min(last(minusOne), minusOne), last(one))
}

// exponents returns the number of different exponents, from 0 on, of the numbers of t in x.
func exponents(t scalar.Type, x rational.Interval) int {
	n := 0
	for _, v := range []rational.Rat{x.Hi.X, negative(x.Lo.X)} {
		if d := v.Sub(round(big.NewRat(1, 1), t)); d.Sign() >= 0 {
			k, _ := d.Mul(power(1 - t.Format().Precision)).Floor().Int64()
			n += int(k) + 1
		}
	}
	return n
}

// truncate returns v rounded towards zero by conversion e. v is a finite number of t in x.
func (m *Translator) truncate(e *scalar.Expr, v *logic.Term, x rational.Interval, t scalar.Type) *logic.Term {
	s, precision := m.s, t.Format().Precision
	return m.odd(v, x, t, e.Type, func(v *logic.Term, in rational.Interval) *logic.Term {
		z := s.IntNum(0)
		from := round(big.NewRat(1, 1), t)
		for k := 0; !in.Hi.X.Less(from); k++ {
			rest := s.Sub(v, m.num(from, t))
			if shift := precision - 1 - k; shift > 0 {
				rest = s.IntDiv(rest, m.num(power(shift), t))
			} else {
				rest = s.Scale(power(-shift), rest)
			}
			z = s.Ite(s.Lt(v, m.num(from, t)), z, s.Add(rest, m.num(power(k), t)))
			from = from.Add(power(precision - 1))
		}
		return z
	})
}

// atPoints assumes consequences of f's monotonicity, increasing or decreasing, at the points of the
// program. z is f(a).
func (m *Translator) atPoints(c Context, x *scalar.Expr, a operand, z *logic.Term, f func(rational.Rat) (rational.Rat, bool)) {
	s, in := m.s, a.likely
	if a.typ.Kind == scalar.Float {
		in = in.Meet(rational.AtMost(infinity(a.typ)))
	}
	if a.IsPoint() || in.IsEmpty() {
		return
	}
	lo, ok := f(in.Lo.X)
	hi, ok2 := f(in.Hi.X)
	if !ok || !ok2 {
		return
	}
	numbers := m.le(a.term, m.num(in.Hi.X, a.typ), a.typ)
	for _, p := range m.pointsOf(a.typ) {
		if !in.Lo.X.Less(p) || in.Hi.X.Less(p) {
			continue
		}
		// Below p, and from p on.
		above := m.le(m.num(p, a.typ), a.term, a.typ)
		for _, side := range []struct {
			v  rational.Rat
			is *logic.Term
			up bool
		}{
			{p.Sub(one), s.Not(above), false},
			{p, s.And(above, numbers), true},
		} {
			v, ok := f(side.v)
			if !ok || hasNaN(rational.Point(v), x.Type) {
				continue
			}
			less, more := z, m.num(v, x.Type)
			if side.up == (lo.Cmp(hi) <= 0) {
				less, more = more, less
			}
			c.Assume(s.Implies(side.is, m.le(less, more, x.Type)))
		}
	}
}

// pointsOf returns values of a type around which numbers of the program lie.
func (m *Translator) pointsOf(t scalar.Type) []rational.Rat {
	if z, ok := m.points[t]; ok {
		return z
	}
	var z []rational.Rat
	add := func(v rational.Rat) {
		if !hasNaN(rational.Point(v), t) {
			z = append(z, v, v.Add(one))
		}
		slices.SortFunc(z, rational.Rat.Cmp)
		z = slices.CompactFunc(z, rational.Rat.Equal)
	}
	m.p.Expressions(func(x *scalar.Expr) {
		if x.IsConst() && (x.Type == t || t.Kind == scalar.Int && x.Type.Kind == scalar.Int) && len(z) < maxPoints {
			add(rat(x.Value))
		}
	})
	if t.Kind == scalar.Float {
		for _, v := range []int64{0, 1, -1} {
			add(round(big.NewRat(v, 1), t))
		}
	}
	m.points[t] = z
	return z
}

// approximate returns the result of an operation that rounds.
func (m *Translator) approximate(c Context, x *scalar.Expr, args []operand) *logic.Term {
	var known []*logic.Term
	for _, a := range m.applied()[x] {
		known = append(known, m.has(args, a.args))
	}
	c = c.Under(m.s.Not(m.s.Or(known...)))
	z := m.open(c, x, args, "floating-point operation "+x.Fn.String())
	m.Approximated[z] = true
	// The operation is monotone in the only operand that varies.
	for i, a := range args {
		other := args[len(args)-1-i]
		if len(args) == 2 && !regular(x.Fn, i, other) || x.Fn == ieee.Rem || x.Fn == ieee.Remainder || x.Fn.Base() == ieee.Sqrt && a.Lo.X.Less(minusOne) {
			continue
		}
		m.atPoints(c, x, a, z, func(v rational.Rat) (rational.Rat, bool) {
			vs := []rational.Rat{v}
			if len(args) == 2 {
				vs = []rational.Rat{other.Lo.X, other.Lo.X}
				vs[i] = v
			}
			return apply(x, vs...)
		})
	}
	if len(args) == 2 && args[0].typ == x.Type {
		m.ordered(c, x, z, args[0], args[1])
	}
	for i, is := range known {
		z = m.s.Ite(is, m.num(m.applied()[x][i].value, x.Type), z)
	}
	return z
}

// ordered assumes how z, the value of x, compares with x's operands a and b.
func (m *Translator) ordered(c Context, x *scalar.Expr, z *logic.Term, a, b operand) {
	t := x.Type
	le := func(a, b *logic.Term) *logic.Term { return m.le(a, b, t) }
	plus, minus, unit := m.num(zero, t), m.num(minusOne, t), m.num(round(big.NewRat(1, 1), t), t)
	here := m.s.And(le(z, m.num(infinity(t), t)), m.within(a.term, a.likely, t), m.within(b.term, b.likely, t))
	say := func(condition, conclusion *logic.Term) {
		c.Assume(m.s.Implies(m.s.And(here, condition), conclusion))
	}
	nonnegative := nonneg(a.likely) && nonneg(b.likely)
	for _, p := range [][2]operand{{a, b}, {b, a}} {
		switch {
		case x.Fn == ieee.Add:
			say(le(minus, p[1].term), le(p[0].term, z))
			say(le(p[1].term, minus), le(z, p[0].term))
		case x.Fn == ieee.Mul && nonnegative:
			say(le(p[1].term, unit), le(z, p[0].term))
			say(le(unit, p[1].term), le(p[0].term, z))
		}
	}
	switch {
	case x.Fn == ieee.Sub:
		say(le(b.term, plus), le(a.term, z)) // -b >= -0
		say(le(plus, b.term), le(z, a.term))
		say(le(b.term, a.term), le(plus, z))
		say(le(a.term, b.term), le(z, plus))
	case x.Fn == ieee.Div && nonnegative:
		say(le(b.term, unit), le(a.term, z))
		say(le(unit, b.term), le(z, a.term))
	}
}

// regular reports whether an operation is monotone and maps no number to NaN, if its operand other
// than the i-th is c.
func regular(op ieee.Op, i int, c operand) bool {
	if !c.IsPoint() || c.mayBeNaN() || c.typ.Format().IsInf(integer(c.Lo.X)) {
		return false
	}
	switch op {
	case ieee.Mul:
		return !c.In(span(-1, 0))
	case ieee.Div:
		return i == 0 && !c.In(span(-1, 0))
	}
	return op == ieee.Add || op == ieee.Sub
}
