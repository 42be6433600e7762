// SPDX-License-Identifier: Apache-2.0

package trl

import (
	"cmp"
	"context"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/engines/transition"
	"cornet/horn"
	"cornet/smt"
)

const levelTrace = slog.Level(-8)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers, the projector and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Depth bounds the moves of a run; 0 means no bound.
	Depth int
	// Board exchanges lemmas with other engines, if not nil.
	Board kernel.Board
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

// Stats counts the work of one run.
type Stats struct {
	Depth      int64 `json:"depth"`       // moves of the longest runs
	Relations  int64 `json:"relations"`   // relations learned
	Banned     int64 `json:"banned"`      // relations dropped
	Checks     int64 `json:"checks"`      // satisfiability queries for runs
	LoopChecks int64 `json:"loop_checks"` // satisfiability queries for loops
	transition.ImageStats
	transition.LemmaStats
	transition.MinimiseStats
}

// Engine solves linear systems. A value serves any number of calls to Solve,
// one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Engine{opts: o}
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys, which must be linear. It returns an error wrapping
// errors.ErrUnsupported for other systems, and context.Cause(ctx) after a
// cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	tools, err := transition.Setup{
		Engine: "trl", Backend: e.opts.Backend, Solver: e.opts.Solver, Solvers: 4, Projects: true,
	}.Open(sys)
	if err != nil {
		return horn.Result{}, err
	}
	defer tools.Close()
	s := newSearch(e.opts, tools)
	result, err := s.run(ctx)
	s.stats.Depth = int64(s.depth)
	e.stats = s.stats
	return result, err
}
