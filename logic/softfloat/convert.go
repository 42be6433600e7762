// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/big"
	"math/bits"

	"cornet/logic"
)

// Integral returns x rounded to an integer.
//
// The circuit shifts the bits of the fraction out of the magnitude, and zeros in. A carry out of
// the last kept bit moves into the exponent, as it must. For 1, whose last bit is odd, the last
// kept bit is that of the exponent, which is also 1.
func (c Circuits) Integral(m Mode, x *logic.Term) *logic.Term {
	u := c.parts(x)
	w, we := c.Width()-1, c.exponentWidth()
	e := c.ZeroExtend(we-c.Exponent, u.exponent)
	last := c.bias() + int64(c.Significand) - 1 // the least exponent of numbers without fractions
	whole := c.Not(c.BV(logic.OpBVSlt, e, c.num(last, we)))
	fraction := c.Extract(bits.Len(uint(c.Significand))-1, 0, c.BVSub(c.num(last, we), e)) // the number of bits, for numbers from 1 on
	z := c.shiftRight(c.times(u.magnitude, 2), fraction)
	kept := c.Extract(w+1, 2, z)
	up := c.up(m, u.neg, c.isSet(kept, 0), c.isSet(z, 1), c.isSet(z, 0))
	rounded := c.BV(logic.OpBVShl, c.add(kept, c.ZeroExtend(w-1, c.bit(up))), c.ZeroExtend(w-fraction.Sort().Width(), fraction))
	half, rest := c.belowOne(u, e)
	one := c.BV(logic.OpConcat, c.num(c.bias(), c.Exponent), c.zeros(c.Significand-1))
	unit := c.Ite(c.up(m, u.neg, c.False(), half, rest), one, c.zeros(w))
	return c.choose([]alternative{
		{u.nan, c.NaN()},
		{c.Or(u.zero, whole), x},
		{c.BV(logic.OpBVSlt, e, c.num(c.bias(), we)), c.join(u.neg, unit)},
	}, c.join(u.neg, rounded))
}

// belowOne returns whether a magnitude below 1, with exponent e, is at least a half, and whether it
// has other bits.
func (c Circuits) belowOne(u parts, e *logic.Term) (half, rest *logic.Term) {
	p := c.Significand
	half = c.And(c.Eq(e, c.num(c.bias()-1, e.Sort().Width())), c.isSet(u.significand, p-1))
	return half, c.Ite(half, c.Not(c.isZero(c.Extract(p-2, 0, u.significand))), c.Not(u.zero))
}

// FromInteger returns the number nearest to the integer n. n is in two's complement if signed is
// set.
func (c Circuits) FromInteger(m Mode, n *logic.Term, signed bool) *logic.Term {
	neg, abs := c.False(), n
	if signed {
		neg = c.isSet(n, n.Sort().Width()-1)
		abs = c.Ite(neg, c.BV(logic.OpBVNeg, n), n)
	}
	return c.Ite(c.isZero(n), c.Zero(c.False()), c.fromMagnitude(m, neg, abs))
}

// FromRational returns the number nearest to r. It rounds the first bits of r. The last of these
// bits is set if any later bit is.
func (c Circuits) FromRational(m Mode, r *big.Rat) *logic.Term {
	if r.Sign() == 0 {
		return c.Zero(c.False())
	}
	n, d := new(big.Int).Abs(r.Num()), new(big.Int).Set(r.Denom())
	k := c.Significand + 4 - (n.BitLen() - d.BitLen())
	if k >= 0 {
		n.Lsh(n, uint(k))
	} else {
		d.Lsh(d, uint(-k))
	}
	q, rest := n.QuoRem(n, d, new(big.Int))
	if q.Lsh(q, 1); rest.Sign() != 0 {
		q.SetBit(q, 0, 1)
	}
	exponent := big.NewInt(int64(q.BitLen()-2-k) + c.bias())
	return c.round(m, c.BoolValue(r.Sign() < 0), c.BVNum(exponent, exponent.BitLen()+2), c.BVNum(q, q.BitLen()))
}

// fromMagnitude returns ±n, where n is not zero.
func (c Circuits) fromMagnitude(m Mode, neg, n *logic.Term) *logic.Term {
	significand, shift := c.normalise(n)
	we := max(c.exponentWidth(), shift.Sort().Width()+2)
	e := c.BVSub(c.num(int64(n.Sort().Width()-1)+c.bias(), we), c.fit(c.ZeroExtend(1, shift), we))
	return c.round(m, neg, e, significand)
}

// ToInteger returns x rounded to an integer of a width, and whether the integer is in range. The
// range is that of two's complement if signed is set. An integer out of range is arbitrary.
func (c Circuits) ToInteger(m Mode, x *logic.Term, width int, signed bool) (n, fits *logic.Term) {
	u := c.parts(x)
	p := c.Significand
	wb := bits.Len(uint(width)) // of shifts
	we := max(c.exponentWidth(), wb+2)
	e := c.ZeroExtend(we-c.Exponent, u.exponent)
	left := c.add(e, c.num(-c.bias(), we)) // the exponent of the first bit of the significand
	small := c.BV(logic.OpBVSlt, left, c.zeros(we))
	large := c.BV(logic.OpBVSlt, c.num(int64(width), we), left)
	z := c.ZeroExtend(width, u.significand)
	z = c.BV(logic.OpBVShl, z, c.ZeroExtend(max(width+p-wb, 0), c.Extract(wb-1, 0, left)))
	whole := c.Ite(small, c.zeros(width+2), c.ZeroExtend(1, c.Extract(width+p-1, p-1, z)))
	half, rest := c.belowOne(u, e)
	half = c.Ite(small, half, c.isSet(z, p-2))
	if p > 2 {
		rest = c.Ite(small, rest, c.Not(c.isZero(c.Extract(p-3, 0, z))))
	} else {
		rest = c.And(small, rest)
	}
	up := c.up(m, u.neg, c.isSet(whole, 0), half, rest)
	whole = c.add(whole, c.ZeroExtend(width+1, c.bit(up)))
	limit := c.Ite(u.neg, c.zeros(width+2), c.ZeroExtend(2, c.ones(width)))
	if signed {
		least := c.ZeroExtend(2, c.times(c.ones(1), width-1))
		limit = c.Ite(u.neg, least, c.add(least, c.ones(width+2)))
	}
	abs := c.Extract(width-1, 0, whole)
	return c.Ite(u.neg, c.BV(logic.OpBVNeg, abs), abs),
		c.And(c.Not(c.Or(u.nan, u.inf, large)), c.BV(logic.OpBVUle, whole, limit))
}

// Resized returns the number of c nearest to x, which is a number of another format.
func (c Circuits) Resized(m Mode, from Circuits, x *logic.Term) *logic.Term {
	u := from.parts(x)
	e, s := from.normal(u)
	we := max(c.exponentWidth(), from.exponentWidth()) + 1
	e = c.add(c.fit(e, we), c.num(c.bias()-from.bias(), we))
	return c.choose([]alternative{
		{u.nan, c.NaN()},
		{u.inf, c.Infinity(u.neg)},
		{u.zero, c.Zero(u.neg)},
	}, c.round(m, u.neg, e, s))
}
