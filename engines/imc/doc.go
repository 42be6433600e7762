// SPDX-License-Identifier: Apache-2.0

// Package imc is interpolation-based model checking of linear Horn systems:
// bounded model checking that becomes unbounded by over-approximating the
// reachable states with interpolants from infeasible bounded runs.
//
// # Method
//
// The system becomes one transition system (package engines/transition). For k = 1, 2, …
// the engine looks for a run of k steps from an initial to a bad state. If there is
// none, it iterates images that exclude all states from which a bad state is near
// (package engines/transition) until they reach a fixpoint, which is a safe inductive
// invariant, or an image meets the bad states, when k grows. The first image forward
// is an interpolant of the runs of k steps, so these are looked at once.
//
// Interpolants are derived forward at every horizon, and backward at some (see
// [Derivation]). Forward, they cover what follows from the front; they keep enough
// of it to survive a step, but may list the states of a loop one by one, for which
// the number of images is bounded. They exclude the states from which a bad one is
// reached in exactly k - 1 steps, no others, so that images are as large as can be.
// Backward, they keep no more than excludes all bad states nearby; that finds what
// is inductive at once, or else the next image meets bad states. Where both fail,
// their parts are candidates for lemmas, with the conditions in the clauses: those
// that are inductive together strengthen all later images (see transition.Lemmas).
// Lemmas hold in all states of later runs, too. Horizons grow by a quarter.
//
// A fixpoint of the forward images R is inductive but may admit bad states. As no
// bad state is k - 1 steps away from R, and none fewer than k from the initial
// states, the complement of the bad states is (k-1)-inductive together with R;
// transition.Images.Inductive makes a safe invariant of that.
//
// Invariants lose what they can do without before they are returned
// (transition.Minimiser).
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
// Complete for neither safe nor unsafe systems over infinite domains; sound for
// both.
package imc
