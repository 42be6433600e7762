// SPDX-License-Identifier: Apache-2.0

// Package imc is interpolation-based model checking of linear Horn systems: bounded model checking
// that becomes unbounded by over-approximating the reachable states with interpolants from
// infeasible bounded runs.
//
// # Method
//
// The system becomes one transition system (package engines/transition). For k = 1, 2, … the engine
// looks for a run of k steps from an initial to a bad state. Otherwise it iterates images
// that exclude all states from which a bad state is near (package engines/transition) until they
// reach a fixpoint, which is a safe inductive invariant, or an image meets the bad states, and k
// grows. The first forward image is an interpolant from the query for runs of k steps, so that
// query is asked only once.
//
// Interpolants are derived forward at every horizon, and backward at some (see [Derivation]).
// Forward interpolants cover the successors of the front. They keep enough about them to survive a
// step, but may list the states of a loop one by one; this is why the number of images is bounded.
// They exclude only the states that reach a bad state in exactly k - 1 steps, so that images are as
// large as possible. Backward interpolants keep only what excludes all bad states nearby. Such an
// image is often inductive at once; if not, the next image meets bad states. If both fail, their
// conjuncts are candidates for lemmas, together with the conditions in the clauses. Those that are
// inductive together strengthen all later images (see transition.Lemmas). Lemmas hold in all states
// of later runs, too. Horizons grow by a quarter.
//
// A fixpoint of the forward images R is inductive but may admit bad states. No state of R reaches a
// bad state in exactly k - 1 steps, and no initial state in fewer than k. So the complement of the
// bad states is (k-1)-inductive together with R, and transition.Images.Inductive makes a safe
// invariant from it.
//
// Before an invariant is returned, transition.Minimiser removes its redundant parts.
//
// # References
//
//   - D. Beyer, N.-Z. Lee, P. Wendler, "Interpolation and SAT-Based Model
//     Checking Revisited: Adoption to Software Verification", J. Automated
//     Reasoning 2025: Algorithms 1 and 2, and §4.5 for the backward derivation.
//   - K. McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003.
//
// # Differences from the papers
//
//   - Backward derivation looks for bad states at every distance up to the horizon,
//     as McMillan's original does and the software adoption does not. The fixpoint
//     can then be printed as it is.
//   - Both derivations take turns. The paper found backward derivation slightly
//     better. Here forward derivation solves more, and each solves systems that the
//     other does not.
//   - k-inductive invariants become inductive by interpolation.
//   - Lemmas from the parts of images are not in the papers.
//   - An interpolant takes the place of the initial states in the invariant, so that
//     it has no auxiliary variables. Backward derivation begins with one.
//
// The engine is sound. It is incomplete for safe and for unsafe systems over infinite domains.
package imc
