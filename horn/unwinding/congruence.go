// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// maxCongruent bounds the earlier operations that a new one is compared with, so that the cost
// remains linear.
const maxCongruent = 12

// application is an operation with a large circuit, its arguments and its result.
type application struct {
	args   []bits.Word
	result bits.Word
}

// congruent states that equal arguments have equal results. The circuits imply it, but a solver
// takes exponential time to prove that two multipliers agree.
func (f *Formula) congruent(op logic.Op, result bits.Word, args ...bits.Word) {
	if _, known := f.constant(result, false); known {
		return
	}
	all := f.applications[op]
	tried := 0
	for i := len(all) - 1; i >= 0 && tried < maxCongruent; i-- {
		x := all[i]
		if len(x.result) != len(result) {
			continue
		}
		equal := make([]sat.Lit, len(args))
		for k := range args {
			equal[k] = f.same(x.args[k], args[k])
		}
		hit := f.all(equal)
		if _, known := f.circuit.Const(hit); known {
			if name(x.result) == name(result) {
				return // the same application
			}
			continue
		}
		tried++
		f.circuit.Equate(hit, x.result, result)
	}
	f.applications[op] = append(all, application{args, result})
}
