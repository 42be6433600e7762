// SPDX-License-Identifier: Apache-2.0

package ieee

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// operands returns a number of a format. Special numbers are more frequent than by chance.
func operands(r *rand.Rand, f Format) *big.Int {
	lo, hi := f.Range()
	special := []*big.Int{new(big.Int), big.NewInt(-1), one, big.NewInt(-2), f.Inf(), lo, hi, f.Round(big.NewRat(1, 1), false), f.Round(big.NewRat(-5, 2), false)}
	if r.Intn(3) == 0 {
		return special[r.Intn(len(special))]
	}
	x := new(big.Int).Rand(r, new(big.Int).Sub(hi, lo))
	if r.Intn(2) == 0 { // numbers near one another, and near one
		x.Rand(r, power(f.Precision+2)).Add(x, f.Round(big.NewRat(1, 2), false))
		if r.Intn(2) == 0 {
			x = Neg(x)
		}
		return x
	}
	return x.Add(x, lo)
}

func TestMachineAgreesWithDefinition(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, width := range []int{32, 64} {
		f, _ := Of(width)
		for range 3000 {
			x, y := operands(r, f), operands(r, f)
			for op := Add; op <= Round; op++ {
				if op == SumTo || op == Minus || op == Abs || f.IsNaN(x) || f.IsNaN(y) {
					continue
				}
				if (op == Rem || op == Remainder) && width == 64 && r.Intn(50) > 0 {
					continue // quotients of 2000 bits
				}
				want := f.generic(op, Nearest, f, []*big.Int{x, y})
				require.Zero(t, want.Cmp(f.Apply(op, f, x, y)), "%v %v %v: want %v", f.String(x), op, f.String(y), f.String(want))
			}
		}
	}
}

// TestDirections checks rounding. No number lies between a result that is rounded down or up and
// the exact one. Rounding toward zero yields the smaller magnitude, and the nearest number is one
// of the two.
func TestDirections(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	for _, width := range []int{16, 32, 64, 80} {
		f, _ := Of(width)
		for range 2000 {
			x := new(big.Rat).SetFrac(new(big.Int).Sub(new(big.Int).Rand(r, power(70)), power(69)), new(big.Int).Add(new(big.Int).Rand(r, power(r.Intn(90)+1)), one))
			down, up := f.RoundToward(Down, x, false), f.RoundToward(Up, x, false)
			if !f.IsInf(down) {
				require.LessOrEqual(t, f.Rat(down).Cmp(x), 0)
			}
			if !f.IsInf(up) {
				require.GreaterOrEqual(t, f.Rat(up).Cmp(x), 0)
			}
			step := new(big.Int).Sub(up, down)
			if IsZero(down) && down.Sign() != up.Sign() { // -0 and the number after +0
				step.Sub(step, one)
			}
			require.LessOrEqual(t, step.Cmp(one), 0, "%v", x)
			zero := down
			if x.Sign() < 0 {
				zero = up
			}
			require.Zero(t, zero.Cmp(f.RoundToward(Zero, x, x.Sign() < 0)))
			nearest := f.Round(x, x.Sign() < 0)
			require.True(t, nearest.Cmp(down) == 0 || nearest.Cmp(up) == 0, "%v", x)
		}
	}
}

// TestFused compares sums of exact products with the machine's fused products.
func TestFused(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	d, _ := Of(64)
	q, _ := Of(128)
	for range 3000 {
		x, y, z := operands(r, d), operands(r, d), operands(r, d)
		wide := func(x *big.Int) *big.Int { return d.Apply(Resize, q, x) }
		product := q.Apply(Mul, q, wide(x), wide(y))
		want := math.FMA(float64Of(x.Int64()), float64Of(y.Int64()), float64Of(z.Int64()))
		require.Equal(t, ordinal64(want), q.Apply(SumTo, d, product, wide(z)).Int64(), "%s %s %s", d.String(x), d.String(y), d.String(z))
	}
}

func TestConversions(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	f, _ := Of(32)
	d, _ := Of(64)
	for range 20000 {
		x, y := operands(r, f), operands(r, d)
		require.Equal(t, ordinal64(float64(float32Of(x.Int64()))), f.Apply(Resize, d, x).Int64())
		require.Equal(t, ordinal32(float32(float64Of(y.Int64()))), d.Apply(Resize, f, y).Int64())
		n := r.Int63() >> r.Intn(63)
		require.Equal(t, ordinal64(float64(n)), d.Apply(FromInt, d, big.NewInt(n)).Int64())
		require.Equal(t, ordinal32(float32(n)), f.Apply(FromInt, f, big.NewInt(n)).Int64())
	}
	for _, width := range []int{16, 32, 64, 80, 128} {
		f, _ := Of(width)
		for range 2000 {
			x := operands(r, f)
			require.Zero(t, x.Cmp(f.FromBits(f.Bits(x))), "%d: %s", width, f.String(x))
			if !f.IsNaN(x) && !f.IsInf(x) {
				require.Zero(t, x.Cmp(f.Round(f.Rat(x), x.Sign() < 0)))
			}
		}
	}
}

func TestComparisonsAreTheMachines(t *testing.T) {
	r := rand.New(rand.NewSource(3))
	f, _ := Of(64)
	for range 20000 {
		x, y := operands(r, f), operands(r, f)
		a, b := float64Of(x.Int64()), float64Of(y.Int64())
		require.Equal(t, a < b, f.Apply(Less, f, x, y).Sign() > 0)
		require.Equal(t, a <= b, f.Apply(LessEqual, f, x, y).Sign() > 0)
		require.Equal(t, a == b, f.Apply(Equal, f, x, y).Sign() > 0)
	}
}

func TestText(t *testing.T) {
	d, _ := Of(64)
	for s, want := range map[string]float64{
		"0.1": 0.1, "1e400": math.Inf(1), "0x1.8p+1": 3, "4.9406564584124654e-324": math.SmallestNonzeroFloat64, "1e-99999999": 0,
		"2.4703282292062328e-324": math.SmallestNonzeroFloat64, "2.4703282292062327e-324": 0, "1.7976931348623158e308": math.MaxFloat64,
	} {
		x, err := d.Parse(s)
		require.NoError(t, err)
		require.Equal(t, want, float64Of(x.Int64()), s)
	}
	_, err := d.Parse("1.x")
	require.Error(t, err)
	for x, want := range map[float64]string{0.1: "0.1", math.Inf(-1): "-INFINITY", math.NaN(): "NAN", math.Copysign(0, -1): "-0"} {
		require.Equal(t, want, d.String(big.NewInt(ordinal64(x))))
	}
}
