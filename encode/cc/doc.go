// SPDX-License-Identifier: Apache-2.0

// Package cc translates C programs into control-flow automata (package cfg).
//
// The parser and type checker is modernc.org/cc/v4, set up by hand so that nothing need be installed:
// the ABI of Linux on x86 with ILP32 or LP64. Before it, texts are preprocessed (package cpp) with gcc's predefined macros and small
// headers of our own (folder include). Everything else about C's semantics is here: types of expressions and
// conversions are computed anew, over the automaton's types, since they decide about wrap-around.
//
// # Phases
//
//	preprocess text → tokens, see package cpp and tokens.go for what the parser is shown of them
//	parse      tokens → syntax tree; the one place where panics of the parser are caught
//	survey     attributes, #pragma pack, asm labels, static assertions
//	scan       threads? atexit? which locals may other threads see, are there mutexes that are not normal?
//	external   declarations at file scope: functions, globals
//	body       each function that can be reached from main, in the order in which it is met
//	init       the initial values of the globals that are used
//	simplify   see cfg.Program.Simplify
//
// # Order of evaluation
//
// Side effects become operations in an order that C allows: operands and arguments left to
// right, the right side of an assignment before the left. A value that later side effects could
// change is saved in a temporary; in a program without threads the rest stays in large expressions,
// && || and ?: too where their operands have no effects. If the program makes threads, each access to
// what they may share is an operation of its own, outside functions that are atomic as a whole.
//
// # Errors and assumptions
//
// By Property: calls of reach_error, __VERIFIER_error and __assert_fail, whether defined or not;
// assert and __VERIFIER_assert with an argument of 0, unless the program defines them; labels spelt ERROR.
// assume and __VERIFIER_assume block, unless defined. __VERIFIER_nondet_* and functions without
// body return any value and do nothing else; a note names them.
//
// # Library
//
// Functions of the library have models: tables in library*.go, and C code in include/models.c where a
// function is a loop over memory. A program's own definition goes before a model.
// Allocation succeeds. Input is any value, output goes nowhere.
//
// # Limits
//
// Not supported, and named with the line: nested functions, complex numbers and vectors, longjmp,
// signal handlers, asm goto, literals with the prefixes u and U. It is an error in the function that the program starts with. Elsewhere, executions end
// at a call of the function that has it, in an error of a kind of its own (unsupported.go). Over-approximated with a note: inline assembly, functions
// like sin and pow, structs as variable arguments, texts that scanf and some formats of sprintf write. Bit-fields wider than int compute in
// their own width, as in gcc.
//
// What changes meaning and is not modelled is never ignored: attributes and pragmas are decided upon by tables (attribute.go,
// pragma.go) wherever they stand, formats are taken apart (library_format.go), and what the parser computes itself
// is computed here, where gcc does otherwise: literals (literal.go), initialisers (items.go), the layout of types (layout.go) and
// constant expressions (constant.go).
//
// # Types
//
//	Load, Options    the way in
//	Property         what counts as an error; ParseProperty reads .prp files
//	Error            what is wrong, and where
//	unit             a program under translation: its types, functions, globals
//	builder          a function under translation: the node where it grows
//	typeTable        the parser's types as the automaton's
//	model, callSite  a function of the library, a call of it
//
// # Names
//
//	u unit    b builder    n node of the syntax tree    e expression of it
//	x, y, z   values       l place    t type    d declarator
package cc
