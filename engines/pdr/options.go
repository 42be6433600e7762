// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"cmp"
	"context"
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
	// Board publishes lemmas and provides those of others; it may be nil.
	Board kernel.Board
	// inspect, unless it is nil, is called whenever the bound rises; for tests.
	inspect func(context.Context, *search) error
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}
