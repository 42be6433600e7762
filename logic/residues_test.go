// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// Operations on vectors that are made of integers have the same values as on numerals.
func TestResidues(t *testing.T) {
	const width = 6
	ops := []logic.Op{
		logic.OpBVAnd, logic.OpBVOr, logic.OpBVXor, logic.OpBVAdd, logic.OpBVMul, logic.OpBVUDiv, logic.OpBVURem,
		logic.OpBVSDiv, logic.OpBVSRem, logic.OpBVSMod, logic.OpBVShl, logic.OpBVLshr, logic.OpBVAshr, logic.OpConcat,
		logic.OpBVUle, logic.OpBVUlt, logic.OpBVSle, logic.OpBVSlt,
	}
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	vector := func(t *logic.Term) *logic.Term { return s.IntToBV(width, t) }
	terms := func(op logic.Op, a, b, k *logic.Term) []*logic.Term {
		return []*logic.Term{
			s.BV(op, a, b), s.BV(op, a, k), s.BV(op, k, b), s.Eq(a, b), s.Eq(k, b), s.BVToInt(a), s.BV(logic.OpBVNeg, a), s.BV(logic.OpBVNot, b),
			s.Ite(s.Lt(x, y), a, k), s.Extract(4, 1, a), s.Extract(5, 3, b), s.SignExtend(3, a), s.ZeroExtend(3, a), s.BVToInt(s.BV(logic.OpBVNeg, a)),
			s.IntToBV(4, s.BVToInt(a)), s.IntToBV(9, s.BVToInt(b)), s.IntToBV(4, s.Mod(x, s.IntNum(32))), s.IntToBV(width, s.Mod(x, s.IntNum(32))),
		}
	}
	rnd := rand.New(rand.NewSource(1))
	number := func() *logic.Term { return s.IntNum(rnd.Int63n(400) - 200) }
	for range 400 {
		k := s.BVNum(big.NewInt(rnd.Int63n(1<<width)), width)
		u, v := number(), number()
		m := s.NewModel()
		m.Set(x, u)
		m.Set(y, v)
		for _, op := range ops {
			want := terms(op, vector(u), vector(v), k)
			for i, z := range terms(op, vector(x), vector(y), k) {
				require.Same(t, m.Eval(want[i]), m.Eval(z), "%v of %v, %v, %v: %v", op, u, v, k, i)
			}
		}
	}
	masked := s.BVToInt(s.BV(logic.OpBVAnd, vector(x), s.BVNum(big.NewInt(15), width)))
	require.Same(t, s.Mod(x, s.IntNum(16)), masked)
}
