// SPDX-License-Identifier: Apache-2.0

package rational

import "math/big"

// This file holds the field operations. Each has up to three stages: small integers
// (a few instructions, no division), two small fractions, and math/big.
// Fractions are added and multiplied by Knuth's method (The Art of Computer Programming,
// vol. 2, section 4.5.1), which takes common factors out before it multiplies: the words
// overflow later, and the result is in lowest terms without a last division.

// Add returns x + y.
func (x Rat) Add(y Rat) Rat {
	if x.dm1|y.dm1 == 0 {
		if z, ok := add64(x.num, y.num); ok {
			return Rat{num: z}
		}
	}
	return x.addFraction(y)
}

func (x Rat) addFraction(y Rat) Rat {
	if x.dm1|y.dm1 >= 0 {
		xd, yd := x.dm1+1, y.dm1+1
		g := gcd64(xd, yd)
		a, ok1 := mul64(x.num, yd/g)
		b, ok2 := mul64(y.num, xd/g)
		n, ok3 := add64(a, b)
		if ok1 && ok2 && ok3 {
			h := gcd64(n, g)
			if d, ok := mul64(xd/g, yd/h); ok {
				return small(n/h, d)
			}
		}
	}
	switch {
	case x.IsZero():
		return y
	case y.IsZero():
		return x
	case x.IsInt() && y.IsInt():
		z := new(big.Rat)
		z.Num().Add(x.whole(), y.whole())
		return reduced(z)
	}
	return reduced(new(big.Rat).Add(x.ref(), y.ref()))
}

// Sub returns x − y.
func (x Rat) Sub(y Rat) Rat {
	if x.dm1|y.dm1 == 0 {
		if z, ok := add64(x.num, -y.num); ok {
			return Rat{num: z}
		}
	}
	return x.addFraction(y.Neg())
}

// Mul returns x · y.
func (x Rat) Mul(y Rat) Rat {
	if x.dm1|y.dm1 == 0 {
		if z, ok := mul64(x.num, y.num); ok {
			return Rat{num: z}
		}
	}
	return x.mulFraction(y)
}

func (x Rat) mulFraction(y Rat) Rat {
	if x.dm1|y.dm1 >= 0 {
		xd, yd := x.dm1+1, y.dm1+1
		g, h := gcd64(x.num, yd), gcd64(y.num, xd)
		n, ok1 := mul64(x.num/g, y.num/h)
		d, ok2 := mul64(xd/h, yd/g)
		if ok1 && ok2 {
			return small(n, d)
		}
	}
	switch {
	case x.IsOne():
		return y
	case y.IsOne():
		return x
	case x.IsInt() && y.IsInt():
		a, b, z := x.whole(), y.whole(), new(big.Rat)
		withinProduct(a, b)
		z.Num().Mul(a, b)
		return reduced(z)
	}
	a, b := x.ref(), y.ref()
	withinProduct(a.Num(), b.Num())
	withinProduct(a.Denom(), b.Denom())
	return reduced(new(big.Rat).Mul(a, b))
}

// AddMul returns x + a·b.
func (x Rat) AddMul(a, b Rat) Rat {
	if x.dm1|a.dm1|b.dm1 == 0 {
		if p, ok := mul64(a.num, b.num); ok {
			if z, ok := add64(x.num, p); ok {
				return Rat{num: z}
			}
		}
	}
	return x.Add(a.Mul(b))
}

// Neg returns −x.
func (x Rat) Neg() Rat {
	if x.big != nil {
		return Rat{dm1: -1, big: new(big.Rat).Neg(x.big)}
	}
	return Rat{num: -x.num, dm1: x.dm1}
}

// Abs returns |x|.
func (x Rat) Abs() Rat {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Inv returns 1/x. It panics if x is 0.
func (x Rat) Inv() Rat {
	switch {
	case x.big != nil:
		// 1/x has the same two numbers, so it is not small either.
		return Rat{dm1: -1, big: new(big.Rat).Inv(x.big)}
	case x.num == 0:
		panic("rational: inverse of 0")
	case x.num < 0:
		return small(-(x.dm1 + 1), -x.num)
	}
	return small(x.dm1+1, x.num)
}

// Div returns x / y. It panics if y is 0.
func (x Rat) Div(y Rat) Rat {
	if y.IsZero() {
		panic("rational: division by 0")
	}
	if y.IsOne() {
		return x
	}
	return x.mulFraction(y.Inv())
}

// Min returns the lesser of x and y.
func Min(x, y Rat) Rat {
	if y.Less(x) {
		return y
	}
	return x
}

// Max returns the greater of x and y.
func Max(x, y Rat) Rat {
	if x.Less(y) {
		return y
	}
	return x
}
