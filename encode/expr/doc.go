// SPDX-License-Identifier: Apache-2.0

// Package expr turns expressions of package encode/scalar into terms.
//
// A [Translator] makes terms. A [Context] gives the values of variables, of what is not modelled, and the effect of an
// overflow.
//
// # Integers
//
// Integers are mathematical with explicit wrapping, mathematical without (Unbounded; that is not C), or bit-vectors (Vectors).
// A result wraps unless the types of the operands, and constants, exclude that it leaves its type: by an ite where few multiples
// of 2^width can be taken off, by mod otherwise. Bit operations on integers are exact over constants and over small operands;
// Inexact has the others.
//
// # Floating-point numbers
//
// Such a number is its ordinal (package encode/ieee), an integer or a bit-vector. Comparisons, negation and conversions that
// do not round are exact. Over bit-vectors, other operations are circuits (package logic/softfloat), with what intervals tell of their results.
// Over integers, they yield a fresh value, constrained by what follows from monotony of rounding:
// if the operands are in some intervals, the result is in another one. Which intervals are chosen is up to [Intervals], from conditions and
// assignments, constants of the program, and pieces of the range of an input ([Cuts]). The constraints hold whatever intervals are chosen.
//
// # Names
//
//	m  translator       c  context       x  expression       t  type       r  ranges       g  intervals
package expr
