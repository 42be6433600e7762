// SPDX-License-Identifier: Apache-2.0

// Package smtlib holds the language of all parts of Cornet: sorts,
// hash-consed terms in canonical form, models and evaluation, substitution, and
// a reader and a printer of SMT-LIB 2.6 with the bit-vector operators of 2.7. It knows no solver.
//
// # Main types
//
//	Store        owns sorts, functions and terms; all constructors are its methods
//	Sort, Func   Bool, Int, Real, bit-vectors, arrays, datatypes, uninterpreted; symbols
//	Term, Op     an immutable term and its head
//	Linear       a linear sum, the inside of an arithmetic term
//	Model        values of variables and functions; evaluation
//	Substitution replaces free variables; Rewriter maps terms bottom-up
//	Importer     copies terms into another store
//	Script       commands as read, Command one of them, Scope their symbols
//	Sexpr        an s-expression, for text that is not terms
//	Error        an error in an input, with position and code
//
// # Terms
//
// A term is made once: two terms of one store are structurally equal if and only
// if their pointers are. Every term has a dense number, its ID, greater than
// those of its subterms, and "sorted" below means: by ID. Terms form a DAG in
// which let has been expanded. All traversals visit each subterm once and use no
// recursion on depth, so neither sharing nor nesting is a danger.
//
// A variable (OpVar) is identified by name and sort, a declared constant is an
// application (OpApp) without arguments. Quantifiers bind OpVar terms; a
// variable may be bound by several quantifiers, nested ones too, and means the
// innermost. Substitution renames bound variables where they would capture.
//
// # Canonical form
//
// The constructors of Store simplify, so that syntactic equality catches most of
// semantic equality. For constants x, y of sort Int, a, b of sort Real, p, q of
// sort Bool and u, v bit-vectors, declared in this order:
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
// Each constructor documents its form. [Term.String] prints atoms in the
// direction that reads best, (>= x 5), whatever the form inside.
//
// Division by zero, and a selector applied to another constructor than its own,
// have no fixed value in SMT-LIB; such terms stay as they are.
//
// # Faithful terms
//
// A refutation refers to the predicate atoms of an assertion in the order in
// which they stand in its text. The reader therefore keeps the Boolean skeleton
// of formulas as written: not, and, or, =>, xor, = and ite over Bool are made by
// [Store.Faithful], which does not flatten, sort or fold. What is not Boolean,
// and atoms, is canonical even there. [Store.Simplify] gives the canonical form
// of a faithful term; [Store.Substitute] does on the way, and
// [Store.SubstituteFaithful] does not. Chains such as (= p q r) become
// conjunctions, distinct becomes a conjunction of disequalities, match becomes
// ite, and functions that the script defines are expanded. Datatypes with
// parameters become instances, one for each list of arguments that the script
// uses; their sorts and constructors are printed as they are written, (List Int)
// and (as nil (List Int)).
//
// # Reader and printer
//
// [Read] reads a script in one pass, without recursion on nesting and without a
// tree of the text. Names are looked up in this order: variables of let and
// quantifiers (not in front of arguments), symbols that the script declares,
// symbols of the theories. A script may declare the names of operators apart
// from those of Core and basic arithmetic; the operator is then meant only where
// the declaration does not fit the arguments. Int terms are coerced to Real where
// Real is needed.
//
// A quantifier inside another one over the same variable gets a fresh variable
// only if its body also mentions the outer one, which is possible by way of let.
//
// [WriteScript] and [WriteTerm] write text that gives identical terms when it is
// read in the same store.
//
// # Files
//
// Terms do not use the syntax: what is declared at the top level of its files is used in no other one (package
// repository tests that).
//
//	terms    sort.go, term.go, op.go, store.go; boolean.go, equality.go, linear.go, arith.go, bitvec.go, array.go,
//	         datatype.go: canonical forms; model.go, default.go: evaluation; subst.go, rewrite.go, import.go, walk.go
//	bounds   limits.go
//	printer  printer.go, printer_shape.go, printer_share.go: terms as text
//	syntax   lexer.go, sexpr.go, reader*.go, stream.go, scope.go, script.go; printer_script.go: scripts as text
//
// # Names in this package
//
//	s        store                  t, u       terms
//	x, y     operands               z          result
//	v, vars  variables              f          function, selector or frame
//	c        constructor, numeral   k          divisor, counter
//	r        reader                 lx         lexer
//	p        piece list, printer    q          quantified term
//	at       place of a token       w          width, writer
//
// # Limits
//
// The reader refuses, with [CodeLimit], numerals of more than 100,000 digits,
// and of more than 2^19 bits as results of arithmetic on numerals; symbols and
// strings of more than 16 MiB; bit-vectors of more than 65,536 bits; terms nested
// more than 4,194,304 deep, sorts more than 1,000 deep or of more than 10,000
// nodes; 1,000 quantifiers within each other over variables of one name; distinct
// of more than 4,096 arguments; definitions whose expansion visits more than
// 4,194,304 subterms; and inputs whose terms need more than 2^28 words. The last
// one bounds, among others, sums nested in sums, which are quadratic in canonical
// form. Uninterpreted sorts with parameters, codatatypes and
// the theories of strings, sets and sequences are refused, and so are floating-point
// numbers inside of arrays and datatypes and their operations other than sums,
// products, quotients, orders, roundings and conversions from other sorts,
// with [CodeUnsupported].
//
// A store belongs to one goroutine at a time; terms and sorts are immutable and
// can be read by any.
//
// # References
//
// C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6,
// Department of Computer Science, The University of Iowa, 2017 (release of
// 2021-05-12), https://smt-lib.org. Section numbers in comments are its.
//
// The fixedpoint commands declare-rel, declare-var, rule and query follow
// K. Hoder, N. Bjørner, L. de Moura: μZ – An Efficient Engine for Fixed Points
// with Constraints, CAV 2011, and z3's implementation.
package smtlib
