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
	// ForcedCovers bounds the earlier nodes that are tried for a forced cover, per expanded node. 0
	// means 8 for regions that are labels and none for others; negative means none.
	ForcedCovers int
	// maxRefinements, if positive, ends a search.
	maxRefinements int64
	// Guidance chooses the templates that guide interpolants, and when. [abstraction.Auto] guides
	// every other refinement of locations that have been refined often.
	Guidance abstraction.Guidance
	// Board is where interpolants are exchanged with other engines; nil for none.
	Board kernel.Board
	// CheckTree verifies the covering relation after every node and panics if it is broken; for
	// debugging.
	CheckTree bool
	// Watch is called with a picture of the tree after every refinement and at
	// the end; nil for none.
	Watch func(Snapshot)
	// Clock tells the time for the statistics; nil leaves times out of them.
	// It has no influence on the search.
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

// Bounds on a trial. This is a short search with Cartesian regions before the default search with
// labels. They limit its refinements, the effort of a query, and the queries. Other modes have no
// trial, and neither does a search with Watch.
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
