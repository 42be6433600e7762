// SPDX-License-Identifier: Apache-2.0

package softfloat

import "cornet/logic"

// Quotient returns x / y.
func (c Circuits) Quotient(m Mode, x, y *logic.Term) *logic.Term {
	if z := c.plainQuotient(m, x, y); z != nil {
		return z
	}
	u, v := c.parts(x), c.parts(y)
	neg := c.Xor(u.neg, v.neg)
	p, we := c.Significand, c.exponentWidth()
	eu, su := c.normal(u)
	ev, sv := c.normal(v)
	// The first bit of the quotient is 1, or the second one is.
	rest, divisor := c.ZeroExtend(2, su), c.ZeroExtend(2, sv)
	var q *logic.Term
	for i := range p + 2 {
		if i > 0 {
			rest = c.times(c.Extract(p, 0, rest), 1)
		}
		var fits *logic.Term
		rest, fits = c.subtract(rest, divisor)
		q = c.append(q, fits)
	}
	q = c.append(q, c.Not(c.isZero(rest)))
	high := c.isSet(q, p+2)
	significand := c.Ite(high, q, c.times(c.Extract(p+1, 0, q), 1))
	e := c.add(c.BVSub(eu, ev), c.Ite(high, c.num(c.bias(), we), c.num(c.bias()-1, we)))
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, c.And(u.inf, v.inf), c.And(u.zero, v.zero)), c.NaN()},
		{c.Or(u.inf, v.zero), c.Infinity(neg)},
		{c.Or(u.zero, v.inf), c.Zero(neg)},
	}, c.round(m, neg, e, significand))
}

// subtract returns x - y and true if the difference is not negative, else x and false.
func (c Circuits) subtract(x, y *logic.Term) (z, fits *logic.Term) {
	w := x.Sort().Width()
	sum := c.addWithCarry(c.ZeroExtend(1, x), c.ZeroExtend(1, c.BV(logic.OpBVNot, y)), c.True()) // x + ¬y + 1 carries unless x < y
	fits = c.isSet(sum, w)
	return c.Ite(fits, c.Extract(w-1, 0, sum), x), fits
}

// append returns the bits of x, which may be nil, followed by one more bit.
func (c Circuits) append(x, condition *logic.Term) *logic.Term {
	if x == nil {
		return c.bit(condition)
	}
	return c.BV(logic.OpConcat, x, c.bit(condition))
}

// Root returns the square root of x, digit by digit.
func (c Circuits) Root(m Mode, x *logic.Term) *logic.Term {
	u := c.parts(x)
	p, we := c.Significand, c.exponentWidth()
	e, s := c.normal(u)
	e = c.add(e, c.num(-c.bias(), we))
	odd := c.isSet(e, 0)
	// The radicand is at least 1 and less than 4, with two bits before the point.
	radicand := c.Ite(odd, c.BV(logic.OpConcat, s, c.zeros(1)), c.BV(logic.OpConcat, c.zeros(1), s))
	n := p + 2 // digits of the root
	radicand = c.times(radicand, 2*n-p-1)
	width := n + 2
	rest, root := c.zeros(width), c.zeros(width)
	for i := range n {
		rest = c.BV(logic.OpConcat, c.Extract(width-3, 0, rest), c.Extract(2*(n-i)-1, 2*(n-i)-2, radicand))
		trial := c.BV(logic.OpConcat, c.Extract(width-3, 0, root), c.num(1, 2))
		var fits *logic.Term
		rest, fits = c.subtract(rest, trial)
		root = c.BV(logic.OpConcat, c.Extract(width-2, 0, root), c.bit(fits))
	}
	significand := c.append(c.Extract(n-1, 0, root), c.Not(c.isZero(rest)))
	half := c.SignExtend(1, c.Extract(we-1, 1, e))
	return c.choose([]alternative{
		{u.zero, x},
		{c.Or(u.nan, u.neg), c.NaN()},
		{u.inf, x},
	}, c.round(m, c.False(), c.add(half, c.num(c.bias(), we)), significand))
}

// Modulus returns x - n·y, where n is x / y rounded towards zero: C's fmod. It is exact. The
// circuit has a step for each exponent of the format.
func (c Circuits) Modulus(x, y *logic.Term) *logic.Term {
	u, v := c.parts(x), c.parts(y)
	d := c.divide(u, v)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, u.inf, v.zero), c.NaN()},
		{c.Or(v.inf, c.less(u.magnitude, v.magnitude)), x},
		{c.isZero(d.rest), c.Zero(u.neg)},
	}, c.exact(u.neg, d.exponent, d.rest))
}

// Remainder returns x - n·y: the remainder of IEEE 754. n is the integer nearest to x / y, and the
// even one of two. It is exact. The circuit has a step for each exponent of the format.
func (c Circuits) Remainder(x, y *logic.Term) *logic.Term {
	u, v := c.parts(x), c.parts(y)
	d := c.divide(u, v)
	we := d.distance.Sort().Width()
	// The exponent of x may be one less than that of y while x is larger than half of y. The unit
	// is therefore half of the last place of y.
	next := c.Eq(d.distance, c.ones(we))
	rest := c.Ite(next, c.ZeroExtend(1, d.dividend), c.times(d.rest, 1))
	divisor := c.times(d.divisor, 1)
	twice, whole := c.times(rest, 1), c.ZeroExtend(1, divisor)
	up := c.Or(c.less(whole, twice), c.And(c.Eq(whole, twice), d.odd, c.Not(next)))
	rest = c.Ite(up, c.BVSub(divisor, rest), rest)
	return c.choose([]alternative{
		{c.Or(u.nan, v.nan, u.inf, v.zero), c.NaN()},
		{c.Or(v.inf, c.BV(logic.OpBVSlt, d.distance, c.ones(we))), x},
		{c.isZero(rest), c.Zero(u.neg)},
	}, c.exact(c.Xor(u.neg, up), d.exponent, rest))
}

// division is an integral division of finite numbers other than zero, whose significands have
// leading ones. rest is as long as the divisor. odd is the last bit of the quotient. Both are valid
// if the exponent of the dividend is not the smaller one.
type division struct {
	dividend, divisor *logic.Term
	// exponent is the exponent of the divisor, and distance is how much larger that of the dividend
	// is. Both are signed.
	exponent, distance *logic.Term
	rest, odd          *logic.Term
}

func (c Circuits) divide(u, v parts) division {
	p, we := c.Significand, c.exponentWidth()
	eu, su := c.normal(u)
	ev, sv := c.normal(v)
	d := division{dividend: su, divisor: sv, exponent: ev, distance: c.BVSub(eu, ev)}
	divisor := c.ZeroExtend(1, sv)
	rest, odd := c.subtract(c.ZeroExtend(1, su), divisor)
	for i := range 1<<c.Exponent + p - 4 { // the largest distance
		active := c.Not(c.BV(logic.OpBVSle, d.distance, c.num(int64(i), we)))
		next, fits := c.subtract(c.times(c.Extract(p-1, 0, rest), 1), divisor)
		rest, odd = c.Ite(active, next, rest), c.Ite(active, fits, odd)
	}
	d.rest, d.odd = c.Extract(p-1, 0, rest), odd
	return d
}

// exact returns ±significand · 2^(exponent-bias-w+1) for a significand of w bits other than zero.
// The value must be a number of the format.
func (c Circuits) exact(neg, exponent, significand *logic.Term) *logic.Term {
	z, shift := c.normalise(significand)
	we := c.exponentWidth()
	return c.round(c.To(NearestEven), neg, c.BVSub(exponent, c.fit(c.ZeroExtend(1, shift), we)), z)
}
