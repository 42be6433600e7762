// SPDX-License-Identifier: Apache-2.0

// Package expr turns expressions of package encode/scalar into terms.
//
// A [Translator] makes terms. A [Context] gives the values of variables, and any values for
// constructs that are not modelled.
//
// # Integers
//
// Integers have three encodings: mathematical with explicit wrapping, mathematical without wrapping
// (Unbounded; this is not C), and bit-vectors (Vectors). A result wraps unless the types of the
// operands, and constants, show that it stays within its type. It wraps by an ite where few
// multiples of 2^width can be subtracted, and by mod otherwise. Bit operations on integers are
// exact over constants and over small operands. Inexact has the others.
//
// # Floating-point numbers
//
// A floating-point number is encoded by its ordinal (package encode/ieee), an integer or a
// bit-vector. Comparisons, negation and conversions that do not round are exact. Over bit-vectors,
// other operations are circuits (package logic/softfloat), with consequences of intervals added.
//
// Over integers, other operations yield a fresh value. Constraints on it follow from the
// monotonicity of rounding: if the operands are in some intervals, the result is in another one.
// [Intervals] chooses the intervals: from conditions and assignments, constants of the program, and
// pieces of the range of an input ([Cuts]). The constraints hold whatever intervals are chosen.
//
// # Names
//
//	m  translator       c  context       x  expression       t  type       r  ranges       g  intervals
package expr
