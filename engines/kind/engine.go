// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"errors"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/project"
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
		Engine: "kind", Backend: e.opts.Backend, Solver: e.opts.Solver, Solvers: 3, Projects: true,
	}.Open(sys)
	if err != nil {
		return horn.Result{}, err
	}
	defer tools.Close()
	ts, solvers, itp := tools.System, tools.Solvers, tools.Interpolator
	s := &search{
		opts: e.opts, projector: tools.Projector,
		base:   transition.Bounded{System: ts, Solver: solvers[0]},
		step:   stepCase{system: ts, solver: solvers[1]},
		images: transition.Images{System: ts, Solver: solvers[2], Interpolator: itp},
		lemmas: transition.Lemmas{System: ts, Solver: solvers[2]},
	}
	result, err := s.run(ctx)
	e.stats = Stats{
		Depth: int64(s.base.Length), BaseChecks: s.base.Checks,
		StepChecks: s.step.checks, ImageStats: s.images.Stats, LemmaStats: s.lemmas.Stats,
	}
	return result, err
}

// search is the state of one run.
type search struct {
	opts      Options
	projector smt.Projector
	base      transition.Bounded
	step      stepCase
	images    transition.Images
	lemmas    transition.Lemmas
}

func (s *search) run(ctx context.Context) (horn.Result, error) {
	if z, err := s.base.Direct(ctx); transition.Decided(z, err) {
		return z, err
	}
	ts := s.base.System
	var err error
	if s.step.bad, err = s.states(ctx, ts.Bad); err != nil {
		return horn.Result{}, err
	}
	if !s.opts.PlainStep {
		s.lemmas.OfferClauses()
	}
	for k := 0; s.opts.Depth == 0 || k <= s.opts.Depth; k++ {
		if turn.Yield(ctx) != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		if z, err := s.base.Next(ctx); transition.Decided(z, err) {
			return z, err
		}
		if err := s.strengthen(ctx); err != nil {
			return horn.Result{}, err
		}
		if z, err := s.prove(ctx, k); transition.Decided(z, err) {
			return z, err
		}
	}
	return horn.GiveUp("no proof or refutation within the depth bound"), nil
}

// lemmaQueries bounds the queries for lemmas between two depths, so that shallow
// counterexamples do not wait for them.
const lemmaQueries = 12

// strengthen lets the step case use the lemmas found so far.
func (s *search) strengthen(ctx context.Context) error {
	if s.opts.PlainStep && s.opts.Board == nil {
		return nil
	}
	s.lemmas.Limit = lemmaQueries
	if _, err := s.lemmas.Exchange(ctx, s.opts.Board); err != nil {
		return err
	}
	s.images.Lemma = s.lemmas.Proven()
	return s.step.assume(s.images.Lemma)
}

// maxBadCubes bounds the disjuncts of the bad states after auxiliary variables are eliminated.
const maxBadCubes = 64

// states eliminates Locals from a formula over Vars and Locals, if possible.
func (s *search) states(ctx context.Context, f *logic.Term) (*logic.Term, error) {
	ts := s.base.System
	free, err := project.Eliminate(ctx, ts.Store, s.images.Solver, s.projector, ts.Locals, f, maxBadCubes)
	if errors.Is(err, project.ErrIncomplete) || errors.Is(err, errors.ErrUnsupported) {
		return f, nil
	}
	return free, err
}
