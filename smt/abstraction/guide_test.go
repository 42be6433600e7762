// SPDX-License-Identifier: Apache-2.0

package abstraction_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/itp"
	"cornet/smt/native"
)

// rounds is the path of n rounds of the loop of the talk, a partition per round.
func rounds(s *logic.Store, n int) *smt.Query {
	at := func(name string, i int) *logic.Term { return s.Var(name+"@"+strconv.Itoa(i), s.Int) }
	same := func(i int) *logic.Term { return s.Eq(at("j", i), at("j", i-1)) }
	parts := []*logic.Term{s.And(s.Eq(at("i", 0), s.IntNum(0)), s.Eq(at("x", 0), at("j", 0)))}
	for k := 1; k <= n; k++ {
		parts = append(parts, s.And(s.Lt(at("i", k-1), s.IntNum(50)), same(k),
			s.Eq(at("i", k), s.Add(at("i", k-1), s.IntNum(1))), s.Eq(at("x", k), s.Add(at("x", k-1), s.IntNum(1)))))
	}
	return smt.Sequence(append(parts, s.And(s.Ge(at("i", n), s.IntNum(50)), s.Eq(at("j", n), s.IntNum(0)), s.Lt(at("x", n), s.IntNum(50))))...)
}

// TestGuide asks for interpolants of longer and longer paths. Above the threshold, the interpolants
// do not mention i alone, so they do not count rounds.
func TestGuide(t *testing.T) {
	s := logic.NewStore()
	observed := 0
	b := abstraction.Backend{Backend: native.Backend{}, Options: abstraction.GuideOptions{
		GuideAfter: 1, Explore: abstraction.Options{Observe: func(*abstraction.Lattice) { observed++ }},
	}}
	x, err := b.Interpolator(s, smt.Options{})
	require.NoError(t, err)
	checker, err := b.New(s, smt.Options{})
	require.NoError(t, err)
	for n := 1; n <= 4; n++ {
		q := rounds(s, n)
		z, err := x.Interpolate(t.Context(), q)
		require.NoError(t, err)
		require.Equal(t, smt.Unsat, z.Status, z.Reason)
		require.NoError(t, itp.Check(t.Context(), s, checker, q, z.Formulas))
	}
	require.Equal(t, 2, observed, "of four queries about the place, the second and the fourth are guided")
}

// TestGuideHandsOn has a symbol in three partitions, which cannot be cut.
func TestGuideHandsOn(t *testing.T) {
	s := logic.NewStore()
	x, err := abstraction.Backend{Backend: native.Backend{}, Options: abstraction.GuideOptions{GuideAfter: -1}}.Interpolator(s, smt.Options{})
	require.NoError(t, err)
	a := s.Var("a", s.Int)
	q := smt.Sequence(s.Ge(a, s.IntNum(1)), s.Le(a, s.IntNum(5)), s.Eq(a, s.IntNum(0)))
	z, err := x.Interpolate(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, z.Status)
}

// TestQuantified abstracts from the contents of arrays, at all indices or below a bound.
func TestQuantified(t *testing.T) {
	s := logic.NewStore()
	sort := s.Array(s.Int, s.Int)
	a0, a, i, k := s.Var("a0", sort), s.Var("a", sort), s.Var("i", s.Int), s.Var("k!", s.Int)
	n := s.IntNum
	// The path sets i = 3 and a[2] = 7. Then it reads another value from a[i-1].
	q := smt.Sequence(
		s.And(s.Eq(a, s.Store(a0, n(2), n(7))), s.Eq(i, n(3))),
		s.And(s.Eq(s.Sub(i, n(1)), s.Var("r", s.Int)), s.Not(s.Eq(s.Select(a, s.Var("r", s.Int)), n(7)))))
	prefix := s.Ite(s.Lt(k, i), s.Select(a, k), n(0))
	for name, templates := range map[string][]abstraction.Template{
		"all places": {{Term: i, Cost: 2}, {Term: s.Select(a, k), Bound: []*logic.Term{k}, Cost: 3}},
		"prefix":     {{Term: i, Cost: 2}, {Term: prefix, Bound: []*logic.Term{k}, Cost: 3}},
	} {
		t.Run(name, func(t *testing.T) {
			x, solver := explorer(t, s, abstraction.Options{})
			cuts := []abstraction.Cut{{State: []*logic.Term{a, i}, Templates: templates}, {}}
			elements, err := x.Explore(t.Context(), q, cuts)
			require.NoError(t, err)
			require.Len(t, elements, 1)
			require.Len(t, elements[0].Choices, 2)
			all, err := x.Interpolate(t.Context(), q, cuts)
			require.NoError(t, err)
			require.Len(t, all, 1)
			require.NoError(t, itp.Check(t.Context(), s, solver, q, all[0].Formulas))
		})
	}
}
