// SPDX-License-Identifier: Apache-2.0

// Package horn holds systems of constrained Horn clauses and the answers to
// them: what a solver is given and what it must justify.
//
// A clause reads
//
//	p1(t̄1) ∧ … ∧ pk(t̄k) ∧ φ → h
//
// where p1(t̄1) … pk(t̄k) is the body, φ the constraint (no predicates), and the
// head h an atom, or false: then the clause is a query. A clause without body
// atoms is a fact. A system is linear when no clause has more than one body
// atom. All variables of a clause are universally quantified.
//
// A system is Safe (SMT-LIB "sat") when its predicates have an interpretation
// that satisfies every clause; a [Model] is one. It is Unsafe (SMT-LIB "unsat")
// when false is derivable; a [Refutation] is a derivation.
//
// # Names
//
//	c, h    clause, head          p     predicate
//	a       body atom             m     model
//	phi     constraint            r     refutation
//
// Reference: N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause
// Solvers for Program Verification", Fields of Logic and Computation II, 2015.
package horn
