// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"log/slog"

	"cornet/encode/loop"
	"cornet/smt"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers, the projector and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Strength of the interpolants that become lemmas.
	Strength smt.Strength
	// MaxK bounds the depth of the induction; 0 means 1.
	MaxK int
	// Encoding of the transition system.
	Encoding loop.Options
	// Cubes bounds the disjuncts of the bad states once they are free of auxiliary
	// variables; 0 means 64.
	Cubes int
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.MaxK == 0 {
		o.MaxK = 1
	}
	if o.Cubes == 0 {
		o.Cubes = 64
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
