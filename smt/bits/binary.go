// SPDX-License-Identifier: Apache-2.0

package bits

import "cornet/logic"

// Binary returns the circuit of an operation on two words whose result is a word, or nil.
func Binary(op logic.Op) func(c *Circuit, x, y Word) Word { return binary[op] }

// binary are the operations on two words.
var binary = map[logic.Op]func(c *Circuit, x, y Word) Word{
	logic.OpConcat: func(_ *Circuit, x, y Word) Word {
		return append(append(make(Word, 0, len(x)+len(y)), y...), x...)
	},
	logic.OpBVAnd:  (*Circuit).AndWord,
	logic.OpBVOr:   (*Circuit).OrWord,
	logic.OpBVXor:  (*Circuit).XorWord,
	logic.OpBVAdd:  (*Circuit).Add,
	logic.OpBVMul:  (*Circuit).Mul,
	logic.OpBVUDiv: func(c *Circuit, x, y Word) Word { q, _ := c.DivRem(x, y); return q },
	logic.OpBVURem: func(c *Circuit, x, y Word) Word { _, r := c.DivRem(x, y); return r },
	logic.OpBVSDiv: (*Circuit).Sdiv,
	logic.OpBVSRem: (*Circuit).Srem,
	logic.OpBVSMod: (*Circuit).Smod,
	logic.OpBVShl:  (*Circuit).Shl,
	logic.OpBVLshr: (*Circuit).Lshr,
	logic.OpBVAshr: (*Circuit).Ashr,
}
