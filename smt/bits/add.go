// SPDX-License-Identifier: Apache-2.0

package bits

import "cornet/smt/sat"

// add returns x + y + carry, and the carry out.
func (c *Circuit) add(x, y Word, carry sat.Lit) (Word, sat.Lit) {
	z := make(Word, len(x))
	for k := range x {
		z[k] = c.Xor3(x[k], y[k], carry)
		carry = c.Majority(x[k], y[k], carry)
	}
	return z, carry
}

// Add returns x + y modulo 2^w.
func (c *Circuit) Add(x, y Word) Word {
	z, _ := c.add(x, y, c.Bool(false))
	return z
}

// Neg returns -x modulo 2^w.
func (c *Circuit) Neg(x Word) Word { return c.negIf(c.Bool(true), x) }

// negIf returns -x if s, else x.
func (c *Circuit) negIf(s sat.Lit, x Word) Word {
	z := make(Word, len(x))
	carry := s
	for k, a := range x {
		a = c.Xor(a, s)
		z[k] = c.Xor(a, carry)
		carry = c.And(a, carry)
	}
	return z
}

// Mul returns x · y modulo 2^w, as a sum of shifted multiples. The bits of the factor with more
// constant bits select the summands.
func (c *Circuit) Mul(x, y Word) Word {
	if c.constants(x) > c.constants(y) {
		x, y = y, x
	}
	w := len(x)
	z := make(Word, w)
	for k := range z {
		z[k] = c.And(x[k], y[0])
	}
	for i := 1; i < w; i++ {
		if v, ok := c.Const(y[i]); ok && !v {
			continue
		}
		row := make(Word, w-i)
		for k := range row {
			row[k] = c.And(x[k], y[i])
		}
		copy(z[i:], c.Add(z[i:], row))
	}
	return z
}

// constants returns the number of constant bits of x.
func (c *Circuit) constants(x Word) int {
	n := 0
	for _, a := range x {
		if _, ok := c.Const(a); ok {
			n++
		}
	}
	return n
}
