// SPDX-License-Identifier: Apache-2.0

// Package trl is transitive relation learning on linear Horn systems: bounded model checking that learns, for
// each loop that its runs go through, a relation that makes any number of iterations in one step, until no run is long.
//
// # Method
//
// The system becomes one transition system (package engines/transition). Runs from an initial state are prolonged by one
// step at a time, and are looked at for loops: parts whose last step some run has taken before the first one. Of a loop, one conjunction of conditions
// that the run satisfies, a transitive relation is learned that the loop is contained in for the values of the run (a transitive projection):
//
//	from the loop                       to the relation, of n iterations
//	x >= 0, before; x' <= 100, after    as they are: of the first and of the last iteration
//	x' = x + 2, y' - y <= x' - x        x' = x + 2n, y' - y <= x' - x: bounds on sums of changes
//	(x' - x) mod 4 = 1                  (x' - x) mod 4 = n mod 4
//	y' >= y + x                         x > 0, y' >= y + x, y' - y >= n, for a positive x
//	x' = 2x                             x >= 0, x' >= 2x, for a positive x
//	b' = b, of no numbers               b' = b
//
// The relation becomes a step of its own, the part of the run is blocked, as is every step that the relation can take, and the search goes back to
// where the loop began. So runs get shorter. When they cannot be prolonged any more, all states that can be reached by steps and
// relations are near. If none of them is bad, the system is safe.
//
// # Witnesses
//
// That no run is long proves safety, but is no model. An invariant of steps and relations together is one of the system; it is
// found by images (engines/transition), of which few are needed as relations make many steps at once.
//
// Relations hold of more than their loops do. A bad state that they lead to is confirmed with accelerations in their place, which are exact: all
// numbers change by constants, and what an iteration needs is convex. The states of the run are then known but for those within an
// iteration; one way through a loop of several steps, or of relations again, serves all its iterations. Relations that lead to a bad
// state by themselves are given up.
//
// # Example
//
// With Init: x = y = 0, Trans: x < 1000000, x' = x + 2, y' = y + 3, and Bad: x = 1000000, y ≠ 1500000, a run of two steps has a loop of
// one. Its relation has x' = x + 2n and y' = y + 3n. No run has more than one step then, and three images are an invariant.
//
// # Reach
//
// Counters, phases, periods, loops in loops, whatever the bounds: neither proofs nor refutations take longer with 2^32 than
// with 8. But a refutation is written step by step, so the long ones, of more than 200000 steps, are given up with that as the reason.
// Of states that are no numbers, relations keep what does not change. Loops with many inputs, as of reactive systems (lustre), have
// too many cases, each with a relation of its own.
//
// # References
//
//   - F. Frohn, J. Giesl, "Infinite State Model Checking by Learning Transitive Relations", 2025, arXiv:2502.04761:
//     Algorithm 1, and §4 for transitive projections of linear integer arithmetic.
//   - F. Frohn, J. Giesl, "Integrating Loop Acceleration Into Bounded Model Checking", FM 2024, for accelerations.
//   - H. Hojjat, R. Iosif, F. Konečný, V. Kuncak, P. Rümmer, "Accelerating Interpolants", ATVA 2012, for interpolants of
//     accelerated runs.
//
// # Differences from the paper
//
//   - It proves that there is an invariant, with quantifiers over the numbers of iterations, and prints that. Here one without quantifiers is looked for.
//   - It gives up when relations lead to a bad state by themselves. Here the search goes on without them.
//   - Integers and reals have numbers of iterations of their own.
package trl
