// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"cmp"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/smt"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers, the projector and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// PlainStep turns lemmas off. By default, inductive conditions of the clauses strengthen the
	// step case.
	PlainStep bool
	// Depth bounds k; 0 means no bound.
	Depth int
	// Board exchanges lemmas with other engines; it may be nil.
	Board kernel.Board
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}
