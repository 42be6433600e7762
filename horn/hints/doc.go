// SPDX-License-Identifier: Apache-2.0

// Package hints reads hints that people give about the predicates of a Horn system: templates for
// interpolants, initial predicates and candidate invariants. Hints only guide engines; a wrong hint
// costs time, not soundness.
//
// # Main types
//
//	Hints     templates, initial predicates and thresholds by predicate
//	Template  a term or formula over the arguments of a predicate, with a cost
//	Kind      what interpolants may say about it
//
// [Read] reads files, [ParseTemplate] the text of a command-line option, [Merge] joins hints,
// [Hints.Carry] and [Hints.Map] translate them when a system is preprocessed, [Hints.For]
// substitutes terms for the arguments, and [Hints.Write] prints Eldarica's format.
//
// # Files
//
// A file is a list of these forms, in any order and mixture:
//
//	(templates p ((x Int) …)
//	  (term t cost)              interpolants may state the value of t;
//	                             (= t u) means t - u
//	  (predicate f cost)         … that f holds
//	  (predicate-2 f cost)       … that f holds and that it does not
//	  (inequality-term t cost)   … lower bounds of t
//	  (inequality-term-2 t cost) … bounds of t
//	  (iterationThreshold n))    … only from the n-th refinement on
//	(initial-predicates p ((x Int) …) f …)
//	(define-fun p ((x Int) …) Bool f)
//	(model form …), (form …)
//
// The first two are Eldarica's. A definition proposes an invariant: its conjuncts become initial
// predicates, and templates of kind [PredicateBoth] with cost 1. Definitions of other names are
// auxiliary and may be used by later definitions. A model that a solver has printed is such a file;
// the word sat in front of it and the commands set-logic, set-info, set-option, check-sat,
// get-model and exit are skipped. Unlike in Eldarica, all sorts are allowed, but quantifiers are
// not.
//
// # Inline templates
//
//	p: x0 - x1, 2*x0 + x2 @5        terms over the arguments x0, x1, …; @ gives the cost
//	p: {x0 >= 0 and x1 mod 2 = 0}   a formula in braces is a predicate template
//	p(a, b): a - b, a + 2*b         arguments can be named
//	|inv:0|: x0; q: x1              several predicates; bars quote any name
//	p: a[x0]                        arrays are read with brackets
//
// The operators, from the weakest to the strongest: =>, or, and, not, comparisons (= != < <= > >=,
// which chain: 0 <= x0 < 9), + and -, * div mod, unary minus. Without @ the cost is 1.
//
// # Names in this package
//
//	h      hints            p      predicate
//	t, f   term, formula    x      s-expression or expression
//	sys    the system       r      reader
//
// # Limits
//
// Terms may use the theories, and the sorts and datatypes in the signatures of the system's
// predicates, but not functions that the system's script defines. Uninterpreted functions and
// quantifiers are refused. An inline text has at most 10,000 bytes and arithmetic over Int and Real
// only. Costs and thresholds are at most 1,000,000.
//
// Hints are about the predicates that the user wrote. Preprocessing records in [Move]s what happens
// to their arguments; see [Hints.Carry] and [Hints.Map]. Hints for predicates that are eliminated
// are lost.
//
// # References
//
//   - Eldarica, https://github.com/uuverifiers/eldarica: template-parser/TplSpec.cf
//     and lazabs/horn/abstractions/AbsReader.scala define the file format.
//   - J. Leroux, P. Rümmer, P. Subotić, "Guiding Craig interpolation with
//     domain-specific abstractions", Acta Informatica 53, 2016.
package hints
