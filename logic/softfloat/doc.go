// SPDX-License-Identifier: Apache-2.0

// Package softfloat computes with binary floating-point numbers over terms: operations become
// circuits of operations on bit-vectors, exact to the bit. For example, the circuit of a sum aligns
// two significands, adds them, normalises and rounds.
//
// # Main types
//
//	Circuits  the operations on numbers of one format, in one representation
//	Mode      a rounding mode, which may be a term
//
// # Representations
//
// A number is a bit-vector, in one of two representations:
//
//	Patterns  the bits of IEEE 754's interchange format; the reader of SMT-LIB uses them
//	Ordinals  the place in the order of all numbers (package encode/ieee), in two's complement;
//	          the front end for C uses them
//
// Each has one NaN, and every number has one term. Operands must be numbers of the representation,
// and results are such numbers.
//
// # Files
//
//	format.go      representations; numbers in parts
//	round.go       normalising, shifting, rounding
//	add.go         sums
//	multiply.go    products, fused products
//	divide.go      quotients, square roots, remainders
//	convert.go     other formats, integers, rounding to integers
//	compare.go     comparisons and classes
//	identities.go  operations that need no circuit, such as x · 1 and x + 0
//
// # Sizes
//
// For numbers with p bits of significand and e bits of exponent, sums take O(p log p) gates.
// Products, quotients and square roots take O(p²), remainders O(p·2^e).
//
// # Names
//
//	c circuits    m mode    x, y numbers    u, v their parts    w width
//
// # References
//
// IEEE Standard for Floating-Point Arithmetic, IEEE Std 754-2019, section 5. Martin Brain, Florian
// Schanda, Youcheng Sun: Building Better Bit-Blasting for Floating-Point Problems, TACAS 2019
// (https://doi.org/10.1007/978-3-030-17462-0_5). Differences: sums normalise no operand. Identities
// are found on terms before a circuit is built. There is one NaN, and there are no signals.
package softfloat
