// SPDX-License-Identifier: Apache-2.0

// Package catamorphism abstracts algebraic datatypes by numbers: from a system over lists
// it makes one over their lengths, and from a model of that one a model of the
// first.
//
// # Method
//
// A [Template] chooses measures for each datatype. A direct measure looks at the
// outermost constructor: which one it is, what stands in a field. A recursive one
// is a fold: it is computed from the fields and from the measures of the parts,
//
//	len(nil) = 0        len(cons(h, t)) = 1 + len(t)
//
// [Template.Abstract] replaces each argument of a predicate that is a datatype by
// its measures, and each constructor by what it does to them. Datatypes that are
// not recursive are described completely, and so are natural numbers made of zero
// and successor; otherwise the new system derives more than the old one, so that
// it may be unsafe though the old one is safe: the effect is pass.Over.
//
// # Models
//
// Recursive measures are no terms of SMT-LIB, and a model must not define
// auxiliary functions. But the values of a fold make up an array, and there is
// exactly one that satisfies its equations, because values of datatypes are
// finite. So "p holds for lists of even length" is
//
//	(forall ((f (Array List Int)))
//	  (=> (and (= (select f nil) 0)
//	           (forall ((h Int) (t List)) (= (select f (cons h t)) (+ 1 (select f t)))))
//	      (= (mod (select f x) 2) 0)))
//
// A measure may have a parameter, such as the element whose occurrences it counts.
// Then predicates hold of all values of the parameter, and models quantify over it.
//
// Package horn/check knows how to judge such models; z3 and cvc5 prove what
// follows by instantiation, but not that there is such an array. For them
// horn.WithFunctions writes recursive functions.
//
// # Types and roles
//
//	Template       a choice of kinds of measures; Templates lists them
//	catamorphisms  the measures of all datatypes of a system
//	measure        one of them: a step for each constructor
//	translation    of one clause
//	back           of models
//
// # Names
//
//	s  store    d  datatype sort    c  constructor    m  measure    t, x  terms
//
// # Limits
//
// Measures are not refined by counterexamples; the templates are all there is.
// Datatypes that contain themselves below arrays stay as they are, and systems
// with quantifiers in constraints are refused.
//
// # References
//
//   - H. Katsura, N. Kobayashi, K. Sakayori, R. Sato, "Automated Catamorphism
//     Synthesis for Solving Constrained Horn Clauses over Algebraic Data Types",
//     2025, https://arxiv.org/abs/2507.20726: the solver Catalia, which finds its
//     catamorphisms by counterexamples where this package has a list of them.
//   - P. Suter, M. Dotta, V. Kuncak, "Decision Procedures for Algebraic Data Types
//     with Abstractions", POPL 2010, https://doi.org/10.1145/1706299.1706325:
//     catamorphisms and their partial evaluation.
//   - H. Hojjat, P. Rümmer, "Deciding and Interpolating Algebraic Data Types by
//     Reduction", SYNASC 2017: datatypes by their sizes.
package catamorphism
