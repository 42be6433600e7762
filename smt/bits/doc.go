// SPDX-License-Identifier: Apache-2.0

// Package bits turns operations on bit-vectors into clauses; this is known as bit-blasting. It does
// not depend on terms or solvers, only on the literals of package sat.
//
// # Main types
//
//	Sink     takes variables and clauses, for example a SAT solver
//	Circuit  gates over literals, each made once
//	Word     a bit-vector: its literals, the lowest bit first
//
// The package has all operations of SMT-LIB's theory FixedSizeBitVectors, with its definition of
// division by zero: x/0 is all ones and the remainder is x.
//
// Gates are hash-consed and folded: constants, equal and opposite inputs vanish. So an operation
// with a numeral is as small as it can be. Clauses define every gate in both directions. They do
// not restrict earlier variables, and can remain when they are no longer needed.
//
// # Terminology
//
//	gate    a literal that is defined by clauses: and, xor, majority, multiplexer
//	sign    the highest bit of a word
//
// Names in the code: c circuit, x, y, z words (z a result), a, b literals, w width, k a bit.
//
// # Files
//
//	circuit.go  gates
//	binary.go   circuits by operation of terms
//	word.go     words: constants, comparison, bitwise operations
//	add.go      addition, negation, multiplication
//	shift.go    shifts by words
//	divide.go   division and remainders
//
// # Sizes
//
// For words of w bits: comparison and addition take O(w) gates, shifts O(w log w), multiplication
// and division O(w²): 32-bit multiplication about 1000 full adders.
//
// # References
//
// Daniel Kroening, Ofer Strichman: Decision Procedures. An Algorithmic Point of View, second
// edition, Springer 2016, chapter 6 (https://doi.org/10.1007/978-3-662-50497-0). The circuits are
// the plain ones: ripple-carry adders, barrel shifters, array multipliers, restoring dividers.
// Clark Barrett, Pascal Fontaine, Cesare Tinelli: The SMT-LIB Standard, theory FixedSizeBitVectors
// (https://smt-lib.org).
//
// Differences: majority and exclusive or of three inputs have special clauses. With them, a full
// adder propagates better than with gates of two inputs.
package bits
