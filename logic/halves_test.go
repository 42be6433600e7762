// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestHalves has an equation of numbers, and terms that stay whole.
func TestHalves(t *testing.T) {
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	p, q := s.Var("p", s.Bool), s.Var("q", s.Bool)
	require.Equal(t, []*logic.Term{s.Le(x, y), s.Ge(x, y)}, s.Halves(s.Eq(x, y)))
	for _, other := range []*logic.Term{s.Le(x, y), s.Eq(p, q), s.Not(s.Eq(x, y)), s.True(), p} {
		require.False(t, other.IsEquation())
		require.Equal(t, []*logic.Term{other}, s.Halves(other))
	}
}
