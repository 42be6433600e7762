// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"errors"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Engine solves linear and nonlinear systems. A value serves any number of
// calls to Solve, one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine { return &Engine{opts: o.withDefaults()} }

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys. It returns context.Cause(ctx) after a cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	solver, err := e.opts.Backend.New(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	defer solver.Close()
	itp, err := e.opts.Backend.Interpolator(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	limits := e.opts.Solver
	limits.Ticks = feasibilityTicks
	bounded, err := e.opts.Backend.New(sys.Store, limits)
	if err != nil {
		return horn.Result{}, err
	}
	defer bounded.Close()
	s := newSearch(e.opts, sys, solver, itp)
	s.bounded = bounded
	bounds := abstraction.Options{MaxChecks: maxChecks}
	if e.opts.Lattice != nil {
		bounds.Observe = func(z *abstraction.Lattice) { s.lattice = z }
	}
	s.explorer = abstraction.New(sys.Store, bounded, itp, bounds)
	result, err := s.run(ctx)
	e.stats = s.stats
	return result, err
}

// Bounds on one exploration: the number of feasibility checks, and the effort of each. Without a
// bound on effort, one exploration of 200 checks took 16 s for a system of two integers that needs
// 0.2 s without abstraction.
const (
	maxChecks        = 80
	feasibilityTicks = 400_000
)

// search is the state of one run.
type search struct {
	opts   Options
	sys    *horn.System
	store  *logic.Store
	solver smt.Solver
	itp    smt.Interpolator
	// bounded is a solver without assertions that spends little effort on each query.
	bounded smt.Solver
	// explorer interpolates under abstractions.
	explorer *abstraction.Explorer
	lattice  *abstraction.Lattice // the last exploration, if someone watches

	locs   []*location
	byPred map[*logic.Func]*location
	facts  []int // clauses without body; queries first
	uses   map[*location][]use

	forms    []*clauseForm // by clause
	memories map[string]*memory
	// divergent is the number of refinements after GuideAfter.
	divergent int
	made      int // number of states made in this round
	stats     Stats
}

// use is a body atom of a clause.
type use struct{ clause, atom int }

func newSearch(o Options, sys *horn.System, solver smt.Solver, itp smt.Interpolator) *search {
	s := &search{
		opts: o, sys: sys, store: sys.Store, solver: solver, itp: itp,
		byPred: map[*logic.Func]*location{}, uses: map[*location][]use{},
		forms: make([]*clauseForm, len(sys.Clauses)), memories: map[string]*memory{},
	}
	for _, p := range sys.Preds {
		l := newLocation(s.store, p)
		l.index = len(s.locs)
		for _, f := range o.Hints.InitialFor(p, l.formals) {
			l.track(s.store, f)
		}
		s.locs = append(s.locs, l)
		s.byPred[p] = l
	}
	var facts []int
	for i, c := range sys.Clauses {
		switch {
		case len(c.Body) == 0 && c.IsQuery():
			s.facts = append(s.facts, i)
		case len(c.Body) == 0:
			facts = append(facts, i)
		}
		for k := range c.Body {
			l := s.byPred[c.Body[k].Pred]
			s.uses[l] = append(s.uses[l], use{i, k})
		}
	}
	s.facts = append(s.facts, facts...)
	return s
}

// giveUp is the error by which the search ends without a verdict.
type giveUp struct{ reason string }

func (g giveUp) Error() string { return g.reason }

// run alternates abstract reachability and refinement.
func (s *search) run(ctx context.Context) (horn.Result, error) {
	for {
		s.exchange()
		a, err := s.reach(ctx)
		if err == nil && a == nil {
			return horn.Result{Verdict: horn.Safe, Model: s.model()}, nil
		}
		var r *horn.Refutation
		if err == nil {
			r, err = s.refine(ctx, a)
		}
		var give giveUp
		switch {
		case errors.As(err, &give):
			return horn.GiveUp(give.reason), nil
		case err != nil:
			return horn.Result{}, err
		case r != nil:
			return horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
		}
	}
}

// model returns the disjunction of the abstract states of every predicate.
func (s *search) model() *horn.Model {
	m := horn.NewModel()
	for _, l := range s.locs {
		var terms []*logic.Term
		for _, x := range l.states {
			if !x.dead {
				terms = append(terms, x.term)
			}
		}
		m.Define(l.pred, l.formals, s.store.Or(terms...))
	}
	return m
}
