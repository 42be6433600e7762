// SPDX-License-Identifier: Apache-2.0

// Package termination is about the question whether a Horn system has infinite executions: it
// defines certificates of both answers, and validates them.
//
// An execution is a sequence of derivable atoms. Each is the head of a clause instance, called a
// step, that has the previous atom in its body. The other body atoms of the instance are derivable,
// too.
//
//	x = y                  → loop(x)       an execution: loop(2), loop(1), loop(0)
//	loop(x) ∧ x > 0        → loop(x - 1)
//
// # Terminates: a ranking
//
// A [Ranking] gives tuples of expressions to cut points: predicates on all cycles. From one visit
// of a cut point to the next, the tuple decreases lexicographically: one component, which was not
// negative, decreases, and no earlier one grows. An infinite execution visits cut points without
// end. Let i be the least component that decreases infinitely often. From some visit on, component
// i never grows, but decreases infinitely often from values that are not negative. This is
// impossible.
//
// [Ranking.Conditions] states this as a Horn system without any question of termination. In
// addition to the clauses of the system, it has predicates that remember the tuple of the last cut
// point, and queries for visits where the tuple has not decreased. A model of it is a proof, and
// package check validates this model like all others.
//
// # Diverges: a closed recurrent set
//
// A [Recurrence] gives a set of states to some predicates, and moves: steps with values for all
// variables of their clauses, as terms over the current state. From each state of a set, one of the
// moves leads to a state of a set, and a derivation reaches one of the states. The first part is a
// Horn system without predicates ([Recurrence.Closure]). The second is a refutation
// ([Recurrence.Reach]).
//
// # Files
//
//	termination.go   questions and certificates
//	ranking.go       the conditions of a ranking
//	recurrence.go    the conditions of a closed recurrent set
//	validate.go      the validator
//	print.go         the printed form
//	read.go          reads it back
//
// # References
//
//   - A. Bradley, Z. Manna, H. Sipma, "Linear Ranking with Reachability", CAV 2005: lexicographic
//     tuples whose components need a bound only where they decrease.
//   - B. Cook, A. Podelski, A. Rybalchenko, "Termination Proofs for Systems Code", PLDI 2006:
//     variables that remember an earlier state.
//   - A. Gupta, T. Henzinger, R. Majumdar, A. Rybalchenko, R. Xu, "Proving Non-termination", POPL
//     2008; H. Chen, B. Cook, C. Fuhs, K. Nimkar, P. O'Hearn, "Proving Nontermination via Safety",
//     TACAS 2014: closed recurrent sets.
//
// # Differences from the papers
//
// The remembered state is that of the last cut point, and only its tuple is remembered. So no
// transition invariant is needed. Multiphase ranking functions need no special form: a phase with
// the function f is the component max(f, -1). Choices of a closed recurrent set are terms, so its
// conditions need no quantifiers.
package termination
