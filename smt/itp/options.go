// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cmp"
	"log/slog"
)

// Options configure [ModelBased]. The zero value is the default.
type Options struct {
	// MaxCubes bounds the cubes that cover one side of one binary query; 0 means 64. Beyond it, the
	// other direction is tried; then the answer is Unknown.
	MaxCubes int
	// MaxChecks bounds the solver calls of one query, per partition; 0 means
	// 2000.
	MaxChecks int
	// MaxEffort bounds the effort of one query, in ticks of the term store ([logic.Store.Effort]).
	// 0 means no bound.
	MaxEffort int64
	// Log receives debug and trace records; nil discards them.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	set := func(x *int, d int) {
		if *x == 0 {
			*x = d
		}
	}
	set(&o.MaxCubes, 64)
	set(&o.MaxChecks, 2000)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

const (
	// maxShrink bounds the solver calls that minimise one core by deletion.
	maxShrink = 32
	// generalFraction is the part of a query's effort that may be spent before cubes are no longer
	// generalised.
	generalFraction = 100
	// maxRelax bounds the candidate bounds tried for one literal.
	maxRelax = 6
	// maxHalfspaceChecks bounds the solver calls that look for one inequality instead of a cube of
	// the outer side.
	maxHalfspaceChecks = 32
)
