// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/cfg"
)

var (
	s8  = Type{Width: 8, Signed: true}
	u8  = Type{Width: 8}
	s32 = Type{Width: 32, Signed: true}
	u32 = Type{Width: 32}
	ptr = Type{Kind: Pointer, Width: 32}
)

func TestCompute(t *testing.T) {
	for _, test := range []struct {
		op   Operator
		t    Type
		x, y int64
		want string
	}{
		{Add, s8, 127, 1, "-128"},
		{Add, u8, 255, 1, "0"},
		{Sub, u8, 0, 1, "255"},
		{Mul, s32, 65536, 65536, "0"},
		{Div, s32, -7, 2, "-3"},
		{Rem, s32, -7, 2, "-1"},
		{Div, s32, 1, 0, "<nil>"},
		{Shl, s32, 1, 31, "-2147483648"},
		{Shl, s32, 1, 32, "<nil>"},
		{Shr, s32, -8, 1, "-4"},
		{BitAnd, s32, -1, 255, "255"},
		{BitXor, u32, 5, 3, "6"},
		{Lt, s32, -1, 1, "1"},
		{And, s32, 2, 0, "0"},
		{Add, ptr, 1 << 40, 1, "1099511627777"}, // addresses do not wrap
	} {
		z := Compute(test.op, test.t, []*big.Int{big.NewInt(test.x), big.NewInt(test.y)})
		require.Equal(t, test.want, z.String(), "%s over %v of %d and %d", symbols[test.op], test.t, test.x, test.y)
	}
}

func TestSimplify(t *testing.T) {
	x := &Var{Name: "x", Type: s32}
	p := &Var{Name: "p", Type: ptr}
	n := func(v int64) *Expr { return NewInt(v, s32) }
	a := func(v int64) *Expr { return NewInt(v, ptr) }
	for _, test := range []struct {
		x    *Expr
		want string
	}{
		{New(Add, s32, n(2), n(3)), "5"},
		{New(Add, s32, NewRead(x), n(0)), "x"},
		{New(Cast, s32, NewRead(x)), "x"},
		{New(Cast, u8, n(300)), "44"},
		{New(Ite, s32, n(1), NewRead(x), n(4)), "x"},
		{New(And, s32, n(0), NewRead(x)), "0"},
		{New(Or, s32, n(0), NewRead(x)), "!!x"},
		{New(Sub, ptr, New(Add, ptr, NewRead(p), a(8)), a(3)), "(p + 5)"},
		{New(Div, s32, n(1), n(0)), "(1 / 0)"},
	} {
		require.Equal(t, test.want, test.x.String())
	}
	twice := New(Mul, s32, NewRead(x), n(2))
	require.Equal(t, "14", twice.Replace(func(v *Var) *Expr { return n(7) }).String())
	require.Same(t, twice, twice.Replace(func(*Var) *Expr { return nil }))
}

func TestWrite(t *testing.T) {
	f := &Function{Name: "main"}
	f.Entry, f.Exit = f.NewNode(cfg.Pos{}), f.NewNode(cfg.Pos{})
	x := &Var{Name: "x", Type: s32}
	f.Entry.Connect(f.Exit, Assign{x, New(Add, s32, NewRead(x), NewInt(1, s32))}, cfg.Pos{})
	var b strings.Builder
	require.NoError(t, Write(&b, &Program{Functions: []*Function{f}}))
	require.Equal(t, "main() -> ()\n  0 -> 1: x = (x + 1)\n", b.String())
}
