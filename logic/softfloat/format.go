// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/big"
	"math/bits"

	"cornet/logic"
)

// Circuits makes the circuits of operations on the numbers of one format. It belongs to the
// goroutine of its store.
type Circuits struct {
	*logic.Store
	logic.FloatFormat
	ordinals bool
	width    int // of a term
}

// Patterns returns the circuits for numbers that are their bits in the interchange format. NaN has
// the bits of [logic.Store.NaN].
func Patterns(s *logic.Store, f logic.FloatFormat) Circuits { return Circuits{s, f, false, f.Width()} }

// Ordinals returns the circuits for numbers that are their ordinals in two's complement. width must
// be at least the width of the format. The ordinal of NaN is that after infinity.
func Ordinals(s *logic.Store, f logic.FloatFormat, width int) Circuits {
	return Circuits{s, f, true, width}
}

// parts is a number in parts. The value of a finite number is ±significand · 2^(exponent-bias-p+1).
// The significand has p bits, without a leading one if the number is subnormal.
type parts struct {
	nan, inf, zero, neg *logic.Term
	exponent            *logic.Term // at least 1, in as many bits as the format's exponent
	significand         *logic.Term
	magnitude           *logic.Term // the pattern of bits without the sign
}

// exponentWidth returns a width that suffices for the exponents of products and quotients, as
// signed numbers.
func (c Circuits) exponentWidth() int { return max(c.Exponent, bits.Len(uint(c.Significand))) + 4 }

func (c Circuits) bias() int64 { return 1<<(c.Exponent-1) - 1 }

// split returns the sign and the magnitude of x. The sign of NaN is that of its pattern.
func (c Circuits) split(x *logic.Term) (neg, magnitude *logic.Term) {
	w := c.Width()
	neg = c.isSet(x, w-1)
	magnitude = c.Extract(w-2, 0, x)
	if c.ordinals {
		magnitude = c.Ite(neg, c.BV(logic.OpBVNot, magnitude), magnitude)
	}
	return neg, magnitude
}

// join returns the number with a sign and a magnitude.
func (c Circuits) join(neg, magnitude *logic.Term) *logic.Term {
	z := c.BV(logic.OpConcat, c.bit(neg), magnitude)
	if c.ordinals {
		positive := c.BV(logic.OpConcat, c.zeros(1), magnitude)
		z = c.Ite(neg, c.BV(logic.OpBVNot, positive), positive)
	}
	if n := c.width - c.Width(); n > 0 {
		z = c.SignExtend(n, z)
	}
	return z
}

func (c Circuits) parts(x *logic.Term) parts {
	neg, magnitude := c.split(x)
	e, m := c.Extract(c.Width()-2, c.Significand-1, magnitude), c.Extract(c.Significand-2, 0, magnitude)
	all, subnormal := c.Eq(e, c.ones(c.Exponent)), c.isZero(e)
	return parts{
		nan:         c.And(all, c.Not(c.isZero(m))),
		inf:         c.And(all, c.isZero(m)),
		zero:        c.isZero(magnitude),
		neg:         neg,
		exponent:    c.Ite(subnormal, c.num(1, c.Exponent), e),
		significand: c.BV(logic.OpConcat, c.Ite(subnormal, c.zeros(1), c.ones(1)), m),
		magnitude:   magnitude,
	}
}

// normal returns the significand of a number other than zero, shifted to have a leading one, and
// its exponent, which is signed.
func (c Circuits) normal(u parts) (exponent, significand *logic.Term) {
	significand, shift := c.normalise(u.significand)
	we := c.exponentWidth()
	return c.BVSub(c.ZeroExtend(we-c.Exponent, u.exponent), c.fit(c.ZeroExtend(1, shift), we)), significand
}

// infinite returns the magnitude of infinity.
func (c Circuits) infinite() *logic.Term {
	return c.BV(logic.OpConcat, c.ones(c.Exponent), c.zeros(c.Significand-1))
}

// NaN returns NaN.
func (c Circuits) NaN() *logic.Term {
	if !c.ordinals {
		return c.Store.NaN(c.FloatFormat)
	}
	return c.join(c.False(), c.add(c.infinite(), c.num(1, c.Width()-1)))
}

// Infinity returns an infinity.
func (c Circuits) Infinity(neg *logic.Term) *logic.Term { return c.join(neg, c.infinite()) }

// Zero returns a zero.
func (c Circuits) Zero(neg *logic.Term) *logic.Term { return c.join(neg, c.zeros(c.Width()-1)) }

// power returns ±2^k, which must be a normal number.
func (c Circuits) power(neg *logic.Term, k int64) *logic.Term {
	return c.join(neg, c.BV(logic.OpConcat, c.num(k+c.bias(), c.Exponent), c.zeros(c.Significand-1)))
}

// alternative is one case of a result: the number z if the condition holds.
type alternative struct{ condition, z *logic.Term }

// choose returns the number of the first case whose condition holds, or else z.
func (c Circuits) choose(cases []alternative, z *logic.Term) *logic.Term {
	for i := len(cases) - 1; i >= 0; i-- {
		z = c.Ite(cases[i].condition, cases[i].z, z)
	}
	return z
}

// The vocabulary of bit-vectors.

func (c Circuits) zeros(width int) *logic.Term { return c.BVNum(new(big.Int), width) }
func (c Circuits) ones(width int) *logic.Term  { return c.BVNum(big.NewInt(-1), width) }

func (c Circuits) num(v int64, width int) *logic.Term { return c.BVNum(big.NewInt(v), width) }

func (c Circuits) bit(condition *logic.Term) *logic.Term {
	return c.Ite(condition, c.ones(1), c.zeros(1))
}

func (c Circuits) isZero(x *logic.Term) *logic.Term { return c.Eq(x, c.zeros(x.Sort().Width())) }

func (c Circuits) isSet(x *logic.Term, i int) *logic.Term { return c.Eq(c.Extract(i, i, x), c.ones(1)) }

func (c Circuits) add(x, y *logic.Term) *logic.Term { return c.BV(logic.OpBVAdd, x, y) }

// addWithCarry returns x + y, plus one if the condition holds, by one adder.
func (c Circuits) addWithCarry(x, y, carry *logic.Term) *logic.Term {
	w := x.Sort().Width()
	return c.Extract(w, 1, c.add(c.BV(logic.OpConcat, x, c.ones(1)), c.BV(logic.OpConcat, y, c.bit(carry))))
}

func (c Circuits) less(x, y *logic.Term) *logic.Term { return c.BV(logic.OpBVUlt, x, y) }

// times returns x · 2^n, which is n bits longer than x.
func (c Circuits) times(x *logic.Term, n int) *logic.Term {
	if n == 0 {
		return x
	}
	return c.BV(logic.OpConcat, x, c.zeros(n))
}

// fit changes the width of a signed number. The number must fit.
func (c Circuits) fit(x *logic.Term, width int) *logic.Term {
	if n := width - x.Sort().Width(); n > 0 {
		return c.SignExtend(n, x)
	}
	return c.Extract(width-1, 0, x)
}
