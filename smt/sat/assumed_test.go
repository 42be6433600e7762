// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefutedAssumption: an assumption that the clauses refute alone is false from then on, and the
// proof says why.
func TestRefutedAssumption(t *testing.T) {
	for _, test := range []struct {
		name   string
		assume []int
		want   LBool // of the first variable afterwards
	}{
		{"alone", []int{1}, False},
		{"before another", []int{1, 4}, False},
		{"only together", []int{2, 5}, Undef},
	} {
		s := New(Options{Proof: true})
		for range 6 {
			s.NewVar()
		}
		for _, c := range [][]int{{-1, 6, 3}, {-1, 6, -3}, {-1, -6, 4}, {-1, -6, -4}, {-2, -5}} {
			lits := make([]Lit, len(c))
			for i, n := range c {
				lits[i] = FromDimacs(n)
			}
			s.AddClause(lits...)
		}
		for _, n := range test.assume {
			s.Assume(0, FromDimacs(n))
		}
		require.Equal(t, Unsat, s.Solve(t.Context()), test.name)
		require.NoError(t, CheckProof(s.Proof(), func(Node) error { return nil }), test.name)
		require.Equal(t, test.want, s.vals[FromDimacs(1)], test.name)
		if test.want == False {
			s.AddClause(FromDimacs(1))
			require.Equal(t, Unsat, s.Solve(t.Context()), test.name)
			require.NoError(t, CheckProof(s.Proof(), func(Node) error { return nil }), test.name)
		}
	}
}
