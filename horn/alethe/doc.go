// SPDX-License-Identifier: Apache-2.0

// Package alethe prints refutations of Horn systems as proofs in the Alethe format, which Carcara checks against the
// original file.
//
//	(assume h0 (forall ((x Int)) (=> (p x) (p (+ x 1)))))
//	(step t1 (cl (or (not @h0) (=> (p 4) (p (+ 4 1))))) :rule forall_inst :args (4))
//	(step t2 (cl (= (+ 4 1) 5)) :rule evaluate)
//	…
//	(step t9 (cl (p 5)) :rule resolution :premises (h0 t1 …))
//
// A step of a refutation is an instance of an assertion, made false by the atoms that earlier steps derive and by the
// assumption that one further atom, its head, is false. The proof follows that evaluation: each subformula of the
// instance has a clause that says that it is true or false, possibly or else the head is true; the introduction rules
// of the connectives (and_pos, and_neg, …) make it of the clauses of the arguments, by resolution. Ground terms become
// values by the rule evaluate, by div_simplify and mod_simplify, and by congruence. So the proof is linear in the
// instances.
//
// The assertions are read as text: Carcara compares the terms of an assume step with those of the file, so that nothing
// may be rewritten. Definitions and let are expanded in instances; Carcara needs its options --apply-function-defs and
// --expand-let-bindings for files that have them.
//
// Alethe has no rules for the values of arrays, datatypes and bit-vectors, and none for division by zero. Where the
// value of such a term counts, the step has the rule hole, and the holes are counted.
//
// Source: Schurr, Fleury, Barbosa, Fontaine, "Alethe: Towards a Generic SMT Proof Format" (PxTP 2021); Andreotti,
// Lachnitt, Barbosa, "Carcara: An Efficient Proof Checker and Elaborator for SMT Proofs in the Alethe Format"
// (TACAS 2023).
package alethe
