// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"
	"math/bits"

	"cornet/logic"
)

// This file computes with floating-point numbers bit by bit, by operations on bit-vectors: IEEE Std 754-2019, section 5, with one NaN and
// without signals. A number is unpacked, the operation is done on a significand with enough bits for a correct result, and that is
// rounded and packed.

// unpacked is a number in parts. Of numbers other than zero, infinity and NaN the significand has sb bits with a leading one, and the value is
// significand · 2^(exponent-sb+1).
type unpacked struct {
	nan, inf, zero, neg *logic.Term
	exponent            *logic.Term // signed
	significand         *logic.Term
	magnitude           *logic.Term // the bits without the sign
}

// The rounding modes, in the order of the constructors of their sort.
const (
	nearestEven = iota
	nearestAway
	towardPositive
	towardNegative
	towardZero
)

// floats computes with numbers of one format.
type floats struct {
	*logic.Store
	logic.FloatFormat
}

// exponentWidth suffices for the exponents of products and quotients.
func (f floats) exponentWidth() int { return max(f.Exponent, bits.Len(uint(f.Significand))) + 4 }

func (f floats) bias() int64 { return 1<<(f.Exponent-1) - 1 }

func (f floats) zeros(width int) *logic.Term { return f.BVNum(new(big.Int), width) }
func (f floats) ones(width int) *logic.Term  { return f.BVNum(big.NewInt(-1), width) }

func (f floats) num(v int64, width int) *logic.Term { return f.BVNum(big.NewInt(v), width) }

func (f floats) isZero(x *logic.Term) *logic.Term { return f.Eq(x, f.zeros(x.Sort().Width())) }

func (f floats) add(x, y *logic.Term) *logic.Term { return f.BV(logic.OpBVAdd, x, y) }

// fit changes the width of a signed number that fits.
func (f floats) fit(x *logic.Term, width int) *logic.Term {
	if n := width - x.Sort().Width(); n > 0 {
		return f.SignExtend(n, x)
	}
	return f.Extract(width-1, 0, x)
}

func (f floats) unpack(x *logic.Term) unpacked {
	b := f.FloatBits(x)
	e, m := f.Extract(f.Width()-2, f.Significand-1, b), f.Extract(f.Significand-2, 0, b)
	all, none := f.Eq(e, f.ones(f.Exponent)), f.isZero(e)
	we := f.exponentWidth()
	normal := f.BV(logic.OpConcat, bit(f.Store, 1), m)
	subnormal, shift := f.normalise(f.BV(logic.OpConcat, bit(f.Store, 0), m))
	return unpacked{
		nan:  f.And(all, f.Not(f.isZero(m))),
		inf:  f.And(all, f.isZero(m)),
		zero: f.And(none, f.isZero(m)),
		neg:  f.Eq(f.Extract(f.Width()-1, f.Width()-1, b), bit(f.Store, 1)),
		exponent: f.Ite(none, f.BVSub(f.num(1-f.bias(), we), f.fit(f.ZeroExtend(1, shift), we)),
			f.add(f.ZeroExtend(we-f.Exponent, e), f.num(-f.bias(), we))),
		significand: f.Ite(none, subnormal, normal),
		magnitude:   f.Extract(f.Width()-2, 0, b),
	}
}

// normalise shifts x to the left until its first bit is one, unless it is zero, and returns by how many bits.
func (f floats) normalise(x *logic.Term) (z, shift *logic.Term) {
	w := x.Sort().Width()
	k := bits.Len(uint(w - 1)) // of the shift
	shift = f.zeros(max(k, 1))
	for i := k - 1; i >= 0; i-- {
		n := 1 << i
		if n >= w {
			continue
		}
		small := f.isZero(f.Extract(w-1, w-n, x))
		x = f.Ite(small, f.BV(logic.OpConcat, f.Extract(w-1-n, 0, x), f.zeros(n)), x)
		shift = f.Ite(small, f.BV(logic.OpBVOr, shift, f.num(int64(n), shift.Sort().Width())), shift)
	}
	return x, shift
}

