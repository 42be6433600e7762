// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

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
	if _, known := f.constant(result, false); known || op == logic.OpMul && f.simple(args) {
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

// maxDigits is the number of additions by which a product with a constant is simple.
const maxDigits = 3

// simple reports whether one of the factors is a constant with few digits -1 and 1. Its
// multiples are sums of as many summands: see bits.Mul.
func (f *Formula) simple(args []bits.Word) bool {
	for _, w := range args {
		if x, known := f.constant(w, true); known {
			x.Abs(x)
			x.Xor(x, new(big.Int).Mul(x, big.NewInt(3))) // one bit for each digit
			return digits(x) <= maxDigits
		}
	}
	return false
}

// digits returns the number of bits that are 1.
func digits(x *big.Int) (n int) {
	for i := range x.BitLen() {
		n += int(x.Bit(i))
	}
	return n
}
