// SPDX-License-Identifier: Apache-2.0

package native_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

// swaps returns a question without a model: n swaps of elements, undone in turn, change an array.
func swaps(s *logic.Store, n int) []*logic.Term {
	a := s.Var("a", s.Array(s.Int, s.Int))
	swap := func(b *logic.Term, k int) *logic.Term {
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
	return []*logic.Term{s.Not(s.Eq(a, b))}
}

// squares returns a question without a model: (x + y)² differs from x² + 2xy + y² for words of w
// bits.
func squares(s *logic.Store, w int) []*logic.Term {
	x, y := s.Var("x", s.BitVec(w)), s.Var("y", s.BitVec(w))
	mul := func(x, y *logic.Term) *logic.Term { return s.BV(logic.OpBVMul, x, y) }
	sum := s.BV(logic.OpBVAdd, x, y)
	two := s.BVNum(big.NewInt(2), w)
	return []*logic.Term{s.Not(s.Eq(mul(sum, sum), s.BV(logic.OpBVAdd, mul(x, x), mul(two, mul(x, y)), mul(y, y))))}
}

func BenchmarkTheories(b *testing.B) {
	benches := []struct {
		name string
		make func(s *logic.Store) []*logic.Term
	}{
		{"swaps=1", func(s *logic.Store) []*logic.Term { return swaps(s, 1) }},
		{"swaps=2", func(s *logic.Store) []*logic.Term { return swaps(s, 2) }},
		{"squares=4", func(s *logic.Store) []*logic.Term { return squares(s, 4) }},
		{"squares=6", func(s *logic.Store) []*logic.Term { return squares(s, 6) }},
	}
	for _, bench := range benches {
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				s := logic.NewStore()
				solver := native.NewSolver(s, smt.Options{})
				st, err := solver.Check(b.Context(), bench.make(s)...)
				require.NoError(b, err)
				require.Equal(b, smt.Unsat, st)
			}
		})
	}
}
