// SPDX-License-Identifier: Apache-2.0

// Package cfg holds programs as control-flow automata. A front end makes them from source text, and
// the encodings make Horn clauses from them.
//
// A program is a set of functions over typed variables. A function is a graph of nodes (program
// locations) joined by edges. Each edge does one small thing, its Op: assume a condition, assign an
// expression to a place, call a function, and so on. Everything that C leaves to the context is
// explicit. Conversions are Cast expressions. Operands of an operator have the type that it
// computes in. Side effects are separate edges in an order that C allows. Array-to-pointer decay is
// an AddrOf. A declaration without initialiser is a Havoc. Short-circuit operators over operands
// with side effects are branches.
//
// # Expressions and places
//
// An Expr is a value without side effects. A Place is a piece of storage that can be read (Load),
// written (Assign) or pointed to (AddrOf). Evaluation is total. If C leaves an expression undefined
// (division by zero, shift by the width or more, a load through an invalid pointer), it yields any
// value of its type. An encoding must not draw conclusions from this value.
//
// Integer expressions compute in their type: results wrap modulo 2^Width, into the range of the
// type. For signed types this is the behaviour of gcc -fwrapv. With an option, an encoding assumes
// or checks instead that no signed operation wraps. Comparisons and the logical operators yield C's
// int, 0 or 1.
//
// # Precision
//
// Some notes name over-approximations: the automaton has more behaviours than the source (inline
// assembly, a value that the library computes). If a counterexample passes an edge or a node of
// such a note, it may be spurious. Other notes name assumptions of the automaton, such as that an
// unknown function changes nothing. Under these assumptions, a proof of the automaton is a proof of
// the program.
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
// The notion goes back to T. A. Henzinger, R. Jhala, R. Majumdar, G. Sutre, "Lazy Abstraction",
// POPL 2002. Differences: threads, memory and C's types are part of the automaton.
package cfg
