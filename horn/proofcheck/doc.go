// SPDX-License-Identifier: Apache-2.0

// Package proofcheck checks witnesses of Horn systems over Bool, Int and Real by proofs, without a solver. It is a second
// implementation that shares nothing with the rest of Cornet but the reader of s-expressions, and it is small enough to be read:
// terms (term.go), what a text means (read.go, operators.go), systems, models and their conditions (system.go), proofs (proof.go, rules.go),
// refutations (refutation.go). Nothing rests on the printing of conditions (write.go).
//
// A model satisfies a system if, for each assertion, the negation with the model's definitions in place of predicates is
// unsatisfiable. [System.Condition] derives that formula from the two texts. [Condition.Check] checks a proof in the Alethe format
// that the formula is contradictory: an assumption must be the formula, and each step must follow by one of the rules of the
// table [rules]; a step with another rule, or a hole, is an error.
//
// A refutation is a list of instances of assertions. [System.CheckRefutation] evaluates them.
//
// Formulas are compared modulo what this package itself computes: linear sums are brought in one form, bounds on integers are
// rounded, double negations and the constants true and false are removed.
package proofcheck
