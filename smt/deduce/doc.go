// SPDX-License-Identifier: Apache-2.0

// Package deduce has what engines ask of solvers again and again: a smallest part of
// some formulas that still does, and which of many candidates hold.
//
//	Minimise  deletion-based minimisation, of cores and of other sets
//	Needed    the part of some assumptions that the last core has
//	Post      candidates one by one, most of them decided by models met before
//	Refuted   the candidates that one model refutes, of all at once (Houdini)
//
// Formulas belong to the solver's store. An undecided query counts as the cautious
// answer, which each function states.
//
// References: J. Marques-Silva, "Minimal Unsatisfiability: Models, Algorithms and
// Applications", ISMVL 2010, for deletion with core refinement; C. Flanagan,
// K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java", FME 2001.
package deduce
