// SPDX-License-Identifier: Apache-2.0

package softfloat

import "cornet/logic"

// Product returns x · y.
func (c Circuits) Product(m Mode, x, y *logic.Term) *logic.Term {
	if z := c.plainProduct(m, x, y); z != nil {
		return z
	}
	if y.ID() < x.ID() { // for the same term either way
		x, y = y, x
	}
	u, v := c.parts(x), c.parts(y)
	neg := c.Xor(u.neg, v.neg)
	e, z := c.multiplied(u, v)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, c.And(u.inf, v.zero), c.And(u.zero, v.inf)), c.NaN()},
		{c.Or(u.inf, v.inf), c.Infinity(neg)},
		{c.Or(u.zero, v.zero), c.Zero(neg)},
	}, c.round(m, neg, e, z))
}

// multiplied returns the exact product of two finite numbers other than zero: 2p bits with a
// leading one, and a signed exponent.
func (c Circuits) multiplied(u, v parts) (exponent, significand *logic.Term) {
	p := c.Significand
	eu, su := c.normal(u)
	ev, sv := c.normal(v)
	z := c.BV(logic.OpBVMul, c.ZeroExtend(p, su), c.ZeroExtend(p, sv))
	e := c.add(c.add(eu, ev), c.num(-c.bias(), c.exponentWidth()))
	high := c.isSet(z, 2*p-1)
	z = c.Ite(high, z, c.times(c.Extract(2*p-2, 0, z), 1))
	return c.Ite(high, c.add(e, c.num(1, c.exponentWidth())), e), z
}

// Fused returns x · y + z, rounded once.
func (c Circuits) Fused(m Mode, x, y, z *logic.Term) *logic.Term {
	if y.ID() < x.ID() {
		x, y = y, x
	}
	u, v, w := c.parts(x), c.parts(y), c.parts(z)
	p, we := c.Significand, c.exponentWidth()+1
	neg := c.Xor(u.neg, v.neg)
	eProduct, product := c.multiplied(u, v)
	eProduct = c.fit(eProduct, we)
	eAddend, addend := c.normal(w)
	eAddend, addend = c.fit(eAddend, we), c.times(addend, p)
	smaller := c.BV(logic.OpBVSlt, eProduct, eAddend)
	swap := c.And(c.Not(w.zero), c.Or(smaller, c.And(c.Eq(eProduct, eAddend), c.less(product, addend))))
	pick := func(a, b *logic.Term) *logic.Term { return c.Ite(swap, b, a) }
	unlike := c.Xor(neg, w.neg)
	exponent := pick(eProduct, eAddend)
	distance := c.BVSub(exponent, pick(eAddend, eProduct))
	sum := c.aligned(unlike, distance, pick(product, addend), pick(addend, product))
	significand, shift := c.normalise(sum)
	e := c.BVSub(c.add(exponent, c.num(1, we)), c.fit(c.ZeroExtend(1, shift), we))
	infinite, none := c.Or(u.inf, v.inf), c.Or(u.zero, v.zero)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, w.nan, c.And(u.inf, v.zero), c.And(u.zero, v.inf), c.And(infinite, w.inf, unlike)), c.NaN()},
		{infinite, c.Infinity(neg)},
		{w.inf, z},
		{c.And(none, w.zero, c.Not(unlike)), z},
		{c.And(none, w.zero), c.Zero(m[TowardNegative])},
		{none, z},
		{c.isZero(sum), c.Zero(m[TowardNegative])},
	}, c.round(m, pick(neg, w.neg), e, significand))
}
