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
// Procedures over any solver. Formulas belong to the solver's store. An undecided
// query counts as the cautious answer, which each function states.
//
//	Minimise  deletion-based minimisation, of cores and of other sets
//	Needed    the part of some assumptions that the last core has
//	Post      candidates one by one, most of them decided by models met before
//	Refuted   the candidates that one model refutes, of all at once (Houdini)
//
// References: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
// Applications", ISMVL 2010, for deletion with core refinement; C. Flanagan,
// K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001.
//
// Sat and Unsat are answers to a query here. In package horn the verdicts
// are Safe and Unsafe, because a Horn system is "sat" when the program is safe
// while a query for an error is "unsat" then.
package smt
