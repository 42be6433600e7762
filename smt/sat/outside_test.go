// SPDX-License-Identifier: Apache-2.0

package sat_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt/sat"
)

// TestOutside: clauses added outside of scopes outlive them, whatever has been learnt.
func TestOutside(t *testing.T) {
	s := sat.New(sat.Options{})
	a, b, g := s.NewVar().Pos(), s.NewVar().Pos(), s.NewVar().Pos()
	s.Push()
	s.AddOutsideIn(0, g.Not(), a) // g is a and b
	s.AddOutsideIn(0, g.Not(), b)
	s.AddOutsideIn(0, g, a.Not(), b.Not())
	s.AddClause(g)
	s.AddClause(a.Not(), b.Not())
	require.Equal(t, sat.Unsat, s.Solve(t.Context()))
	s.Pop()
	require.Equal(t, sat.Sat, s.Solve(t.Context(), g))
	require.Equal(t, sat.True, s.Value(a))
	require.Equal(t, sat.Unsat, s.Solve(t.Context(), g, b.Not()))
}

// TestClearDecision: a variable that is in no clause is decided as long as this is requested.
func TestClearDecision(t *testing.T) {
	s := sat.New(sat.Options{})
	v := s.NewVar()
	require.Equal(t, sat.Sat, s.Solve(t.Context()))
	require.Equal(t, sat.Undef, s.Value(v.Pos()))
	s.SetDecision(v)
	require.Equal(t, sat.Sat, s.Solve(t.Context()))
	require.NotEqual(t, sat.Undef, s.Value(v.Pos()))
	s.ClearDecision(v)
	s.ClearDecision(v)
	require.Equal(t, sat.Sat, s.Solve(t.Context()))
	require.Equal(t, sat.Undef, s.Value(v.Pos()))
}