// shiftRight shifts x to the right by a number that is not negative; the last bit tells whether any one is lost.
func (f floats) shiftRight(x, by *logic.Term) *logic.Term {
	w := x.Sort().Width()
	width := max(w, by.Sort().Width())
	long := f.ZeroExtend(width-w, x)
	by = f.ZeroExtend(width-by.Sort().Width(), by)
	z := f.BV(logic.OpBVLshr, long, by)
	lost := f.Not(f.Eq(f.BV(logic.OpBVShl, z, by), long))
	return f.BV(logic.OpBVOr, f.Extract(w-1, 0, z), f.ZeroExtend(w-1, f.Ite(lost, bit(f.Store, 1), bit(f.Store, 0))))
}

// mode returns whether the rounding mode is the k-th.
func (f floats) mode(rm *logic.Term, k int) *logic.Term {
	return f.Eq(rm, f.Construct(rm.Sort().Datatype().Constructors[k]))
}

// up returns whether a significand is rounded away from zero; odd is its last bit, half the next one, and rest tells of any others.
func (f floats) up(rm, neg, odd, half, rest *logic.Term) *logic.Term {
	inexact := f.Or(half, rest)
	return f.Or(
		f.And(f.mode(rm, nearestEven), half, f.Or(rest, odd)),
		f.And(f.mode(rm, nearestAway), half),
		f.And(f.mode(rm, towardPositive), f.Not(neg), inexact),
		f.And(f.mode(rm, towardNegative), neg, inexact))
}

func (f floats) isOne(x *logic.Term, i int) *logic.Term {
	return f.Eq(f.Extract(i, i, x), bit(f.Store, 1))
}

// round returns the bits of the number nearest to ±significand · 2^(exponent-w+1), where the significand has w bits with a leading one, and the
// last one may stand for more.
func (f floats) round(rm, neg, exponent, significand *logic.Term) *logic.Term {
	if n := f.Significand + 2 - significand.Sort().Width(); n > 0 {
		significand = f.BV(logic.OpConcat, significand, f.zeros(n))
	}
	w, we := significand.Sort().Width(), max(exponent.Sort().Width()+1, f.exponentWidth())
	exponent = f.fit(exponent, we)
	least := f.num(1-f.bias(), we)
	tiny := f.BV(logic.OpBVSlt, exponent, least)
	significand = f.Ite(tiny, f.shiftRight(significand, f.BVSub(least, exponent)), significand)
	kept := f.Extract(w-1, w-f.Significand, significand)
	up := f.up(rm, neg, f.isOne(kept, 0), f.isOne(significand, w-f.Significand-1), f.Not(f.isZero(f.Extract(w-f.Significand-2, 0, significand))))
	// The leading one counts as one step of the exponent, and so does a carry.
	wide := we + f.Significand
	steps := f.Ite(tiny, f.zeros(we), f.add(exponent, f.num(f.bias()-1, we)))
	z := f.BV(logic.OpConcat, steps, f.zeros(f.Significand-1))
	z = f.add(f.ZeroExtend(wide-z.Sort().Width(), z), f.ZeroExtend(wide-f.Significand, kept))
	z = f.add(z, f.ZeroExtend(wide-1, f.Ite(up, bit(f.Store, 1), bit(f.Store, 0))))
	inf := f.magnitudeOfInfinity()
	largest := f.BVSub(inf, f.num(1, f.Width()-1))
	beyond := f.Or(f.mode(rm, nearestEven), f.mode(rm, nearestAway), f.And(f.mode(rm, towardPositive), f.Not(neg)), f.And(f.mode(rm, towardNegative), neg))
	over := f.Not(f.BV(logic.OpBVUlt, z, f.ZeroExtend(wide-inf.Sort().Width(), inf)))
	return f.signed(neg, f.Ite(over, f.Ite(beyond, inf, largest), f.Extract(f.Width()-2, 0, z)))
}

func (f floats) magnitudeOfInfinity() *logic.Term {
	return f.BV(logic.OpConcat, f.ones(f.Exponent), f.zeros(f.Significand-1))
}

func (f floats) signed(neg, magnitude *logic.Term) *logic.Term {
	return f.BV(logic.OpConcat, f.Ite(neg, bit(f.Store, 1), bit(f.Store, 0)), magnitude)
}

// choose returns the first value whose condition holds, or the last one, as a number.
func (f floats) choose(cases ...[2]*logic.Term) *logic.Term {
	z := cases[len(cases)-1][1]
	for i := len(cases) - 2; i >= 0; i-- {
		z = f.Ite(cases[i][0], cases[i][1], z)
	}
	return f.FloatOf(f.FloatFormat, z)
}

