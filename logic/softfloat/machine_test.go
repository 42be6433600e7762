// SPDX-License-Identifier: Apache-2.0

package softfloat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

var (
	single = logic.FloatFormat{Exponent: 8, Significand: 24}
	double = logic.FloatFormat{Exponent: 11, Significand: 53}
)

// operands returns the number of operands to compare each operation on. The environment sets it;
// the default is n.
func operands(n int) int {
	if k, err := strconv.Atoi(os.Getenv("CORNET_FLOATS")); err == nil {
		return k
	}
	return n
}

// number returns a number of any size, often one with few bits, or one near a difficult case.
func number(r *rand.Rand) float64 {
	b := r.Uint64()
	switch r.IntN(8) {
	case 0:
		return math.Float64frombits(b)
	case 1:
		return float64(int64(b)>>r.IntN(64)) / 8
	case 2:
		return math.Float64frombits(b & (1<<63 | 7<<52 | 1<<51 | 15)) // subnormal or nearly so
	case 3:
		return []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, math.SmallestNonzeroFloat64, 0.5}[r.IntN(10)]
	case 4:
		return float64(number32(r))
	default:
		return math.Float64frombits(b&^(0x7ff<<52) | uint64(1000+r.IntN(50))<<52)
	}
}

func number32(r *rand.Rand) float32 {
	b := r.Uint32()
	switch r.IntN(5) {
	case 0:
		return math.Float32frombits(b)
	case 1:
		return float32(int32(b)>>r.IntN(32)) / 8
	case 2:
		return math.Float32frombits(b & (1<<31 | 7<<23 | 1<<22 | 15))
	case 3:
		return []float32{0, float32(math.Copysign(0, -1)), 1, -1, float32(math.Inf(1)), float32(math.NaN()), math.MaxFloat32, math.SmallestNonzeroFloat32, 0.5}[r.IntN(9)]
	default:
		return math.Float32frombits(b&^(0xff<<23) | uint32(110+r.IntN(35))<<23)
	}
}

// pattern64 returns the bits of x, with the package's bits for NaN.
func pattern64(x float64) word {
	if x != x {
		return small(0x7ff8 << 48)
	}
	return small(math.Float64bits(x))
}

func pattern32(x float32) word {
	if x != x {
		return small(0x7fc0 << 16)
	}
	return small(uint64(math.Float32bits(x)))
}

// TestMachineDouble compares operations on doubles with those of the machine.
func TestMachineDouble(t *testing.T) {
	s := logic.NewStore()
	c, f := Patterns(s, double), Patterns(s, single)
	x, y, z := s.Var("x", s.BitVec(64)), s.Var("y", s.BitVec(64)), s.Var("z", s.BitVec(64))
	m := c.To(NearestEven)
	n, fits := c.ToInteger(c.To(TowardZero), x, 64, true)
	p, at := compile([]*logic.Term{x, y, z}, c.Sum(m, x, y), c.Difference(m, x, y), c.Product(m, x, y), c.Quotient(m, x, y), c.Root(m, x), c.Fused(m, x, y, z),
		c.Integral(m, x), c.Integral(c.To(NearestAway), x), c.Integral(c.To(TowardPositive), x), c.Integral(c.To(TowardNegative), x), c.Integral(c.To(TowardZero), x),
		f.Resized(m, c, x), c.FromInteger(m, x, true), c.FromInteger(m, x, false), c.Less(x, y), c.LessEqual(x, y), c.Equal(x, y), fits, n)
	r := rand.New(rand.NewPCG(1, 2))
	for range operands(4000) {
		u, v, w := number(r), number(r), number(r)
		if r.IntN(3) == 0 { // the result is a rounding error
			w = -u * v
		}
		if p.run(pattern64(u), pattern64(v), pattern64(w)); u != u {
			u = math.NaN()
		}
		bits := pattern64(u).lo
		for k, want := range []word{pattern64(u + v), pattern64(u - v), pattern64(u * v), pattern64(u / v), pattern64(math.Sqrt(u)), pattern64(math.FMA(u, v, w)),
			pattern64(math.RoundToEven(u)), pattern64(math.Round(u)), pattern64(math.Ceil(u)), pattern64(math.Floor(u)), pattern64(math.Trunc(u)),
			pattern32(float32(u)), pattern64(float64(int64(bits))), pattern64(float64(bits)), truth(u < v), truth(u <= v), truth(u == v), truth(u >= -0x1p63 && u < 0x1p63)} {
			require.Equal(t, want, p.values[at[k]], "operation %d of %x, %x, %x", k, u, v, w)
		}
		if u >= -0x1p63 && u < 0x1p63 {
			require.Equal(t, small(uint64(int64(u))), p.values[at[18]], "%x as an integer", u)
		}
	}
}

// TestMachineSingle compares operations on singles with those of the machine. For operations that
// the machine lacks, it uses numbers of arbitrary precision.
func TestMachineSingle(t *testing.T) {
	s := logic.NewStore()
	c, d := Patterns(s, single), Patterns(s, double)
	x, y, z := s.Var("x", s.BitVec(32)), s.Var("y", s.BitVec(32)), s.Var("z", s.BitVec(32))
	m := c.To(NearestEven)
	n, fits := c.ToInteger(c.To(TowardZero), x, 32, false)
	p, at := compile([]*logic.Term{x, y, z}, c.Sum(m, x, y), c.Difference(m, x, y), c.Product(m, x, y), c.Quotient(m, x, y), c.Root(m, x), c.Fused(m, x, y, z),
		d.Resized(m, c, x), c.FromInteger(m, x, true), c.FromInteger(m, x, false), fits, n)
	remainders, rest := compile([]*logic.Term{x, y}, c.Modulus(x, y), c.Remainder(x, y))
	r := rand.New(rand.NewPCG(3, 4))
	for i := range operands(4000) {
		u, v, w := number32(r), number32(r), number32(r)
		if p.run(pattern32(u), pattern32(v), pattern32(w)); u != u {
			u = float32(math.NaN())
		}
		bits := uint32(pattern32(u).lo)
		for k, want := range []word{pattern32(u + v), pattern32(u - v), pattern32(u * v), pattern32(u / v), pattern32(float32(math.Sqrt(float64(u)))), pattern32(fused32(u, v, w)),
			pattern64(float64(u)), pattern32(float32(int32(bits))), pattern32(float32(bits)), truth(u > -1 && u < 0x1p32)} {
			require.Equal(t, want, p.values[at[k]], "operation %d of %x, %x, %x", k, u, v, w)
		}
		if u > -1 && u < 0x1p32 {
			require.Equal(t, small(uint64(uint32(u))), p.values[at[10]], "%x as an integer", u)
		}
		if i%4 == 0 {
			remainders.run(pattern32(u), pattern32(v))
			require.Equal(t, pattern32(float32(math.Mod(float64(u), float64(v)))), remainders.values[rest[0]], "fmod of %x and %x", u, v)
			require.Equal(t, pattern32(float32(math.Remainder(float64(u), float64(v)))), remainders.values[rest[1]], "remainder of %x and %x", u, v)
		}
	}
}

// fused32 returns x · y + z rounded once. The exact product and sum have fewer than 600 bits.
func fused32(x, y, z float32) float32 {
	direct := float64(x)*float64(y) + float64(z)
	if direct == 0 || direct != direct || math.IsInf(direct, 0) {
		return float32(direct)
	}
	exact := func(v float64) *big.Float { return new(big.Float).SetPrec(1000).SetFloat64(v) }
	sum, _ := new(big.Float).SetPrec(1000).Add(exact(float64(x)*float64(y)), exact(float64(z))).Float32()
	return sum
}
