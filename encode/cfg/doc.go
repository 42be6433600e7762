// SPDX-License-Identifier: Apache-2.0

// Package cfg holds programs as control-flow automata: what a front end makes of
// source text, and what the encodings make Horn clauses of.
//
// A program is a set of functions over typed variables. A function is a graph of
// nodes (program locations) joined by edges, and each edge does one small thing, its
// Op: assume a condition, assign an expression to a place, call a function, and
// so on. Everything that C leaves to the context is explicit: conversions
// are Cast expressions, operands of an operator have the type that it computes in,
// side effects are edges of their own in an order that C allows, array-to-pointer
// decay is an AddrOf, a declaration without initialiser is a Havoc, and
// short-circuit operators over operands with side effects are branches.
//
// # Expressions and places
//
// An Expr is a value without side effects. A Place is a piece of storage
// that can be read (Load), written (Assign) or pointed to (AddrOf). Evaluation is
// total: what an expression yields where C leaves it undefined (division by zero,
// shift by the width or more, a load through an invalid pointer) is any value of its
// type, and an encoding must not draw conclusions from it.
//
// Integer expressions compute in their type: results wrap modulo 2^Width, into the
// range of the type. For signed types this is what gcc -fwrapv does; an option of an encoding
// assumes or checks instead that no signed operation wraps. Comparisons
// and the logical operators yield C's int, 0 or 1.
//
// # Precision
//
// Notes name what the automaton models by more behaviours than the source has (inline assembly, a
// value that the library computes): a counterexample which passes an edge or a node that such a
// note points to may be spurious. They also name what the automaton assumes (that an unknown
// function changes nothing): apart from that, a proof of the automaton is a proof of the program.
//
// # Types
//
//	Program, Function, Var       the whole, and its parts
//	Node, Edge, Op               locations and steps between them
//	Expr, Place                  values and storage
//	Type, Field, DataModel       C's types, with layout
//	Pos, Note                    where things are in the text
//
// # Names
//
//	p     program       n     node        t     type
//	f     function      e     edge        x, y  expressions
//	v     variable      op    operation   l     place
//
// The notion goes back to T. A. Henzinger, R. Jhala, R. Majumdar, G. Sutre,
// "Lazy Abstraction", POPL 2002. Differences: threads, memory and C's types are
// part of the automaton.
package cfg
