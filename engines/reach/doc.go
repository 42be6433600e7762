// SPDX-License-Identifier: Apache-2.0

// Package reach has what the engines over transition systems share: the bounded
// search for a bad state, and the iteration of over-approximated images to a
// safe inductive invariant.
//
// # Main types
//
//	Bounded  runs from Init, one step longer at a time, in one solver
//	Images   over-approximated images by interpolation, up to a fixpoint
//	Lemmas   formulas over states that are proved inductive together
//	Setup    what an engine works with; Open makes it, as Tools
//
// # Terminology
//
//	horizon k   the number of steps that an image looks ahead: no state of an
//	            image reaches a bad state in fewer than k steps
//	lemma       a formula over states that holds in all reachable ones and is
//	            inductive together with the other lemmas
//	front       the image found last, from which the next one is made
//
// # References
//
//   - K. McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003, for
//     images by interpolation.
//   - C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for
//     ESC/Java", FME 2001, for lemmas.
package reach
