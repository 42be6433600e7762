// SPDX-License-Identifier: Apache-2.0

// Package logic has the terms that all parts of Cornet use: sorts, hash-consed terms in canonical
// form, models and evaluation, substitution, and printing of terms. It does not depend on a file
// format (see package smtlib) or on a solver.
//
// # Main types
//
//	Store        owns sorts, functions and terms; all constructors are its methods
//	Sort, Func   Bool, Int, Real, bit-vectors, arrays, datatypes, uninterpreted; symbols
//	Term, Op     an immutable term and its head
//	Linear       a linear sum, the inside of an arithmetic term
//	Limits       what literals say about one sum
//	Model        values of variables and functions; evaluation
//	Substitution replaces free variables; Rewriter maps terms bottom-up
//	Importer     copies terms into another store
//
// # Terms
//
// A term is made once: two terms of one store are structurally equal if and only if their pointers
// are. Every term has a dense number, its ID, greater than those of its subterms, and "sorted"
// below means: by ID. Terms form a DAG in which let has been expanded. All traversals visit each
// subterm once and use no recursion on depth, so shared and deeply nested terms cause no problem.
//
// A variable (OpVar) is identified by name and sort, a declared constant is an application (OpApp)
// without arguments. Quantifiers bind OpVar terms; a variable may be bound by several quantifiers,
// nested ones too, and means the innermost. Substitution renames bound variables where they would
// capture.
//
// # Canonical form
//
// The constructors of Store simplify, so that syntactic equality catches most of semantic equality.
// For constants x, y of sort Int, a, b of sort Real, p, q of sort Bool and u, v bit-vectors,
// declared in this order:
//
//	(+ y x 1 y)                 (+ x (* 2 y) 1)      sums: sorted, like terms merged, numeral last
//	(* 2 (+ x 3))               (+ (* 2 x) 6)        numerals are multiplied out
//	(< (+ x x) 5)               (<= x 2)             atoms: coprime integer coefficients; Int is rounded
//	(>= x 5)                    (not (<= x 4))       the first coefficient is positive, the sign outside
//	(< y x)                     (not (<= (- x y) 0))
//	(> a b)                     (not (<= (- a b) 0)) over Real strict atoms remain: (< sum numeral)
//	(= (* 2 x) (+ y y 3))       false
//	(div (+ (* 5 x) y) 2)       (+ (* 2 x) (div (+ x y) 2))
//	(mod (- (* 7 x) 1) 4)       (mod (- (- x) 1) 4)  residues between -k/2 and k/2
//	(to_int (+ (to_real x) 0.5)) x
//	(and q (and p q) true)      (and p q)            flattened, sorted, constants dropped, p and not p found
//	(ite (not p) x y)           (ite p y x)
//	(select (store m 1 x) 2)    (select m 2)
//	(store (store m 2 y) 1 x)   sorted by index where the indices are values
//	(bvult u v)                 (not (bvule v u))
//	(bvsub u v)                 (bvadd u (bvneg v))
//
// Each constructor documents its form. [Term.String] prints atoms in the direction that is easiest
// to read, such as (>= x 5), independent of the form inside.
//
// Division by zero, and a selector applied to another constructor than its own, have no fixed value
// in SMT-LIB; such terms are not simplified.
//
// # Faithful terms
//
// A refutation refers to the predicate atoms of an assertion in the order in which they stand in
// its text. The reader therefore keeps the Boolean skeleton of formulas as written: not, and, or,
// =>, xor, = and ite over Bool are made by [Store.Faithful], which does not flatten, sort or fold.
// Atoms, and terms that are not Boolean, are canonical in faithful terms, too. [Store.Simplify]
// gives the canonical form of a faithful term; [Store.Substitute] also makes terms canonical, and
// [Store.SubstituteFaithful] does not.
//
// [Term.String] and [WriteTerm] write text that package smtlib reads back as the identical term in
// the same store.
//
// A store belongs to one goroutine at a time; terms and sorts are immutable and can be read by any.
//
// # Files
//
//	terms    sort.go, term.go, op.go, store.go, walk.go
//	forms    boolean.go, equality.go, linear.go, arith.go, bitvec.go, residues.go, array.go, datatype.go, float.go
//	values   model.go, default.go
//	copies   subst.go, rewrite.go, import.go
//	bounds   limits.go
//	text     printer.go, printer_shape.go, printer_share.go
//
// # Names in this package
//
//	s        store                  t, u       terms
//	x, y     operands               z          result
//	v, vars  variables              f          function, selector or frame
//	c        constructor, numeral   k          divisor, counter
//	p        piece list, printer    q          quantified term
//	w        width, writer
//
// # References
//
// C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6, Department of Computer
// Science, The University of Iowa, 2017 (release of 2021-05-12), https://smt-lib.org. Section
// numbers in comments refer to this standard.
package logic
