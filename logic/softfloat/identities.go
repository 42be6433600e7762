// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math/big"

	"cornet/logic"
)

// This file finds operations whose results need no circuit. All identities hold for NaN,
// infinities, zeros of both signs and subnormal numbers.

// constant is a number whose value is known.
type constant struct {
	nan, inf, zero, neg bool
	power               bool // the magnitude is 2^k
	k                   int64
}

// constant returns the properties of x, or false if x is not a numeral.
func (c Circuits) constant(x *logic.Term) (z constant, ok bool) {
	u := c.parts(x)
	if u.magnitude.Op() != logic.OpBV {
		return z, false
	}
	z = constant{nan: u.nan.IsTrue(), inf: u.inf.IsTrue(), zero: u.zero.IsTrue(), neg: u.neg.IsTrue()}
	if n := u.significand.BV(); !z.nan && !z.inf && !z.zero && n.TrailingZeroBits() == uint(n.BitLen()-1) {
		z.power = true
		z.k = u.exponent.BV().Int64() - c.bias() - int64(c.Significand-n.BitLen())
	}
	return z, true
}

// plainSum returns x + y without a circuit, or nil if it finds no such form.
func (c Circuits) plainSum(m Mode, x, y *logic.Term) *logic.Term {
	for _, p := range [][2]*logic.Term{{x, y}, {y, x}} {
		k, ok := c.constant(p[1])
		switch {
		case !ok:
		case k.nan:
			return c.NaN()
		case k.zero:
			return c.withZero(m, p[0], k.neg)
		}
	}
	if x == y {
		return c.doubled(m, x)
	}
	return nil
}

// withZero returns x + 0 for a zero with a sign. This is x, unless x is the other zero.
func (c Circuits) withZero(m Mode, x *logic.Term, neg bool) *logic.Term {
	if neg && m[TowardNegative].IsFalse() || !neg && m[TowardNegative].IsTrue() {
		return x
	}
	other := c.Zero(c.BoolValue(!neg))
	return c.Ite(c.Eq(x, other), c.Zero(m[TowardNegative]), x)
}

// doubled returns 2 · x.
func (c Circuits) doubled(m Mode, x *logic.Term) *logic.Term {
	u := c.parts(x)
	we := c.Exponent + 1
	return c.Ite(c.Or(u.nan, u.inf), x, c.settled(m, u.neg, c.add(c.ZeroExtend(1, u.exponent), c.num(1, we)), u.significand))
}

// settled is pack for an exponent of at least 1 and a significand that may lack a leading one.
func (c Circuits) settled(m Mode, neg, exponent, significand *logic.Term) *logic.Term {
	e, s := c.settle(exponent, significand)
	return c.pack(m, neg, e, s)
}

// plainProduct returns x · y without a circuit, or nil if it finds no such form.
func (c Circuits) plainProduct(m Mode, x, y *logic.Term) *logic.Term {
	for _, p := range [][2]*logic.Term{{x, y}, {y, x}} {
		k, ok := c.constant(p[1])
		if !ok {
			continue
		}
		u := c.parts(p[0])
		neg := c.Xor(u.neg, c.BoolValue(k.neg))
		switch {
		case k.nan:
			return c.NaN()
		case k.zero:
			return c.Ite(c.Or(u.nan, u.inf), c.NaN(), c.Zero(neg))
		case k.inf:
			return c.Ite(c.Or(u.nan, u.zero), c.NaN(), c.Infinity(neg))
		case k.power:
			return c.scaled(m, p[0], k.neg, k.k)
		}
	}
	return nil
}

// plainQuotient returns x / y without a circuit, or nil if it finds no such form.
func (c Circuits) plainQuotient(m Mode, x, y *logic.Term) *logic.Term {
	u, v := c.parts(x), c.parts(y)
	neg := c.Xor(u.neg, v.neg)
	if k, ok := c.constant(y); ok {
		switch {
		case k.nan:
			return c.NaN()
		case k.zero:
			return c.Ite(c.Or(u.nan, u.zero), c.NaN(), c.Infinity(neg))
		case k.inf:
			return c.Ite(c.Or(u.nan, u.inf), c.NaN(), c.Zero(neg))
		case k.power:
			return c.scaled(m, x, k.neg, -k.k)
		}
	}
	if k, ok := c.constant(x); ok {
		switch {
		case k.nan:
			return c.NaN()
		case k.zero:
			return c.Ite(c.Or(v.nan, v.zero), c.NaN(), c.Zero(neg))
		case k.inf:
			return c.Ite(c.Or(v.nan, v.inf), c.NaN(), c.Infinity(neg))
		}
	}
	if x == y {
		return c.Ite(c.Or(u.nan, u.inf, u.zero), c.NaN(), c.power(c.False(), 0))
	}
	return nil
}

// scaled returns ±x · 2^k.
func (c Circuits) scaled(m Mode, x *logic.Term, neg bool, k int64) *logic.Term {
	if k == 0 {
		if neg {
			return c.Negated(x)
		}
		return x
	}
	u := c.parts(x)
	sign := c.Xor(u.neg, c.BoolValue(neg))
	e, s := c.normal(u)
	we := max(c.exponentWidth(), big.NewInt(k).BitLen()+2) + 1
	return c.choose([]alternative{
		{u.nan, x},
		{c.Or(u.inf, u.zero), c.join(sign, u.magnitude)},
	}, c.round(m, sign, c.add(c.fit(e, we), c.num(k, we)), s))
}
