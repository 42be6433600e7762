// SPDX-License-Identifier: Apache-2.0

// Package smt is the interpolating-solver layer: the interfaces through which
// engines ask for satisfiability, models, unsatisfiable cores, interpolants and
// projections, whatever back end answers.
//
// Facets. Each engine names the facets it needs in a small interface of its
// own; [Solver] is the whole of what every back end has.
//
//	Asserter      Push, Pop, Assert
//	Checker       Check under assumptions
//	Modeler       the model after Sat
//	Corer         the assumptions that an Unsat needed
//	Interpolator  Craig interpolants of a tree of partitions
//	Projector     model-based projection
//
// Back ends live below this package: smt/native (embedded), smt/z3 (libz3 at
// run time), smt/process (a child process). smt/itp builds interpolants from
// models, projection and cores over any back end, and checks interpolants.
//
// The words Sat and Unsat speak of a query here. In package horn the verdicts
// are Safe and Unsafe, because a Horn system is "sat" when the program is safe
// while a query for an error is "unsat" then.
package smt
