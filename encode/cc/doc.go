// SPDX-License-Identifier: Apache-2.0

// Package cc translates C programs into control-flow automata (package cfg).
//
// The parser and type checker is modernc.org/cc/v4. Its configuration is built in, so that no
// compiler need be installed: the ABI of Linux on x86 with ILP32 or LP64. Package cpp preprocesses
// the texts first, with gcc's predefined macros and small headers of our own (folder include). The
// rest of C's semantics is in this package. It computes the types of expressions and conversions
// itself, with the automaton's types, since these determine which operations wrap around.
//
// # Phases
//
//	preprocess text → tokens, see package cpp; tokens.go prepares them for the parser
//	parse      tokens → syntax tree; only here, panics of the parser are caught
//	survey     attributes, #pragma pack, asm labels, static assertions
//	scan       uses of threads and atexit, locals that other threads may see, kinds of mutexes
//	external   declarations at file scope: functions, globals
//	body       each function that can be reached from main, in the order of first use
//	init       the initial values of the globals that are used
//	simplify   see cfg.Program.Simplify
//
// # Order of evaluation
//
// Side effects become operations in an order that C allows: operands and arguments from left to
// right, the right side of an assignment before the left. A temporary saves a value that later side
// effects could change. In a program without threads, the rest stays in large expressions. These
// include &&, || and ?: if their operands have no effects. If the program makes threads, each
// access to an object that they may share is a separate operation, except in functions that are
// atomic as a whole.
//
// # Errors and assumptions
//
// Property decides what is an error. By default these are labels spelt ERROR, and calls of
// reach_error, __VERIFIER_error and __assert_fail, even if the program defines these functions. For
// an argument of 0, assert and __VERIFIER_assert fail, and assume and __VERIFIER_assume block,
// unless the program defines them. __VERIFIER_nondet_* and functions without a body return any
// value and do nothing else; a note names them.
//
// # Library
//
// Functions of the library have models: tables in library*.go, and C code in include/models.c for
// functions that loop over memory. A program's own definition takes precedence over a model.
// Allocation succeeds by default. Input is any value, and output is dropped.
//
// # Limits
//
// Some constructs are not supported. Messages name them with their lines: nested functions, complex
// numbers and vectors, longjmp, signal handlers, asm goto, literals with the prefixes u and U. In
// the function that the program starts with, they are refused. Elsewhere, a call of the function
// that contains one ends the execution with an error of a special kind (unsupported.go).
//
// Some are over-approximated, with a note: inline assembly, functions like sin and pow, structs as
// variable arguments, and texts that scanf and some formats of sprintf write. Bit-fields wider than
// int compute in their own width, as in gcc.
//
// The translation never ignores a construct that changes meaning and is not modelled. Tables decide
// about attributes and pragmas in all positions (attribute.go, pragma.go). Formats are parsed
// (library_format.go). This package itself computes the values that the parser computes differently
// from gcc: literals (literal.go), initialisers (items.go), the layout of types (layout.go) and
// constant expressions (constant.go).
//
// # Types
//
//	Load, Options    the entry point
//	Property         what counts as an error; ParseProperty reads .prp files
//	Error            what is wrong, and where
//	unit             a program under translation: its types, functions, globals
//	builder          a function under translation, and the node where edges are added
//	typeTable        translates the parser's types to the automaton's
//	model, callSite  a function of the library, a call of it
//
// # Names
//
//	u unit    b builder    n node of the syntax tree    e expression of it
//	x, y, z   values       l place    t type    d declarator
package cc
