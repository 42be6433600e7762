// SPDX-License-Identifier: Apache-2.0

// Package refutation prints refutations of Horn systems as proofs in the Alethe format, which
// Carcara checks against the original file.
//
//	(assume h0 (forall ((x Int)) (=> (p x) (p (+ x 1)))))
//	(step t1 (cl (or (not @h0) (=> (p 4) (p (+ 4 1))))) :rule forall_inst :args (4))
//	(step t2 (cl (= (+ 4 1) 5)) :rule evaluate)
//	…
//	(step t9 (cl (p 5)) :rule resolution :premises (h0 t1 …))
//
// A step of a refutation is an instance of an assertion. It is false if the atoms derived by
// earlier steps are true and one further atom, its head, is false. The proof follows that
// evaluation. For each subformula of the instance it has a clause: the subformula is true (or
// false), or the head is true. The introduction rules of the connectives (and_pos, and_neg, …)
// derive this clause from the clauses of the arguments, by resolution. Ground terms become values
// by the rule evaluate, by div_simplify and mod_simplify, and by congruence. So the proof is linear
// in the instances.
//
// The assertions are read as text, without rewriting, because Carcara compares the terms of an
// assume step with those of the file. Definitions and let are expanded in instances; for files with
// these, Carcara needs its options --apply-function-defs and --expand-let-bindings.
//
// Alethe has no rules for the values of arrays, datatypes and bit-vectors, and none for division by
// zero. If the value of such a term is needed, a step with the rule hole states it; holes are
// counted.
//
// Source: Schurr, Fleury, Barbosa, Fontaine, "Alethe: Towards a Generic SMT Proof Format" (PxTP
// 2021); Andreotti, Lachnitt, Barbosa, "Carcara: An Efficient Proof Checker and Elaborator for SMT
// Proofs in the Alethe Format" (TACAS 2023).
package refutation
