// SPDX-License-Identifier: Apache-2.0

// Package intblast decides formulas over bit-vectors by integer arithmetic. Invariants of machine
// programs compare sums of 32-bit words, for example. As integers, these are a few linear
// constraints. As circuits they are thousands of clauses with long refutations.
//
// # Method
//
// A term is represented by any integer that is congruent to its value, with bounds. So sums,
// multiples, low bits and concatenations of vectors cost nothing. Comparisons, extensions, right
// shifts and divisions need the value itself, signed or unsigned. They add a multiple of 2^width to
// the integer, to bring it into the range. If the bounds fit, nothing is added. If few multiples
// are possible, there is a case distinction, and otherwise a new variable. An equation states that
// the difference is one of the multiples within its bounds.
//
// Assertions about new variables determine their values. So they may be asserted together with the
// formula, regardless of the polarity of the terms that the variables represent. Models are
// translated back to vectors.
//
// This package shares no code with package horn/transform/intblast, whose results it validates.
//
// # Limits
//
// The package refuses some formulas, with an error that wraps errors.ErrUnsupported: formulas
// without bit-vectors, which other solvers decide directly; quantifiers; products and quotients of
// variables, shifts by variables, bitwise operations of variables; vectors in arrays, functions and
// datatypes; conversions from integers.
//
// # References
//
//   - Y. Zohar, A. Irfan, M. Mann, A. Niemetz, A. Nötzli, M. Preiner, A. Reynolds,
//     C. Barrett, C. Tinelli, "Bit-Precise Reasoning via Int-Blasting", VMCAI 2022.
//
// Difference from the paper: terms represent congruent integers, not unsigned values.
package intblast
