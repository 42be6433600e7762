// SPDX-License-Identifier: Apache-2.0

// Package absint is abstract interpretation of Horn systems. For every predicate it computes a
// superset of the arguments with which it can be derived, as a value of an abstract domain.
//
// A [Domain] defines how a clause maps such values of its body's predicates to a value of its
// head's predicate. [Run] finds a post-fixpoint: values that all clauses preserve. So the formulas
// of a [Result] are a model of all clauses except the queries, and may be added to the body of
// every clause and to every model.
//
//	d := absint.NewIntervals(sys)
//	r, err := absint.Run(ctx, sys, d, absint.Options{Delay: 2, Descents: 2})
//	f := r.Atom(&clause.Body[0]) // holds whenever the atom is derivable; false if it never is
//
// # Writing a domain
//
// States are values of any type, and do not change once they are made. There is no bottom state:
// the engine records which predicates are reached, and never asks about clauses with an unreached
// atom. Predicates and clauses are numbered as in the system. A domain whose ascending chains are
// finite returns y from Widen. A domain that finds states by a solver may use the current state of
// the head, an argument of Post, to look only for states outside of it. It returns Top if the
// solver gives up.
//
// # How a fixpoint is found
//
// Components of the predicates are handled one after the other, in topological order, so that each
// one is final before the components that depend on it begin. Within a component, the order is the
// recursive strategy over a weak topological order: inner loops become stable first, and only the
// heads of loops are widened. Descending iterations follow in the same order. Their result is kept
// if it is a post-fixpoint, too, since transfer functions need not be monotone.
//
// Work is counted in interpreted subterms of the clauses. When the budget is used up, finished
// components keep their states, and the states of the others become unknown.
//
// # Bounds
//
// [Intervals] evaluates terms in scopes. A scope has intervals of variables, of sums that occur in
// atoms, and of nonlinear terms. The branches of a conditional term are evaluated in scopes where
// its condition holds and fails. Scopes are nested. A result about a term is kept in the outermost
// scope with all relevant facts, since terms are large and shared. [Intervals.Simplify] uses the
// same scopes to remove wraps of machine integers that cannot happen. If a loop adds up a value
// that only its counter bounds, [Intervals.WithTemplates] also has bounds on sums of two arguments.
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
