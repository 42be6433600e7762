// SPDX-License-Identifier: Apache-2.0

package native

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestDoubt checks when models are trusted, and the result of a check if a model is wrong or leaves
// a value open.
func TestDoubt(t *testing.T) {
	s := logic.NewStore()
	x := s.Var("x", s.Int)
	m := s.NewModel()
	m.Set(x, s.IntNum(1))
	right, wrong := s.Eq(x, s.IntNum(1)), s.Eq(x, s.IntNum(2))
	open := s.Eq(s.IntDiv(s.IntNum(1), s.Sub(x, s.IntNum(1))), x) // division by zero
	for _, c := range []struct {
		d     doubt
		f     *logic.Term
		fault bool
	}{
		{certain, right, false}, {certain, wrong, false}, {certain, open, false},
		{careful, right, false}, {careful, wrong, true}, {careful, open, false},
		{risky, right, false}, {risky, wrong, true}, {risky, open, true},
	} {
		require.Equal(t, c.fault, c.d.fault(m, []*logic.Term{right, c.f}) != "", "%d %v", c.d, c.f)
	}
}
