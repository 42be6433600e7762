// SPDX-License-Identifier: Apache-2.0

// Package smtlib reads and writes SMT-LIB 2.6, with the operators on bit-vectors of 2.7 and the
// theory of floating-point numbers. The result of reading is terms of package logic.
//
// # Main types
//
//	Script       commands as read, Command one of them, Scope their symbols
//	Stream       commands that are answered one by one
//	Sexpr        an s-expression, for text that is not terms
//	Error        an error in an input, with position and code
//
// # Reader
//
// [Read] reads a script in one pass, without recursion on nesting and without a tree of the text.
// Names are looked up in this order: variables of let and quantifiers (not before arguments),
// symbols that the script declares, symbols of the theories. A script may declare the names of
// operators, except those of Core and basic arithmetic; the operator is then meant only if the
// declaration does not fit the arguments. Int terms are coerced to Real where Real is needed.
//
// If a quantifier is inside another one over the same variable, it gets a fresh variable only if
// its body also mentions the outer variable, which is possible through let.
//
// [logic.Store.Faithful] keeps the Boolean skeleton of formulas as written. Chains such as (= p q
// r) become conjunctions, distinct becomes a conjunction of disequalities, match becomes ite, and
// functions that the script defines are expanded. Datatypes with parameters become instances, one
// for each list of arguments that the script uses. Their sorts and constructors are printed as they
// are written, (List Int) and (as nil (List Int)).
//
// # Departures from SMT-LIB
//
// Text that departs from SMT-LIB is read with a warning if it has only one sensible meaning.
// [Departures] is the table of such text; [ReadStrict] refuses it.
//
// # Printer
//
// [WriteScript] writes text that gives identical terms when it is read in the same store.
//
// # Files
//
//	text     lexer.go, sexpr.go, error.go
//	reader   reader*.go, stream.go, scope.go, script.go
//	floats   reader_float.go: operations on floating-point numbers become circuits of package softfloat
//	printer  printer_script.go
//
// # Names in this package
//
//	r        reader                 lx         lexer
//	s        store                  t, u       terms
//	at       place of a token       w          width, writer
//
// # Limits
//
// The reader refuses, with [CodeLimit], numerals of more than 100,000 digits, and of more than 2^19
// bits as results of arithmetic on numerals; symbols and strings of more than 16 MiB; bit-vectors
// of more than 65,536 bits; terms nested more than 4,194,304 deep, sorts more than 1,000 deep or of
// more than 10,000 nodes; 1,000 quantifiers within each other over variables of one name; distinct
// of more than 4,096 arguments; definitions whose expansion visits more than 4,194,304 subterms;
// and inputs whose terms need more than 2^28 words. The last limit covers, among others, sums
// nested in sums, which are quadratic in canonical form.
//
// It refuses, with [CodeUnsupported], uninterpreted sorts with parameters, codatatypes and the
// theories of strings, sets and sequences. Of floating-point numbers it refuses those inside arrays
// and datatypes, and operations other than sums, products, quotients, orders, roundings and
// conversions from other sorts.
//
// A store belongs to one goroutine at a time; terms and sorts are immutable and can be read by any.
//
// # References
//
// C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6, Department of Computer
// Science, The University of Iowa, 2017 (release of 2021-05-12), https://smt-lib.org. Section
// numbers in comments refer to this standard.
//
// The fixedpoint commands declare-rel, declare-var, rule and query follow K. Hoder, N. Bjørner, L.
// de Moura: μZ – An Efficient Engine for Fixed Points with Constraints, CAV 2011, and z3's
// implementation.
package smtlib
