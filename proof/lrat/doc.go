// SPDX-License-Identifier: Apache-2.0

// Package lrat checks refutations of propositional formulas in the LRAT format (Cruz-Filipe, Heule,
// Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017). It imports no
// other package of Cornet and is small enough for a review.
//
// The formula is in DIMACS; its clauses are numbered from 1. A line of a proof derives a clause:
//
//	5 1 -2 0 4 3 0
//
// Clause 5 is 1 ∨ ¬2. Assume the opposite, ¬1 and 2. Then all literals of clause 4 except one are
// false, so the last one must be true. Then all literals of clause 3 are false: a contradiction.
// The numbers after the clause, 4 and 3, are the hints, in this order. A line "5 d 3 4 0" deletes
// clauses 3 and 4. Deriving the empty clause refutes the formula.
//
// The checker is strict: a hint that neither becomes unit nor false, and a hint after the false
// one, are errors. It does not support resolution asymmetric tautologies (negative hints), which
// are not implied by the formula.
//
// A proof is read once, from front to back. Each number in it is read once, and each literal of a
// hint once for each use of the hint. Deleting a clause frees its memory.
package lrat
