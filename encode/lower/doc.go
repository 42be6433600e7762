// SPDX-License-Identifier: Apache-2.0

// Package lower translates programs of package cfg, which have calls, pointers, structs and arrays,
// to programs of package scalar, which have only scalar variables and arrays of scalars. [Program]
// does it in two steps.
//
// # Calls
//
// One function, the root, runs Init and then Main. A call through a pointer becomes a choice
// between the functions in its points-to set. Calls are replaced by copies of their callees. The
// remaining calls are those of recursive functions, and of functions with too many copies.
//
// # Layout of memory
//
// After points-to analysis every object has one kind of storage:
//
//   - exploded: each scalar part is a variable. An access through a pointer that may point to
//     several of them is a case distinction over the pointer's value; one that can
//     point to one part only is an access to its variable.
//   - in regions: each scalar part belongs to a region, an array indexed by
//     address. Parts that one access may refer to share a region. A region with
//     a single object is indexed from 0.
//   - opaque: nothing is known about its contents. Reading yields any value, with
//     a note.
//
// A local variable of a function that remains after inlining counts as one instance, unless the
// function recurses and its other activations may access the variable (frame.go).
//
// Objects are exploded if there is one instance of them, they are small, and accesses through
// pointers have few cases.
//
// # Addresses
//
// Pointers are numbers. Objects with one instance have constant addresses. Objects that are made
// many times get their addresses from a counter that only grows. So objects never overlap and no
// address is reused. Null is 0. Addresses count in units: the largest number of bytes that divides
// all offsets in the program. So stepping through an array of ints adds 1. The unit also divides
// all numbers that become pointers. If nothing is known about these, it is 1 (multiple.go).
//
// # Lives
//
// A program that asks for the validity of accesses (cfg.Valid) has variables that record which
// objects are live (life.go), and checks before its accesses. The distances between objects are
// larger then.
//
// # Lists and trees
//
// Elements that are only accessed as a whole or by their members have consecutive addresses, and
// each member has an array of its own (rank.go). [Spaces] lowers objects that are made many times
// in another way: as a set of contents instead of arrays (space.go).
//
// # Assumptions
//
// The pointer of an access is valid, and points to an object of the points-to analysis. Each access
// has a [scalar.Obligation] which states that it accesses no other object. In C, programs that
// dereference invalid pointers are undefined. Here such an access may have any effect, except that
// it does not reach the error by itself. Cornet chooses the numerical values of addresses, which C
// leaves open. A program that depends on such values may behave differently.
//
// # Names
//
//	f, g  functions, caller and callee     w  inliner
//	l  lowerer   o  object   c  cell   s  storage   r  reference   u  unit
package lower
