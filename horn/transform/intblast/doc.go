// SPDX-License-Identifier: Apache-2.0

// Package intblast reads bit-vectors as integers: from a system over bit-vectors it makes one over
// Int, for engines whose lemmas are linear inequalities.
//
// # Method
//
// A vector is represented by its signed value. Sums of multiples are collected before they wrap
// around, and are brought back into range once, by adding a multiple of the modulus. This is a case
// distinction if at most one modulus must be added, and otherwise a variable. Comparisons are those
// of integers. Unsigned comparisons, parts of vectors and shifts become case distinctions and
// divisions. The translation is exact, so both verdicts carry over.
//
// [Within] represents a vector by any number congruent to it. Then sums do not wrap around at all,
// and only compared numbers must be in range. Behaviour out of range is left out, so a model is
// only a candidate. But if no compared number leaves its range, the invariants are those of the
// program over integers.
//
// # Models
//
// The signed value of a vector is the vector itself, sign-extended until no sum overflows. So a
// formula over values becomes one over vectors: each atom is compared at the width that its sums
// need.
//
// # Types
//
//	translation  of one clause
//	residues     its data about numbers congruent to vectors
//	back         of witnesses
//	writer       turns formulas over values into formulas over vectors
//	wide         a vector with bounds on its value
//
// # Limits
//
// Refused, with an error that wraps errors.ErrUnsupported: products of variables, division by
// variables, bitwise operations other than complement, shifts by variables, vectors inside arrays
// and datatypes, and quantifiers.
//
// # References
//
//   - Y. Zohar, A. Irfan, M. Mann, A. Niemetz, A. Nötzli, M. Preiner, A. Reynolds,
//     C. Barrett, C. Tinelli, "Bit-Precise Reasoning via Int-Blasting", VMCAI 2022.
//
// Differences from the paper: values are signed, and the clauses are translated once; their models
// are translated back.
package intblast
