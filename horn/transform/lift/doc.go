// SPDX-License-Identifier: Apache-2.0

// Package lift makes systems in passes such that witnesses of the new system can be lifted to
// witnesses of the old system.
//
// # Refutations
//
// Every new clause has an [Origin], a tree of old clauses whose instances form an instance of the
// new one. Values of eliminated variables are computed from terms that the passes have recorded, or
// read off the premises of the step, or asked of a solver if neither determines them. All passes
// share this mechanism; a pass only names origins.
//
// # Models
//
// Passes that remove arguments, clauses or derivable parts know what they have removed, see
// [ModelWith]. A predicate that was eliminated by resolution gets a formula between what its
// definitions imply and what its uses allow. It is found by substitution, if equations, perhaps by
// cases, eliminate all other variables; by interpolation; by projection; and at last with a
// quantifier. See [Resolved] and [Contracted].
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
// Quantified definitions appear in models if the back end can neither interpolate nor project,
// which depends on the back end for arrays, bit-vectors and datatypes.
//
// # References
//
//   - N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause Solvers for Program
//     Verification", Fields of Logic and Computation II, 2015: the transformations and their
//     proofs.
//   - H. Hojjat, P. Rümmer, "The ELDARICA Horn Solver", FMCAD 2018, §4: models of inlined
//     predicates.
package lift
