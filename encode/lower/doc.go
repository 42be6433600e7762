// SPDX-License-Identifier: Apache-2.0

// Package lower makes a scalar program of a program in C's terms: from package cfg, with calls,
// pointers, structs and arrays, to package scalar, with scalar variables and arrays of scalars.
// [Program] does it in two steps.
//
// # Calls
//
// One function, the root, runs Init and then Main. Calls through pointers become a choice between
// the functions that they may mean. Calls are replaced by copies of their callees. What remains are
// calls of recursive functions, and of those whose copies would be too many.
//
// # Layout of memory
//
// After points-to analysis every object has one kind of storage:
//
//   - exploded: each scalar part is a variable. An access through a pointer that may mean
//     several of them is a case distinction over the pointer's value; one that can
//     mean one part only is an access to its variable.
//   - in regions: each scalar part belongs to a region, an array indexed by
//     address. Parts that one access may mean share a region. A region with
//     a single object is indexed from 0.
//   - opaque: nothing is known about its contents. Reading yields any value, with
//     a note.
//
// Objects are exploded when there is one instance of them, they are small, and accesses
// through pointers have few cases.
//
// # Addresses
//
// Pointers are numbers. Objects with one instance have constant addresses. Objects that are made
// many times get theirs from a counter that only grows, so that objects never overlap and no
// address is reused. Null is 0. Addresses count in units: the largest number of bytes that divides
// all offsets which the program uses, so that stepping through an array of ints is adding 1. The
// unit also divides all numbers that become pointers: where nothing is known of these, it is 1
// (multiple.go).
//
// # Lives
//
// A program that asks for the validity of accesses (cfg.Valid) has variables for what lives
// (life.go), and its accesses come behind checks. Objects lie further apart then.
//
// # Lists and trees
//
// [Spaces] is another way to lower what is made many times: a set of contents instead of arrays
// (space.go).
//
// # Assumptions
//
// The pointer of an access is valid, and points to an object of the points-to analysis: each access
// has a [scalar.Obligation] that it means no other object. Programs that dereference invalid
// pointers have no meaning in C. What invalid pointers read or write is left open, except that they
// do not reach the error by themselves. Numerical values of addresses are chosen, where C leaves
// them open; a program that depends on them may behave differently.
//
// # Names
//
//	f, g  functions, caller and callee     w  inliner
//	l  lowerer   o  object   c  cell   s  storage   r  reference   u  unit
package lower
