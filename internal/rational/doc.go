// SPDX-License-Identifier: Apache-2.0

// Package rational provides exact numbers for the solver: rationals ([Rat]), intervals of them
// ([Interval]), and integers ([Z]), with a 64-bit fast path and math/big beyond it.
//
// Most numbers in a solver fit a machine word, and most of the others are only intermediate
// results. Both types therefore are small values, passed in registers, that allocate only when a
// result leaves the 64-bit range, and return to the 64-bit form as soon as a result fits again.
// Both are immutable: an operation returns its result and never changes an operand, so values may
// be copied, shared and kept freely, and are safe for concurrent use.
//
// # Representation
//
// A number is small when its numerator and denominator, in lowest terms and with a positive
// denominator, have absolute values of at most math.MaxInt64. (The range is symmetric:
// math.MinInt64 is left out so that negation, absolute value and inversion of small numbers never
// overflow.) Small numbers are always held in words, the others always in math/big; so the
// representation of a value is unique up to the identity of the math/big pointer. That pointer is
// why the operator == must not be used: [Rat] does not compile with it, and for [Z] there is
// [Z.Equal].
//
// The zero value of both types is the number 0.
//
// # Names
//
//	x, y, a, b  operands
//	z           result
//	num, den    numerator and denominator of a small Rat
//	dm1         den−1 as stored, so that the zero value is 0/1; −1 marks a big one
//
// # Limits
//
// An operation whose result has more than [MaxBits] bits panics with a [bound.Exceeded], from which
// the callers of engines, and the reader, recover. Division by zero panics: callers must handle it
// before, since SMT-LIB leaves it uninterpreted.
package rational
