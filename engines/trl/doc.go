// SPDX-License-Identifier: Apache-2.0

// Package trl implements transitive relation learning on linear Horn systems. It is bounded model
// checking that learns a relation for each loop of its runs. The relation makes any number of
// iterations in one step. The search ends when no run can be prolonged.
//
// # Method
//
// The system becomes one transition system (package engines/transition). The engine prolongs runs
// from an initial state by one step at a time, and looks for loops in them. A part of the run is a
// loop if some run has taken its first step after its last one. The engine describes the loop by a
// conjunction of conditions that the run satisfies. From this and the values of the run, it learns
// a transitive relation that contains the conjunction (a transitive projection):
//
//	from the loop                       to the relation, of n iterations
//	x >= 0, before; x' <= 100, after    as they are: of the first and of the last iteration
//	x' = x + 2, y' - y <= x' - x        x' = x + 2n, y' - y <= x' - x: bounds on sums of changes
//	(x' - x) mod 4 = 1                  (x' - x) mod 4 = n mod 4
//	y' >= y + x                         x > 0, y' >= y + x, y' - y >= n, for a positive x
//	x' = 2x                             x >= 0, x' >= 2x, for a positive x
//	b' = b, of no numbers               b' = b
//
// The relation becomes an additional step. The engine blocks this part of the run, and every step
// that the relation can take, and goes back to the beginning of the loop. So runs get shorter. When
// no run can be prolonged, a short run reaches every state that steps and relations reach. If none
// of these states is bad, the system is safe.
//
// # Witnesses
//
// The bound on the length of runs proves safety, but it is not a model. An invariant of steps and
// relations together is also an invariant of the system. The engine computes it by images
// (engines/transition). Few images are needed, as relations make many steps at once.
//
// Relations over-approximate their loops. So the engine confirms a bad state that they lead to with
// accelerations instead. These are exact: all numbers change by constants, and the condition of an
// iteration is convex. Then all states of the run are known, except those within an iteration. If a
// loop consists of several steps or relations, all iterations take the same way through it. If a
// bad state is reached only by relations, the engine drops these relations.
//
// # Example
//
// With Init: x = y = 0, Trans: x < 1000000, x' = x + 2, y' = y + 3, and Bad: x = 1000000, y ≠
// 1500000, a run of two steps has a loop of one step. Its relation has x' = x + 2n and y' = y + 3n.
// After that, no run has more than one step, and three images are an invariant.
//
// # Reach
//
// The engine handles counters, phases, periods and nested loops. Their bounds do not matter:
// neither proofs nor refutations take longer with 2^32 than with 8. But a refutation lists its
// steps. If it has more than 200,000 steps, the engine gives up for this reason. For variables that
// are not numbers, relations only state that they do not change. Loops with many inputs, as in
// reactive systems (Lustre), have too many cases: each needs its own relation.
//
// # References
//
//   - F. Frohn, J. Giesl, "Infinite State Model Checking by Learning Transitive Relations", 2025,
//     arXiv:2502.04761: Algorithm 1, and §4 for transitive projections of linear integer
//     arithmetic.
//   - F. Frohn, J. Giesl, "Integrating Loop Acceleration Into Bounded Model Checking", FM 2024, for
//     accelerations.
//   - H. Hojjat, R. Iosif, F. Konečný, V. Kuncak, P. Rümmer, "Accelerating Interpolants", ATVA
//     2012, for interpolants of accelerated runs.
//
// # Differences from the paper
//
//   - It proves that there is an invariant, with quantifiers over the numbers of iterations, and
//     prints it. Here the engine looks for one without quantifiers.
//   - It gives up when only relations lead to a bad state. Here the search continues without
//     them.
//   - Integers and reals have numbers of iterations of their own.
package trl
