// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"log/slog"

	"cornet/smt"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Strength of the interpolants that label the tree.
	Strength smt.Strength
	// ForcedCovers bounds the earlier nodes by which covering is forced, per
	// expanded node; 0 means 8, negative means none.
	ForcedCovers int
	// DepthFirst explores the newest node first; the default is the shallowest.
	DepthFirst bool
	// CheckTree verifies the covering relation after every node and panics when
	// it is broken; for debugging.
	CheckTree bool
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.ForcedCovers == 0 {
		o.ForcedCovers = 8
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
