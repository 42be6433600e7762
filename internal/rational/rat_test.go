// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// check verifies the invariant stated at the type Rat.
func (x Rat) check() error {
	if x.big == nil {
		if x.dm1 < 0 || x.num == math.MinInt64 || x.dm1 == math.MaxInt64 || gcd64(x.num, x.dm1+1) != 1 {
			return fmt.Errorf("small number %d/(%d+1) is not in normal form", x.num, x.dm1)
		}
		return nil
	}
	if x.num != 0 || x.dm1 != -1 {
		return fmt.Errorf("big number %v with words %d, %d", x.big, x.num, x.dm1)
	}
	if z := reduced(x.big); z.big == nil {
		return fmt.Errorf("big number %v fits words", x.big)
	}
	return nil
}

// rat reads a number of a test table.
func rat(t testing.TB, s string) Rat {
	t.Helper()
	x, ok := Parse(strings.TrimSpace(s))
	require.True(t, ok, "not a number: %q", s)
	require.NoError(t, x.check(), "%q", s)
	return x
}

const (
	maxWord = "9223372036854775807"
	minWord = "-9223372036854775808"
	huge    = "170141183460469231731687303715884105727" // 2¹²⁷−1, a prime
)

// operations maps the names of operations in the tables below to functions.
var operations = map[string]func(x, y Rat) Rat{
	"+":   Rat.Add,
	"-":   Rat.Sub,
	"*":   Rat.Mul,
	":":   Rat.Div,
	"div": func(x, y Rat) Rat { q, _ := x.DivEuclid(y); return q },
	"mod": func(x, y Rat) Rat { _, r := x.DivEuclid(y); return r },
	"gcd": GCD,
	"lcm": LCM,
	"min": Min,
	"max": Max,
	"cmp": func(x, y Rat) Rat { return Int(int64(x.Cmp(y))) },
}

func TestBinary(t *testing.T) {
	for _, test := range []string{
		"1/2 + 1/3 = 5/6",
		"1/6 + 1/3 = 1/2",
		"1/2 - 1/2 = 0",
		"2/3 * 3/2 = 1",
		"-2/3 : 4 = -1/6",
		"1 : -3 = -1/3",
		maxWord + " + 1 = 9223372036854775808",
		maxWord + " + 0 = " + maxWord,
		minWord + " + 1 = -" + maxWord,
		minWord + " - 0 = " + minWord,
		"0 - " + minWord + " = 9223372036854775808",
		minWord + " : -1 = 9223372036854775808",
		maxWord + " * " + maxWord + " = 85070591730234615847396907784232501249",
		"1/" + maxWord + " + 1/" + maxWord + " = 2/" + maxWord,
		"1/" + maxWord + " * 1/2 = 1/18446744073709551614",
		huge + " - " + huge + " = 0",
		huge + " : " + huge + " = 1",
		huge + " * 1/" + huge + " = 1",
		"7 div 2 = 3", "7 mod 2 = 1",
		"-7 div 2 = -4", "-7 mod 2 = 1",
		"7 div -2 = -3", "7 mod -2 = 1",
		"-7 div -2 = 4", "-7 mod -2 = 1",
		"-6 div 3 = -2", "-6 mod 3 = 0",
		minWord + " div -1 = 9223372036854775808",
		"12 gcd -18 = 6", "0 gcd -5 = 5", "0 gcd 0 = 0", "1 gcd 0 = 1", huge + " gcd 3 = 1",
		"4 lcm 6 = 12", "-4 lcm 6 = 12", "0 lcm 3 = 0",
		"1/2 min 1/3 = 1/3", "1/2 max 1/3 = 1/2",
		"1/2 cmp 1/3 = 1", "-1/2 cmp -1/3 = -1", "1/2 cmp 2/4 = 0", "-1 cmp 1/9 = -1", "0 cmp -1/9 = 1",
		huge + " cmp 1 = 1", "1/" + huge + " cmp 0 = 1", minWord + " cmp -" + maxWord + " = -1",
	} {
		t.Run(test, func(t *testing.T) {
			f := strings.Fields(test)
			z := operations[f[1]](rat(t, f[0]), rat(t, f[2]))
			require.NoError(t, z.check())
			require.Equal(t, rat(t, f[4]).String(), z.String())
		})
	}
}

