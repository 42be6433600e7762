// SPDX-License-Identifier: Apache-2.0

// Package expr turns expressions of package encode/scalar into terms.
//
// A [Translator] makes terms. A [Context] provides the values of variables, and arbitrary values
// for constructs that are not modelled.
//
// # Integers
//
// Integers have three encodings: mathematical with explicit wrapping, mathematical without wrapping
// (Unbounded; this is not C), and bit-vectors (Vectors). A result wraps unless the types of the
// operands, and constants, show that it stays within its type. If few multiples of 2^width may have
// to be subtracted, it wraps by an ite, and otherwise by mod. Bit operations on integers are exact
// for constants and for small operands. Inexact lists the others.
//
// # Floating-point numbers
//
// A floating-point number is encoded by its ordinal (package encode/ieee), an integer or a
// bit-vector. Comparisons, negation and conversions that do not round are exact. Over bit-vectors,
// other operations are circuits (package logic/softfloat), with additional facts from intervals.
//
// Over integers, other operations yield a fresh value. Constraints on it follow from the
// monotonicity of rounding: if the operands are in some intervals, the result is in another one.
// [Intervals] chooses the intervals: from conditions and assignments, constants of the program, and
// pieces of the range of an input ([Cuts]). The constraints hold for every choice of intervals.
//
// # Names
//
//	m  translator       c  context       x  expression       t  type       r  ranges       g  intervals
package expr
