// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"cmp"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/horn/hints"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// Options configure the engine. Only Backend is required.
type Options struct {
	// Backend makes the solvers and the interpolator.
	Backend smt.Backend
	// Solver is passed to the back end.
	Solver smt.Options
	// Strength of the tree interpolants.
	Strength smt.Strength
	// Abstraction says which templates guide interpolation, and when. [abstraction.Auto] guides
	// every second counterexample with a predicate that has been refined more often than
	// GuideAfter: what diverges without guidance is guided, what needs another interpolant than the
	// templates allow gets it.
	Abstraction abstraction.Guidance
	// GuideAfter is the number of refinements of one predicate without guidance
	// before [abstraction.Auto] sets in; 0 means 8.
	GuideAfter int
	// Lattice is called with the lattice of every guided refinement, over the
	// arguments x0, x1, … of the predicates; nil for none.
	Lattice func(*abstraction.Lattice)
	// Hints give further templates, and predicates to start with; nil for none.
	// They are about the system that is solved.
	Hints *hints.Hints
	// WholeTree is the number of clauses up to which the tree of a counterexample
	// is examined as a whole; larger ones whose states have several uses are
	// unfolded as far as is needed. 0 means 60, negative that all are.
	WholeTree int
	// Board is where the formulas that are tracked are exchanged with other engines; nil
	// for none.
	Board kernel.Board
	// Log receives progress; nil discards it.
	Log *slog.Logger
}

func (o Options) withDefaults() Options {
	o.GuideAfter = cmp.Or(o.GuideAfter, 8)
	o.WholeTree = cmp.Or(o.WholeTree, 60)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}