func TestUnary(t *testing.T) {
	functions := map[string]func(x Rat) Rat{
		"neg": Rat.Neg, "inv": Rat.Inv, "abs": Rat.Abs, "floor": Rat.Floor, "ceil": Rat.Ceil,
		"frac": Rat.Frac, "num": Rat.Num, "den": Rat.Den,
		"sign": func(x Rat) Rat { return Int(int64(x.Sign())) },
	}
	for _, test := range []string{
		"neg 1/2 = -1/2", "neg " + minWord + " = 9223372036854775808",
		"inv -2/3 = -3/2", "inv " + minWord + " = -1/9223372036854775808", "inv " + huge + " = 1/" + huge,
		"abs -1/2 = 1/2", "abs " + minWord + " = 9223372036854775808",
		"floor 7/2 = 3", "floor -7/2 = -4", "floor -4 = -4", "floor 1/" + huge + " = 0", "floor -1/" + huge + " = -1",
		"ceil 7/2 = 4", "ceil -7/2 = -3", "ceil 1/" + huge + " = 1", "ceil -1/" + huge + " = 0",
		"frac -7/2 = 1/2", "frac 5 = 0",
		"num -4/6 = -2", "den -4/6 = 3", "den 1/" + huge + " = " + huge, "num " + huge + " = " + huge,
		"sign -1/2 = -1", "sign 0 = 0", "sign 3 = 1", "sign -" + huge + " = -1",
	} {
		t.Run(test, func(t *testing.T) {
			f := strings.Fields(test)
			z := functions[f[0]](rat(t, f[1]))
			require.NoError(t, z.check())
			require.Equal(t, rat(t, f[3]).String(), z.String())
		})
	}
}

func TestParse(t *testing.T) {
	for _, test := range []string{
		"12 = 12", "-3 = -3", "1.25 = 5/4", "-0.5 = -1/2", "1.0 = 1", "1/3 = 1/3", "-4/6 = -2/3", "007 = 7", "0 = 0", "-0 = 0",
		minWord + " = " + minWord,
		"0." + maxWord + " = 9223372036854775807/10000000000000000000",
	} {
		f := strings.Fields(test)
		require.Equal(t, f[2], rat(t, f[0]).String(), test)
	}
	for _, s := range []string{"", "-", "+1", "--1", "1.", ".5", "1/0", "1/", "/2", "1/-2", "1.5/2", "1/2.5", "1e3", " 1", "1_000", "0x10", "½"} {
		_, ok := Parse(s)
		require.False(t, ok, "%q", s)
	}
}

func TestConversions(t *testing.T) {
	require.Equal(t, "-1/2", New(2, -4).String())
	require.Equal(t, "-1", New(math.MinInt64, math.MaxInt64).Floor().Add(Int(1)).String())
	require.Equal(t, "1", New(math.MinInt64, math.MinInt64).String())
	n, ok := Int(math.MinInt64).Int64()
	require.True(t, ok)
	require.Equal(t, int64(math.MinInt64), n)
	_, ok = New(1, 2).Int64()
	require.False(t, ok)
	_, ok = rat(t, huge).Int64()
	require.False(t, ok)

	b := big.NewRat(3, 4)
	x := FromBig(b)
	b.SetInt64(7)
	require.Equal(t, "3/4", x.String(), "FromBig keeps no reference")
	c := rat(t, huge).Big()
	c.SetInt64(1)
	require.Equal(t, huge, rat(t, huge).String(), "Big returns a copy")
	i, ok := rat(t, huge).BigInt()
	require.True(t, ok)
	require.Equal(t, huge, i.String())
	_, ok = New(1, 2).BigInt()
	require.False(t, ok)
	require.InDelta(t, -0.5, New(-1, 2).Float64(), 0)
}

func TestPanics(t *testing.T) {
	require.Panics(t, func() { New(1, 0) })
	require.Panics(t, func() { Int(1).Div(Rat{}) })
	require.Panics(t, func() { Rat{}.Inv() })
	require.Panics(t, func() { Int(1).DivEuclid(Rat{}) })
	require.Panics(t, func() { GCD(New(1, 2), Int(1)) })
}

func TestSize(t *testing.T) {
	require.EqualValues(t, 24, unsafe.Sizeof(Rat{}))
	require.True(t, Rat{}.IsZero() && Rat{}.IsInt() && Rat{}.Equal(Int(0)))
}

func TestHashFollowsValue(t *testing.T) {
	for _, s := range []string{"0", "1", "1/2", "-1/2", huge, "1/" + huge, "-" + huge} {
		x := rat(t, s)
		y := x.Add(rat(t, huge)).Sub(rat(t, huge))
		require.True(t, x.Equal(y))
		require.Equal(t, x.Hash(), y.Hash(), s)
	}
	require.NotEqual(t, New(1, 2).Hash(), Int(2).Hash())
	require.NotEqual(t, rat(t, huge).Hash(), rat(t, "-"+huge).Hash())
	require.NotEqual(t, rat(t, huge).Hash(), rat(t, "1/"+huge).Hash())
}

func TestFastPathDoesNotAllocate(t *testing.T) {
	x, y, a := New(7, 3), New(-5, 9), Int(12)
	var z Rat
	n := testing.AllocsPerRun(100, func() {
		z = x.Add(y).Sub(a).Mul(x).Div(y).AddMul(a, y).Floor().Ceil()
		if z.Less(x) || z.Equal(y) || z.Cmp(a) > 2 {
			z = GCD(z, a).Neg().Abs()
		}
	})
	require.Zero(t, n, "allocations; z = %v", z)
}
