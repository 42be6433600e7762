// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLucky: simple assignments are found without a search, and the usual search follows if there
// are none.
func TestLucky(t *testing.T) {
	all := func(sign int) (z [][]int) { // sums with two carries: each two neighbours agree with the sign
		for v := 1; v < 40; v++ {
			z = append(z, []int{sign * v, sign * (v + 1)}, []int{sign * v, -sign * (v + 1), sign * (v + 2)})
		}
		return append(z, []int{sign * 1}, []int{sign * 3})
	}
	for _, test := range []struct {
		name      string
		clauses   [][]int
		want      Status
		decisions int64 // of the search
	}{
		{"all true", all(1), Sat, 0},
		{"all false", all(-1), Sat, 0},
		{"by propagation", [][]int{{-1, -2}, {1, 2}, {-3, -1}, {3, 1}}, Sat, 0},
		{"a contradiction", [][]int{{1, 2}, {1, -2}, {-1, 3}, {-1, -3}}, Unsat, -1},
		{"neither", [][]int{{1, 2, 3}, {-1, -2, -3}, {1, -2, 3}, {-1, 2, -3}, {1, -3, 2}, {3, 2, -1}, {-3, -2, 1}}, Sat, -1},
	} {
		s := New(Options{Lucky: true, Proof: true})
		for range 50 {
			s.NewVar()
		}
		for _, c := range test.clauses {
			lits := make([]Lit, len(c))
			for i, n := range c {
				lits[i] = FromDimacs(n)
			}
			s.AddClause(lits...)
		}
		require.Equal(t, test.want, s.Solve(t.Context()), test.name)
		if test.decisions >= 0 {
			require.Equal(t, test.decisions, s.Stats().Decisions, test.name)
		}
		if test.want == Unsat {
			require.NoError(t, CheckProof(s.Proof(), func(Node) error { return nil }), test.name)
			continue
		}
		for _, c := range test.clauses {
			satisfied := false
			for _, n := range c {
				satisfied = satisfied || s.Value(FromDimacs(n)) == True
			}
			require.True(t, satisfied, "%s: %v", test.name, c)
		}
	}
}
