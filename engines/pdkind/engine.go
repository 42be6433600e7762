// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"context"
	"errors"
	"fmt"

	"cornet/encode/loop"
	"cornet/engines/reach"
	"cornet/horn"
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
// errors.ErrUnsupported for other systems, and for those whose theories cannot be
// projected; and context.Cause(ctx) after a cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = Stats{}
	if !sys.IsLinear() {
		return horn.Result{}, fmt.Errorf("pdkind: a clause has several body atoms: %w", errors.ErrUnsupported)
	}
	ts, err := loop.Encode(sys, e.opts.Encoding)
	if err != nil {
		return horn.Result{}, err
	}
	var solvers [3]smt.Solver
	for i := range solvers {
		if solvers[i], err = e.opts.Backend.New(sys.Store, e.opts.Solver); err != nil {
			return horn.Result{}, err
		}
		defer solvers[i].Close()
	}
	itp, err := e.opts.Backend.Interpolator(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	projector, err := e.opts.Backend.Projector(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	s := &search{
		opts: e.opts, system: ts, projector: projector,
		runs:   reach.Bounded{System: ts, Solver: solvers[0]},
		solver: solvers[1],
		images: reach.Images{System: ts, Solver: solvers[1], Interpolator: itp},
		frames: frames{
			system: ts, solver: solvers[2], projector: projector, interpolator: itp, strength: e.opts.Strength,
		},
	}
	result, err := s.run(ctx)
	e.stats = s.stats
	e.stats.Reaches, e.stats.Lemmas = s.frames.queries, s.frames.learned
	e.stats.ImageStats = s.images.Stats
	var stop *undecided
	if errors.As(err, &stop) {
		return horn.GiveUp(stop.reason), nil
	}
	return result, err
}

// undecided ends a search because a query was not decided.
type undecided struct{ reason string }

func (e *undecided) Error() string { return "pdkind: " + e.reason }
