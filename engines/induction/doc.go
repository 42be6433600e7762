// SPDX-License-Identifier: Apache-2.0

// Package induction proves that systems over recursive datatypes are satisfiable, by recursive
// functions and induction.
//
// # Method
//
// Clauses over lists, trees and numbers made of successors are often written from functional
// programs: a predicate is the graph of a function,
//
//	append(nil, y, y)        append(x, y, z) → append(cons(h, x), y, cons(h, z))
//
// The engine reads the function off the clauses (functions.go): one parameter, the output, is
// determined by the others. Each clause is evaluated from the inputs of its head on (orient.go) and
// becomes a branch of a definition; predicates without output become Boolean functions, those that
// tell values apart disequality. A predicate that has several such readings gets the one with the
// fewest inputs for which no clause counts, as examples tell. Then "z = append(x, y)" is a model of
// the clauses, and a query is a statement about functions, such as rev(rev(x)) = x.
//
// It is proved by induction (package horn/recursion), with lemmas that the engine finds by
// exploration: it enumerates terms over the functions by size, evaluates them at examples, takes
// two terms with the same values for a conjecture, and tries to prove it; what is proved helps to
// prove others. That a function is an order is conjectured, too, and larger equations are, of forms
// that are common (templates.go) and of generalisations of the goals; and what holds of data with
// properties, such as trees that are heaps (conditional.go); and what proofs leave open,
// generalised (residuals.go). The functions that a goal speaks of are explored before others, and
// in the end one that appends lists, if the system has none.
//
// Where the calls of a function lower a number and no datatype, its output exists only for inputs
// that are not negative, or that a clause without calls is about; the definition says so, so that
// the recursion ends.
//
// Some functions call themselves with the result of another function, and the validator could not
// see that their recursion ends. They are no part of a model (specifications.go). The predicate of
// such a function means what the queries claim about it: "sort(x, y)" means that y has each element
// as often as x, or that y is ordered.
//
// Models speak of the functions by arrays, with the lemmas that the proofs need. Package horn/check
// proves that the recursion ends, proves the lemmas, and then the clauses.
//
// # Names
//
//	r  reader     p  prover, predicate    e  engine, explorer    l  lemma
//	s  store      f  function             c  clause              m  meaning
//
// # Limits
//
// Models only. Lemmas are equations between terms of up to 5 symbols, of templates, or of what
// proofs leave open. Conditions are properties that predicates of the system describe: that all
// elements of an intermediate structure have one, where the system does not say so, is not
// conjectured. If a predicate describes no function, and no query claims anything about it alone,
// the model lets it hold of everything, which is seldom enough.
//
// # References
//
//   - K. Claessen, M. Johansson, D. Rosén, N. Smallbone, "Automating Inductive Proofs Using Theory
//     Exploration", CADE 2013, https://doi.org/10.1007/978-3-642-38574-2_27: HipSpec, lemmas from
//     QuickSpec's equations, simpler ones first.
//   - S. H. Einarsdóttir, N. Smallbone, M. Johansson, "Template-based Theory Exploration:
//     Discovering Properties of Functional Programs by Testing", IFL 2020,
//     https://doi.org/10.1145/3462172.3462192.
//   - N. Smallbone, M. Johansson, K. Claessen, M. Algehed, "Quick Specifications for the Busy
//     Programmer", J. Functional Programming 27, 2017, and I. Lobo Valbuena, M. Johansson,
//     "Conditional Lemma Discovery and Recursion Induction in Hipster", ECEASST 72, 2015: equations
//     under conditions. Here the forms are fixed, and conditions are functions of the system.
//   - J. Meng, L. C. Paulson, "Lightweight Relevance Filtering for Machine-Generated Resolution
//     Problems", J. Applied Logic 7, 2009: what goals speak of first.
//   - A. Ireland, A. Bundy, "Productive Use of Failure in Inductive Proof", J. Automated Reasoning
//     16, 1996: lemmas that generalise goals, and lemma speculation: what a proof that got stuck
//     would need.
//   - R. S. Boyer, J S. Moore, "A Computational Logic", 1979: cross-fertilization and
//     generalisation of what is left of a case. Here conditions are generalised, too, and examples
//     say which are needed.
//   - H. Unno, S. Torii, H. Sakamoto, "Automating Induction for Solving Horn Clauses", CAV 2017,
//     https://doi.org/10.1007/978-3-319-63390-9_30: relational specifications of functions over
//     datatypes as Horn clauses.
//   - E. W. Dijkstra, "Guarded Commands, Nondeterminacy and Formal Derivation of Programs", CACM
//     18, 1975: weakest preconditions, by which predicates get meanings from queries.
//   - E. De Angelis, F. Fioravanti, A. Pettorossi, M. Proietti, "Solving Horn Clauses on Inductive
//     Data Types Without Induction", TPLP 18, 2018: the family of tasks.
package induction
