// SPDX-License-Identifier: Apache-2.0

// Package btor2 reads hardware in BTOR2, the format of the Hardware Model Checking Competition. It
// writes runs as BTOR2 witnesses, and invariants as witness circuits.
//
// For example, a counter of three bits that must not reach 7:
//
//	1 sort bitvec 3
//	2 zero 1
//	3 state 1 n
//	4 init 1 3 2
//	5 one 1
//	6 add 1 3 5
//	7 next 1 3 6
//	8 ones 1
//	9 sort bitvec 1
//	10 eq 9 3 8
//	11 bad 10
//
// becomes a Horn system with one predicate, which holds for the reachable states s. With inputs i
// and constraints C:
//
//	init(s) → inv(s)
//	inv(s) ∧ C(s, i) ∧ s' = next(s, i) → inv(s')
//	inv(s) ∧ C(s, i) ∧ bad(s, i) → false       for each bad
//
// A state without a next value takes any value in each step, and a state without an initial value
// takes any value at the beginning. Words of one bit remain words; comparisons become choices
// between #b1 and #b0. The package reads the safety part of the format, and refuses fairness and
// justice.
//
// # References
//
//   - E. Yu, N. Froleyks, A. Biere, K. Heljanko, "Towards Compositional Hardware Model Checking
//     Certification", FMCAD 2023.
//   - A. Niemetz, M. Preiner, C. Wolf, A. Biere, "Btor2, BtorMC and Boolector 3.0", CAV 2018.
package btor2
