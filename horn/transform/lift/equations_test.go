// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestSolveVectors has equations of sums of bit-vectors.
func TestSolveVectors(t *testing.T) {
	s := logic.NewStore()
	v := func(name string) *logic.Term { return s.Var(name, s.BitVec(8)) }
	n := func(k int64) *logic.Term { return s.BVNum(big.NewInt(k), 8) }
	add := func(ts ...*logic.Term) *logic.Term { return s.BV(logic.OpBVAdd, ts...) }
	x, y, z := v("x"), v("y"), v("z")
	tests := []struct {
		name  string
		given *logic.Term
		want  *logic.Term // x; nil if it is not eliminated
	}{
		{"y = x - 1", s.Eq(y, s.BVSub(x, n(1))), add(y, n(1))},
		{"y - x = z", s.Eq(s.BVSub(y, x), z), s.BVSub(y, z)},
		{"-x = y", s.Eq(s.BV(logic.OpBVNeg, x), y), s.BV(logic.OpBVNeg, y)},
		{"x + x = y", s.Eq(add(x, x), y), nil},
		{"x + 2x = y", s.Eq(add(x, s.BV(logic.OpBVMul, n(2), x)), y), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			solved := Solve(s, map[*logic.Term]bool{y: true, z: true}, []*logic.Term{tt.given}, []*logic.Term{x})
			if tt.want == nil {
				require.Empty(t, solved.Bind())
				return
			}
			require.Empty(t, solved.Conj())
			for k := range int64(256) {
				m := s.NewModel()
				m.Set(y, n(k))
				m.Set(z, n(7*k+3))
				require.Equal(t, m.Eval(tt.want), m.Eval(solved.Also[0]))
			}
		})
	}
}
