// SPDX-License-Identifier: Apache-2.0

// Package sld searches for refutations of systems over recursive datatypes by resolution of goals
// with clauses.
//
// # Method
//
// Queries are goals of a logic program: a goal is resolved with a clause by unification of its atom
// with the clause's head, and the atoms of the body are the next goals (SLD resolution). Variables
// of datatypes are bound to terms, integers to linear sums; other constraints wait until their
// variables have values, and a solver decides what is left in the end, and before choices whether
// it may hold. So inputs of a counterexample become known only as far as they matter, as in
// narrowing: a list is "1 and something" first.
//
//	which goal   one with a single clause left, if there is one: functions of known inputs are evaluated so, without search (Andorra principle). Clauses
//	             are counted by heads and constraints first, then by what follows from their bodies without a choice. What all clauses left for a goal
//	             agree on, such as the constructor of an argument, is taken over without a choice (generalised propagation).
//	choices      by cost: a choice with the share p of the weights of a goal's clauses costs -log p bits, a step 1/64 of a bit. Clauses without body atoms
//	             weigh 4, others 1. The search is exhaustive up to 4 bits, then 5, and so on, each time with the oldest goal first and with the newest
//	             one. The goal with the fewest clauses found no refutation of the development set that these two do not.
//
// The derivation found, with values for its variables, is the refutation; each step is compared
// with its clause first.
//
// # Example
//
// A regular expression that accepts ab, for derivatives "step" and the test "accepts" as
// predicates:
//
//	matches(x, ab) ← false      step(x, a, y), step(y, b, z), accepts(z)
//	                            x = alt(x1, x2), step(x1, a, y1), step(x2, a, y2), step(alt(y1, y2), b, z), …
//
// # Files
//
//	rule.go    rules of clauses       term.go  terms, unification, linear sums    wait.go  constraints that wait
//	search.go  choice of goals, search                                           refute.go  refutations
//
// # Names
//
//	m  machine, store    g  goal    r  rule    w  constraint that waits    k  mark of an earlier state
//
// # Limits
//
// Refutations only. Counterexamples that need many independent choices at once (words of a grammar,
// graphs) are out of reach, and also numbers that are reached by counting: package symbolic finds
// them. Terms of arrays, bit-vectors and reals are left to the solver, at the end. A term whose
// value SMT-LIB leaves open, such as the tail of an empty list, has none here. There is no table of
// goals derived before.
//
// # References
//
//   - S. Antoy, R. Echahed, M. Hanus, "A Needed Narrowing Strategy", J. ACM 47, 2000,
//     https://doi.org/10.1145/347476.347484.
//   - V. Santos Costa, D. H. D. Warren, R. Yang, "The Andorra-I Engine", ICLP 1991: determinate
//     goals first.
//   - T. Le Provost, M. Wallace, "Generalized Constraint Propagation over the CLP Scheme", J. Logic
//     Programming 16, 1993.
//   - C. Runciman, M. Naylor, F. Lindblad, "SmallCheck and Lazy SmallCheck", Haskell 2008,
//     https://doi.org/10.1145/1411286.1411292: all small inputs, known as far as they matter.
//   - L. A. Levin, "Universal Sequential Search Problems", 1973: effort by the logarithm of the
//     probability.
package sld
