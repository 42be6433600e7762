// SPDX-License-Identifier: Apache-2.0

// Package sld searches for refutations of systems over recursive datatypes by resolution of goals
// with clauses.
//
// # Method
//
// Queries are goals of a logic program. A goal is resolved with a clause by unification of its atom
// with the clause's head, and the atoms of the body are the next goals (SLD resolution). Variables
// of datatypes are bound to terms, and integers to linear sums. Other constraints wait until their
// variables have values. A solver decides the remaining ones at the end; before a choice it also
// checks that they are satisfiable. So the inputs of a counterexample are determined only as far as
// necessary, as in narrowing. For example, a list may begin with 1 and continue with a variable.
//
//   - Which goal: if a goal has only one clause left, it comes first. So functions of known inputs
//     are evaluated without search (Andorra principle). Clauses are counted by their heads and
//     constraints first, and then by what follows from their bodies without a choice. If all
//     clauses that are left for a goal agree on something, such as the constructor of an argument,
//     it is used without a choice (generalised propagation).
//   - Choices have costs. A choice costs -log p bits, where p is the share of its clause in the
//     weights of the goal's clauses. A step costs 1/64 of a bit. Clauses without body atoms weigh
//     4, others 1. The search is exhaustive up to 4 bits, then 5, and so on. It tries each bound
//     twice: with the oldest goal first, and with the newest goal first. On the development set,
//     taking the goal with the fewest clauses first found no further refutation.
//
// The derivation, with values for its variables, is the refutation. Each step is compared with its
// clause first.
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
//	rule.go  rules of clauses                  search.go  choice of goals, search
//	term.go  terms, unification, linear sums   refute.go  refutations
//	wait.go  constraints that wait
//
// # Names
//
//	m  machine, store    g  goal    r  rule    w  constraint that waits    k  mark of an earlier state
//
// # Limits
//
// The engine finds refutations only. It does not find counterexamples that need many independent
// choices at once (words of a grammar, graphs), or numbers that are reached by counting; package
// symbolic does. The solver handles terms of arrays, bit-vectors and reals at the end. A term that
// SMT-LIB leaves unspecified, such as the tail of an empty list, has no value here. Derived goals
// are not tabled.
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
