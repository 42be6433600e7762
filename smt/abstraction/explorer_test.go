// SPDX-License-Identifier: Apache-2.0

package abstraction_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/itp"
	"cornet/smt/native"
)

// slides is the interpolation problem of Rümmer and Subotić's talk: one round of
//
//	i = 0; x = j; while (i < 50) { i++; x++; }  if (j == 0) assert(x >= 50);
func slides(s *logic.Store) (*smt.Query, []*logic.Term) {
	v := func(name string) *logic.Term { return s.Var(name, s.Int) }
	i0, x0, i1, x1, j := v("i0"), v("x0"), v("i1"), v("x1"), v("j")
	n := s.IntNum
	a := s.And(s.Eq(i0, n(0)), s.Eq(x0, j), s.Lt(i0, n(50)), s.Eq(i1, s.Add(i0, n(1))), s.Eq(x1, s.Add(x0, n(1))))
	b := s.And(s.Ge(i1, n(50)), s.Eq(j, n(0)), s.Lt(x1, n(50)))
	return smt.Sequence(a, b), []*logic.Term{i1, x1, j}
}

func explorer(t *testing.T, s *logic.Store, o abstraction.Options) (*abstraction.Explorer, smt.Solver) {
	solver, err := native.Backend{}.New(s, smt.Options{})
	require.NoError(t, err)
	inner, err := native.Backend{}.Interpolator(s, smt.Options{})
	require.NoError(t, err)
	return abstraction.New(s, solver, inner, o), solver
}

// The lattice of the talk over the base set {x1-i1, i1, j} has the maximal
// feasible elements {i1} and {x1-i1, j}.
func TestLatticeOfTheTalk(t *testing.T) {
	s := logic.NewStore()
	q, state := slides(s)
	i1, x1, j := state[0], state[1], state[2]
	cuts := []abstraction.Cut{{State: state, Templates: []abstraction.Template{
		{Term: s.Sub(x1, i1), Cost: 2}, {Term: i1, Cost: 10}, {Term: j, Cost: 1},
	}}, {}}
	x, solver := explorer(t, s, abstraction.Options{Families: 2})
	elements, err := x.Explore(t.Context(), q, cuts)
	require.NoError(t, err)
	require.ElementsMatch(t, []abstraction.Element{
		{Choices: []abstraction.Choice{{Template: 1}}, Cost: 10},
		{Choices: []abstraction.Choice{{Template: 0}, {Template: 2}}, Cost: 3},
	}, elements)

	// The cheaper one leads to a relation between x1 - i1 and j, which holds
	// after any number of rounds; {i1} would lead to i1 <= 1.
	all, err := x.Interpolate(t.Context(), q, cuts)
	require.NoError(t, err)
	require.Len(t, all, 2)
	z := all[0]
	require.Equal(t, 3, z.Element.Cost)
	require.NoError(t, itp.Check(t.Context(), s, solver, q, z.Formulas))
	i2, x2 := s.Var("i2", s.Int), s.Var("x2", s.Int)
	next := s.Substitute(z.Formulas[0], []*logic.Term{i1, x1}, []*logic.Term{i2, x2})
	st, err := solver.Check(t.Context(), z.Formulas[0],
		s.Eq(i2, s.Add(i1, s.IntNum(1))), s.Eq(x2, s.Add(x1, s.IntNum(1))), s.Not(next))
	require.NoError(t, err)
	require.Equal(t, smt.Unsat, st, "the interpolant %v is inductive", z.Formulas[0])
}

func TestInfeasible(t *testing.T) {
	s := logic.NewStore()
	q, state := slides(s)
	cuts := []abstraction.Cut{{State: state, Templates: []abstraction.Template{{Term: state[1], Cost: 1}}}, {}}
	x, _ := explorer(t, s, abstraction.Options{})
	elements, err := x.Explore(t.Context(), q, cuts)
	require.NoError(t, err)
	require.Empty(t, elements, "x1 alone does not refute the path")
	all, err := x.Interpolate(t.Context(), q, cuts)
	require.NoError(t, err)
	require.Empty(t, all)
}

// TestRelations: with relation Upward, interpolants may state only lower bounds of a template's
// term, or only that its formula is true. Such a template suffices exactly if the refutation needs
// nothing else.
func TestRelations(t *testing.T) {
	s := logic.NewStore()
	x, a, n := s.Var("x", s.Int), s.Var("a", s.Int), s.IntNum
	up := s.And(s.Eq(x, s.Add(a, n(5))), s.Ge(a, n(0)))
	down := s.And(s.Eq(x, s.Sub(n(5), a)), s.Ge(a, n(0)))
	for _, c := range []struct {
		below, above, term *logic.Term
		relation           abstraction.Relation
		want               *logic.Term // nil when the abstraction is not feasible
	}{
		{up, s.Lt(x, n(5)), x, abstraction.Upward, s.Ge(x, n(5))},
		{down, s.Gt(x, n(5)), x, abstraction.Upward, nil},
		{down, s.Gt(x, n(5)), x, abstraction.Same, s.Le(x, n(5))},
		{down, s.Gt(x, n(5)), s.Neg(x), abstraction.Upward, s.Le(x, n(5))},
		{up, s.Lt(x, n(0)), s.Ge(x, n(0)), abstraction.Upward, s.Ge(x, n(0))},
		{down, s.Gt(x, n(9)), s.Ge(x, n(7)), abstraction.Upward, nil},
		{down, s.Gt(x, n(9)), s.Ge(x, n(7)), abstraction.Same, s.Lt(x, n(7))},
	} {
		e, _ := explorer(t, s, abstraction.Options{})
		cut := abstraction.Cut{State: []*logic.Term{x}, Templates: []abstraction.Template{{Term: c.term, Cost: 1, Relation: c.relation}}}
		all, err := e.Interpolate(t.Context(), smt.Sequence(c.below, c.above), []abstraction.Cut{cut, {}})
		require.NoError(t, err)
		if c.want == nil {
			require.Empty(t, all, "%v about %v", c.above, c.term)
			continue
		}
		require.Len(t, all, 1, "%v about %v", c.above, c.term)
		require.Equal(t, c.want, all[0].Formulas[0])
	}
}
