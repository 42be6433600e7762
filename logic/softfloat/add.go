// SPDX-License-Identifier: Apache-2.0

package softfloat

import "cornet/logic"

// Sum returns x + y.
func (c Circuits) Sum(m Mode, x, y *logic.Term) *logic.Term {
	if z := c.plainSum(m, x, y); z != nil {
		return z
	}
	if y.ID() < x.ID() { // for the same term either way
		x, y = y, x
	}
	u, v := c.parts(x), c.parts(y)
	z := c.unrounded(u, v)
	e, significand := c.settle(c.add(c.ZeroExtend(1, z.exponent), c.num(1, c.Exponent+1)), z.significand)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, c.And(u.inf, v.inf, z.unlike)), c.NaN()},
		{u.inf, x},
		{v.inf, y},
		{c.And(z.unlike, c.Eq(u.magnitude, v.magnitude)), c.Zero(m[TowardNegative])},
	}, c.pack(m, z.neg, e, significand))
}

// An unroundedSum is the sum of two finite numbers. unlike means that one is negative and the other
// is not; the rest is as [Circuits.aligned] describes.
type unroundedSum struct{ neg, unlike, exponent, significand *logic.Term }

func (c Circuits) unrounded(u, v parts) unroundedSum {
	swap := c.less(u.magnitude, v.magnitude)
	pick := func(a, b *logic.Term) *logic.Term { return c.Ite(swap, b, a) }
	z := unroundedSum{neg: pick(u.neg, v.neg), unlike: c.Xor(u.neg, v.neg), exponent: pick(u.exponent, v.exponent)}
	distance := c.BVSub(z.exponent, pick(v.exponent, u.exponent))
	z.significand = c.aligned(z.unlike, distance, pick(u.significand, v.significand), pick(v.significand, u.significand))
	return z
}

// Difference returns x - y.
func (c Circuits) Difference(m Mode, x, y *logic.Term) *logic.Term {
	if x == y {
		u := c.parts(x)
		return c.Ite(c.Or(u.nan, u.inf), c.NaN(), c.Zero(m[TowardNegative]))
	}
	return c.Sum(m, x, c.Negated(y))
}

// aligned adds the significands of two numbers, or subtracts the smaller one. The exponent of the
// smaller number is less by the distance. The exponent of the result is that of the larger number
// plus one, and its significand need not have a leading one.
//
// Three more bits suffice. If the smaller number loses any bits, it is shifted by more than three.
// Then at most one leading bit of the difference vanishes, and two bits are left after those that
// are kept.
func (c Circuits) aligned(unlike, distance, large, small *logic.Term) *logic.Term {
	const guards = 3
	large = c.ZeroExtend(1, c.times(large, guards))
	small = c.ZeroExtend(1, c.shiftRight(c.times(small, guards), distance))
	// large - small is large + ¬small + 1.
	added := c.Ite(unlike, c.BV(logic.OpBVNot, small), small)
	return c.addWithCarry(large, added, unlike)
}

// SumOf returns x + y rounded to the format of c. The operands x and y have the format of from. The
// sum is rounded only once.
func (c Circuits) SumOf(m Mode, from Circuits, x, y *logic.Term) *logic.Term {
	if y.ID() < x.ID() { // for the same term either way
		x, y = y, x
	}
	u, v := from.parts(x), from.parts(y)
	z := c.unrounded(u, v)
	significand, shift := c.normalise(z.significand)
	we := max(c.exponentWidth(), from.exponentWidth()) + 1
	e := c.add(c.ZeroExtend(we-from.Exponent, z.exponent), c.num(c.bias()-from.bias()+1, we))
	e = c.BVSub(e, c.fit(c.ZeroExtend(1, shift), we))
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, c.And(u.inf, v.inf, z.unlike)), c.NaN()},
		{u.inf, c.Infinity(u.neg)},
		{v.inf, c.Infinity(v.neg)},
		{c.And(u.zero, v.zero, c.Not(z.unlike)), c.Zero(u.neg)},
		{c.And(z.unlike, c.Eq(u.magnitude, v.magnitude)), c.Zero(m[TowardNegative])},
	}, c.round(m, z.neg, e, significand))
}
