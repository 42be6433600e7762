// SPDX-License-Identifier: Apache-2.0

package ieee

import (
	"fmt"
	"math/big"
	"strconv"
)

// Format is a binary floating-point format. The zero value is not a format.
type Format struct {
	Width     int // bits
	Precision int // bits of the significand, with the leading one
	Exponent  int // bits of the exponent
}

var formats = map[int]Format{
	16: {16, 11, 5}, 32: {32, 24, 8}, 64: {64, 53, 11}, 80: {80, 64, 15}, 128: {128, 113, 15},
}

// Of returns the format with a width, or false if there is no such format.
func Of(width int) (Format, bool) {
	f, ok := formats[width]
	return f, ok
}

var one = big.NewInt(1)

func power(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// Inf returns the ordinal of infinity.
func (f Format) Inf() *big.Int {
	z := big.NewInt(1<<f.Exponent - 1)
	return z.Lsh(z, uint(f.Precision-1))
}

// NaN returns the ordinal of NaN.
func (f Format) NaN() *big.Int { return new(big.Int).Add(f.Inf(), one) }

// Range returns the smallest ordinal, which is minus infinity, and the largest, which is NaN.
func (f Format) Range() (lo, hi *big.Int) { return Neg(f.Inf()), f.NaN() }

// Neg returns the ordinal of -x, for a number x.
func Neg(x *big.Int) *big.Int { return new(big.Int).Not(x) }

// IsNaN reports whether x is NaN.
func (f Format) IsNaN(x *big.Int) bool { return x.Cmp(f.Inf()) > 0 }

// IsInf reports whether x is an infinity.
func (f Format) IsInf(x *big.Int) bool { return magnitude(x).Cmp(f.Inf()) == 0 }

// IsZero reports whether x is -0 or +0.
func IsZero(x *big.Int) bool { return magnitude(x).Sign() == 0 }

// magnitude returns the ordinal of |x|.
func magnitude(x *big.Int) *big.Int {
	if x.Sign() < 0 {
		return Neg(x)
	}
	return x
}

// emin returns the exponent of the smallest normal number, 2^emin.
func (f Format) emin() int { return 2 - 1<<(f.Exponent-1) }

// Rat returns the value of a finite number.
func (f Format) Rat(x *big.Int) *big.Rat {
	m := magnitude(x)
	k := int(new(big.Int).Rsh(m, uint(f.Precision-1)).Int64()) // biased exponent
	shift := max(k-1, 0)
	n := new(big.Int).Sub(m, new(big.Int).Lsh(big.NewInt(int64(shift)), uint(f.Precision-1)))
	z := scaled(n, shift+f.emin()-f.Precision+1)
	if x.Sign() < 0 {
		z.Neg(z)
	}
	return z
}

// scaled returns n·2^e.
func scaled(n *big.Int, e int) *big.Rat {
	if e >= 0 {
		return new(big.Rat).SetInt(new(big.Int).Lsh(n, uint(e)))
	}
	return new(big.Rat).SetFrac(n, power(-e))
}

// Round returns the number nearest to r. negative is the sign of a zero result if r is zero.
func (f Format) Round(r *big.Rat, negative bool) *big.Int { return f.RoundToward(Nearest, r, negative) }

// round rounds r >= 0.
func (f Format) round(r *big.Rat) *big.Int {
	if r.Sign() == 0 {
		return new(big.Int)
	}
	e := r.Num().BitLen() - r.Denom().BitLen() // 2^(e-1) < r < 2^(e+1)
	if r.Cmp(scaled(one, e)) < 0 {
		e--
	}
	e = max(e, f.emin())
	n := nearest(new(big.Rat).Mul(r, scaled(one, f.Precision-1-e)))
	// The leading one of n counts as one step of the exponent. A carry does, too.
	z := new(big.Int).Lsh(big.NewInt(int64(e-f.emin())), uint(f.Precision-1))
	z.Add(z, n)
	if inf := f.Inf(); z.Cmp(inf) > 0 {
		return inf
	}
	return z
}

// nearest returns the integer nearest to r >= 0, and the even one of two.
func nearest(r *big.Rat) *big.Int {
	q, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	switch rest.Lsh(rest, 1).Cmp(r.Denom()) {
	case 1:
		q.Add(q, one)
	case 0:
		q.Add(q, new(big.Int).And(q, one))
	}
	return q
}

// Bits returns the pattern of the bits of x, which has Width bits. In x87's format it includes the
// leading one.
func (f Format) Bits(x *big.Int) *big.Int {
	z := new(big.Int).Set(magnitude(x))
	if f.IsNaN(x) { // the usual quiet NaN
		z.Add(f.Inf(), power(f.Precision-2))
	}
	if f.Width == 80 {
		fraction := new(big.Int).And(z, new(big.Int).Sub(power(63), one))
		z.Rsh(z, 63)
		leading := z.Sign()
		z.Lsh(z, 64).Add(z, fraction)
		if leading != 0 {
			z.Add(z, power(63))
		}
	}
	if x.Sign() < 0 {
		z.Add(z, power(f.Width-1))
	}
	return z
}

// FromBits returns the number with a pattern of bits. No bit above Width may be set.
func (f Format) FromBits(bits *big.Int) *big.Int {
	z := new(big.Int).SetBit(bits, f.Width-1, 0)
	if f.Width == 80 {
		fraction := new(big.Int).And(z, new(big.Int).Sub(power(63), one))
		z.Rsh(z, 64).Lsh(z, 63).Add(z, fraction)
	}
	switch {
	case f.IsNaN(z):
		return f.NaN()
	case bits.Bit(f.Width-1) == 1:
		return Neg(z)
	}
	return z
}

// Parse returns the number nearest to a decimal or hexadecimal constant of C without suffix.
func (f Format) Parse(s string) (*big.Int, error) {
	// Rational arithmetic would not end within reasonable time for 1e-100000.
	x, _, err := big.ParseFloat(s, 0, 5000, big.ToNearestEven)
	if err != nil {
		return nil, fmt.Errorf("%s is not a floating-point constant", s)
	}
	switch e := x.MantExp(nil); {
	case x.IsInf() || e > 20000:
		return f.Inf(), nil
	case e < -20000:
		return new(big.Int), nil
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		r, _ = x.Rat(nil)
	}
	return f.Round(r, false), nil
}

// String returns x in C: a constant that reads as x again, NAN or INFINITY.
func (f Format) String(x *big.Int) string {
	sign := ""
	if x.Sign() < 0 {
		sign = "-"
	}
	switch {
	case f.IsNaN(x):
		return "NAN"
	case f.IsInf(x):
		return sign + "INFINITY"
	case f.Width == 32:
		return strconv.FormatFloat(float64(float32Of(x.Int64())), 'g', -1, 32)
	case f.Width == 64:
		return strconv.FormatFloat(float64Of(x.Int64()), 'g', -1, 64)
	}
	return sign + new(big.Float).SetPrec(uint(f.Precision)).SetRat(f.Rat(magnitude(x))).Text('p', 0)
}
