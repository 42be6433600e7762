// SPDX-License-Identifier: Apache-2.0

// Package bmc is bounded model checking for Horn systems, linear and nonlinear: it looks for a
// derivation of false by unfolding the clauses from the queries backwards, one level at a time.
//
// # Method
//
// A position is a node in a derivation, the sequence of body-atom numbers from the root; at most
// one predicate is derived there. For every position and predicate that the unfolding has reached
// there is a state and a Boolean, active, which implies that some clause for the predicate holds
// and that the clause's body atoms are active at the positions below. Alternatives share the
// positions below them, so the unfolding of a linear system is a sequence of levels, not a tree.
//
// Places not yet unfolded are assumed inactive; a satisfiable query is then a derivation. An
// unsatisfiable one whose core needs none of those assumptions is unsatisfiable at every depth: the
// system is safe, and tree interpolants of the positions make a model. Otherwise only the nodes in
// the core are unfolded next (lazy inlining).
//
// For linear systems, two further searches look for refutations that are much deeper than the
// unfolding. A simulation is a concrete run. It finds deep refutations where there are few choices,
// 10,000 steps in 0.5 s. An acceleration takes any number of equal steps at once. Runs of a few
// steps and accelerations are unfolded forward, and the solver chooses the numbers. A run that
// reaches a bad state is replayed step by step (package engines/transition). Accelerations find
// deep refutations where choices matter, if the run repeats few different steps many times. If a
// run has too many steps to replay, the refutation has a [cornet/horn.Loop]: 10^12 steps over
// integers or 2^31 over vectors take as long as a few. A run without loops is preferred.
//
// # References
//
//   - A. Biere, A. Cimatti, E. Clarke, Y. Zhu, "Symbolic Model Checking without BDDs", TACAS 1999.
//   - A. Lal, S. Qadeer, S. Lahiri, "A Solver for Reachability Modulo Theories", CAV 2012, for
//     unfolding under the guidance of cores.
//   - F. Frohn, J. Giesl, "Integrating Loop Acceleration Into Bounded Model Checking", FM 2024, for
//     accelerations.
//   - D. Kroening, M. Lewis, G. Weissenbacher, "Under-approximating Loops in C Programs for Fast
//     Counterexample Detection", CAV 2013, for those of vectors.
//
// # Differences
//
// Positions are shared between alternatives. Accelerations are learned from models of single steps
// before the search, not from its runs, and change numbers by constants only. Convexity gives the
// condition for n of them in a row. They never prove safety.
package bmc
