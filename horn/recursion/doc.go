// SPDX-License-Identifier: Apache-2.0

// Package recursion defines recursive functions and proves facts about them by induction.
//
// # Method
//
// A [Theory] has functions f with f(x̄) = e(x̄), whose recursion ends for all arguments: the code
// that defines them must ensure this. [Theory.Prove] shows that a formula holds for all values of
// its variables:
//
//	by the structure of a variable  a case for each constructor, with the claim for the fields of the same sort
//	over a number                   a case for those below one, and one for the others, with the claim for one less
//	along the recursion of a call   a case for each branch of the definition, with the claim for the arguments of the calls there
//
// The cases are rewritten to true, by equations, lemmas and hypotheses ([Theory.Rewrite]). There
// are further case distinctions by conditions that decide the branch of a call: the constructors of
// variables and finally comparisons ([Theory.Distinguish]). If rewriting fails, an SMT solver tries
// to refute the negated cases, without quantifiers. Before this, calls are unfolded if their
// arguments decide the branch, and rewritten by lemmas that make terms smaller. Then come rounds of
// instances of hypotheses, lemmas and equations for the existing calls. Instances that make the
// fewest new calls come first. If the solver finds a case satisfiable at the end, the case is not
// proved. Consequences ([Theory.Holds]) are also tried by congruence, with datatypes as
// uninterpreted sorts, because a solver for datatypes has cases for the constructors of each term.
//
// [Formula] writes formulas about functions without function symbols, and [Read] reads them: a
// function of two arguments is an array of arrays that satisfies its equation. Models contain
// functions in this form, and package horn/check validates them.
//
// # Files
//
//	theory.go  functions, normal forms, matching    schemes.go     schemes of induction
//	prove.go   goals, instances                     congruence.go  datatypes as uninterpreted sorts
//	form.go    arrays for functions                 residual.go    what proofs leave open
//	bounds.go  comparisons by intervals             lists.go       lists that grow at their end
//
// # Limits
//
// Rules are equations that make terms smaller in size or by a fixed order, or sums of smaller ones;
// there is no completion. Guards of rules must be rewritten to true by rules without guards.
// Matching ignores equalities, so the instance of a universal hypothesis for the variables
// themselves is added, too.
//
// # References
//
//   - A. Reynolds, V. Kuncak, "Induction for SMT Solvers", VMCAI 2015,
//     https://doi.org/10.1007/978-3-662-46081-8_5: induction over constructors in front of an SMT
//     solver, unfolding of functions on demand.
//   - R. S. Boyer, J S. Moore, "A Computational Logic", 1979: induction along the recursion of the
//     functions of a claim.
//   - P. Suter, A. S. Köksal, V. Kuncak, "Satisfiability Modulo Recursive Programs", SAS 2011:
//     unfolding in rounds.
package recursion
