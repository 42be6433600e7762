// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"context"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Engine solves linear systems. A value serves any number of calls to Solve,
// one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine { return &Engine{opts: o.withDefaults()} }

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys, which must be linear. It returns an error wrapping
// errors.ErrUnsupported for other systems, and context.Cause(ctx) after a
// cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	tools, err := transition.Setup{
		Engine: "imc", Backend: e.opts.Backend, Solver: e.opts.Solver, Solvers: 2,
	}.Open(sys)
	if err != nil {
		return horn.Result{}, err
	}
	defer tools.Close()
	ts, solvers, itp := tools.System, tools.Solvers, tools.Interpolator
	s := &search{
		opts:   e.opts,
		tools:  tools,
		runs:   transition.Bounded{System: ts, Solver: solvers[0]},
		images: transition.Images{System: ts, Solver: solvers[1], Interpolator: itp},
		lemmas: transition.Lemmas{System: ts, Solver: solvers[1]},
	}
	if !e.opts.PlainImages {
		s.images.Seen = s.lemmas.Offer
		s.lemmas.OfferClauses()
	}
	result, err := s.run(ctx)
	e.stats = Stats{
		Depth: int64(s.runs.Length), Checks: s.runs.Checks,
		ImageStats: s.images.Stats, LemmaStats: s.lemmas.Stats, MinimiseStats: s.minimised,
	}
	return result, err
}

// search is the state of one run.
type search struct {
	opts   Options
	tools  *transition.Tools
	runs   transition.Bounded
	images transition.Images
	lemmas transition.Lemmas
	// backward is the next horizon at which Alternate derives interpolants backward.
	backward  int
	minimised transition.MinimiseStats
}

// run is Algorithm 1 of the paper, except that horizons grow by a quarter. This finds deep runs
// with few images.
func (s *search) run(ctx context.Context) (horn.Result, error) {
	if z, err := s.runs.Direct(ctx); transition.Decided(z, err) {
		return z, err
	}
	// a run of zero steps: some initial state is bad
	if z, err := s.runs.Next(ctx); transition.Decided(z, err) {
		return z, err
	}
	for k, horizon := 1, 1; s.opts.Depth == 0 || k <= s.opts.Depth; k++ {
		if turn.Yield(ctx) != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		if k < horizon {
			if z, err := s.runs.Next(ctx); transition.Decided(z, err) {
				return z, err
			}
			continue
		}
		horizon += 1 + k/4
		if z, err := s.prove(ctx, k); transition.Decided(z, err) {
			return z, err
		}
	}
	return horn.GiveUp("no proof or refutation within the depth bound"), nil
}

// proved returns the answer for a safe inductive invariant.
func (s *search) proved(ctx context.Context, inv *logic.Term) (horn.Result, error) {
	inv, stats, err := s.tools.Minimise(ctx, inv)
	s.minimised = stats
	return horn.Result{Verdict: horn.Safe, Model: s.runs.System.Model(inv)}, err
}

// prove looks for runs of k steps to a bad state. It iterates images with horizon k, forward and
// sometimes backward, until there is an answer. In between, it tries to prove lemmas that the
// images suggest.
func (s *search) prove(ctx context.Context, k int) (horn.Result, error) {
	if s.opts.Nodes > 0 {
		s.images.Nodes = (s.opts.Nodes + 2*logic.Size(s.runs.System.Trans)) * (4 + k) / 4
	}
	for _, strength := range s.strengths(k) {
		inv, err := s.iterate(ctx, k, strength)
		if err != nil {
			return horn.Result{}, err
		}
		if inv != nil {
			return s.proved(ctx, inv)
		}
		if s.runs.Length == k {
			if z, err := s.runs.Next(ctx); transition.Decided(z, err) {
				return z, err
			}
		}
		if inv, err = s.strengthen(ctx); err != nil {
			return horn.Result{}, err
		}
		if inv != nil {
			return s.proved(ctx, inv)
		}
	}
	return horn.Result{}, nil
}

// extraImages is the number of images at a horizon in addition to its steps.
const extraImages = 8

// iterate makes images with horizon k, and returns the invariant if it finds one. The first forward
// image comes from the query for runs of k steps, so it needs no query of its own.
func (s *search) iterate(ctx context.Context, k int, strength smt.Strength) (*logic.Term, error) {
	s.images.Exact = strength == smt.Strong
	made := s.images.Stats.Images
	inv, outcome, reason, err := s.images.Run(ctx, k, extraImages+k, strength)
	if err != nil {
		return nil, err
	}
	if s.images.Exact && s.images.Stats.Images > made {
		s.runs.Advance()
	}
	s.opts.Log.Debug("horizon", "k", k, "images", s.images.Stats.Images, "lemmas", s.lemmas.Stats.Proven, "open", reason)
	if outcome != transition.Fixpoint {
		return nil, nil
	}
	return s.safe(ctx, k, inv)
}

// strengthen proves lemmas that the images suggest. It returns the lemmas if they exclude the bad
// states.
func (s *search) strengthen(ctx context.Context) (*logic.Term, error) {
	known := len(s.lemmas.List())
	more, err := s.lemmas.Exchange(ctx, s.opts.Board)
	if err != nil || !more {
		return nil, err
	}
	if err := s.runs.Learn(s.lemmas.List()[known:]); err != nil {
		return nil, err
	}
	s.images.Lemma = s.lemmas.Proven()
	if safe, err := s.lemmas.Safe(ctx); err != nil || !safe {
		return nil, err
	}
	return s.images.Lemma, nil
}

// strengths returns the strengths of the interpolants at horizon k. With Alternate, interpolants
// are also derived backward at the horizons 1, 2, 4, … A backward derivation takes as long as a
// forward one, and finds invariants in few steps or not at all.
func (s *search) strengths(k int) []smt.Strength {
	switch {
	case s.opts.Derivation == Backward:
		return []smt.Strength{smt.Weak}
	case s.opts.Derivation == Forward || k < s.backward:
		return []smt.Strength{smt.Strong}
	}
	s.backward = 2 * k
	return []smt.Strength{smt.Strong, smt.Weak}
}

// safe makes an inductive invariant safe. The given invariant may admit bad states, but no state of
// it reaches a bad state in exactly k - 1 steps. Then "not bad" is (k-1)-inductive together with
// it. If there is no interpolant, safe returns nil.
func (s *search) safe(ctx context.Context, k int, inv *logic.Term) (*logic.Term, error) {
	if !s.images.Exact || k == 1 {
		return inv, nil
	}
	images := s.images
	images.Lemma = inv
	z, reason, err := images.Inductive(ctx, k-1)
	s.images.Stats = images.Stats
	s.opts.Log.Debug("inductive", "k", k, "safe", z != nil, "reason", reason)
	return z, err
}
