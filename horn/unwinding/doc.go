// SPDX-License-Identifier: Apache-2.0

// Package unwinding makes propositional formulas from unwindings of linear Horn systems, and checks
// the proofs that these formulas have no model.
//
// An unwinding ([horn.Unwinding]) is an acyclic graph. Its nodes are instances of predicates, and
// its edges are clauses. For example, the system
//
//	p(0),   p(x) ∧ x < 2 → p(x + 1),   p(x) ∧ x > 2 → false
//
// has an unwinding with three instances of p. The first comes from the fact, each later one from
// the instance before it. The clause cannot be applied at the third instance, and the query cannot
// be applied at any of them. The formula states the opposite, and the proof refutes it.
//
// # The formula
//
//	instance   a guard, which states that the instance is reached, and symbolic values for the arguments of the predicate
//	edge       the guard of its source, and the constraint of the clause over the arguments of the source
//	merge      if several edges lead to an instance, the edge that is taken chooses its arguments. Edges may exclude each
//	           other by contrary literals. Otherwise a new variable for each edge selects the one that is taken.
//	           Edges with the same value of an argument or a cell share an alternative.
//	claim      one of these is taken: an edge that leads to no instance, or a query
//
// Every derivation is a path of instances, with values for the variables of the formula under which
// its guards hold. So the system is safe if the formula with the claim has no model ([Check]).
// Values off the path do not matter. So an integer needs to be right only if the conditions of its
// clause hold.
//
// # Values
//
//	bit-vectors   words of literals. Operations are the circuits of package smt/bits, which fold constants.
//	integers      words as wide as the operations may need, so that nothing overflows. Their spans decide comparisons.
//	              An unbounded integer has 66 bits. The least and the greatest word represent all values beyond;
//	              results that depend on the exact value are arbitrary.
//	arrays        a persistent map of the cells at constant indices, over stores, choices and unknown arrays.
//	              Unknown arrays are read by Ackermann's reduction.
//
// Separate clauses state that products and quotients of equal arguments are equal: see congruent.
//
// # Files
//
//	formula.go  instances and edges     clause.go  clauses made ready    term.go   evaluation      integer.go, sides.go, span.go  integers
//	value.go    words                   array.go   arrays                trie.go   their cells     facts.go  which edges exclude each other
//	merge.go    values where edges meet
//	check.go    the checker             prove.go   a new proof           derivation.go  models read as derivations
//
// # References
//
//   - E. Clarke, D. Kroening, F. Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004:
//     unwinding, and the assertions that it is complete.
//   - N. Wetzler, M. Heule, W. Hunt, "DRAT-trim", SAT 2014; L. Cruz-Filipe, M. Heule, W. Hunt,
//     M. Kaufmann, P. Schneider-Kamp, "Efficient Certified RAT Verification", CADE 2017: the proof.
//   - C. Okasaki, A. Gill, "Fast Mergeable Integer Maps", ML Workshop 1998.
//
// # Differences
//
// A clause may be a long block of the program with many paths. One formula and one proof show both
// that every edge is covered and that the properties hold. The engine that searches for an
// unwinding builds the formula with this package, instance by instance. So its proof is about the
// same formula that the checker builds again.
package unwinding
