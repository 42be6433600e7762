// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smt/itp"
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
	if !sys.IsLinear() {
		return horn.Result{}, fmt.Errorf("lawi: a clause has several body atoms: %w", errors.ErrUnsupported)
	}
	p, err := FromSystem(sys)
	if err != nil {
		return horn.Result{}, err
	}
	return e.SolveProgram(ctx, p)
}

// SolveProgram decides a program as Solve decides a system. The model of a safe program defines the
// predicates that the search has met. All others are unreachable and may be false. Refutations
// refer to clauses by their numbers.
func (e *Engine) SolveProgram(ctx context.Context, p Program) (horn.Result, error) {
	var tried int64
	var imports *imported
	if e.opts.Board != nil {
		imports = &imported{board: e.opts.Board}
	}
	if e.opts.Mode == (Mode{}) && e.opts.Watch == nil {
		trial := &Engine{opts: e.opts.trial()}
		result, err := trial.solve(ctx, p, imports)
		if ctx.Err() != nil || err == nil && result.Verdict != horn.Unknown {
			e.stats = trial.stats
			return result, err
		}
		tried = trial.stats.Refinements
	}
	result, err := e.solve(ctx, p, imports)
	e.stats.Trial = tried
	return result, err
}

// solve is SolveProgram without the trial.
func (e *Engine) solve(ctx context.Context, p Program, imports *imported) (horn.Result, error) {
	s, err := e.prepare(p)
	if err != nil {
		return horn.Result{}, err
	}
	s.imported = imports
	defer s.close()
	result, err := s.run(ctx)
	e.stats = s.statistics()
	return result, err
}

// prepare returns a new search of p. The caller must close it.
func (e *Engine) prepare(p Program) (*search, error) {
	words := newSharedPredicates(p)
	if e.opts.Mode.Cases > 1 {
		p = Cases(p, e.opts.Mode.Cases)
	}
	g, err := newGraph(p)
	if err != nil {
		return nil, err
	}
	if e.opts.Mode.Prune {
		g.prune()
	}
	interpolator, err := e.interpolator(g.store)
	if err != nil {
		return nil, err
	}
	s := &search{
		opts: e.opts, kinds: e.opts.Mode.Interpolants, graph: g, store: g.store, itp: interpolator,
		tree:    tree{store: g.store},
		secured: map[securedEdge]bool{},
		hits:    map[hit]bool{},

		sharedPredicates: words,
	}
	if s.frontier = frontier(&breadth{}); e.opts.Mode.DepthFirst {
		s.frontier = &depth{}
	}
	if s.solver, err = e.opts.Backend.New(g.store, e.opts.Solver); err != nil {
		return nil, err
	}
	if s.auxSolver, err = e.opts.Backend.New(g.store, e.opts.Solver); err != nil {
		s.solver.Close()
		return nil, err
	}
	if s.guide, err = e.opts.Backend.New(g.store, e.opts.Solver.Within(guideTicks)); err != nil {
		s.close()
		return nil, err
	}
	s.explorer = abstraction.New(g.store, s.guide, interpolator, abstraction.Options{})
	s.oracle, s.auxOracle = newOracle(g.store, s.solver, &s.stats), newOracle(g.store, s.auxSolver, &s.stats)
	return s, nil
}

// close releases the solvers.
func (s *search) close() {
	s.solver.Close()
	s.auxSolver.Close()
	if s.guide != nil {
		s.guide.Close()
	}
}

// interpolator returns the back end's interpolator. If that fails, preconditions along the path are
// the interpolants, as in §3 of the Wolverine paper.
func (e *Engine) interpolator(store *logic.Store) (smt.Interpolator, error) {
	first, err := e.opts.Backend.Interpolator(store, e.opts.Solver)
	if err != nil {
		return nil, err
	}
	projector, err := e.opts.Backend.Projector(store, e.opts.Solver)
	if errors.Is(err, errors.ErrUnsupported) {
		return first, nil
	}
	if err != nil {
		return nil, err
	}
	newSolver := func() (smt.Solver, error) { return e.opts.Backend.New(store, e.opts.Solver) }
	return itp.NewFallback(first, itp.NewExact(store, newSolver, projector, itp.Options{})), nil
}
