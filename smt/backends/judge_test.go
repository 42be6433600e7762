// SPDX-License-Identifier: Apache-2.0

package backends_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
)

// TestJudgeAddsUp compares 3x + 5y - 7z with itself, plus a bound, over extended vectors. Circuits
// take millions of ticks for it.
func TestJudgeAddsUp(t *testing.T) {
	chosen, err := backends.Choice{Solver: "native"}.Open(nil)
	require.NoError(t, err)
	s := logic.NewStore()
	wide := func(c int64, name string) *logic.Term {
		return s.BV(logic.OpBVMul, s.BVNum(big.NewInt(c), 40), s.SignExtend(8, s.Var(name, s.BitVec(32))))
	}
	x, y, z, w := wide(3, "x"), wide(5, "y"), wide(-7, "z"), wide(1, "w")
	sle := func(a, b *logic.Term) *logic.Term { return s.BV(logic.OpBVSle, a, b) }
	sum := func(ts ...*logic.Term) *logic.Term { return s.BV(logic.OpBVAdd, ts...) }
	solver, err := chosen.Check.New(s, smt.Options{Ticks: 100_000})
	require.NoError(t, err)
	defer solver.Close()
	require.NoError(t, solver.Assert(s.And(sle(sum(x, y), w), sle(sum(w, z), wide(-2, "v")), s.Not(sle(sum(x, y, z), wide(-2, "v"))))))
	st, err := solver.Check(context.Background())
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, st)
}
