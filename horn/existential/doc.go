// SPDX-License-Identifier: Apache-2.0

// Package existential decides clauses beyond Horn: heads with exists or with several atoms, and
// bodies with predicates under forall.
//
//	(assert (forall ((x Int)) (=> (p x) (exists ((y Int)) (q x y)))))
//	(assert (forall ((x Int)) (=> (p x) (or (q x x) (r x)))))
//	(assert (forall ((x Int)) (=> (forall ((y Int)) (q x y)) (r x))))
//
// # Method
//
// Each such clause is replaced by a stronger Horn clause, an alternative:
//
//   - exists becomes an instance, whose terms are the witness functions;
//   - of several atoms one remains, or a condition chooses between two;
//   - a forall in a body becomes a conjunction of instances.
//
// A model of the stronger system is a model of the file, since each alternative implies its clause.
// A refutation that uses no alternative refutes the file. Any other refutation is a counterexample
// (CEGIS): it excludes all choices of alternatives that are the same on the values of its steps,
// and the next choice is tried. So the search needs few of the many choices. If none is left, the
// clauses without alternatives are decided. A refutation of these refutes the file. Otherwise the
// answer is unknown.
//
// Each alternative implies its clause by construction (see clause.closed): it has fewer disjuncts,
// or instances of existential disjuncts. So the judge of witnesses gets the stronger assertions.
//
// # Limits
//
// An exists under a forall under an exists is refused. Clauses beyond Horn are also refused beside
// recursive functions. Witness functions and conditions come from the terms of their clause.
//
// References: T. Beyene, C. Popeea, A. Rybalchenko, "Solving Existentially Quantified Horn
// Clauses", CAV 2013, with templates given by users; here, terms of the clause are tried. H. Unno,
// T. Terauchi, E. Koskinen, "Constraint-Based Relational Verification", CAV 2021, for disjunctions
// and CEGIS. N. Bjørner, K. McMillan, A. Rybalchenko, "On Solving Universally Quantified Horn
// Clauses", SAS 2013, for instances in bodies.
package existential
