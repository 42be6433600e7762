// SPDX-License-Identifier: Apache-2.0

package smt

import "cornet/logic"

// ManyReals is the least number of real variables with which a question is hard for libz3.
const ManyReals = 64

// HasManyReals reports whether the formulas have many real variables, as protocols with clocks do.
// The embedded solver decides most such questions in less time than libz3.
//
// Cost: linear in the size of the formulas.
func HasManyReals(ts ...*logic.Term) bool {
	count := 0
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpVar && t.Sort().IsReal() {
			count++
		}
		return count < ManyReals
	}, ts...)
	return count >= ManyReals
}
