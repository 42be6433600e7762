// SPDX-License-Identifier: Apache-2.0

// Package pdkind is property-directed k-induction on linear Horn systems: a
// k-inductive strengthening of the property, found one counterexample to
// induction at a time.
//
// # Method
//
// The system becomes one transition system (package encode/loop). An induction
// frame is a set of obligations. An obligation has a lemma, which holds in all
// states that are reached in at most n steps, and the states to be kept off,
// from which a bad state is reached; the lemma excludes them. [Engine] pushes a
// frame: each lemma is checked for whether it follows after k steps in which all
// lemmas hold. One that does is kept for the next frame. One that does not either
// leads to a bad state, when the states before that become an obligation of their
// own, or is made stronger: projection generalises the start of the run that
// breaks the lemma, the reachability frames say why no state there is reached in n
// steps, and the reason becomes part of the lemma. When a start is reached after
// all, the lemma is given up for the plain negation of what it keeps off. If all
// obligations are kept, their lemmas are a k-inductive invariant.
//
// Reachability frames are those of property-directed reachability, with
// interpolants as lemmas: frame i holds in all states that are reached in at most i
// steps.
//
// # Names
//
//	f, g   induction frames: the one pushed, the one that is made
//	o      obligation
//	n      steps for which the lemmas of f hold
//	k      depth of the induction
//	cti    a state from which a run breaks a lemma
//
// # References
//
//   - D. Jovanović, B. Dutertre, "Property-Directed k-Induction", FMCAD 2016,
//     https://doi.org/10.1109/FMCAD.2016.7886665: Algorithms 1 to 3.
//
// # Differences from the paper
//
//   - Reachability frames hold for at most i steps, not for exactly i: what a
//     query says about step i is from frame i - 1 and from the initial states at once.
//     So lemmas hold for all earlier steps, too, and are shared with them.
//   - The depth of the induction is bounded (Options.MaxK), because the invariant
//     must be made inductive in one step, which is costly when k is large.
//
// Sound; complete for neither safe nor unsafe systems over infinite domains.
package pdkind
