// SPDX-License-Identifier: Apache-2.0

// Package transition turns linear Horn systems into transition systems with a single loop, the form
// that hardware model checkers work on. It translates witnesses of the transition system into
// witnesses of the Horn system. It also has the common parts of the engines over transition
// systems: the bounded search for a bad state, the iteration of over-approximated images to a safe
// inductive invariant, and lemmas.
//
// # Encoding
//
// A state is a location and a tuple of variables. The locations are the predicates; a system with
// one predicate has no location variable. All predicates use the same variables for their
// arguments. Each argument has a variable of its sort, and two arguments of one predicate have
// different variables. If possible, arguments that clauses copy from body to head have the same
// variable, so that the copy is an identity. Init and Trans do not restrict variables that the
// predicate of a state does not use.
//
//	clause           becomes a disjunct of
//	φ → p(s)         Init(x)      loc = p ∧ x = s ∧ φ
//	p(s) ∧ φ → q(t)  Trans(x, x') loc = p ∧ x = s ∧ φ ∧ loc' = q ∧ x' = t
//	p(s) ∧ φ → false Bad(x)       loc = p ∧ x = s ∧ φ
//	φ → false        Direct       φ
//
// Every step of the loop is a step of the Horn system: there are no identity steps. The encoding is
// efficient after large-block compression (package horn/transform), when only loop heads are
// predicates.
//
// Other variables of a clause remain in its disjunct as auxiliary variables. Different clauses have
// different ones; [System.At] renames them by the number of the step. So a model of an unrolling
// determines which clauses a run takes: those whose disjuncts it satisfies.
//
// # Main types
//
//	System     the transition system
//	Bounded    runs from Init, one step longer at a time, in one solver
//	Images     over-approximated images by interpolation, up to a fixpoint
//	Lemmas     formulas over states that are proved inductive together
//	Minimiser  drops redundant parts of an invariant
//	Window     long runs, replayed piece by piece
//	Acceleration  any number of equal steps at once
//	Setup      the solvers that an engine needs; Open makes them, as Tools
//
// # Terminology
//
//	x, x'       state variables before and after a step: Vars, Next
//	slot        index of a state variable other than the location's
//	block       the disjunct of a clause
//	horizon k   the number of steps that an image looks ahead: no state of an
//	            image reaches a bad state in fewer than k steps
//	lemma       a formula over states that holds in all reachable ones and is
//	            inductive together with the other lemmas
//	front       the image found last, from which the next one is made
//
// # References
//
//   - D. Beyer, N.-Z. Lee, P. Wendler, "Interpolation and SAT-Based Model
//     Checking Revisited: Adoption to Software Verification", J. Automated
//     Reasoning 2025, §4.1, for the single-loop form after large-block encoding.
//   - K. McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003, for
//     images by interpolation.
//   - C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for
//     ESC/Java", FME 2001, for lemmas.
//   - A. Aho, R. Sethi, J. Ullman, "Compilers", 1986, for the translation of
//     programs with a program counter.
package transition
