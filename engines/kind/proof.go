// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"

	"cornet/engines/reach"
	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// prove turns a proof with parameter k ≥ 1 into an invariant: there are no runs
// of k or fewer steps in the base case, and none of k steps in the step case. The
// result is the zero one when the proof rests on simple paths and no invariant is
// found.
func (s *search) prove(ctx context.Context, k int) (horn.Result, error) {
	inv, outcome, _, err := s.images.Run(ctx, k, s.opts.Images, smt.Weak)
	if err != nil {
		return horn.Result{}, err
	}
	if outcome == reach.Open && !s.opts.SimplePaths {
		inv, err = s.eliminate(ctx, k)
		switch {
		case err == nil:
			outcome = reach.Fixpoint
		case !errors.Is(err, reach.ErrManyCubes) && !errors.Is(err, errors.ErrUnsupported):
			return horn.Result{}, err
		}
	}
	var reason string
	if outcome == reach.Open && !s.opts.SimplePaths {
		if inv, outcome, reason, err = s.images.Run(ctx, k, 0, smt.Strong); err != nil {
			return horn.Result{}, err
		}
	}
	switch {
	case outcome == reach.Fixpoint:
		return horn.Result{Verdict: horn.Safe, Model: s.base.System.Model(inv)}, nil
	case s.opts.SimplePaths:
		return horn.Result{}, nil
	}
	if reason == "" {
		reason = "an image meets the bad states"
	}
	return horn.GiveUp("the property is k-inductive, but no invariant without quantifiers was found: " + reason), nil
}

// eliminate returns the formula over Vars by which the lemma holds and no bad
// state is fewer than k steps away by states in which it holds, computed as the complement of the states that are 0, 1, … steps
// away from a bad one.
func (s *search) eliminate(ctx context.Context, k int) (*smtlib.Term, error) {
	ts := s.base.System
	st := ts.Store
	near := st.And(s.lemma, s.step.bad)
	layer := near
	for range k - 1 {
		// The states before layer, other than those already found.
		after := st.Substitute(layer, ts.Vars, ts.Next)
		before := st.And(s.lemma, ts.Trans, after, st.Not(near))
		var err error
		layer, err = reach.Eliminate(ctx, st, s.images.Solver, s.projector, before, append(ts.Locals[:len(ts.Locals):len(ts.Locals)], ts.Next...), s.opts.Cubes)
		if err != nil {
			return nil, err
		}
		near = st.Or(near, layer)
	}
	for _, v := range smtlib.FreeVars(near) {
		if !s.state[v] {
			return nil, reach.ErrManyCubes // the locals of Bad could not be eliminated
		}
	}
	return st.And(s.lemma, st.Not(near)), nil
}
