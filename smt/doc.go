// SPDX-License-Identifier: Apache-2.0

// Package smt is the interpolating-solver layer. Through its interfaces, engines ask any back end
// for satisfiability, models, unsatisfiable cores, interpolants and projections.
//
// Facets. Each engine names the facets it needs in a small interface of its own. Every back end has
// all of [Solver].
//
//	Asserter      Push, Pop, Assert
//	Checker       Check under assumptions
//	Modeler       the model after Sat
//	Corer         the assumptions that an Unsat needed
//	Interpolator  Craig interpolants of a tree of partitions
//	Projector     model-based projection
//
// Back ends live below this package: smt/native (embedded), smt/z3 (libz3 at run time), smt/process
// (a child process). Package smt/itp builds interpolants from models, projection and cores over any
// back end. It also checks interpolants.
//
// Procedures over any solver. Formulas belong to the solver's store. If the solver cannot decide a
// query, a procedure uses the cautious answer, which its comment states.
//
//	Minimise  deletion-based minimisation, of cores and of other sets
//	Needed    the part of some assumptions that the last core has
//	Post      candidates one by one, most of them decided by earlier models
//	Refuted   all candidates at once: those that one model refutes (Houdini)
//
// References: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and Applications",
// ISMVL 2010, for deletion with core refinement; C. Flanagan, K. R. M. Leino, "Houdini, an
// Annotation Assistant for ESC/Java", FME 2001.
//
// Sat and Unsat are answers to a query here. The verdicts of package horn are Safe and Unsafe. A
// Horn system is "sat" if the program is safe, but a query for an error is then "unsat".
package smt
