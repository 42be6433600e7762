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
	swap := c.less(u.magnitude, v.magnitude)
	pick := func(a, b *logic.Term) *logic.Term { return c.Ite(swap, b, a) }
	neg, unlike := pick(u.neg, v.neg), c.Xor(u.neg, v.neg)
	exponent := pick(u.exponent, v.exponent)
	distance := c.BVSub(exponent, pick(v.exponent, u.exponent))
	sum := c.aligned(unlike, distance, pick(u.significand, v.significand), pick(v.significand, u.significand))
	e, significand := c.settle(c.add(c.ZeroExtend(1, exponent), c.num(1, c.Exponent+1)), sum)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, c.And(u.inf, v.inf, unlike)), c.NaN()},
		{u.inf, x},
		{v.inf, y},
		{c.And(unlike, c.Eq(u.magnitude, v.magnitude)), c.Zero(m[TowardNegative])},
	}, c.pack(m, neg, e, significand))
}

// Difference returns x - y.
func (c Circuits) Difference(m Mode, x, y *logic.Term) *logic.Term {
	if x == y {
		u := c.parts(x)
		return c.Ite(c.Or(u.nan, u.inf), c.NaN(), c.Zero(m[TowardNegative]))
	}
	return c.Sum(m, x, c.Negated(y))
}

// aligned adds the significands of two numbers, or subtracts the smaller one, whose exponent is smaller by the distance. The exponent of the
// result, whose significand need not have a leading one, is that of the larger number, and one more.
//
// Three more bits suffice. When the smaller number loses any, it is shifted by more than three, so that at most one leading bit
// of the difference vanishes, and two bits are left after those that are kept.
func (c Circuits) aligned(unlike, distance, large, small *logic.Term) *logic.Term {
	const guards = 3
	large = c.ZeroExtend(1, c.times(large, guards))
	small = c.ZeroExtend(1, c.shiftRight(c.times(small, guards), distance))
	// large - small is large + ¬small + 1.
	added := c.Ite(unlike, c.BV(logic.OpBVNot, small), small)
	return c.addWithCarry(large, added, unlike)
}
