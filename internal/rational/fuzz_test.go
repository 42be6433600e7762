// SPDX-License-Identifier: Apache-2.0

package rational

import (
	"math"
	"math/big"
	"testing"
)

// corners are the words around which the fast path can go wrong.
var corners = []int64{0, 1, -1, 2, 3, -6, 1 << 31, 1<<32 - 1, 3037000499, 3037000500, math.MaxInt64, math.MaxInt64 - 1, -math.MaxInt64, math.MinInt64}

// FuzzRat compares every operation with math/big, on small numbers and on numbers scaled up.
func FuzzRat(f *testing.F) {
	for i, a := range corners {
		for j, b := range corners {
			f.Add(a, b, corners[(i+j)%len(corners)], corners[(i*j+1)%len(corners)], uint8(i+j))
		}
	}
	f.Fuzz(func(t *testing.T, a, b, c, d int64, scale uint8) {
		if b == 0 || d == 0 {
			return
		}
		x, y := New(a, b), New(c, d)
		bx, by := big.NewRat(a, b), big.NewRat(c, d)
		if k := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(scale/2))); scale%2 == 1 {
			x, bx = x.Mul(FromBig(k)), bx.Mul(bx, k)
		} else if scale%4 == 2 {
			y, by = y.Div(FromBig(k)), by.Quo(by, k)
		}
		same := func(what string, z Rat, want *big.Rat) {
			t.Helper()
			if err := z.check(); err != nil {
				t.Fatalf("%s of %v, %v: %v", what, x, y, err)
			}
			if z.Big().Cmp(want) != 0 || z.String() != want.RatString() {
				t.Fatalf("%s of %v, %v: got %v, want %v", what, x, y, z, want.RatString())
			}
			if back, ok := Parse(z.String()); !ok || !back.Equal(z) || back.Hash() != z.Hash() {
				t.Fatalf("%v does not survive printing", z)
			}
		}
		fresh := func() *big.Rat { return new(big.Rat) }
		same("x", x, bx)
		same("y", y, by)
		same("sum", x.Add(y), fresh().Add(bx, by))
		same("difference", x.Sub(y), fresh().Sub(bx, by))
		same("product", x.Mul(y), fresh().Mul(bx, by))
		same("fused product", x.AddMul(y, y), fresh().Add(bx, fresh().Mul(by, by)))
		same("negation", x.Neg(), fresh().Neg(bx))
		same("absolute value", x.Abs(), fresh().Abs(bx))
		if y.Sign() != 0 {
			same("quotient", x.Div(y), fresh().Quo(bx, by))
			same("inverse", y.Inv(), fresh().Inv(by))
		}
		floor := new(big.Int).Div(bx.Num(), bx.Denom())
		same("floor", x.Floor(), fresh().SetInt(floor))
		if !bx.IsInt() {
			floor.Add(floor, big.NewInt(1))
		}
		same("ceiling", x.Ceil(), fresh().SetInt(floor))
		if x.Cmp(y) != bx.Cmp(by) || x.Less(y) != (bx.Cmp(by) < 0) || x.Equal(y) != (bx.Cmp(by) == 0) || x.Sign() != bx.Sign() {
			t.Fatalf("comparison of %v, %v", x, y)
		}

		n, m := x.Num(), y.Num()
		bn, bm := bx.Num(), by.Num()
		gcd := new(big.Int).GCD(nil, nil, bn, bm)
		same("gcd", GCD(n, m), fresh().SetInt(gcd))
		if bm.Sign() != 0 {
			q, r := new(big.Int).DivMod(bn, bm, new(big.Int))
			gotQ, gotR := n.DivEuclid(m)
			same("quotient", gotQ, fresh().SetInt(q))
			same("remainder", gotR, fresh().SetInt(r))
		}
	})
}
