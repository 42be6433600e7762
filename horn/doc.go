// SPDX-License-Identifier: Apache-2.0

// Package horn holds systems of constrained Horn clauses and the answers to them: the input of a
// solver, and the justifications of its answers.
//
// A clause has the form
//
//	p1(t̄1) ∧ … ∧ pk(t̄k) ∧ φ → h
//
// where p1(t̄1) … pk(t̄k) is the body, φ the constraint (no predicates), and the head h an atom, or
// false: then the clause is a query. A clause without body atoms is a fact. A system is linear when
// no clause has more than one body atom. All variables of a clause are universally quantified.
//
// A system is Safe (SMT-LIB "sat") when its predicates have an interpretation that satisfies every
// clause; a [Model] is one. It is Unsafe (SMT-LIB "unsat") when false is derivable; a [Refutation]
// is a derivation.
//
// # From assertions to clauses
//
// [FromScript] accepts an assertion if it is equivalent to Horn clauses by distribution over the
// structure above its atoms: and, or, not, =>, xor, ite and = over Booleans, let, and universal
// quantifiers (forall in positive, exists in negative positions), nested in any way. Predicate-free
// subformulas become constraints and are never split. Leading existential quantifiers of a
// constraint become variables if possible; other quantifiers stay in the constraint (see
// [Quantifiers]). Anything else is refused by an [*Error] with a position, a [Code] and a reason.
//
// # Witnesses
//
// A refutation refers to clauses. A [Proof] is the same in terms of assertions, as it is printed:
// see [WriteProof], [WriteModel] and [ReadWitness]. Package horn/check validates both against the
// assertions ([Source]), which are kept as they were written.
//
// # Types
//
//	System, Clause, Atom           what is to be solved
//	Source, Assert                 what it was made from
//	Clausifier                     from one assertion to its clauses
//	Result, Verdict                the answer
//	Model, Definition              its justification when Safe
//	Refutation, Step               its justification when Unsafe
//	Proof, ProofStep, Value        the latter in terms of the input
//	Witness                        an answer as read back
//	Graph                          predicates and clauses as a hypergraph
//	Features, Theories             what a system looks like
//	Error, Code                    why an input or a witness is refused
//
// # Limits
//
// One assertion represents at most [MaxClauses] clauses and has at most two million subformulas
// above its predicate-free ones, counted after let is expanded. A script poses one problem: a
// second check-sat is refused, with [CodeChecks].
//
// # Names
//
//	c, h    clause, head          p     predicate
//	a       body atom             m     model
//	phi     constraint            r     refutation
//	s       store                 g     graph
//	x, y    terms, nodes          k     index of a clause
//
// Reference: N. Bjørner, A. Gurfinkel, K. McMillan, A. Rybalchenko, "Horn Clause Solvers for
// Program Verification", Fields of Logic and Computation II, 2015.
package horn
