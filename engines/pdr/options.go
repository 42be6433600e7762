// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"log/slog"

	"cornet/engines/exchange"
	"cornet/smt"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers, the projector and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Interpolation says where lemmas come from interpolants.
	Interpolation Interpolation
	// Guidance says whether lemmas of one shape guide the search.
	Guidance Guidance
	// Board is where lemmas are published and those of others are read; nil for
	// nowhere.
	Board exchange.Board
	// Checks is about the number of satisfiability queries after which Solve ends
	// with Unknown; 0 bounds nothing.
	Checks int64
	// CheckFrames has the invariants of all frames checked whenever the bound rises;
	// a broken one is an error.
	CheckFrames bool
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

// Interpolation says where lemmas come from interpolants.
type Interpolation uint8

const (
	// ArithmeticInterpolation interpolates where several arithmetic literals of an
	// obligation are needed to block it. The default.
	ArithmeticInterpolation Interpolation = iota
	// NoInterpolation takes the literals of the obligation as they are.
	NoInterpolation
)

// Guidance says whether lemmas of one shape guide the search.
type Guidance uint8

const (
	// ClusterGuidance conjectures obligations from clusters of lemmas. The default.
	ClusterGuidance Guidance = iota
	// NoGuidance makes obligations from counterexamples alone.
	NoGuidance
)

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}
