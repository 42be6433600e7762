// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/encode/flat"
)

// Low bits of random expressions are what their values have.
func TestResiduesOfValues(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	types := []flat.Type{
		{Kind: flat.Int, Width: 32, Signed: true}, {Kind: flat.Int, Width: 32}, {Kind: flat.Int, Width: 8}, {Kind: flat.Int, Width: 64, Signed: true},
	}
	vars := make([]*flat.Var, 4)
	for i := range vars {
		vars[i] = &flat.Var{Name: string(rune('a' + i)), Type: types[i], ID: i}
	}
	var expr func(depth int, t flat.Type) *flat.Expr
	expr = func(depth int, t flat.Type) *flat.Expr {
		switch {
		case depth == 0 && r.Intn(2) == 0:
			return flat.New(flat.Cast, t, flat.NewRead(vars[r.Intn(len(vars))]))
		case depth == 0:
			return flat.NewConst(big.NewInt(int64(r.Intn(40)-12)), t)
		case r.Intn(5) == 0:
			return flat.New(flat.Cast, t, expr(depth-1, types[r.Intn(len(types))]))
		}
		ops := []flat.Operator{flat.Add, flat.Sub, flat.Mul, flat.BitAnd, flat.BitOr, flat.BitXor, flat.Shl, flat.Shr, flat.Rem, flat.Div, flat.Neg, flat.BitNot, flat.Eq, flat.Lt, flat.Ite}
		switch op := ops[r.Intn(len(ops))]; op {
		case flat.Neg, flat.BitNot:
			return flat.New(op, t, expr(depth-1, t))
		case flat.Shl, flat.Shr:
			return flat.New(op, t, expr(depth-1, t), flat.NewInt(int64(r.Intn(8)), t))
		case flat.Rem:
			return flat.New(op, t, expr(depth-1, t), flat.NewInt(int64(1+r.Intn(12)), t))
		case flat.Eq, flat.Lt:
			return flat.New(flat.Cast, t, flat.New(op, t, expr(depth-1, t), expr(depth-1, t)))
		case flat.Ite:
			return flat.New(op, t, expr(0, t), expr(depth-1, t), expr(depth-1, t))
		default:
			return flat.New(op, t, expr(depth-1, t), expr(depth-1, t))
		}
	}
	told := 0
	for range 20000 {
		x := expr(3, types[r.Intn(len(types))])
		e := residues{}
		values := map[*flat.Var]*big.Int{}
		for _, v := range vars {
			n := v.Type.Wrap(new(big.Int).SetUint64(r.Uint64() >> r.Intn(64)))
			values[v] = n
			known := makeResidue(64, low64(n))
			e.set(v, makeResidue(r.Intn(5), known.low))
		}
		got := e.value(x)
		z := x.Replace(func(v *flat.Var) *flat.Expr { return flat.NewConst(values[v], v.Type) })
		if !z.IsConst() { // not defined
			continue
		}
		if got.n > 0 && !x.IsConst() {
			told++
		}
		require.False(t, got.conflicts(makeResidue(min(64, x.Type.Width), low64(z.Value))), "%v: %v, low bits %+v", x, z, got)
	}
	require.Greater(t, told, 1000)
}

func low64(v *big.Int) uint64 {
	return new(big.Int).And(v, new(big.Int).SetUint64(^uint64(0))).Uint64()
}
