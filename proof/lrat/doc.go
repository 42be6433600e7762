// SPDX-License-Identifier: Apache-2.0

// Package lrat checks refutations of propositional formulas in the LRAT format (Cruz-Filipe, Heule,
// Hunt, Kaufmann, Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017). It imports
// nothing of Cornet and is small enough to be read.
//
// The formula is in DIMACS; its clauses are numbered from 1. A line of a proof derives a clause:
//
//	5 1 -2 0 4 3 0
//
// Clause 5 is 1 ∨ ¬2. Assume the opposite, ¬1 and 2. Then all literals but one of clause 4 are
// false, and the last one becomes true; then all literals of clause 3 are false. The numbers after
// the clause are these hints, in this order. A line "5 d 3 4 0" deletes clauses 3 and 4. The
// formula is refuted when the empty clause is derived.
//
// The checker is strict: a hint that neither becomes unit nor false, and a hint after the false
// one, are errors. It has no resolution asymmetric tautologies (negative hints), which are not
// implied by the formula.
//
// A proof is read once, from front to back. Each number of it is looked at once, and each literal
// of a hint once for each time that it is given; clauses that are deleted free their memory.
package lrat
