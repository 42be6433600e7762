// SPDX-License-Identifier: Apache-2.0

// Package ieee computes with binary floating-point numbers of IEEE 754.
//
// # Ordinals
//
// A number of a [Format] is represented by an integer, its ordinal: its position in the order of
// all numbers of the format. +0 is 0, and the positive numbers count up from there, to infinity. -0
// is -1, and the negative numbers count down. The one NaN is the ordinal after infinity. Therefore
//
//	x < y as numbers      ⇔  ordinal(x) < ordinal(y), except for -0 and +0, which are equal, and NaN
//	the number next to x  =  ordinal(x) + 1
//	an interval           =  an interval of ordinals
//
// An operation that is monotone in reals, such as rounding, is monotone in ordinals. The ordinal of
// a nonnegative number is the pattern of its bits. The ordinal of -x is the complement of the
// ordinal of x.
//
// # Types
//
//	Format    binary16, 32, 64, x87's 80 bits, 128
//	Op        an operation or a conversion
//	Direction the direction in which it rounds
//	Apply     its result
//
// # Names
//
//	f format    x, y, z ordinals    r rational    p precision    e exponent
//
// Reference: IEEE Standard for Floating-Point Arithmetic, IEEE Std 754-2019. Differences: one NaN
// without sign and payload, no signals, no rounding to nearest with ties away from zero.
package ieee