func (f floats) nanBits() *logic.Term                 { return f.NaN(f.FloatFormat) }
func (f floats) infinity(neg *logic.Term) *logic.Term { return f.signed(neg, f.magnitudeOfInfinity()) }
func (f floats) zero(neg *logic.Term) *logic.Term     { return f.signed(neg, f.zeros(f.Width()-1)) }

// sum adds numbers: the smaller one is shifted to the exponent of the larger one.
func (f floats) sum(rm, x, y *logic.Term) *logic.Term {
	u, v := f.unpack(x), f.unpack(y)
	swap := f.BV(logic.OpBVUlt, u.magnitude, v.magnitude)
	pick := func(a, b *logic.Term) *logic.Term { return f.Ite(swap, b, a) }
	neg, unlike := pick(u.neg, v.neg), f.Xor(u.neg, v.neg)
	exponent := pick(u.exponent, v.exponent)
	widen := func(x *logic.Term) *logic.Term {
		return f.ZeroExtend(1, f.BV(logic.OpConcat, x, f.zeros(f.Significand+2)))
	}
	large := widen(pick(u.significand, v.significand))
	small := f.shiftRight(widen(pick(v.significand, u.significand)), f.BVSub(exponent, pick(v.exponent, u.exponent)))
	total := f.Ite(unlike, f.BVSub(large, small), f.add(large, small))
	significand, shift := f.normalise(total)
	we := f.exponentWidth() + 1
	exponent = f.BVSub(f.add(f.fit(exponent, we), f.num(1, we)), f.fit(f.ZeroExtend(1, shift), we))
	bx, by := f.FloatBits(x), f.FloatBits(y)
	return f.choose(
		[2]*logic.Term{f.Or(u.nan, v.nan, f.And(u.inf, v.inf, unlike)), f.nanBits()},
		[2]*logic.Term{u.inf, bx},
		[2]*logic.Term{v.inf, by},
		[2]*logic.Term{f.And(u.zero, v.zero, f.Not(unlike)), bx},
		[2]*logic.Term{f.And(unlike, f.Eq(u.magnitude, v.magnitude)), f.zero(f.mode(rm, towardNegative))},
		[2]*logic.Term{u.zero, by},
		[2]*logic.Term{v.zero, bx},
		[2]*logic.Term{nil, f.round(rm, neg, exponent, significand)})
}

func (f floats) product(rm, x, y *logic.Term) *logic.Term {
	u, v := f.unpack(x), f.unpack(y)
	neg := f.Xor(u.neg, v.neg)
	z := f.BV(logic.OpBVMul, f.ZeroExtend(f.Significand, u.significand), f.ZeroExtend(f.Significand, v.significand))
	e := f.add(u.exponent, v.exponent)
	high := f.isOne(z, 2*f.Significand-1)
	significand := f.Ite(high, z, f.BV(logic.OpConcat, f.Extract(2*f.Significand-2, 0, z), bit(f.Store, 0)))
	e = f.Ite(high, f.add(e, f.num(1, e.Sort().Width())), e)
	return f.choose(
		[2]*logic.Term{f.Or(u.nan, v.nan, f.And(u.inf, v.zero), f.And(u.zero, v.inf)), f.nanBits()},
		[2]*logic.Term{f.Or(u.inf, v.inf), f.infinity(neg)},
		[2]*logic.Term{f.Or(u.zero, v.zero), f.zero(neg)},
		[2]*logic.Term{nil, f.round(rm, neg, e, significand)})
}

