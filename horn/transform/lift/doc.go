// SPDX-License-Identifier: Apache-2.0

// Package lift makes systems in passes such that witnesses of the new system can be lifted to
// witnesses of the old system.
//
// # Refutations
//
// Every new clause has an [Origin], a tree of old clauses whose instances form an instance of the
// new one. Values of eliminated variables are computed from terms that the passes have recorded, or
// read off the premises of the step. If neither determines them, a solver finds them. All passes
// share this mechanism; a pass only names origins.
//
// # Models
//
// Passes that remove arguments, clauses or underivable parts record what they have removed; see
// [ModelWith]. A predicate that was eliminated by resolution gets a formula that its definitions
// imply and that suffices for its uses. Substitution finds one if equations, perhaps by cases,
// eliminate all other variables. Otherwise interpolation and projection are tried, and finally a
// quantifier is used. See [Resolved] and [Contracted].
//
// # Files, from below
//
//	equations, equations_tighten   [Solve], [Tighten]: conjunctions in solved form
//	equations_cases                quantified variables with equations below disjunctions
//	equations_detached             conjuncts over variables that occur nowhere else
//	origin                         where a clause comes from
//	clausebuilder                  a clause on its way to normal form
//	tree                           resolution of clauses
//	refutationlifter               refutations, by origins
//	modellifter                    definitions of eliminated predicates; modelbetween: of one, modeltree: of those of a tree
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
