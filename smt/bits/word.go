// SPDX-License-Identifier: Apache-2.0

package bits

import (
	"math/big"

	"cornet/smt/sat"
)

// Word is a bit-vector: its literals, the lowest bit first. Operations return new
// words and never change their arguments; slices of words are words.
type Word = []sat.Lit

// Constant returns the lowest w bits of the non-negative number v.
func (c *Circuit) Constant(v *big.Int, w int) Word {
	z := make(Word, w)
	for k := range z {
		z[k] = c.Bool(v.Bit(k) == 1)
	}
	return z
}

// Not returns the complement of x.
func Not(x Word) Word {
	z := make(Word, len(x))
	for k, a := range x {
		z[k] = a.Not()
	}
	return z
}

// bitwise applies a gate to the bits of x and y.
func bitwise(x, y Word, gate func(a, b sat.Lit) sat.Lit) Word {
	z := make(Word, len(x))
	for k := range x {
		z[k] = gate(x[k], y[k])
	}
	return z
}

// AndWord, OrWord and XorWord combine words of equal width bit by bit.
func (c *Circuit) AndWord(x, y Word) Word { return bitwise(x, y, c.And) }

// OrWord is the disjunction; see AndWord.
func (c *Circuit) OrWord(x, y Word) Word { return bitwise(x, y, c.Or) }

// XorWord is the exclusive or; see AndWord.
func (c *Circuit) XorWord(x, y Word) Word { return bitwise(x, y, c.Xor) }

// MuxWord returns x if s, else y.
func (c *Circuit) MuxWord(s sat.Lit, x, y Word) Word {
	return bitwise(x, y, func(a, b sat.Lit) sat.Lit { return c.Mux(s, a, b) })
}

// SignExtend returns x with n copies of its sign in front.
func SignExtend(x Word, n int) Word {
	z := append(make(Word, 0, len(x)+n), x...)
	for range n {
		z = append(z, sign(x))
	}
	return z
}

func sign(x Word) sat.Lit { return x[len(x)-1] }

// Eq returns whether x and y are equal.
func (c *Circuit) Eq(x, y Word) sat.Lit {
	same := make([]sat.Lit, len(x))
	for k := range x {
		same[k] = c.Xor(x[k], y[k]).Not()
	}
	return c.All(same...)
}

// Decided returns whether x and y are equal, if constants and equal literals decide this.
func (*Circuit) Decided(x, y Word) (equal, known bool) {
	equal = true
	for k, a := range x {
		switch a {
		case y[k]:
		case y[k].Not():
			return false, true
		default:
			equal = false
		}
	}
	return equal, equal
}

// Equate adds clauses for z → x = y. Together with [Circuit.Separate], they are equivalent to
// [Circuit.Eq]. Each of them is half as large as Eq, and one suffices for an equation that is used
// in one direction (Plaisted and Greenbaum, Journal of Symbolic Computation 2, 1986).
func (c *Circuit) Equate(z sat.Lit, x, y Word) {
	c.Agreements(x, y, func(lits ...sat.Lit) { c.sink.Clause(append(lits, z.Not())...) })
}

// Agreements yields the clauses for x = y.
func (c *Circuit) Agreements(x, y Word, clause func(...sat.Lit)) {
	for k, a := range x {
		b := y[k]
		if _, ok := c.Const(a); ok {
			a, b = b, a
		}
		if v, ok := c.Const(b); ok {
			clause(flip(a, !v))
		} else if a != b {
			clause(a.Not(), b)
			clause(a, b.Not())
		}
	}
}

// Separate adds clauses for z → x ≠ y.
func (c *Circuit) Separate(z sat.Lit, x, y Word) {
	apart := []sat.Lit{z.Not()}
	for k, a := range x {
		d := c.apart(a, y[k])
		if v, ok := c.Const(d); ok && v {
			return
		} else if !ok {
			apart = append(apart, d)
		}
	}
	c.sink.Clause(apart...)
}

// apart returns a literal that implies that a and b differ. If they differ, the literal may still
// be false.
func (c *Circuit) apart(a, b sat.Lit) sat.Lit {
	_, isConst := c.Const(a)
	_, also := c.Const(b)
	if isConst || also || a.Var() == b.Var() {
		return c.Xor(a, b)
	}
	kind, odd := apartGate, a.IsNeg() != b.IsNeg()
	a, b = a.Var().Pos(), b.Var().Pos()
	if a > b {
		a, b = b, a
	}
	if full, ok := c.gates[gateKey{kind: XorGate, a: a, b: b}]; ok {
		return flip(full, odd)
	}
	if odd {
		kind = alikeGate
	}
	return c.gate(gateKey{kind: kind, a: a, b: b})
}

// Ule returns whether x <= y as unsigned numbers.
func (c *Circuit) Ule(x, y Word) sat.Lit {
	z := c.Bool(true)
	for k := range x { // z is x <= y for the bits below k
		z = c.Majority(x[k].Not(), y[k], z)
	}
	return z
}

// Sle returns whether x <= y as numbers in two's complement.
func (c *Circuit) Sle(x, y Word) sat.Lit {
	last := len(x) - 1
	z := c.Ule(x[:last], y[:last])
	return c.Majority(x[last], y[last].Not(), z) // a negative number is less
}
