// SPDX-License-Identifier: Apache-2.0

// Package pointsto computes what pointers of a program may point to.
//
// The analysis is inclusion-based (Andersen's): a pointer's points-to set includes what any
// assignment may put there. It ignores the order of statements and the context of calls. Inlining
// calls first (package lower) has the same effect as distinguishing contexts. The analysis
// distinguishes the fields of structs, but not the elements of arrays.
//
// # Objects and cells
//
// An [Object] is storage with an address of its own. It is a variable, an object that an allocating
// edge makes, a function, or [Analysis.Outside], which represents the memory of unknown functions.
// Its [Cell]s are the nodes of its type's tree, where all elements of an array share one cell.
// Pointers point to cells. A cell at the start of another one has the same address. [Analysis.As]
// finds the cell there that has a given type.
//
// An access at a type that the object does not have at that place makes the object flat. Its cells
// are then offsets in bytes, or classes of offsets, and hold the pointers that are stored there.
// Unions with more than one member in use are flat, too.
//
// # Numbers
//
// Integers have sets, too: those of the addresses that became numbers. A pointer made from an input
// or from the result of arithmetic may point to all objects whose addresses became numbers
// (numbers.go).
//
// # Assumptions
//
// Pointers that come from unknown functions do not point into the program's own variables. Pointer
// arithmetic stays inside an object. A constant that becomes a pointer is not the address of an
// object. In C, programs that violate this are undefined, or depend on more than their text.
//
// # Names
//
//	a  analysis     o  object     c, d  cells     s  set of cells
//
// Reference: L. O. Andersen, "Program Analysis and Specialization for the C Programming Language",
// PhD thesis, DIKU, 1994, §4. Differences: field-sensitive. A work list of the program's edges
// replaces the constraint graph.
package pointsto
