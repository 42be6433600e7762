// SPDX-License-Identifier: Apache-2.0

package predabs

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
	// Strength of the tree interpolants.
	Strength smt.Strength
	// MaxTree bounds the clauses of a counterexample tree, which may be
	// exponentially larger than the derivation that it unfolds; 0 means 20000.
	MaxTree int
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	if o.MaxTree == 0 {
		o.MaxTree = 20000
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