func (f floats) quotient(rm, x, y *logic.Term) *logic.Term {
	u, v := f.unpack(x), f.unpack(y)
	neg := f.Xor(u.neg, v.neg)
	w := 2*f.Significand + 2
	dividend := f.BV(logic.OpConcat, u.significand, f.zeros(f.Significand+2))
	divisor := f.ZeroExtend(f.Significand+2, v.significand)
	q := f.Extract(f.Significand+2, 0, f.BV(logic.OpBVUDiv, dividend, divisor))
	exact := f.Eq(f.BV(logic.OpBVURem, dividend, divisor), f.zeros(w))
	q = f.BV(logic.OpConcat, q, f.Ite(exact, bit(f.Store, 0), bit(f.Store, 1)))
	e := f.BVSub(u.exponent, v.exponent)
	high := f.isOne(q, f.Significand+3)
	significand := f.Ite(high, q, f.BV(logic.OpConcat, f.Extract(f.Significand+2, 0, q), bit(f.Store, 0)))
	e = f.Ite(high, e, f.add(e, f.num(-1, e.Sort().Width())))
	return f.choose(
		[2]*logic.Term{f.Or(u.nan, v.nan, f.And(u.inf, v.inf), f.And(u.zero, v.zero)), f.nanBits()},
		[2]*logic.Term{f.Or(u.inf, v.zero), f.infinity(neg)},
		[2]*logic.Term{f.Or(u.zero, v.inf), f.zero(neg)},
		[2]*logic.Term{nil, f.round(rm, neg, e, significand)})
}

// integral rounds to an integer.
func (f floats) integral(rm, x *logic.Term) *logic.Term {
	u := f.unpack(x)
	we := f.exponentWidth()
	whole := f.Not(f.BV(logic.OpBVSlt, u.exponent, f.num(int64(f.Significand-1), we)))
	z := f.shiftRight(f.BV(logic.OpConcat, u.significand, f.zeros(2)), f.BVSub(f.num(int64(f.Significand-1), we), u.exponent))
	kept := f.Extract(f.Significand+1, 2, z)
	up := f.up(rm, u.neg, f.isOne(kept, 0), f.isOne(z, 1), f.isOne(z, 0))
	n := f.add(f.ZeroExtend(1, kept), f.ZeroExtend(f.Significand, f.Ite(up, bit(f.Store, 1), bit(f.Store, 0))))
	return f.choose(
		[2]*logic.Term{u.nan, f.nanBits()},
		[2]*logic.Term{f.Or(u.inf, u.zero, whole), f.FloatBits(x)},
		[2]*logic.Term{f.isZero(n), f.zero(u.neg)},
		[2]*logic.Term{nil, f.fromInteger(rm, u.neg, n)})
}

// fromInteger returns the bits of ±n, where n is not zero.
func (f floats) fromInteger(rm, neg, n *logic.Term) *logic.Term {
	significand, shift := f.normalise(n)
	we := max(f.exponentWidth(), shift.Sort().Width()+2)
	e := f.BVSub(f.num(int64(n.Sort().Width()-1), we), f.fit(f.ZeroExtend(1, shift), we))
	return f.round(rm, neg, e, significand)
}

// converted returns the number nearest to the integer n, in two's complement or not.
func (f floats) converted(rm, n *logic.Term, twos bool) *logic.Term {
	neg, abs := f.False(), n
	if twos {
		neg = signBit(f.Store, n)
		abs = f.Ite(neg, f.BV(logic.OpBVNeg, n), n)
	}
	return f.choose([2]*logic.Term{f.isZero(n), f.zero(f.False())}, [2]*logic.Term{nil, f.fromInteger(rm, neg, abs)})
}

// reformatted returns the number nearest to x, which is of another format.
func (f floats) reformatted(rm, x *logic.Term) *logic.Term {
	g := floats{f.Store, x.Sort().FloatFormat()}
	u := g.unpack(x)
	return f.choose(
		[2]*logic.Term{u.nan, f.nanBits()},
		[2]*logic.Term{u.inf, f.infinity(u.neg)},
		[2]*logic.Term{u.zero, f.zero(u.neg)},
		[2]*logic.Term{nil, f.round(rm, u.neg, u.exponent, u.significand)})
}

// less returns x < y, or x ≤ y.
func (f floats) less(x, y *logic.Term, orEqual bool) *logic.Term {
	u, v := f.unpack(x), f.unpack(y)
	compare := logic.OpBVUlt
	if orEqual {
		compare = logic.OpBVUle
	}
	below := f.Ite(u.neg, f.Or(f.Not(v.neg), f.BV(compare, v.magnitude, u.magnitude)), f.And(f.Not(v.neg), f.BV(compare, u.magnitude, v.magnitude)))
	return f.And(f.Not(u.nan), f.Not(v.nan), f.Ite(f.And(u.zero, v.zero), f.BoolValue(orEqual), below))
}
