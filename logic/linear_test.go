// SPDX-License-Identifier: Apache-2.0

package logic_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/internal/rational"
	"cornet/logic"
)

// TestAddMul compares sums of sorted and unsorted sums with coefficients that are added one by one.
func TestAddMul(t *testing.T) {
	s := logic.NewStore()
	var xs []*logic.Term
	for range 6 {
		xs = append(xs, s.Fresh("x", s.Int))
	}
	r := rand.New(rand.NewPCG(1, 1))
	random := func(sorted bool) (z logic.Linear) {
		z.Const = rational.Int(int64(r.IntN(7) - 3))
		for i := range xs {
			x := xs[i]
			if !sorted {
				x = xs[r.IntN(len(xs))]
			}
			if k := int64(r.IntN(5) - 2); k != 0 {
				z.Monomials = append(z.Monomials, logic.Monomial{Coeff: rational.Int(k), Term: x})
			}
		}
		return z
	}
	for i := range 2000 {
		a, b, k := random(i%2 == 0), random(i%3 == 0), rational.Int(int64([]int{-2, -1, 1, 3}[r.IntN(4)]))
		want := map[*logic.Term]rational.Rat{}
		for _, m := range a.Monomials {
			want[m.Term] = want[m.Term].Add(m.Coeff)
		}
		for _, m := range b.Monomials {
			want[m.Term] = want[m.Term].AddMul(k, m.Coeff)
		}
		got := a.AddMul(k, b)
		require.True(t, a.Const.AddMul(k, b.Const).Equal(got.Const))
		for _, x := range xs {
			require.True(t, want[x].Equal(got.Coeff(x)), "%v + %v·%v", a, k, b)
		}
		for j, m := range got.Monomials {
			require.False(t, m.Coeff.IsZero())
			require.True(t, j == 0 || got.Monomials[j-1].Term.ID() < m.Term.ID(), "sorted")
		}
	}
}
