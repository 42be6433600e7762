// SPDX-License-Identifier: Apache-2.0

package backends_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/backends"
)

// toy is a back end whose solvers record their questions. It decides conjunctions of literals over
// Boolean variables, refuses the variables in refuse, and gives up on those in giveUp.
type toy struct {
	smt.Backend
	refuse, giveUp map[string]bool
	checks         int
}

func (b *toy) New(*logic.Store, smt.Options) (smt.Solver, error) {
	return &toySolver{toy: b, frames: [][]*logic.Term{nil}}, nil
}

type toySolver struct {
	*toy
	frames [][]*logic.Term
	reason string
}

func (s *toySolver) Push()     { s.frames = append(s.frames, nil) }
func (s *toySolver) Pop(n int) { s.frames = s.frames[:len(s.frames)-n] }
func (s *toySolver) Close()    {}

func (s *toySolver) knows(t *logic.Term) error {
	for _, v := range logic.FreeVars(t) {
		if s.refuse[v.Name()] {
			return fmt.Errorf("toy: %s: %w", v.Name(), errors.ErrUnsupported)
		}
	}
	return nil
}

func (s *toySolver) Assert(t *logic.Term) error {
	if err := s.knows(t); err != nil {
		return err
	}
	top := len(s.frames) - 1
	s.frames[top] = append(s.frames[top], t)
	return nil
}

func (s *toySolver) Check(_ context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	s.checks++
	var all []*logic.Term
	for _, f := range s.frames {
		all = append(all, f...)
	}
	for _, t := range assumptions {
		if err := s.knows(t); err != nil {
			return smt.Unknown, err
		}
		all = append(all, t)
	}
	holds := map[*logic.Term]bool{}
	for _, t := range all {
		for _, v := range logic.FreeVars(t) {
			if s.giveUp[v.Name()] {
				s.reason = "toy gives up on " + v.Name()
				return smt.Unknown, nil
			}
		}
		holds[t] = true
	}
	for t := range holds {
		if t.Op() == logic.OpNot && holds[t.Arg(0)] {
			return smt.Unsat, nil
		}
	}
	return smt.Sat, nil
}

func (s *toySolver) Reason() string               { return s.reason }
func (s *toySolver) Model() (*logic.Model, error) { return nil, nil }
func (s *toySolver) Core() []*logic.Term          { return nil }

func TestSolver(t *testing.T) {
	store := logic.NewStore()
	v := func(name string) *logic.Term { return store.Var(name, store.Bool) }
	easy, hard, alien := v("easy"), v("hard"), v("alien")
	first := &toy{refuse: map[string]bool{"alien": true}, giveUp: map[string]bool{"hard": true}}
	second := &toy{}
	made := 0
	b := &backends.Fallback{First: first, Second: func() (smt.Backend, error) { made++; return second, nil }}
	s, err := b.New(store, smt.Options{})
	require.NoError(t, err)
	check := func(want smt.Status, assumptions ...*logic.Term) {
		t.Helper()
		st, err := s.Check(t.Context(), assumptions...)
		require.NoError(t, err)
		require.Equal(t, want, st)
	}

	require.NoError(t, s.Assert(easy))
	check(smt.Sat)
	check(smt.Unsat, store.Not(easy))
	require.Zero(t, made, "the first solver is enough")

	check(smt.Unsat, hard, store.Not(hard)) // the first gives up
	require.Equal(t, 1, made)
	check(smt.Unsat, hard, store.Not(easy)) // the second has been told of easy

	s.Push()
	require.NoError(t, s.Assert(alien)) // the first one refuses
	before := first.checks
	check(smt.Unsat, store.Not(alien))
	require.Equal(t, before, first.checks, "the first solver does not know all assertions")
	s.Push()
	require.NoError(t, s.Assert(store.Not(easy)))
	check(smt.Unsat)
	s.Pop(2)
	check(smt.Sat)
	require.Equal(t, before+1, first.checks, "the first solver knows all assertions again")
	check(smt.Sat, alien)
	require.Equal(t, 1, made)
}

func TestWithoutSecond(t *testing.T) {
	store := logic.NewStore()
	hard, alien := store.Var("hard", store.Bool), store.Var("alien", store.Bool)
	missing := errors.New("no such library")
	first := &toy{refuse: map[string]bool{"alien": true}, giveUp: map[string]bool{"hard": true}}
	b := &backends.Fallback{First: first, Second: func() (smt.Backend, error) { return nil, missing }}
	s, err := b.New(store, smt.Options{})
	require.NoError(t, err)
	require.NoError(t, s.Assert(hard))
	st, err := s.Check(t.Context())
	require.NoError(t, err)
	require.Equal(t, smt.Unknown, st)
	require.Equal(t, "toy gives up on hard", s.Reason())
	err = s.Assert(alien)
	require.ErrorIs(t, err, missing)
	require.ErrorIs(t, err, errors.ErrUnsupported)
}

// slow is a back end whose solvers use up their bound on the first questions.
type slow struct {
	*toy
	left int
}

func (b *slow) New(store *logic.Store, o smt.Options) (smt.Solver, error) {
	inner, err := b.toy.New(store, o)
	return &slowSolver{inner, b}, err
}

type slowSolver struct {
	smt.Solver
	slow *slow
}

func (s *slowSolver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	if s.slow.left--; s.slow.left >= 0 {
		s.slow.checks++
		return smt.Unknown, nil
	}
	return s.Solver.Check(ctx, assumptions...)
}

func (s *slowSolver) Reason() string { return smt.OutOfTicks }

// The first solver is asked again if the second is unlikely to decide.
func TestManyReals(t *testing.T) {
	for _, c := range []struct {
		name          string
		reals         int
		ticks         uint64 // the caller's ticks
		slow          int    // the number of questions that the first one does not decide
		first, second int    // the numbers of questions to each
	}{
		{"few reals", smt.ManyReals - 1, 0, 3, 1, 1},
		{"many", smt.ManyReals, 0, 3, 4, 0},
		{"many, and too hard", smt.ManyReals, 0, 1000, 16, 1},
		{"many, within a bound", smt.ManyReals, 5, 3, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := logic.NewStore()
			first, second := &slow{&toy{}, c.slow}, &toy{}
			b := &backends.Fallback{First: first, Second: func() (smt.Backend, error) { return second, nil }}
			s, err := b.New(store, smt.Options{Ticks: c.ticks})
			require.NoError(t, err)
			for i := range c.reals {
				require.NoError(t, s.Assert(store.Ge(store.Var(fmt.Sprint("x", i), store.Real), store.RealNum(0))))
			}
			st, err := s.Check(t.Context())
			require.NoError(t, err)
			require.Equal(t, c.ticks == 0, st == smt.Sat)
			require.Equal(t, []int{c.first, c.second}, []int{first.checks, second.checks})
		})
	}
}
