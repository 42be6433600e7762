// SPDX-License-Identifier: Apache-2.0

// Package alethe prints conditions and refutations of the embedded solver as SMT-LIB files with Alethe proofs, which
// Carcara checks.
//
//	(declare-const x Int)                                          (assume h (and (<= x 3) (not (<= x 4))))
//	(assert (and (<= x 3) (not (<= x 4))))                         (step t1 (cl (<= x 3)) :rule and :premises (h) :args (0))
//	(check-sat)                                                    …
//
// Clauses that stand in the formula, or define a subformula by its parts, get the rules for connectives; those of
// arithmetic get la_generic with the weights of their Farkas combinations; the others resolution. Integer splits
// and cuts are clauses of arithmetic, since la_generic rounds bounds.
//
// Terms of other theories are symbols for the search. Clauses about them are given in advance: comparisons of bit-vectors are
// formulas over bits, by the rules bitblast_…; of arrays there are instances of axioms, which Alethe does not have and which are
// declared to Carcara as rewriting rules (rare_rewrite); applications of equal arguments are equal (eq_congruent).
package alethe
