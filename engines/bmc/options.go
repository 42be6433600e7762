// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"log/slog"

	"cornet/smt"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solver.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Depth bounds the height of derivations in clauses; 0 means no bound.
	Depth int
	// Reached, if not nil, is called when no derivation of a linear system up to a height exists.
	Reached func(height int)
	// Log receives progress; nil discards it.
	Log *slog.Logger
}
