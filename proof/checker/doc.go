// SPDX-License-Identifier: Apache-2.0

// Package checker checks witnesses of Horn systems over Bool, Int and Real by proofs, without a
// solver. It is a second implementation; it shares only the reader of s-expressions with the rest
// of Cornet. It is small enough for a review: terms (term.go), the meaning of a text (read.go,
// operators.go), systems, models and their conditions (system.go), proofs (proof.go, rules.go),
// refutations (refutation.go). Printing of conditions (write.go) does not matter for soundness.
//
// A model satisfies a system if the negation of each assertion, with the model's definitions
// instead of predicates, is unsatisfiable. [System.Condition] derives that formula from the two
// texts. [Condition.Check] checks a proof in the Alethe format that the formula is contradictory.
// An assumption must be the formula, and each step must follow by one of the rules of the table
// [rules]. A step with another rule, or a hole, is an error.
//
// A refutation is a list of instances of assertions. [System.CheckRefutation] evaluates them.
//
// Formulas are normalised before they are compared: linear sums have a canonical form, bounds on
// integers are rounded, and double negations and the constants true and false are removed.
package checker
