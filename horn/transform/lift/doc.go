// SPDX-License-Identifier: Apache-2.0

// Package lift has what passes make systems with such that witnesses of the new system are lifted to ones of the old system.
//
// # Refutations
//
// Every new clause has an [Origin], a tree of old clauses whose
// instances make up an instance of the new one. Values of variables that are
// gone are computed from terms that the passes have recorded, or read off the
// premises of the step, or asked of a solver when neither determines them. That
// is one mechanism for all passes; a pass only names origins.
//
// # Models
//
// Passes that remove arguments, clauses or derivable parts know what they
// have removed, see [ModelWith]. Predicates that were eliminated by resolution get a formula
// between what their definitions make true and what their uses allow: by
// substitution where equations, if need be by cases, eliminate all other variables, by interpolation,
// by projection, and at last with a quantifier; see [Resolved] and [Contracted].
//
// # Files, from below
//
//	equations, equations_tighten   [Solve], [Tighten]: conjunctions in solved form
//	equations_cases                quantified variables with equations below disjunctions
//	equations_detached             conjuncts over variables that stand nowhere else
//	origin                         where a clause comes from
//	clausebuilder                  a clause on its way to normal form
//	tree                           resolution of clauses
//	refutationlifter               refutations, by origins
//	modellifter                    meaning of eliminated predicates; modelbetween, modeltree: of one, and of those of a tree
//	systembuilder                  the clauses of a new system with their origins
//
// # Limits
//
// Quantified definitions appear in models when the back end can neither
// interpolate nor project: for arrays, bit-vectors and datatypes this depends on
// the back end.
//
// # References
//
//   - N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause Solvers
//     for Program Verification", Fields of Logic and Computation II, 2015: the
//     transformations and their proofs.
//   - H. Hojjat, P. Rümmer, "The ELDARICA Horn Solver", FMCAD 2018, §4: models of inlined predicates.
package lift
