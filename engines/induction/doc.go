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
// The engine reads the function off the clauses (functions.go): the other parameters determine one
// parameter, the output. Each clause is evaluated from the inputs of its head (orient.go) and
// becomes a branch of a definition. A predicate without output becomes a Boolean function; if it
// holds for different values only, it becomes disequality. If several readings are possible, the
// engine takes the one that leaves the fewest examples of inputs undefined. Then "z = append(x, y)"
// is a model of the clauses, and a query is a statement about functions, such as rev(rev(x)) = x.
//
// It is proved by induction (package horn/recursion), with lemmas that the engine finds by
// exploration: it enumerates terms over the functions by size and evaluates them at examples. If
// two terms have the same values, it conjectures that they are equal, and tries to prove it. Proved
// conjectures are lemmas for later proofs. There are four further sources of conjectures: that a
// function is an order (orders.go); larger equations of common forms, and generalisations of the
// goals (templates.go); facts about data with a property, such as trees that are heaps
// (conditional.go); and generalisations of open cases of proofs (residuals.go). The functions in a
// goal are explored before others. If the system has no function that appends lists, one is added
// in the end.
//
// Some functions count a number down, and no datatype argument gets smaller. Their output exists
// only for nonnegative inputs, and for inputs of clauses without calls. The definition states this,
// so that the recursion ends.
//
// Some functions call themselves with the result of another function. The validator could not prove
// that their recursion ends, so models leave them out (specifications.go). The predicate of such a
// function gets the meaning that the queries claim: "sort(x, y)" means that y has each element as
// often as x, or that y is ordered.
//
// Models represent functions by arrays, and include the lemmas that the proofs need. Package
// horn/check proves that the recursion ends, proves the lemmas, and then the clauses.
//
// # Names
//
//	r  reader     p  prover, predicate    e  engine, explorer    l  lemma
//	s  store      f  function             c  clause              m  meaning
//
// # Limits
//
// The engine finds models only. Lemmas are equations between terms of up to 5 symbols, instances of
// templates, or generalised open cases of proofs. Conditions are properties that predicates of the
// system describe. The engine does not invent others, for example that all elements of an
// intermediate structure have a property. If a predicate describes no function, and no query claims
// anything about it alone, the model lets it hold for all values. This is seldom enough.
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
