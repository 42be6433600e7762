// SPDX-License-Identifier: Apache-2.0

package bits

import (
	"math/big"

	"cornet/smt/sat"
)

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

// Sub returns x - y modulo 2^w.
func (c *Circuit) Sub(x, y Word) Word {
	z, _ := c.add(x, Not(y), c.Bool(true))
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
// constant bits select the summands. If that factor is a constant, its digits do: see digits.
func (c *Circuit) Mul(x, y Word) Word {
	if c.constants(x) > c.constants(y) {
		x, y = y, x
	}
	w := len(x)
	if c.constants(y) == w {
		return c.mulConstant(x, y)
	}
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

// mulConstant returns x times a constant.
func (c *Circuit) mulConstant(x, y Word) Word {
	w := len(x)
	z := c.Constant(new(big.Int), w)
	for i, d := range c.digits(y) {
		row := x[:w-i]
		switch {
		case d > 0:
			copy(z[i:], c.Add(z[i:], row))
		case d < 0:
			sum, _ := c.add(z[i:], Not(row), c.Bool(true))
			copy(z[i:], sum)
		}
	}
	return z
}

// digits returns the digits -1, 0 and 1 of a constant modulo 2^w, the lowest first. Of two
// neighbours, one is 0 (G. Reitwiesner, "Binary Arithmetic", 1960). For example, 7 is 8 - 1. So
// a third of the digits are not 0 on average, and -1 has one such digit where it has w bits.
func (c *Circuit) digits(y Word) []int8 {
	bit := func(i int) int8 {
		if i < len(y) {
			if v, _ := c.Const(y[i]); v {
				return 1
			}
		}
		return 0
	}
	z, carry := make([]int8, len(y)), int8(0)
	for i := range z {
		sum := bit(i) + carry
		carry = 0
		switch {
		case sum == 2:
			carry = 1
		case sum == 1 && bit(i+1) == 1:
			z[i], carry = -1, 1
		case sum == 1:
			z[i] = 1
		}
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
