// SPDX-License-Identifier: Apache-2.0

// Package query writes solver questions as SMT-LIB text, and reads them back.
//
// # Main types
//
//	SymbolTable  declares the symbols of terms; renames those that text cannot express
//	Question     a question of a script, as read by Questions
//	Tree         partitions of an interpolation query by name
//	Respondent   answers questions, with interpolants that have been checked
//
// WriteCheck and WriteTree write queries as self-contained scripts.
//
// # Interpolation in SMT-LIB
//
// SMT-LIB has no interpolation command. This package writes and mainly reads SMTInterpol's dialect.
// Partitions are named assertions, and
//
//	(get-interpolants a b (c d) e)
//
// lists them in post-order. Neighbours form a chain, where each is the child of the next. A list in
// parentheses is a further subtree of the partition that follows it. Here a is the child of b, c of
// d, and b and d are the children of the root e. (and a b) is one partition. The answer is a list
// with one formula for each partition except the root.
//
// Three other forms are read. (get-interpolant a b) has two names. cvc5's (get-interpolant I f)
// asks for a formula between the assertions and f. MathSAT's (get-interpolant (g h)) names groups,
// which assertions join by (assert (! f :interpolation-group g)).
//
// # Differences from SMTInterpol
//
// A tree that ends with a list has a root without formulas of its own; SMTInterpol refuses it.
// Assertions that the command does not name belong to the root.
//
// # Names
//
//	v   a symbol table   q   an interpolation query, or a question
//	r   a reader         t   a term
//
// # References
//
//   - J. Christ, J. Hoenicke, A. Nutz: SMTInterpol: An Interpolating SMT Solver. SPIN 2012,
//     https://doi.org/10.1007/978-3-642-31759-0_19.
//   - C. Barrett, P. Fontaine, C. Tinelli: The SMT-LIB Standard, Version 2.6.
package query
