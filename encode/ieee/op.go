// SPDX-License-Identifier: Apache-2.0

package ieee

import (
	"math"
	"math/big"
)

// Op is an operation.
type Op uint8

// The operations. They yield a number of the format of their operands, unless a comment states
// another result.
const (
	Add Op = iota
	Sub
	Mul
	Div
	Rem // fmod: the remainder if x / y is rounded towards zero
	// Remainder is the remainder if x / y is rounded to the nearest integer, and to the even one of
	// two.
	Remainder
	SumTo // x + y rounded once, to another format
	Minus
	Abs
	Sqrt
	Floor
	Ceil
	Trunc
	Rint  // to the nearest integer, and to the even one of two
	Round // to the nearest integer, and to the one of two that is further from zero
	Less  // comparisons yield 0 or 1
	LessEqual
	Equal
	Resize   // to another format
	FromInt  // from an integer
	ToInt    // to an integer, towards zero
	Bits     // the pattern of bits as an integer
	FromBits // a number from the pattern of its bits
	SignBit  // 1 for negative numbers and -0
)

var names = [...]string{
	Add: "+", Sub: "-", Mul: "*", Div: "/", Rem: "fmod", Remainder: "remainder", SumTo: "sumto", Minus: "-", Abs: "fabs", Sqrt: "sqrt", Floor: "floor", Ceil: "ceil",
	Trunc: "trunc", Rint: "rint", Round: "round", Less: "<", LessEqual: "<=", Equal: "==", Resize: "resize",
	FromInt: "fromint", ToInt: "toint", Bits: "bits", FromBits: "frombits", SignBit: "signbit",
}

func (op Op) String() string { return names[op.Base()] + op.Direction().suffix() }

// IsCompare reports whether op compares.
func (op Op) IsCompare() bool { return op == Less || op == LessEqual || op == Equal }

// Apply returns the result of op over xs, of format f. For FromInt and FromBits, f is the format of
// the result. For Resize and SumTo, to is the format of the result. The result is nil if there is
// no value: for ToInt of NaN and infinities, and for Bits and SignBit of NaN.
func (f Format) Apply(op Op, to Format, xs ...*big.Int) *big.Int {
	x, d := xs[0], op.Direction()
	op = op.Base()
	switch op {
	case FromInt:
		return f.RoundToward(d, new(big.Rat).SetInt(x), false)
	case FromBits:
		return f.FromBits(x)
	case Less, LessEqual, Equal:
		return flag(f.compare(op, x, xs[1]))
	}
	if f.IsNaN(x) {
		switch op {
		case ToInt, Bits, SignBit:
			return nil
		case Resize, SumTo:
			return to.NaN()
		}
		return f.NaN()
	}
	switch op {
	case Minus:
		return Neg(x)
	case Abs:
		return magnitude(x)
	case Resize:
		if f.IsInf(x) {
			return signed(to.Inf(), x.Sign() < 0)
		}
		return to.RoundToward(d, f.Rat(x), x.Sign() < 0)
	case ToInt:
		if f.IsInf(x) {
			return nil
		}
		r := f.Rat(x)
		return new(big.Int).Quo(r.Num(), r.Denom())
	case Bits:
		return f.Bits(x)
	case SignBit:
		return flag(x.Sign() < 0)
	}
	y := xs[len(xs)-1] // x of an operation with one operand
	switch {
	case f.IsNaN(y) && op == SumTo:
		return to.NaN()
	case f.IsNaN(y):
		return f.NaN()
	case op == SumTo || d != Nearest:
		return f.generic(op, d, to, xs)
	case f.Width == 32:
		return big.NewInt(ordinal32(apply32(op, float32Of(x.Int64()), float32Of(y.Int64()))))
	case f.Width == 64:
		return big.NewInt(ordinal64(apply64(op, float64Of(x.Int64()), float64Of(y.Int64()))))
	}
	return f.generic(op, d, f, xs)
}

func flag(c bool) *big.Int {
	if c {
		return big.NewInt(1)
	}
	return new(big.Int)
}

// signed returns x >= 0 with a sign.
func signed(x *big.Int, negative bool) *big.Int {
	if negative {
		return Neg(x)
	}
	return x
}

func (f Format) compare(op Op, x, y *big.Int) bool {
	if f.IsNaN(x) || f.IsNaN(y) {
		return false
	}
	c := x.Cmp(y)
	if IsZero(x) && IsZero(y) {
		c = 0
	}
	switch op {
	case Less:
		return c < 0
	case LessEqual:
		return c <= 0
	}
	return c == 0
}

// The machine's arithmetic. Conversions keep products and sums from being fused.

func float64Of(x int64) float64 {
	if x < 0 {
		return math.Float64frombits(uint64(^x) | 1<<63)
	}
	return math.Float64frombits(uint64(x))
}

func ordinal64(x float64) int64 {
	b := math.Float64bits(x)
	switch {
	case x != x:
		return math.MaxInt64>>52<<52 + 1
	case b>>63 == 1:
		return ^int64(b &^ (1 << 63))
	}
	return int64(b)
}

func float32Of(x int64) float32 {
	if x < 0 {
		return math.Float32frombits(uint32(^x) | 1<<31)
	}
	return math.Float32frombits(uint32(x))
}

func ordinal32(x float32) int64 {
	b := math.Float32bits(x)
	switch {
	case x != x:
		return 0xff<<23 + 1
	case b>>31 == 1:
		return ^int64(b &^ (1 << 31))
	}
	return int64(b)
}

func apply64(op Op, x, y float64) float64 {
	switch op {
	case Add:
		return float64(x + y)
	case Sub:
		return float64(x - y)
	case Mul:
		return float64(x * y)
	case Div:
		return float64(x / y)
	case Rem:
		return math.Mod(x, y)
	case Remainder:
		return math.Remainder(x, y)
	case Sqrt:
		return math.Sqrt(x)
	case Floor:
		return math.Floor(x)
	case Ceil:
		return math.Ceil(x)
	case Trunc:
		return math.Trunc(x)
	case Rint:
		return math.RoundToEven(x)
	}
	return math.Round(x)
}

func apply32(op Op, x, y float32) float32 {
	switch op {
	case Add:
		return float32(x + y)
	case Sub:
		return float32(x - y)
	case Mul:
		return float32(x * y)
	case Div:
		return float32(x / y)
	}
	// A square root of 53 bits rounds correctly to 24 bits. The other results have at most 24 bits.
	return float32(apply64(op, float64(x), float64(y)))
}
