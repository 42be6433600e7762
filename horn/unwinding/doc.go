// SPDX-License-Identifier: Apache-2.0

// Package unwinding makes propositional formulas of the unwindings of linear Horn systems, and checks the proofs that these have no model.
//
// An unwinding ([horn.Unwinding]) is an acyclic graph. Its nodes are instances of predicates, its edges clauses. For
//
//	p(0),   p(x) ∧ x < 2 → p(x + 1),   p(x) ∧ x > 2 → false
//
// it has three instances of p, the first from the fact, and each further one from the one before. The clause from the third to a
// fourth one cannot be applied, nor can the query at any of them: that is what the formula says, and the proof shows.
//
// # The formula
//
//	instance   a guard, which says that the instance is reached, and the arguments of the predicate there, as symbolic values
//	edge       the guard of its source, and the constraint of the clause over the arguments of the source
//	merge      where several edges lead to an instance, its arguments are chosen by the edge that is taken. If two of them do not exclude
//	           each other by contrary literals, a new variable for each says which one is.
//	claim      edges that lead to no instance, and queries: one of them is taken
//
// Every derivation is a path of instances, with values for the variables of the formula by which its guards hold. So if the formula with
// the claim has no model, the system is safe ([Check]). Values off the path do not matter, which is why an integer needs to
// be right only where the conditions of its clause hold.
//
// # Values
//
//	bit-vectors   words of literals; operations are the circuits of package smt/bits, which fold constants
//	integers      words as wide as the operations may need, so nothing overflows, with spans that decide comparisons. Of an
//	              integer that nothing bounds, the least and the greatest of 66 bits stand for all beyond: what depends on more is any value.
//	arrays        a persistent map of the cells at constant indices, over stores, choices and unknown arrays, which are read by Ackermann's reduction
//
// Of products and quotients, equal arguments have equal results by clauses of their own: see congruent.
//
// # Files
//
//	formula.go  instances and edges     clause.go  clauses made ready    term.go   evaluation      integer.go, sides.go, span.go  integers
//	value.go    words                   array.go   arrays                trie.go   their cells     facts.go  which edges exclude each other
//	check.go    the checker             prove.go   proofs found anew     derivation.go  models read as derivations
//
// # References
//
//   - E. Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004: unwinding, and the assertions that it is complete.
//   - N. Wetzler, M. Heule, W. Hunt, "DRAT-trim", SAT 2014; L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, "Efficient
//     Certified RAT Verification", CADE 2017: the proof.
//   - C. Okasaki, A. Gill, "Fast Mergeable Integer Maps", ML Workshop 1998.
//
// # Differences
//
// A clause may be a long block of the program with many paths. Whether an edge is covered is checked in the same
// formula as the properties, by the same proof. The engine that searches an unwinding makes the formula by this package, instance by instance, so that
// its proof is about the formula that the checker makes again.
package unwinding
