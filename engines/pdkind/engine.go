// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"context"
	"errors"

	"cornet/engines/reach"
	"cornet/horn"
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
	tools, err := reach.Setup{
		Engine: "pdkind", Encoding: e.opts.Encoding, Backend: e.opts.Backend, Solver: e.opts.Solver, Solvers: 3, Projects: true,
	}.Open(sys)
	if err != nil {
		return horn.Result{}, err
	}
	defer tools.Close()
	ts, solvers, itp := tools.System, tools.Solvers, tools.Interpolator
	s := &search{
		opts: e.opts, system: ts, projector: tools.Projector,
		runs:   reach.Bounded{System: ts, Solver: solvers[0]},
		solver: solvers[1],
		images: reach.Images{System: ts, Solver: solvers[1], Interpolator: itp},
		frames: frames{
			system: ts, solver: solvers[2], projector: tools.Projector, interpolator: itp, strength: e.opts.Strength,
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
