// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"cmp"
	"math"
	"math/big"
)

// Z is an exact integer. Its zero value is 0. Compare with [Z.Equal] or [Z.Cmp], not ==.
//
// It is the coefficient of an integer-normalised row: smaller than [Rat], and with
// operations that stay within the integers.
//
// Invariant: either big is nil and small > MinInt64; or small is 0 and big holds a value
// that is out of that range and is never written again.
type Z struct {
	small int64
	big   *big.Int
}

// IntZ returns n as an integer.
func IntZ(n int64) Z {
	if n == math.MinInt64 {
		return Z{big: big.NewInt(n)}
	}
	return Z{small: n}
}

// Z returns the value of x and reports whether x is an integer; if not it returns 0.
func (x Rat) Z() (Z, bool) {
	switch {
	case x.dm1 == 0:
		return Z{small: x.num}, true
	case x.IsInt():
		return Z{big: x.big.Num()}, true
	}
	return Z{}, false
}

// Rat returns x as a rational.
func (x Z) Rat() Rat {
	if x.big != nil {
		return Rat{dm1: -1, big: new(big.Rat).SetInt(x.big)}
	}
	return Rat{num: x.small}
}

// Quo returns the fraction x/y. It panics if y is 0.
func (x Z) Quo(y Z) Rat {
	if x.big == nil && y.big == nil {
		switch y.small {
		case 1:
			return Rat{num: x.small}
		case -1:
			return Rat{num: -x.small}
		}
		return New(x.small, y.small)
	}
	return x.Rat().Div(y.Rat())
}

// ref returns x as a *big.Int that must not be written.
func (x Z) ref() *big.Int {
	if x.big != nil {
		return x.big
	}
	return big.NewInt(x.small)
}

// reducedZ returns the value of x in its unique representation; it takes x over.
func reducedZ(x *big.Int) Z {
	if x.IsInt64() && x.Int64() != math.MinInt64 {
		return Z{small: x.Int64()}
	}
	within(x)
	return Z{big: x}
}

// Neg returns −x.
func (x Z) Neg() Z {
	if x.big != nil {
		return Z{big: new(big.Int).Neg(x.big)}
	}
	return Z{small: -x.small}
}

// Abs returns |x|.
func (x Z) Abs() Z {
	if x.Sign() < 0 {
		return x.Neg()
	}
	return x
}

// Add returns x + y.
func (x Z) Add(y Z) Z {
	if x.big == nil && y.big == nil {
		if z, ok := add64(x.small, y.small); ok {
			return Z{small: z}
		}
	}
	return reducedZ(new(big.Int).Add(x.ref(), y.ref()))
}

// Mul returns x · y.
func (x Z) Mul(y Z) Z {
	if x.big == nil && y.big == nil {
		if z, ok := mul64(x.small, y.small); ok {
			return Z{small: z}
		}
	}
	a, b := x.ref(), y.ref()
	withinProduct(a, b)
	return reducedZ(new(big.Int).Mul(a, b))
}

// AddMul returns x + a·b.
func (x Z) AddMul(a, b Z) Z {
	if x.big == nil && a.big == nil && b.big == nil {
		p, ok1 := mul64(a.small, b.small)
		if z, ok2 := add64(x.small, p); ok1 && ok2 {
			return Z{small: z}
		}
	}
	withinProduct(a.ref(), b.ref())
	p := new(big.Int).Mul(a.ref(), b.ref())
	return reducedZ(p.Add(p, x.ref()))
}

// DivExact returns x / y, where y is not 0 and divides x.
func (x Z) DivExact(y Z) Z {
	if x.big == nil && y.big == nil {
		return Z{small: x.small / y.small}
	}
	return reducedZ(new(big.Int).Quo(x.ref(), y.ref()))
}

// DivRound returns the integer nearest to x / y, for y ≠ 0; of two equally near ones the
// greater. The remainder x − y·z is at most |y|/2 in absolute value.
func (x Z) DivRound(y Z) Z {
	if x.big == nil && y.big == nil {
		a, b := x.small, y.small
		if b < 0 {
			a, b = -a, -b
		}
		q := floorDiv64(a, b)
		if r := a - q*b; r >= b-r { // 0 <= r < b
			q++
		}
		return Z{small: q}
	}
	z, _ := x.Quo(y).Add(New(1, 2)).Floor().Z()
	return z
}

// GCDZ returns the greatest common divisor of x and y. It is not negative; GCDZ(x, 0) = |x|.
func GCDZ(x, y Z) Z {
	if x.big == nil && y.big == nil {
		return Z{small: gcd64(x.small, y.small)}
	}
	return reducedZ(new(big.Int).GCD(nil, nil, x.ref(), y.ref()))
}

// Divides reports whether x ≠ 0 divides y.
func (x Z) Divides(y Z) bool {
	if x.big == nil && y.big == nil {
		return x.small != 0 && y.small%x.small == 0
	}
	return !x.IsZero() && new(big.Int).Rem(y.ref(), x.ref()).Sign() == 0
}

// Cost is [Rat.Cost].
func (x Z) Cost() int64 {
	if x.big == nil {
		return 1
	}
	return wordCost * int64(len(x.big.Bits()))
}

// IsZero reports whether x = 0.
func (x Z) IsZero() bool { return x.small == 0 && x.big == nil }

// IsOne reports whether x = 1.
func (x Z) IsOne() bool { return x.small == 1 }

// IsUnit reports whether x = 1 or x = −1.
func (x Z) IsUnit() bool { return x.small == 1 || x.small == -1 }

// Sign returns −1, 0 or 1, as x is negative, zero or positive.
func (x Z) Sign() int {
	if x.big != nil {
		return x.big.Sign()
	}
	return sign64(x.small)
}

// Cmp returns −1, 0 or 1, as x is less than, equal to or greater than y.
func (x Z) Cmp(y Z) int {
	if x.big == nil && y.big == nil {
		return cmp.Compare(x.small, y.small)
	}
	return x.ref().Cmp(y.ref())
}

// CmpAbs returns −1, 0 or 1, as |x| is less than, equal to or greater than |y|.
func (x Z) CmpAbs(y Z) int {
	if x.big == nil && y.big == nil {
		return cmp.Compare(abs64(x.small), abs64(y.small))
	}
	return x.ref().CmpAbs(y.ref())
}

// Equal reports whether x = y.
func (x Z) Equal(y Z) bool {
	if x.big != nil && y.big != nil {
		return x.big.Cmp(y.big) == 0
	}
	return x.small == y.small && x.big == y.big
}

// String returns x in decimal.
func (x Z) String() string { return x.Rat().String() }
