// SPDX-License-Identifier: Apache-2.0

// Package scalar holds programs without memory: control-flow automata over scalar variables and
// arrays of scalars. Package lower makes them from programs of package encode/cfg: it chooses the
// storage of every object of the source.
//
// Integer expressions compute in their type and wrap, like those of package cfg. Pointers are
// numbers in an unbounded space of addresses, and operations of a pointer type do not wrap. Arrays
// are total maps from addresses or indices to elements. A floating-point number is its ordinal
// (package encode/ieee). The operator [Apply] interprets ordinals as numbers; all other operators
// compute with the ordinals.
//
// An arbitrary value ([Any]) may replace a value that is not modelled. Then it has a note about the
// construct. A counterexample that evaluates it may be spurious.
//
// # Types
//
//	Program, Function, Var     the whole, and its parts
//	Node, Edge, Op             locations and steps
//	Expr, Type                 values
//	Environment, State         the inputs of a run, and its position
//
// # Names
//
//	p program    f function    n node    e edge    v variable    x, y expressions    t type
package scalar
