// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
)

// sums makes x and y and the terms x + y, x - y and x + 2y.
func sums(opts Options) (s *Solver, x, y, plus, minus, twice Var) {
	s = New(opts)
	x, y = s.NewVar(), s.NewVar()
	term := func(b int64) Var {
		return s.NewTerm([]Monomial{{rational.Int(1), x}, {rational.Int(b), y}})
	}
	return s, x, y, term(1), term(-1), term(2)
}

func isDetached(s *Solver, v Var) bool {
	return s.vars[v].row >= 0 && s.rows[s.vars[v].row].detached > 0
}

// A pivot detaches the rows that it would change in vain. Bounds bring them back.
func TestDetach(t *testing.T) {
	for _, c := range []struct {
		name    string
		opts    Options
		watched bool
		want    bool
	}{
		{"implied bounds are not watched for", Options{}, false, true},
		{"short rows may imply bounds", Options{}, true, false},
		{"long rows seldom do", Options{LongRow: 2}, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, x, y, plus, minus, twice := sums(c.opts)
			s.Watch(minus, c.watched)
			s.Watch(twice, c.watched)
			require.Nil(t, s.AssertLower(plus, rational.Int(1), false, 1))
			status, err := s.Check(t.Context())
			require.NoError(t, err)
			require.Equal(t, Feasible, status)
			require.NoError(t, s.Invariant())
			require.Equal(t, c.want, isDetached(s, minus))
			require.Equal(t, c.want, isDetached(s, twice))
			require.True(t, s.Value(minus).Equal(s.Value(x).Sub(s.Value(y))), "x - y = %v", s.Value(minus))

			// Twice is 3/2·plus - 1/2·minus, at least 0.
			s.Push()
			require.Nil(t, s.AssertUpper(minus, rational.Int(3), false, 2))
			require.Nil(t, s.AssertUpper(twice, rational.Int(0), true, 3))
			require.False(t, isDetached(s, minus) || isDetached(s, twice))
			require.NoError(t, s.Invariant())
			status, err = s.Check(t.Context())
			require.NoError(t, err)
			require.Equal(t, Infeasible, status)
			require.Len(t, s.Conflict(), 3)
			require.NoError(t, s.CheckConflict(s.Conflict()))
		})
	}
}

// The values of a model are the values of all rows. Moves after a detachment count.
func TestValuesOfDetachedRows(t *testing.T) {
	s, x, y, plus, minus, twice := sums(Options{LongRow: 1})
	for i, v := range []Var{plus, x, y, plus} {
		s.Push()
		require.Nil(t, s.AssertLower(v, rational.Int(int64(i)), i%2 == 1, Reason(i)))
		status, err := s.Check(t.Context())
		require.NoError(t, err)
		require.Equal(t, Feasible, status)
		m := s.Model(nil)
		for w, b := range map[Var]int64{plus: 1, minus: -1, twice: 2} {
			require.True(t, m[w].Equal(m[x].Add(m[y].Mul(rational.Int(b)))), "step %d: x + %d·y with %v", i, b, m)
		}
	}
}

// Rows that must stay attached do.
func TestAttachAll(t *testing.T) {
	for _, stay := range []bool{false, true} {
		s, _, _, plus, minus, twice := sums(Options{})
		check := func(bound int64) {
			s.Push()
			require.Nil(t, s.AssertLower(plus, rational.Int(bound), false, 0))
			_, err := s.Check(t.Context())
			require.NoError(t, err)
			require.NoError(t, s.Invariant())
		}
		check(1)
		require.True(t, isDetached(s, minus) && isDetached(s, twice))
		s.AttachAll(stay)
		require.False(t, isDetached(s, minus) || isDetached(s, twice))
		require.NoError(t, s.Invariant())
		s.Backtrack(0)
		require.Nil(t, s.AssertUpper(plus, rational.Int(-1), false, 0))
		_, err := s.Check(t.Context())
		require.NoError(t, err)
		require.NoError(t, s.Invariant())
		if stay {
			require.False(t, isDetached(s, minus) || isDetached(s, twice))
		}
	}
}
