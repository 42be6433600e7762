// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/smt"
	"cornet/smtlib"
)

// library returns libz3, or skips the test.
func library(t testing.TB) *Library {
	t.Helper()
	l, err := Load("")
	if err != nil {
		t.Skipf("needs libz3 (Debian: apt install libz3-4): %v", err)
	}
	return l
}

func TestSolverFirst(t *testing.T) {
	l := library(t)
	s := smtlib.NewStore()
	b := NewBackend(l)
	z, err := b.New(s, smt.Options{})
	require.NoError(t, err)
	defer z.Close()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	r := s.Var("r", s.Real)
	require.NoError(t, z.Assert(s.Lt(x, y)))
	require.NoError(t, z.Assert(s.Eq(s.Add(r, r, r), s.ToReal(y))))
	st, err := z.Check(context.Background(), s.Ge(x, s.IntNum(6)))
	require.NoError(t, err)
	require.Equal(t, smt.Sat, st)
	m, err := z.Model()
	require.NoError(t, err)
	require.True(t, m.Holds(s.And(s.Lt(x, y), s.Ge(x, s.IntNum(6)), s.Eq(s.Add(r, r, r), s.ToReal(y)))))
	a1, a2, a3 := s.Ge(x, s.IntNum(6)), s.Le(r, s.RealNum(77)), s.Le(y, s.IntNum(2))
	st, err = z.Check(context.Background(), a1, a2, a3)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, st)
	require.Equal(t, []*smtlib.Term{a1, a3}, z.Core())
}
