// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/bits"

	"cornet/logic"
)

// Direction is one of the rounding modes of IEEE 754. Their order is that of the constructors of
// SMT-LIB's sort.
type Direction int

// The rounding modes.
const (
	NearestEven Direction = iota
	NearestAway
	TowardPositive
	TowardNegative
	TowardZero
	directions
)

// Mode is a rounding mode that a term may decide: exactly one of the conditions holds.
type Mode [directions]*logic.Term

// To returns the mode that rounds in a direction.
func (c Circuits) To(d Direction) Mode {
	var m Mode
	for k := range m {
		m[k] = c.BoolValue(Direction(k) == d)
	}
	return m
}

// normalise shifts x to the left until its first bit is one, unless x is zero, and returns the
// number of bits.
func (c Circuits) normalise(x *logic.Term) (z, shift *logic.Term) {
	w := x.Sort().Width()
	k := bits.Len(uint(w - 1)) // of the shift
	shift = c.zeros(max(k, 1))
	for i := k - 1; i >= 0; i-- {
		n := 1 << i
		small := c.isZero(c.Extract(w-1, w-n, x))
		x = c.Ite(small, c.times(c.Extract(w-1-n, 0, x), n), x)
		shift = c.Ite(small, c.BV(logic.OpBVOr, shift, c.num(int64(n), shift.Sort().Width())), shift)
	}
	return x, shift
}

// settle shifts x to the left until its first bit is one or the exponent is 1. The exponent must be
// positive.
func (c Circuits) settle(exponent, x *logic.Term) (e, z *logic.Term) {
	w, we := x.Sort().Width(), exponent.Sort().Width()
	for i := bits.Len(uint(w-1)) - 1; i >= 0; i-- {
		n := 1 << i
		shift := c.isZero(c.Extract(w-1, w-n, x))
		if bits.Len(uint(n)) > we {
			continue // no exponent is that large
		}
		shift = c.And(shift, c.less(c.num(int64(n), we), exponent))
		x = c.Ite(shift, c.times(c.Extract(w-1-n, 0, x), n), x)
		exponent = c.Ite(shift, c.BVSub(exponent, c.num(int64(n), we)), exponent)
	}
	return exponent, x
}

// shiftRight shifts x to the right by an unsigned number. The last bit of the result is set if any
// lost bit was set.
func (c Circuits) shiftRight(x, by *logic.Term) *logic.Term {
	w, wb := x.Sort().Width(), by.Sort().Width()
	lost := c.False()
	for i := range wb {
		is := c.isSet(by, i)
		if i >= bits.UintSize-2 || 1<<i >= w {
			far := c.Not(c.isZero(c.Extract(wb-1, i, by)))
			lost = c.Or(lost, c.And(far, c.Not(c.isZero(x))))
			x = c.Ite(far, c.zeros(w), x)
			break
		}
		n := 1 << i
		lost = c.Or(lost, c.And(is, c.Not(c.isZero(c.Extract(n-1, 0, x)))))
		x = c.Ite(is, c.ZeroExtend(n, c.Extract(w-1, n, x)), x)
	}
	return c.sticky(x, lost)
}

// sticky sets the last bit of x if the condition holds.
func (c Circuits) sticky(x, condition *logic.Term) *logic.Term {
	last := c.bit(c.Or(c.isSet(x, 0), condition))
	if w := x.Sort().Width(); w > 1 {
		return c.BV(logic.OpConcat, c.Extract(w-1, 1, x), last)
	}
	return last
}

// up returns whether a magnitude is rounded up. odd is its last bit, half is the next bit, and rest
// is set if any later bit is.
func (c Circuits) up(m Mode, neg, odd, half, rest *logic.Term) *logic.Term {
	inexact := c.Or(half, rest)
	return c.Or(
		c.And(m[NearestEven], half, c.Or(rest, odd)),
		c.And(m[NearestAway], half),
		c.And(m[TowardPositive], c.Not(neg), inexact),
		c.And(m[TowardNegative], neg, inexact))
}

// round returns the number nearest to ±significand · 2^(exponent-bias-w+1). The exponent is signed,
// and the significand has w bits with a leading one. The last bit may represent later bits.
func (c Circuits) round(m Mode, neg, exponent, significand *logic.Term) *logic.Term {
	significand = c.guarded(significand)
	we := max(exponent.Sort().Width()+1, c.exponentWidth())
	exponent = c.fit(exponent, we)
	one := c.num(1, we)
	tiny := c.BV(logic.OpBVSlt, exponent, one)
	significand = c.Ite(tiny, c.shiftRight(significand, c.BVSub(one, exponent)), significand)
	return c.pack(m, neg, c.Ite(tiny, one, exponent), significand)
}

// guarded extends a significand to at least two bits after those that are kept.
func (c Circuits) guarded(significand *logic.Term) *logic.Term {
	return c.times(significand, max(c.Significand+2-significand.Sort().Width(), 0))
}

// pack is round for an exponent of at least 1. The significand has a leading one unless the
// exponent is 1.
func (c Circuits) pack(m Mode, neg, exponent, significand *logic.Term) *logic.Term {
	significand = c.guarded(significand)
	w, we, p := significand.Sort().Width(), max(exponent.Sort().Width()+1, c.Exponent+2), c.Significand
	exponent = c.ZeroExtend(we-exponent.Sort().Width(), exponent)
	kept := c.Extract(w-1, w-p, significand)
	up := c.up(m, neg, c.isSet(kept, 0), c.isSet(significand, w-p-1), c.Not(c.isZero(c.Extract(w-p-2, 0, significand))))
	// The leading one counts as one step of the exponent. A carry does, too.
	steps := c.Ite(c.isSet(kept, p-1), exponent, c.add(exponent, c.ones(we)))
	z := c.add(c.BV(logic.OpConcat, steps, c.Extract(p-2, 0, kept)), c.ZeroExtend(we+p-2, c.bit(up)))
	inf := c.infinite()
	over := c.Not(c.less(z, c.ZeroExtend(we-c.Exponent, inf)))
	beyond := c.Or(m[NearestEven], m[NearestAway], c.And(m[TowardPositive], c.Not(neg)), c.And(m[TowardNegative], neg))
	largest := c.add(inf, c.ones(c.Width()-1))
	return c.join(neg, c.Ite(over, c.Ite(beyond, inf, largest), c.Extract(c.Width()-2, 0, z)))
}
