// SPDX-License-Identifier: Apache-2.0

package smt

import "cornet/logic"

// circuitSize is the number of choices between vectors that make a circuit. A sum of two
// floating-point numbers has about 40.
const circuitSize = 30

// IsCircuit reports whether the formulas compute with vectors bit by bit, as operations on
// floating-point numbers do. The embedded solver keeps such questions, since libz3 takes many times
// as long. Moreover, some versions of libz3 corrupt their memory when they are interrupted during
// such a question.
//
// Cost: linear in the size of the formulas.
func IsCircuit(ts ...*logic.Term) bool {
	choices := 0
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpIte && t.Sort().IsBitVec() {
			choices++
		}
		return choices <= circuitSize
	}, ts...)
	return choices > circuitSize
}
