// SPDX-License-Identifier: Apache-2.0

// Package horntest has what tests of Horn systems need: random systems whose only sort is Bool, so
// that everything about them can be decided by enumeration, and the deciders.
//
//	Script           a random SMT-LIB script, by a source of choices
//	Interpretations  all interpretations of its predicates
//	Eval             the value of a term, quantifiers included
//	Solve            the verdict, with the least model or a refutation
//	Solver           an smt.Solver over Boolean variables
//
// The deciders have no code in common with the packages under test: they evaluate terms as SMT-LIB
// defines them. They are for small inputs: cost is exponential in variables and predicates.
package horntest
