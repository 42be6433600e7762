// SPDX-License-Identifier: Apache-2.0

package trl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/internal/rational"
	"cornet/logic"
	"cornet/smt"
)

const (
	maxRun = 200_000 // steps of a run that is replayed
	// bound on the relations that are dropped because a bad state is reached only by them
	maxBans = 50
)

var errTooLong = fmt.Errorf("a bad state is reached after more than %d steps", maxRun)

// refute decides whether the run of the model, which ends in a bad state, is a run of the system.
// This is not certain, since relations over-approximate the loops from which they are learned. It
// replaces each relation by the acceleration of its loop, which is exact, and replays the run step
// by step. If that fails, refute drops the relations of the run and all assertions. The search then
// continues with the zero result.
func (s *search) refute(ctx context.Context) (horn.Result, error) {
	if err := s.look(ctx); err != nil {
		return horn.Result{}, err
	}
	if !slices.ContainsFunc(s.trace, learned) {
		r, err := s.base.Refutation(s.model, s.depth)
		if err != nil {
			return horn.GiveUp(err.Error()), nil
		}
		return horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
	}
	if s.window == nil {
		w, err := transition.NewWindow(s.base, s.tools.Solvers[3], transition.WindowSteps)
		if err != nil {
			return horn.Result{}, err
		}
		s.window = w
	}
	for _, moves := range [][]move{s.trace, s.alternatives()} {
		run, err := s.expand(ctx, moves, s.system.At(s.base.Init, 0), s.system.At(s.base.Bad, len(moves)), nil)
		switch {
		case errors.Is(err, errTooLong):
			return horn.GiveUp(err.Error()), nil
		case err != nil:
			return horn.Result{}, err
		case run == nil:
			continue
		}
		r, err := s.window.Replay(ctx, transition.Run{States: run})
		if err != nil || r != nil {
			return horn.Result{Verdict: horn.Unsafe, Refutation: r}, err
		}
	}
	return s.ban(), nil
}

// alternatives returns as many moves as the trace has. Each may be a step of the system or of any
// relation.
func (s *search) alternatives() []move {
	z := make([]move, len(s.trace))
	for i := range z {
		for _, r := range s.relations {
			if r.accelerates {
				z[i].any = append(z[i].any, r)
			}
		}
	}
	return z
}

// ban drops the relations of the trace.
func (s *search) ban() horn.Result {
	banned := false
	for _, x := range s.trace {
		if x.relation != nil && !x.relation.banned {
			x.relation.banned, banned = true, true
			s.stats.Banned++
		}
	}
	if !banned || s.stats.Banned > maxBans {
		return horn.GiveUp("a bad state is reached by relations, but no run was found")
	}
	s.retract(0)
	return horn.Result{}
}

// expand returns the states of a run by moves, as values, or nil if there is no such run. A state
// that the moves do not determine is nil. State 0 satisfies begin, and state len(moves) satisfies
// end. If again is not nil, the moves must also be possible from states that are larger by again.
func (s *search) expand(ctx context.Context, moves []move, begin, end *logic.Term, again []*logic.Term) ([][]*logic.Term, error) {
	ts, st := s.system, s.store
	var parts []*logic.Term
	for i, x := range moves {
		switch {
		case x.cube == nil:
			ways := []*logic.Term{ts.At(s.base.Trans, i)}
			for k, r := range x.any {
				goes := st.Var("\\goes"+strconv.Itoa(i)+"."+strconv.Itoa(k), st.Bool)
				ways = append(ways, goes)
				parts = append(parts, st.Implies(goes, ts.At(r.acceleration.Relation(s.base, s.times[0]), i)))
			}
			parts = append(parts, st.Or(ways...))
		case x.relation == nil:
			parts = append(parts, ts.At(x.cube, i))
		case !x.relation.accelerates:
			return nil, nil
		default:
			parts = append(parts, ts.At(x.relation.acceleration.Relation(s.base, s.times[0]), i))
		}
	}
	if again != nil {
		var here, there []*logic.Term
		for i := range len(moves) + 1 {
			now := ts.State(i)
			here, there = append(here, now...), append(there, shifted(st, now, again)...)
		}
		parts = append(parts, st.Substitute(st.And(parts...), here, there))
	}
	status, err := s.checkLoop(ctx, append(parts, begin, end)...)
	var m *logic.Model
	if err == nil && status == smt.Sat {
		m, err = s.loops.Model()
	}
	if err != nil || m == nil {
		return nil, err
	}
	var run [][]*logic.Term
	for i, x := range moves {
		here := s.values(m, i)
		for k, r := range x.any {
			if m.Holds(st.Var("\\goes"+strconv.Itoa(i)+"."+strconv.Itoa(k), st.Bool)) {
				x.relation = r
				break
			}
		}
		if x.relation == nil {
			run = append(run, here)
			continue
		}
		n, small := m.Value(ts.At(s.times[0], i)).Num().Int64()
		if !small || n > maxRun {
			return nil, errTooLong
		}
		states := append([][]*logic.Term{here}, x.relation.acceleration.Between(s.base, here, n)...)
		states = append(states, s.values(m, i+1))
		within, err := s.iterations(ctx, x.relation, states)
		if err != nil || within == nil {
			return nil, err
		}
		if run = append(run, within...); len(run) > maxRun {
			return nil, errTooLong
		}
	}
	return append(run, s.values(m, len(moves))), nil
}

// iterations returns the states of some iterations of a relation's loop, without the last state.
// The argument states has those before and after each iteration. It solves for one way through a
// loop of several moves that the first and the last iteration can take. The iterations between them
// can take the same way, as the condition of a loop is convex.
func (s *search) iterations(ctx context.Context, r *relation, states [][]*logic.Term) ([][]*logic.Term, error) {
	n := len(states) - 1
	once := make([][]*logic.Term, len(r.loop))
	once[0] = states[0]
	if len(r.loop) > 1 {
		whole := make([]*logic.Term, len(states[0]))
		for k, d := range r.acceleration.Delta {
			if d != nil {
				whole[k] = s.store.Scale(rational.Int(int64(n-1)), d)
			}
		}
		run, err := s.expand(ctx, r.loop, s.is(0, states[0]), s.is(len(r.loop), states[1]), whole)
		if err != nil || run == nil {
			return nil, err
		}
		once = run[:len(run)-1]
	}
	if n*len(once) > maxRun {
		return nil, errTooLong
	}
	var z [][]*logic.Term
	for range n {
		z = append(z, once...)
		next := make([][]*logic.Term, len(once))
		for i, x := range once {
			if x != nil {
				next[i] = shifted(s.store, x, r.acceleration.Delta)
			}
		}
		once = next
	}
	return z, nil
}

// shifted returns a state plus changes. A change that is nil is not added.
func shifted(st *logic.Store, state, by []*logic.Term) []*logic.Term {
	z := slices.Clone(state)
	for k, d := range by {
		if d != nil {
			z[k] = st.Add(z[k], d)
		}
	}
	return z
}

// values returns the values of state i in a model.
func (s *search) values(m *logic.Model, i int) []*logic.Term {
	z := s.system.State(i)
	for k, v := range z {
		z[k] = m.Value(v)
	}
	return z
}

// is returns the formula that state i has the given values.
func (s *search) is(i int, values []*logic.Term) *logic.Term {
	var z []*logic.Term
	for k, v := range s.system.State(i) {
		z = append(z, s.store.Eq(v, values[k]))
	}
	return s.store.And(z...)
}
