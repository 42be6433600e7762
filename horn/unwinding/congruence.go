// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// maxCongruent bounds the operations that a new one is compared with, so that the cost stays linear.
const maxCongruent = 12

// application is an operation with a large circuit, on words, and its result.
type application struct {
	args   []bits.Word
	result bits.Word
}

// congruent says that equal arguments have equal results. The circuits say so, too; but that two multipliers agree takes a
// solver exponential time to find out.
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
				return // the same one
			}
			continue
		}
		tried++
		f.circuit.Equate(hit, x.result, result)
	}
	f.applications[op] = append(all, application{args, result})
}
