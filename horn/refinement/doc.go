// SPDX-License-Identifier: Apache-2.0

// Package refinement reads the Horn format of liquid-fixpoint, in which checkers of refinement
// types such as Liquid Haskell and Flux ask whether refinements exist.
//
//	(qualif Pos ((v Int)) (>= v 0))
//	(var $k (Int))
//	(constraint (forall ((x Int) ((>= x 0))) (and
//	  (forall ((v Int) ((= v (- x 1)))) ($k v))
//	  (forall ((y Int) ($k y)) ((>= (+ y 1) 0))))))
//
// # Meaning
//
// Each $k is a predicate. Each goal of the constraint becomes an assertion under the binders around
// it. The system is safe if there are predicates for which the constraint is valid, for every
// interpretation of the constants that are declared but not defined. A predicate may depend on
// these constants, and on the variables of the binders above all its occurrences, so they become
// further arguments. A function constant is an array, from its first argument to the rest, and
// application is selection: this represents all functions.
//
// Liquid-fixpoint looks for conjunctions of qualifiers; here any formula can be a solution. So a
// system that it finds safe is safe here, and a system that is unsafe here has no solution there.
// Qualifiers are not needed, and are ignored.
//
// # Limits
//
// Some constructs are refused by name: constants with sort parameters, measures (match), rewrites,
// lambda terms, casts between sorts, unions and other operations on whole sets. Strings are
// distinct values of a sort without operations. The older Horn format with infix operators is not
// supported; the native format of files with the ending .fq is, see query.go.
//
// Reference: B. Cosman, R. Jhala, "Local Refinement Typing", ICFP 2017; the format is that of
// liquid-fixpoint's module Language.Fixpoint.Horn.SMTParse.
package refinement
