// SPDX-License-Identifier: Apache-2.0

// Package intblast decides formulas over bit-vectors by integer arithmetic. Sums of words of 32 bits and their
// comparisons, as invariants of machine programs have them, are a few linear constraints; as circuits they are
// thousands of clauses, whose refutations are long.
//
// # Method
//
// A term stands for any integer that is congruent to its value, with bounds: sums, multiples, low bits and
// concatenations of vectors cost nothing then. Where the value itself matters, signed or unsigned, in comparisons,
// extensions, right shifts and divisions, the integer is brought into the range by a multiple of 2^width: none where
// the bounds fit, a case distinction where few multiples are possible, else a new variable. An equation says that
// the difference is one of the multiples within its bounds.
//
// All that is said of new variables determines them, so it may be asserted beside the formula, whatever the polarity of
// the terms that they stand for. A model is given back in vectors.
//
// This package and package horn/transform/intblast share no code: what that one derives is validated
// by this one.
//
// # Limits
//
// Refused, with an error that wraps errors.ErrUnsupported: formulas without bit-vectors, which other solvers take as
// they are; quantifiers; products and quotients of variables, shifts by variables, bitwise operations of variables; vectors in arrays, functions and
// datatypes; conversions from integers.
//
// # References
//
//   - Y. Zohar, A. Irfan, M. Mann, A. Niemetz, A. Nötzli, M. Preiner, A. Reynolds,
//     C. Barrett, C. Tinelli, "Bit-Precise Reasoning via Int-Blasting", VMCAI 2022.
//
// Differences from the paper: terms stand for congruent integers rather than for unsigned values.
package intblast
