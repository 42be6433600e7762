// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt/sat"
)

// TestSolveWithin asks many questions about two chains of conjunctions that share no variable. The
// answer about one chain must not depend on the other, and agree with that of a new solver.
func TestSolveWithin(t *testing.T) {
	const n = 12
	rng := rand.New(rand.NewPCG(3, 4))
	build := func(o sat.Options) (*sat.Solver, [2][]sat.Var) {
		s := sat.New(o)
		var chains [2][]sat.Var
		for k := range chains {
			for i := range n {
				v := s.NewVar()
				chains[k] = append(chains[k], v)
				if i >= 2 { // v = the exclusive or, or the conjunction, of the two before
					a, b := chains[k][i-1].Pos(), chains[k][i-2].Pos()
					if i%2 == 0 {
						s.AddClause(v.Neg(), a)
						s.AddClause(v.Neg(), b)
						s.AddClause(v.Pos(), a.Not(), b.Not())
					} else {
						s.AddClause(v.Neg(), a, b)
						s.AddClause(v.Neg(), a.Not(), b.Not())
						s.AddClause(v.Pos(), a.Not(), b)
						s.AddClause(v.Pos(), a, b.Not())
					}
				}
			}
		}
		return s, chains
	}
	s, chains := build(sat.Options{Mode: sat.Stable})
	count := map[sat.Status]int{}
	for range 300 {
		k := rng.IntN(2)
		var assume []sat.Lit
		for range 1 + rng.IntN(4) {
			v := chains[k][rng.IntN(n)]
			assume = append(assume, []sat.Lit{v.Pos(), v.Neg()}[rng.IntN(2)])
		}
		fresh, _ := build(sat.Options{})
		want := fresh.Solve(t.Context(), assume...)
		require.Equal(t, want, s.SolveWithin(t.Context(), chains[k], assume...))
		count[want]++
		if want == sat.Sat {
			for _, l := range assume {
				require.Equal(t, sat.True, s.Value(l))
			}
			for _, v := range chains[k] {
				require.NotEqual(t, sat.Undef, s.Value(v.Pos()))
			}
			for _, v := range chains[1-k][:2] {
				require.Equal(t, sat.Undef, s.Value(v.Pos()), "an input outside of the domain was decided")
			}
		} else {
			require.Subset(t, assume, s.Core())
		}
	}
	require.Greater(t, count[sat.Sat], 50)
	require.Greater(t, count[sat.Unsat], 50)
}
