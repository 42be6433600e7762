// SPDX-License-Identifier: Apache-2.0

// Package kind is k-induction on linear Horn systems, with proofs turned into inductive invariants
// that can be checked and printed.
//
// # Method
//
// The system becomes one transition system (package engines/transition). For k = 0, 1, … the base
// case looks for a run of k steps from an initial to a bad state, and the step case for a run of k
// steps through good states to a bad one. Each case has one solver, which grows by a step at a
// time. A run of the base case is a counterexample. If the step case has none, no bad state can be
// reached.
//
// A k-inductive property becomes an inductive invariant by one sequence of interpolants
// ([cornet/engines/transition.Images.Inductive]).
//
// The step case considers only states that satisfy lemmas: conditions of the clauses, and
// disjunctions of two of them, that are inductive together (package engines/transition).
//
// # References
//
//   - M. Sheeran, S. Singh, G. Stålmarck, "Checking Safety Properties Using
//     Induction and a SAT-Solver", FMCAD 2000: k-induction.
//   - N. Eén, N. Sörensson, "Temporal Induction by Incremental SAT Solving", BMC
//     2003: both cases incremental.
//   - D. Beyer, N.-Z. Lee, P. Wendler, "Interpolation and SAT-Based Model
//     Checking Revisited: Adoption to Software Verification", J. Automated
//     Reasoning 2025, §5, where k-induction is compared with.
//
// # Differences from the papers
//
//   - The step case is not restricted to runs without repeated states: a property that such
//     runs prove need not be inductive. Lemmas have the same purpose.
//   - There is no backward induction, which shows that runs from initial states
//     end: it solved no further system.
//   - Auxiliary variables of the bad states are eliminated by
//     projection first. If that is impossible, the step case assumes less.
package kind
