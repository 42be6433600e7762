// SPDX-License-Identifier: Apache-2.0

package rational

import "math/big"

// This file holds rounding and the operations on rationals that are integers.

// Floor returns ⌊x⌋, the greatest integer that is at most x.
func (x Rat) Floor() Rat {
	switch {
	case x.dm1 == 0:
		return x
	case x.big != nil:
		// Div is Euclidean, and the denominator is positive: it rounds down.
		return FromBigInt(new(big.Int).Div(x.big.Num(), x.big.Denom()))
	}
	return Rat{num: floorDiv64(x.num, x.dm1+1)}
}

// Ceil returns ⌈x⌉, the least integer that is at least x.
func (x Rat) Ceil() Rat {
	if x.dm1 == 0 {
		return x
	}
	return x.Neg().Floor().Neg()
}

// Frac returns x − ⌊x⌋, which lies in [0, 1).
func (x Rat) Frac() Rat {
	if x.dm1 == 0 {
		return Rat{}
	}
	return x.Sub(x.Floor())
}

// DivEuclid returns the integer quotient and remainder of the SMT-LIB functions div and
// mod: x = y·q + r with 0 ≤ r < |y|. It requires integers and panics if y is 0.
func (x Rat) DivEuclid(y Rat) (q, r Rat) {
	if y.IsZero() {
		panic("rational: division by 0")
	}
	q = x.mustInt().Div(y.mustInt().Abs()).Floor()
	r = x.Sub(y.Abs().Mul(q))
	if y.Sign() < 0 {
		q = q.Neg()
	}
	return q, r
}

// GCD returns the greatest common divisor of two integers. It is not negative; GCD(x, 0) = |x|.
func GCD(x, y Rat) Rat {
	if x.dm1|y.dm1 == 0 {
		return Rat{num: gcd64(x.num, y.num)}
	}
	a, b := x.mustInt().ref().Num(), y.mustInt().ref().Num()
	// math/big.Int.GCD takes operands of any sign and returns a non-negative result.
	return FromBigInt(new(big.Int).GCD(nil, nil, a, b))
}

// LCM returns the least common multiple of two integers. It is not negative; LCM(x, 0) = 0.
func LCM(x, y Rat) Rat {
	if x.IsZero() || y.IsZero() {
		return Rat{}
	}
	return x.Div(GCD(x, y)).Mul(y).Abs()
}

// mustInt returns x, which must be an integer.
func (x Rat) mustInt() Rat {
	if !x.IsInt() {
		panic("rational: integer operation on " + x.String())
	}
	return x
}
