// SPDX-License-Identifier: Apache-2.0

package bits

// DivRem returns the quotient and the remainder of x and y as unsigned numbers. For y = 0, the
// quotient is all ones and the remainder is x.
//
// This is long division. From the highest bit of x down, it appends the bit to the rest r, and
// subtracts y if y fits. 0 always fits, which gives the result that the standard demands.
func (c *Circuit) DivRem(x, y Word) (quotient, remainder Word) {
	w := len(x)
	no := c.Bool(false)
	divisor := append(append(Word{}, y...), no)
	r := make(Word, w)
	for k := range r {
		r[k] = no
	}
	q := make(Word, w)
	for k := w - 1; k >= 0; k-- {
		longer := append(Word{x[k]}, r...) // 2r + bit
		difference, fits := c.add(longer, Not(divisor), c.Bool(true))
		q[k] = fits
		r = c.MuxWord(fits, difference, longer)[:w]
	}
	return q, r
}

// Sdiv returns the quotient in two's complement, rounded towards zero.
func (c *Circuit) Sdiv(x, y Word) Word {
	q, _ := c.DivRem(c.abs(x), c.abs(y))
	return c.negIf(c.Xor(sign(x), sign(y)), q)
}

// Srem returns the remainder of Sdiv, which has the sign of x.
func (c *Circuit) Srem(x, y Word) Word {
	_, r := c.DivRem(c.abs(x), c.abs(y))
	return c.negIf(sign(x), r)
}

// Smod returns the remainder of division rounded downwards, which has the sign of y.
func (c *Circuit) Smod(x, y Word) Word {
	_, r := c.DivRem(c.abs(x), c.abs(y))
	z := c.negIf(sign(x), r)
	corrected := c.Add(z, y)
	wrong := c.And(c.Xor(sign(x), sign(y)), c.Any(r...))
	return c.MuxWord(wrong, corrected, z)
}

func (c *Circuit) abs(x Word) Word { return c.negIf(sign(x), x) }
