// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"cmp"
	"log/slog"
	"time"

	"cornet/engines/kernel"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Strength of the interpolants that label the tree.
	Strength smt.Strength
	// Mode chooses among the methods.
	Mode Mode
	// ForcedCovers bounds the earlier nodes that are tried for a forced cover of one node. 0 means
	// 8 if regions are labels, and otherwise no forced covers. A negative value also means no
	// forced covers.
	ForcedCovers int
	// maxRefinements, if positive, ends a search.
	maxRefinements int64
	// Guidance chooses the templates that guide interpolants, and when. [abstraction.Auto] guides
	// every second refinement of a location that has been refined often.
	Guidance abstraction.Guidance
	// Board exchanges interpolants with other engines; it may be nil.
	Board kernel.Board
	// CheckTree verifies the covering relation after every node and panics if it is broken; for
	// debugging.
	CheckTree bool
	// Watch is called with a picture of the tree after every refinement and at
	// the end; nil for none.
	Watch func(Snapshot)
	// Clock returns the time, for the statistics alone. Without it, the statistics have no times.
	Clock func() time.Time
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.ForcedCovers == 0 && o.Mode.Regions == Labels {
		o.ForcedCovers = 8
	}
	if o.Mode.Weights {
		o.Mode.DepthFirst = true
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

// Bounds of the trial: its refinements, its queries, and the effort of a query. The trial is a
// short search with Cartesian regions before the default search with labels. Other modes have no
// trial, and neither has a search with Watch.
const (
	trialRefinements = 8
	trialTicks       = 1_000_000
	trialChecks      = 300
)

// trial returns the options of the trial.
func (o Options) trial() Options {
	o.maxRefinements = trialRefinements
	o.Mode.Regions, o.ForcedCovers, o.Guidance = Cartesian, -1, abstraction.Off
	o.Solver = o.Solver.Within(trialTicks)
	return o
}
