// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"cmp"
	"math"
	"math/big"
)

// Rat is an exact rational number. Its zero value is 0. Compare with [Rat.Equal] or
// [Rat.Cmp]: the type does not support ==.
//
// Invariant: either big is nil, dm1 ≥ 0, |num| ≤ MaxInt64 and num/(dm1+1) is in lowest
// terms; or num is 0, dm1 is −1, and big holds a value that is not small and is never
// written again.
type Rat struct {
	_   [0]func() // forbids ==
	num int64
	dm1 int64
	big *big.Rat
}

// Int returns n as a rational.
func Int(n int64) Rat {
	if n == math.MinInt64 {
		return FromBigInt(big.NewInt(n))
	}
	return Rat{num: n}
}

// New returns num/den. It panics if den is 0.
func New(num, den int64) Rat {
	if den == 0 {
		panic("rational: denominator 0")
	}
	if num == math.MinInt64 || den == math.MinInt64 {
		return FromBig(big.NewRat(num, den))
	}
	if den < 0 {
		num, den = -num, -den
	}
	g := gcd64(num, den)
	return small(num/g, den/g)
}

// small returns the number num/den, which is in lowest terms with small num and den > 0.
func small(num, den int64) Rat { return Rat{num: num, dm1: den - 1} }

// FromBig returns the value of x. The caller keeps x.
func FromBig(x *big.Rat) Rat {
	return reduced(new(big.Rat).Set(x))
}

// FromBigInt returns the value of x. The caller keeps x.
func FromBigInt(x *big.Int) Rat {
	if x.IsInt64() && x.Int64() != math.MinInt64 {
		return Rat{num: x.Int64()}
	}
	return Rat{dm1: -1, big: new(big.Rat).SetInt(x)}
}

// reduced returns the value of x in its unique representation; it takes x over.
func reduced(x *big.Rat) Rat {
	n := x.Num()
	switch {
	case !n.IsInt64() || n.Int64() == math.MinInt64:
	case x.IsInt():
		return Int(n.Int64())
	case x.Denom().IsInt64():
		return small(n.Int64(), x.Denom().Int64())
	}
	within(n, x.Denom())
	return Rat{dm1: -1, big: x}
}

// ref returns x as a *big.Rat that must not be written.
func (x Rat) ref() *big.Rat {
	if x.big != nil {
		return x.big
	}
	return big.NewRat(x.num, x.dm1+1)
}

// whole returns x, which is an integer, as a *big.Int that must not be written.
func (x Rat) whole() *big.Int {
	if x.big != nil {
		return x.big.Num()
	}
	return big.NewInt(x.num)
}

// Big returns the value of x as a fresh *big.Rat.
func (x Rat) Big() *big.Rat {
	if x.big != nil {
		return new(big.Rat).Set(x.big)
	}
	return x.ref()
}

// BigInt returns the value of x as a fresh *big.Int and reports whether x is an integer;
// if not it returns nil.
func (x Rat) BigInt() (*big.Int, bool) {
	if !x.IsInt() {
		return nil, false
	}
	return new(big.Int).Set(x.whole()), true
}

// Int64 returns the value of x and reports whether x is an integer of 64 bits; if not it returns 0.
func (x Rat) Int64() (int64, bool) {
	switch {
	case x.dm1 == 0:
		return x.num, true
	case x.big != nil && x.big.IsInt() && x.big.Num().IsInt64(): // MinInt64
		return x.big.Num().Int64(), true
	}
	return 0, false
}

// Float64 returns the nearest float64 to x, possibly infinite. It is meant for heuristics and
// reports.
func (x Rat) Float64() float64 {
	if x.big != nil {
		f, _ := x.big.Float64()
		return f
	}
	return float64(x.num) / float64(x.dm1+1)
}

// Num returns the numerator of x in lowest terms, which carries the sign of x.
func (x Rat) Num() Rat {
	if x.big != nil {
		return FromBigInt(x.big.Num())
	}
	return Rat{num: x.num}
}

// Den returns the denominator of x in lowest terms, which is positive.
func (x Rat) Den() Rat {
	if x.big != nil {
		return FromBigInt(x.big.Denom())
	}
	return Rat{num: x.dm1 + 1}
}

// Cost estimates the cost of an operation on x. An operation on numbers of one word costs 1.
func (x Rat) Cost() int64 {
	if x.big == nil {
		return 1
	}
	return wordCost * int64(len(x.big.Num().Bits())+len(x.big.Denom().Bits()))
}

// wordCost is the cost of each word of a number with several words.
const wordCost = 8

// IsZero reports whether x = 0.
func (x Rat) IsZero() bool { return x.num|x.dm1 == 0 }

// IsOne reports whether x = 1.
func (x Rat) IsOne() bool { return x.num == 1 && x.dm1 == 0 }

// IsInt reports whether x is an integer.
func (x Rat) IsInt() bool { return x.dm1 == 0 || x.big != nil && x.big.IsInt() }

// Sign returns −1, 0 or 1 if x is negative, zero or positive.
func (x Rat) Sign() int {
	if x.big != nil {
		return x.big.Sign()
	}
	return sign64(x.num)
}

func sign64(a int64) int { return int(a>>63) | int(uint64(-a)>>63) }

// Cmp returns −1, 0 or 1 if x is less than, equal to or greater than y.
func (x Rat) Cmp(y Rat) int {
	switch {
	case x.dm1|y.dm1 == 0:
		return cmp.Compare(x.num, y.num)
	case x.dm1|y.dm1 >= 0:
		return cmpProducts(x.num, y.dm1+1, y.num, x.dm1+1)
	}
	return x.ref().Cmp(y.ref())
}

// Less reports whether x < y.
func (x Rat) Less(y Rat) bool {
	if x.dm1|y.dm1 == 0 {
		return x.num < y.num
	}
	return x.Cmp(y) < 0
}

// Equal reports whether x = y.
func (x Rat) Equal(y Rat) bool {
	if x.big != nil && y.big != nil {
		return x.big.Cmp(y.big) == 0
	}
	// The representation is unique, and only big numbers have dm1 = −1.
	return x.num == y.num && x.dm1 == y.dm1
}

// Hash returns a hash of the value of x, the same in every run.
func (x Rat) Hash() uint64 {
	if x.big == nil {
		return mix64(uint64(x.num) + 0x9e3779b97f4a7c15*uint64(x.dm1+1))
	}
	h := uint64(x.big.Sign() + 2)
	for _, w := range x.big.Num().Bits() {
		h = mix64(h + uint64(w))
	}
	h = mix64(^h)
	for _, w := range x.big.Denom().Bits() {
		h = mix64(h + uint64(w))
	}
	return h
}
