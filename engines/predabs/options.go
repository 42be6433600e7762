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
	// Abstraction chooses the templates that guide interpolation, and when. [abstraction.Auto]
	// guides every second counterexample with a predicate that has been refined more often than
	// GuideAfter. So guidance helps predicates that would diverge without it. The other
	// counterexamples can still give an interpolant that the templates do not allow.
	Abstraction abstraction.Guidance
	// GuideAfter is the number of unguided refinements of one predicate before [abstraction.Auto]
	// begins; 0 means 8.
	GuideAfter int
	// Lattice is called with the lattice of every guided refinement, over the
	// arguments x0, x1, … of the predicates; nil for none.
	Lattice func(*abstraction.Lattice)
	// Hints give further templates, and predicates to start with; nil for none.
	// They are about the system that is solved.
	Hints *hints.Hints
	// WholeTree is the number of clauses up to which the tree of a counterexample is examined as a
	// whole. A larger tree with states that have several uses is unfolded as far as necessary. 0
	// means 60. With a negative value, all such trees are unfolded in this way.
	WholeTree int
	// Board exchanges tracked formulas with other engines; it may be nil.
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
