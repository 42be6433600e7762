// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/smt"
)

// Options configure an engine.
type Options struct {
	Backend smt.Backend
	Solver  smt.Options
	Log     *slog.Logger
}

// Stats counts the work of a run.
type Stats struct {
	Steps  int64 `json:"steps"`
	Checks int64 `json:"checks"` // queries of the solver
	Budget int   `json:"budget"` // cost bound of the last search, in bits
}

// Engine searches for refutations; a value may be used again.
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

// Limits of the search.
const (
	queryTicks = 100_000 // ticks of a query
	firstBits  = 4       // cost bound of the first search
	stepTicks  = 300     // ticks of a step, about 10 µs; the solver's effort is counted separately
	maxDepth   = 200     // depth of the terms of a system, since the search recurses that deep
)

// Solve returns Unsafe with a refutation, or Unknown if it finds no refutation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if sys.Depth() > maxDepth {
		return horn.Result{}, fmt.Errorf("sld: terms nested more than %d deep: %w", maxDepth, errors.ErrUnsupported)
	}
	rules, all := compile(sys)
	solver, err := e.opts.Backend.New(sys.Store, e.opts.Solver.Within(queryTicks))
	if err != nil {
		return horn.Result{}, err
	}
	defer solver.Close()
	for n := firstBits; ; n += 1 + n/32 {
		e.stats.Budget = n
		e.opts.Log.Debug("search", "bits", n, "steps", e.stats.Steps)
		cut := false
		for _, o := range []order{oldest, newest} {
			m := &machine{ctx: ctx, logic: sys.Store, rules: rules, solver: solver, order: o, root: &node{}, system: sys, stats: &e.stats}
			if m.derive([]goal{{atom: atom{pred: len(sys.Preds)}, node: m.root}}, n*bit) {
				return horn.Result{Verdict: horn.Unsafe, Refutation: m.refutation}, nil
			}
			if turn.Yield(ctx) != nil {
				return horn.Result{}, context.Cause(ctx)
			}
			cut = cut || m.cut
		}
		if !cut {
			if all {
				return horn.GiveUp("there is no refutation"), nil
			}
			return horn.GiveUp("there is no refutation by the clauses that are understood"), nil
		}
	}
}
