// SPDX-License-Identifier: Apache-2.0

// Package absint is abstract interpretation of Horn systems: for every predicate a
// superset of the arguments with which it can be derived, as a value of an abstract
// domain.
//
// A [Domain] says how a clause maps such values of its body's predicates to one of its
// head's; [Run] finds a post-fixpoint, values that all clauses keep up. So the formulas
// of a [Result] are a model of all clauses but the queries, and may be added to the
// body of every clause and to every model.
//
//	d := absint.NewIntervals(sys)
//	r, err := absint.Run(ctx, sys, d, absint.Options{Delay: 2, Descents: 2})
//	f := r.Atom(&clause.Body[0]) // holds whenever the atom is derivable; false if it never is
//
// # Writing a domain
//
// States are values of any type; they are not changed once they are made. There is no
// bottom among them: the engine keeps apart which predicates are reached, and never asks
// about clauses with an atom that is not. Predicates and clauses are numbered as in the
// system. A domain whose ascending chains are finite returns y from Widen. One that finds
// states by a solver may use the present state of the head, which Post is given, to look
// for what is outside of it only, and returns Top where the solver gives up.
//
// # How a fixpoint is found
//
// Components of the predicates are done one after the other, in topological order, so
// that one is final before those that depend on it begin. In a component the order is
// the recursive strategy over a weak topological order: inner loops become stable first,
// and only the heads of loops are widened. Then come descending iterations in the same
// order, which are kept if what they give is a post-fixpoint, too: transfer functions
// need not be monotone.
//
// Work is counted in subterms of the clauses that are interpreted. When it is used up,
// the components that are final keep what is known of them, and of the others nothing is
// known.
//
// # Bounds
//
// [Intervals] evaluates terms in scopes. A scope has intervals of variables, of sums that
// atoms are about, and of terms that are not linear; a conditional term's branches are looked at in
// scopes where its condition holds and fails. Scopes are nested, and what is found out of
// a term is kept in the outermost one that knows all about it: terms are large and shared.
// The same scopes serve [Intervals.Simplify], which leaves out the wraps of machine integers
// that cannot happen. Where a loop adds up what only its counter bounds, [Intervals.WithTemplates]
// has bounds of sums of two arguments besides.
//
// # Types
//
//	Domain, Options, Run, Result   the framework
//	Intervals, Bounds              bounds of arguments
//	evaluator, scope               intervals of terms
//	template                       sums that have bounds
//
// # References
//
//   - P. Cousot, R. Cousot, "Abstract interpretation: a unified lattice model for static
//     analysis of programs", POPL 1977.
//   - F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993:
//     weak topological orders and the recursive strategy.
package absint
