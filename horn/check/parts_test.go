// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/native"
)

func TestParts(t *testing.T) {
	s := logic.NewStore()
	v := func(name string) *logic.Term { return s.Var(name, s.Bool) }
	a, b, c, d, e := v("a"), v("b"), v("c"), v("d"), v("e")
	for _, tt := range []struct {
		in, rest *logic.Term
		parts    []*logic.Term
	}{
		{a, a, nil},
		{s.And(a, b), s.And(a, b), nil},
		{s.Or(a, b), s.True(), []*logic.Term{a, b}},
		{s.And(a, s.Or(b, c), s.Or(b, c, d)), s.And(a, s.Or(b, c)), []*logic.Term{b, c, d}},
		{s.And(e, s.Not(s.And(a, b, s.Or(c, d)))), e, []*logic.Term{s.Not(a), s.Not(b), s.Not(s.Or(c, d))}},
		{s.And(e, s.Or(s.Not(s.And(a, b)), s.Not(s.And(b, c)))), e, []*logic.Term{s.Not(a), s.Not(b), s.Not(c)}},
		{s.And(e, s.Or(s.And(a, b), s.And(c, d))), e, []*logic.Term{s.And(a, b), s.And(c, d)}},
	} {
		rest, list := parts(s, tt.in)
		require.Equal(t, tt.rest, rest, "%v", tt.in)
		require.ElementsMatch(t, tt.parts, list, "%v", tt.in)
	}
}

// clocks returns symbols, all 0, and what a lemma states about each of them after a step. There are
// enough of them to ask part by part. The symbol number wrong, unless negative, gets too large.
func clocks(s *logic.Store, wrong int) (before, after *logic.Term) {
	var start, lemmas []*logic.Term
	for i := range smt.ManyReals {
		x := s.Var("x"+strconv.Itoa(i), s.Real)
		step := int64(1)
		if i == wrong {
			step = 2
		}
		start = append(start, s.Ge(x, s.RealNum(0)), s.Le(x, s.RealNum(1)))
		lemmas = append(lemmas, s.Le(s.Add(x, s.RealNum(step)), s.RealNum(2)))
	}
	return s.And(start...), s.And(lemmas...)
}

// TestAskedPartByPart: the answers by parts are those of the whole. Each part counts, and a
// counterexample is one of the whole.
func TestAskedPartByPart(t *testing.T) {
	for _, wrong := range []int{-1, 0, 1, 17, smt.ManyReals - 1} {
		s := logic.NewStore()
		before, after := clocks(s, wrong)
		neg := s.And(before, s.Not(after))
		_, list := parts(s, neg)
		require.Len(t, list, smt.ManyReals)
		o := Judges(s, native.Backend{}, native.Backend{Proofs: true}, smt.Options{})
		o.Reals = func() (smt.Solver, error) {
			return &gaveUp{native.NewSolver(s, smt.Options{}), smt.ManyReals, true}, nil
		}
		o.Solver = nil // so that the solver of Reals decides
		j := newJudge(t.Context(), s, o)
		z, err := j.consult(neg)
		require.NoError(t, err)
		if wrong < 0 {
			require.Equal(t, holds, z)
		} else {
			require.Equal(t, fails, z, "clock %d", wrong)
			require.True(t, j.counter.Holds(neg), "clock %d", wrong)
		}
		j.close()
	}
}

// gaveUp is a solver that decides at most a given number of questions, and perhaps not the first
// one.
type gaveUp struct {
	smt.Solver
	left  int
	whole bool // the first question is too hard
}

func (s *gaveUp) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	if s.whole {
		s.whole = false
		return smt.Unknown, nil
	}
	if s.left--; s.left < 0 {
		return smt.Unknown, nil
	}
	return s.Solver.Check(ctx, assumptions...)
}

// TestUndecidedPart: a part that the solver cannot decide leaves the whole open.
func TestUndecidedPart(t *testing.T) {
	for left, want := range map[int]answer{0: unknown, 1: unknown, smt.ManyReals - 1: unknown, smt.ManyReals: holds} {
		s := logic.NewStore()
		before, after := clocks(s, -1)
		j := newJudge(t.Context(), s, Options{Reals: func() (smt.Solver, error) {
			return &gaveUp{native.NewSolver(s, smt.Options{}), left, true}, nil
		}})
		z, err := j.consult(s.And(before, s.Not(after)))
		require.NoError(t, err)
		require.Equal(t, want, z, "%d parts decided", left)
		j.close()
	}
}
