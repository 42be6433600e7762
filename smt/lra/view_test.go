// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
)

func TestTableauView(t *testing.T) {
	in := parsed(t, "2x + 3y <= 12 & x - y >= 1 & x <= 5")
	require.Equal(t, Feasible, in.solve(false))
	s := in.solver
	require.Equal(t, 2, s.Rows())
	basics := 0
	for i := range s.NumVars() {
		v := Var(i)
		if !s.IsBasic(v) {
			for b, rate := range s.Column(v) {
				// A move of v moves b at this rate, along b's row.
				var own, other rational.Rat
				for w, c := range s.Row(s.RowOf(b)) {
					if w == b {
						own = c.Rat()
					} else if w == v {
						other = c.Rat()
					}
				}
				require.True(t, own.Mul(rate).Add(other).IsZero())
			}
			require.Panics(t, func() { s.RowOf(v) })
			continue
		}
		basics++
		require.Panics(t, func() { s.Column(v) })
		require.Panics(t, func() { s.Move(v, Delta{}) })
	}
	require.Equal(t, s.Rows(), basics)

	x, y := in.vars[0], in.vars[1]
	values := make([]Delta, s.NumVars())
	values[x], values[y] = Delta{R: rational.Int(3)}, Delta{R: rational.Int(2)}
	s.Assign(values)
	require.NoError(t, s.Invariant())
	require.Equal(t, "12", s.Value(in.sums[0]).String())
	values[y] = Delta{R: rational.Int(3)}
	require.Panics(t, func() { s.Assign(values) })
}

func TestMove(t *testing.T) {
	s := New(Options{})
	x, y := s.NewVar(), s.NewVar()
	sum := s.NewTerm([]Monomial{{rational.Int(2), x}, {rational.Int(-3), y}})
	require.Nil(t, s.AssertUpper(y, rational.Int(4), false, 1))
	s.Move(y, Delta{R: rational.Int(4)})
	require.Equal(t, "-12", s.Value(sum).String())
	require.NoError(t, s.Invariant())
	require.Panics(t, func() { s.Move(y, Delta{R: rational.Int(1)}) })
}

func TestCanMove(t *testing.T) {
	in := parsed(t, "x <= 3 & y <= 3")
	require.Equal(t, Feasible, in.solve(false))
	s := in.solver
	sum := s.NewTerm([]Monomial{{rational.Int(1), in.vars[0]}, {rational.Int(1), in.vars[1]}})
	require.True(t, s.CanMove(sum, true))
	for _, v := range in.vars {
		s.Move(v, Delta{R: rational.Int(3)})
	}
	require.Equal(t, "6", s.Value(sum).String())
	require.False(t, s.CanMove(sum, true))
	require.True(t, s.CanMove(sum, false))
}
