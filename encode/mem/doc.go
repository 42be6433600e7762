// SPDX-License-Identifier: Apache-2.0

// Package mem decides where the data of a program lives, and rewrites the program
// accordingly: from package cfg, with pointers, structs and arrays, to package flat,
// with scalar variables and arrays of scalars only.
//
// # Layout
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
// Pointers are numbers. Objects with one instance have constant addresses; objects that are
// made many times get theirs from a counter which only grows, so that objects never
// overlap and no address is reused. Null is 0. Addresses count in units: the
// largest number of bytes that divides all offsets which the program uses, so that
// stepping through an array of ints is adding 1.
//
// # Assumptions
//
// The pointer of an access is valid, and means what the points-to analysis says: at each access there is a [flat.Obligation] that it
// means no other object. Programs that dereference invalid pointers have no meaning
// in C. What invalid pointers read or write is left open, except
// that they do not reach the error by themselves. Numerical values of addresses
// are chosen, where C leaves them open; a program that depends on them may
// behave differently.
//
// # Names
//
//	l  lowerer   o  object   c  cell   s  storage   r  reference   u  unit
package mem
