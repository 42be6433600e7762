// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smt/native"
	"cornet/smtlib"
)

// swaps returns a question without model: n swaps of elements, undone in turn, change an
// array.
func swaps(s *smtlib.Store, n int) []*smtlib.Term {
	a := s.Var("a", s.Array(s.Int, s.Int))
	swap := func(b *smtlib.Term, k int) *smtlib.Term {
		i, j := s.Var(fmt.Sprint("i", k), s.Int), s.Var(fmt.Sprint("j", k), s.Int)
		return s.Store(s.Store(b, i, s.Select(b, j)), j, s.Select(b, i))
	}
	b := a
	for k := range n {
		b = swap(b, k)
	}
	for k := range n {
		b = swap(b, n-1-k)
	}
	return []*smtlib.Term{s.Not(s.Eq(a, b))}
}

// squares returns a question without model: (x + y)² is not x² + 2xy + y² for words
// of w bits.
func squares(s *smtlib.Store, w int) []*smtlib.Term {
	x, y := s.Var("x", s.BitVec(w)), s.Var("y", s.BitVec(w))
	mul := func(x, y *smtlib.Term) *smtlib.Term { return s.BV(smtlib.OpBVMul, x, y) }
	sum := s.BV(smtlib.OpBVAdd, x, y)
	two := s.BVNum(big.NewInt(2), w)
	return []*smtlib.Term{s.Not(s.Eq(mul(sum, sum), s.BV(smtlib.OpBVAdd, mul(x, x), mul(two, mul(x, y)), mul(y, y))))}
}

func BenchmarkTheories(b *testing.B) {
	benches := []struct {
		name string
		make func(s *smtlib.Store) []*smtlib.Term
	}{
		{"swaps=1", func(s *smtlib.Store) []*smtlib.Term { return swaps(s, 1) }},
		{"swaps=2", func(s *smtlib.Store) []*smtlib.Term { return swaps(s, 2) }},
		{"squares=4", func(s *smtlib.Store) []*smtlib.Term { return squares(s, 4) }},
		{"squares=6", func(s *smtlib.Store) []*smtlib.Term { return squares(s, 6) }},
	}
	for _, bench := range benches {
		b.Run(bench.name, func(b *testing.B) {
			var conflicts int64
			for b.Loop() {
				s := smtlib.NewStore()
				solver := native.NewSolver(s, smt.Options{})
				st, err := solver.Check(b.Context(), bench.make(s)...)
				require.NoError(b, err)
				require.Equal(b, smt.Unsat, st)
				conflicts += solver.Stats().Sat.Conflicts
			}
			b.ReportMetric(float64(conflicts)/float64(b.N), "conflicts/op")
		})
	}
}
