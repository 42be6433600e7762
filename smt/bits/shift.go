// SPDX-License-Identifier: Apache-2.0

package bits

import "cornet/smt/sat"

// Shl returns x shifted to the left by the unsigned number y; zeros come in.
func (c *Circuit) Shl(x, y Word) Word {
	z := reversed(x)
	return reversed(c.shiftRight(z, y, c.Bool(false)))
}

// Lshr returns x shifted to the right by the unsigned number y; zeros come in.
func (c *Circuit) Lshr(x, y Word) Word { return c.shiftRight(x, y, c.Bool(false)) }

// Ashr returns x shifted to the right by the unsigned number y; copies of the sign
// come in.
func (c *Circuit) Ashr(x, y Word) Word { return c.shiftRight(x, y, sign(x)) }

func reversed(x Word) Word {
	z := make(Word, len(x))
	for k, a := range x {
		z[len(x)-1-k] = a
	}
	return z
}

// shiftRight shifts by powers of two, selected by the bits of y.
func (c *Circuit) shiftRight(x, y Word, fill sat.Lit) Word {
	w := len(x)
	z := x
	stage := 0
	for ; stage < len(y) && 1<<stage < w; stage++ {
		by := 1 << stage
		shifted := make(Word, w)
		for k := range shifted {
			if k+by < w {
				shifted[k] = z[k+by]
			} else {
				shifted[k] = fill
			}
		}
		z = c.MuxWord(y[stage], shifted, z)
	}
	if stage < len(y) { // any of the higher bits shifts everything out
		all := make(Word, w)
		for k := range all {
			all[k] = fill
		}
		z = c.MuxWord(c.Any(y[stage:]...), all, z)
	}
	return z
}
