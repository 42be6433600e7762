// SPDX-License-Identifier: Apache-2.0

package lift

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
)

// TestEliminate compares the result of an elimination with a search for values of the quantified
// variables, for all values of the free ones from a small range.
func TestEliminate(t *testing.T) {
	const most = 2 // constants and free variables
	r := rand.New(rand.NewPCG(1, 2))
	done := 0
	for range 150 {
		s := logic.NewStore()
		num := s.IntNum
		x, y, z := s.Var("x", s.Int), s.Var("y", s.Int), s.Var("z", s.Int)
		a, b := s.Var("a", s.Int), s.Var("b", s.Int) // quantified
		literal := func() *logic.Term {
			v := []*logic.Term{a, a, b, x, y, z}[r.IntN(6)]
			w := []*logic.Term{a, b, x, y, z, num(r.Int64N(most)), s.Add(x, num(1))}[r.IntN(7)]
			switch r.IntN(5) {
			case 0:
				return s.Not(s.Eq(v, w))
			case 1:
				return s.Le(x, w)
			}
			return s.Eq(v, w)
		}
		var conj []*logic.Term
		for range 2 + r.IntN(4) {
			switch r.IntN(3) {
			case 0:
				conj = append(conj, s.Not(s.Eq(a, []*logic.Term{x, y, z}[r.IntN(3)])))
			case 1:
				conj = append(conj, s.Or(literal(), s.And(literal(), literal())))
			case 2:
				conj = append(conj, s.Or(literal(), literal(), literal()))
			}
		}
		e := &elimination{store: s, keep: map[*logic.Term]bool{x: true, y: true, z: true}, limit: 1000}
		f := e.eliminate(conj)
		if f == nil {
			continue
		}
		done++
		require.Empty(t, e.bound(f))
		all := s.And(conj...)
		for i := range (most + 1) * (most + 1) * (most + 1) {
			m := s.NewModel()
			for _, v := range []*logic.Term{x, y, z} {
				m.Set(v, num(int64(i%(most+1))))
				i /= most + 1
			}
			require.Equal(t, exists(m, []*logic.Term{a, b}, all, num), m.Holds(f), "∃a,b. %v\n%v", all, f)
		}
	}
	require.Greater(t, done, 70)
}

// exists searches for values of vs for which f holds, in a range that has more values than f has
// terms.
func exists(m *logic.Model, vs []*logic.Term, f *logic.Term, num func(int64) *logic.Term) bool {
	if len(vs) == 0 {
		return m.Holds(f)
	}
	for n := int64(-4); n <= 8; n++ {
		m.Set(vs[0], num(n))
		if exists(m, vs[1:], f, num) {
			return true
		}
	}
	return false
}
