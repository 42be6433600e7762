// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"math"
	"math/big"
	"strings"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// zOf reads an integer of a test table.
func zOf(t testing.TB, s string) Z {
	t.Helper()
	z, ok := rat(t, s).Z()
	require.True(t, ok, "not an integer: %q", s)
	return z
}

func TestZ(t *testing.T) {
	operations := map[string]func(x, y Z) string{
		"+":      func(x, y Z) string { return x.Add(y).String() },
		"*":      func(x, y Z) string { return x.Mul(y).String() },
		"/":      func(x, y Z) string { return x.Quo(y).String() },
		"exact":  func(x, y Z) string { return x.DivExact(y).String() },
		"round":  func(x, y Z) string { return x.DivRound(y).String() },
		"gcd":    func(x, y Z) string { return GCDZ(x, y).String() },
		"addmul": func(x, y Z) string { return x.AddMul(IntZ(-3), y).String() },
	}
	for _, test := range []string{
		maxWord + " + 1 = 9223372036854775808", minWord + " + 1 = -" + maxWord, minWord + " + 0 = " + minWord,
		maxWord + " * 2 = 18446744073709551614", huge + " * 0 = 0", minWord + " * -1 = 9223372036854775808",
		"6 / -4 = -3/2", "5 / -1 = -5", minWord + " / -1 = 9223372036854775808", huge + " / " + huge + " = 1",
		"-12 exact 4 = -3", "18446744073709551614 exact 2 = " + maxWord,
		"7 round 2 = 4", "-7 round 2 = -3", "7 round -2 = -3", "-7 round -2 = 4", "5 round 3 = 2", "4 round 3 = 1", "-4 round 3 = -1",
		maxWord + " round " + maxWord + " = 1", minWord + " round 2 = -4611686018427387904",
		"12 gcd -18 = 6", huge + " gcd 0 = " + huge, minWord + " gcd 0 = 9223372036854775808",
		maxWord + " addmul " + maxWord + " = -18446744073709551614", "6 addmul 2 = 0", huge + " addmul " + huge + " = -340282366920938463463374607431768211454",
	} {
		t.Run(test, func(t *testing.T) {
			f := strings.Fields(test)
			require.Equal(t, f[4], operations[f[1]](zOf(t, f[0]), zOf(t, f[2])))
		})
	}
	require.True(t, IntZ(3).Divides(IntZ(-9)) && !IntZ(0).Divides(IntZ(0)) && zOf(t, huge).Divides(zOf(t, huge)))
	require.True(t, IntZ(-1).IsUnit() && !IntZ(2).IsUnit() && IntZ(1).IsOne() && Z{}.IsZero() && !zOf(t, huge).IsZero())
	_, ok := New(1, 2).Z()
	require.False(t, ok)
	require.EqualValues(t, 16, unsafe.Sizeof(Z{}))
}

func FuzzZ(f *testing.F) {
	for i, a := range corners {
		for j, b := range corners {
			f.Add(a, b, corners[(i+j)%len(corners)], corners[(i*j+1)%len(corners)], uint8(i+j))
		}
	}
	f.Fuzz(func(t *testing.T, a, b, c, d int64, shift uint8) {
		bx, by := big.NewInt(a), big.NewInt(b)
		x, y := IntZ(a), IntZ(b)
		if shift%2 == 1 {
			bx.Lsh(bx, uint(shift))
			x = x.Mul(reducedZ(new(big.Int).Lsh(big.NewInt(1), uint(shift))))
		}
		same := func(what string, z Z, want *big.Int) {
			t.Helper()
			if z.String() != want.String() {
				t.Fatalf("%s of %v, %v: got %v, want %v", what, x, y, z, want)
			}
			if isWord := want.IsInt64() && want.Int64() != math.MinInt64; isWord != (z.big == nil) || z.big != nil && z.small != 0 {
				t.Fatalf("%s of %v, %v: %v is not in normal form", what, x, y, z)
			}
		}
		fresh := func() *big.Int { return new(big.Int) }
		same("x", x, bx)
		same("sum", x.Add(y), fresh().Add(bx, by))
		same("product", x.Mul(y), fresh().Mul(bx, by))
		same("fused product", x.AddMul(IntZ(c), y), fresh().Add(bx, fresh().Mul(big.NewInt(c), by)))
		same("fused product", y.AddMul(x, IntZ(d)), fresh().Add(by, fresh().Mul(big.NewInt(d), bx)))
		same("gcd", GCDZ(x, y), fresh().GCD(nil, nil, bx, by))
		same("negation", x.Neg(), fresh().Neg(bx))
		same("absolute value", x.Abs(), fresh().Abs(bx))
		if x.Cmp(y) != bx.Cmp(by) || x.CmpAbs(y) != bx.CmpAbs(by) || x.Equal(y) != (bx.Cmp(by) == 0) || x.Sign() != bx.Sign() {
			t.Fatalf("comparison of %v, %v", x, y)
		}
		if b != 0 {
			same("exact quotient", x.Mul(y).DivExact(y), bx)
			if got := x.Quo(y).String(); got != new(big.Rat).SetFrac(bx, by).RatString() {
				t.Fatalf("%v/%v: got %s", x, y, got)
			}
			if y.Divides(x) != (fresh().Rem(bx, by).Sign() == 0) {
				t.Fatalf("%v divides %v: %v", y, x, y.Divides(x))
			}
			r := x.AddMul(x.DivRound(y).Neg(), y) // x − y·round(x/y)
			if r.Add(r).CmpAbs(y) > 0 {
				t.Fatalf("%v rounded division by %v leaves %v", x, y, r)
			}
		}
	})
}
