// SPDX-License-Identifier: Apache-2.0

// Package pointsto computes what pointers of a program may point to.
//
// The analysis is inclusion-based (Andersen's): a pointer's set includes what any
// assignment may put there. It ignores the order of statements and the context of
// calls; Inlining calls first (package lower) makes it as precise as contexts would.
// Fields of structs are distinguished, elements of arrays are not.
//
// # Objects and cells
//
// An [Object] is storage with an address of its own: a variable, what an allocating edge
// makes, a function, or [Analysis.Outside], which stands for memory of unknown
// functions. Its [Cell]s are the nodes of its type's tree, where all elements of an
// array share one cell. A pointer points to cells; a cell at the
// start of another has the same address, and [Analysis.As] finds the one which has a
// given type.
//
// An object that is accessed at a type which it has nowhere at that place becomes
// flat: its cells are offsets in bytes, or classes of them, and hold the pointers that are stored there.
// Unions whose members are not just one are flat, too.
//
// # Assumptions
//
// Pointers that come from unknown functions do not point into the program's own
// variables, and pointer arithmetic stays inside an object; C gives programs that do otherwise no
// meaning, or none that the text determines.
//
// # Names
//
//	a  analysis     o  object     c, d  cells     s  set of cells
//
// Reference: L. O. Andersen, "Program Analysis and Specialization for the C
// Programming Language", PhD thesis, DIKU, 1994, §4. Differences: field-sensitive,
// solved by rounds over the program instead of a constraint graph, since
// programs here are small and few rounds are needed.
package pointsto
