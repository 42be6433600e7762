// SPDX-License-Identifier: Apache-2.0

// Package recursion has recursive functions and proofs by induction about them.
//
// # Method
//
// A [Theory] has functions f with f(x̄) = e(x̄), whose recursion ends for all arguments: who defines them has seen to that. [Theory.Prove] shows that a
// formula holds for all values of its variables:
//
//	by the structure of a variable  a case for each constructor, with the claim for the fields of the same sort
//	over a number                   a case for those below one, and one for the others, with the claim for one less
//	along the recursion of a call   a case for each branch of the definition, with the claim for the arguments of the calls there
//
// The cases are rewritten to true, by equations, lemmas and hypotheses ([Theory.Rewrite]), with further cases for what decides which branch of a call counts:
// the constructors of variables or, in the end, comparisons ([Theory.Distinguish]). If that does not do, they are refuted by an SMT solver without quantifiers. Before, calls are unfolded whose arguments decide which branch counts, and lemmas that make
// terms smaller rewrite them. Then come rounds of instances: of hypotheses, lemmas and equations, for the calls that there are, those first that make the fewest
// new calls. What a solver finds satisfiable in the end is not proved. What only has to follow ([Theory.Holds]) is also tried by congruence, with
// datatypes as sorts of which nothing is known: a solver for datatypes has cases for the constructors of each term.
//
// [Formula] writes formulas about functions without function symbols, and [Read] reads them: a function of two arguments is an array of arrays that
// satisfies its equation. That is how models speak of functions; package horn/check judges them.
//
// # Files
//
//	theory.go  functions, normal forms, matching    schemes.go     schemes of induction
//	prove.go   goals, instances                     congruence.go  datatypes as sorts of which nothing is known
//	form.go    arrays for functions                 residual.go    what proofs leave open
//	bounds.go  comparisons by intervals             lists.go       lists that grow at their end
//
// # Limits
//
// Rules are equations that make terms smaller in size or by a fixed order, or sums of smaller ones; there is no completion. Guards of rules must be rewritten
// to true by rules without guards. Matching does not know what is equal; so of a hypothesis about all values, the instance for the variables as they are is
// given as well.
//
// # References
//
//   - A. Reynolds, V. Kuncak, "Induction for SMT Solvers", VMCAI 2015, https://doi.org/10.1007/978-3-662-46081-8_5: induction over constructors in front
//     of an SMT solver, unfolding of functions on demand.
//   - R. S. Boyer, J S. Moore, "A Computational Logic", 1979: induction along the recursion of the functions of a claim.
//   - P. Suter, A. S. Köksal, V. Kuncak, "Satisfiability Modulo Recursive Programs", SAS 2011: unfolding in rounds.
package recursion
