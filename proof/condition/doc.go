// SPDX-License-Identifier: Apache-2.0

// Package condition prints conditions and refutations of the embedded solver as SMT-LIB files with
// Alethe proofs. Carcara checks them.
//
//	(declare-const x Int)                                          (assume h (and (<= x 3) (not (<= x 4))))
//	(assert (and (<= x 3) (not (<= x 4))))                         (step t1 (cl (<= x 3)) :rule and :premises (h) :args (0))
//	(check-sat)                                                    …
//
// The rules depend on the kind of a clause. Clauses of the formula, and clauses that define a
// subformula by its parts, follow by the rules for connectives. Clauses of arithmetic follow by
// la_generic with the weights of their Farkas combinations. All others follow by resolution.
// Integer splits and cuts are clauses of arithmetic, since la_generic rounds bounds.
//
// Terms of other theories are symbols for the search. Clauses about them are given in advance.
// Comparisons of bit-vectors are formulas over bits, by the rules bitblast_…. Clauses about arrays
// are instances of axioms. Alethe does not have these axioms, so they are declared to Carcara as
// rewriting rules (rare_rewrite). Applications to equal arguments are equal by the rule
// eq_congruent.
package condition
