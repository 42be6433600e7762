// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"slices"

	"cornet/smt/sat"
)

// gates makes literals for circuits. Constants are folded.
type gates struct {
	sat *sat.Solver
	yes sat.Lit
	and map[[2]sat.Lit]sat.Lit // literals implied by two others; see both
}

func newGates(s *sat.Solver) gates {
	z := gates{sat: s, yes: s.NewVar().Pos(), and: map[[2]sat.Lit]sat.Lit{}}
	s.AddClause(z.yes)
	return z
}

func (z *gates) no() sat.Lit { return z.yes.Not() }

func (z *gates) fresh() sat.Lit { return z.sat.NewVar().Pos() }

func (z *gates) constant(b bool) sat.Lit {
	if b {
		return z.yes
	}
	return z.yes.Not()
}

// clause adds a disjunction.
func (z *gates) clause(lits ...sat.Lit) {
	if slices.Contains(lits, z.yes) {
		return
	}
	z.sat.AddClause(lits...)
}

// both returns a literal that x and y together imply. It may also hold otherwise.
func (z *gates) both(x, y sat.Lit) sat.Lit {
	switch {
	case x == z.yes || x == y:
		return y
	case y == z.yes:
		return x
	case x == z.no() || y == z.no() || x == y.Not():
		return z.no()
	}
	if x > y {
		x, y = y, x
	}
	l, ok := z.and[[2]sat.Lit{x, y}]
	if !ok {
		l = z.fresh()
		z.clause(x.Not(), y.Not(), l)
		z.and[[2]sat.Lit{x, y}] = l
	}
	return l
}

// xor returns a literal for x ≠ y.
func (z *gates) xor(x, y sat.Lit) sat.Lit {
	switch {
	case x == z.yes:
		return y.Not()
	case y == z.yes:
		return x.Not()
	case x == z.no():
		return y
	case y == z.no():
		return x
	case x == y:
		return z.no()
	case x == y.Not():
		return z.yes
	}
	l := z.fresh()
	z.clause(x.Not(), y.Not(), l.Not())
	z.clause(x, y, l.Not())
	z.clause(x.Not(), y, l)
	z.clause(x, y.Not(), l)
	return l
}

// majority returns a literal for at least two of x, y and c.
func (z *gates) majority(x, y, c sat.Lit) sat.Lit {
	switch {
	case x == y || y == c:
		return y
	case x == c || y == c.Not():
		return x
	case x == y.Not():
		return c
	case x == c.Not():
		return y
	}
	l := z.fresh()
	for _, p := range [][2]sat.Lit{{x, y}, {x, c}, {y, c}} {
		z.clause(p[0].Not(), p[1].Not(), l)
		z.clause(p[0], p[1], l.Not())
	}
	return l
}

// word is an integer in two's complement, the lowest bit first. The last bit is the sign.
type word []sat.Lit

func (z *gates) number(n int64) word {
	var w word
	for {
		w = append(w, z.constant(n&1 != 0))
		if n>>1 == n {
			return w
		}
		n >>= 1
	}
}

// value returns the number w if its bits are constants.
func (z *gates) value(w word) (int64, bool) {
	n := int64(0)
	for i, l := range w {
		if l != z.yes && l != z.no() {
			return 0, false
		}
		if l == z.yes {
			n |= 1 << i
		}
	}
	if w[len(w)-1] == z.yes {
		n |= -1 << len(w)
	}
	return n, true
}

func (w word) bit(i int) sat.Lit { return w[min(i, len(w)-1)] }

// trimmed removes superfluous copies of the sign.
func (w word) trimmed() word {
	for len(w) > 1 && w[len(w)-1] == w[len(w)-2] {
		w = w[:len(w)-1]
	}
	return w
}

// plus returns x + y + c. With inverse, it returns x - y - 1 + c.
func (z *gates) plus(x, y word, c sat.Lit, inverse bool) word {
	n := max(len(x), len(y)) + 1
	sum := make(word, n)
	for i := range n {
		a, b := x.bit(i), y.bit(i)
		if inverse {
			b = b.Not()
		}
		sum[i] = z.xor(z.xor(a, b), c)
		c = z.majority(a, b, c)
	}
	return sum.trimmed()
}

func (z *gates) minus(x, y word) word { return z.plus(x, y, z.yes, true) }

// times returns n·x.
func (z *gates) times(n int64, x word) word {
	sum := word{z.no()}
	m := max(n, -n)
	for shift := word(nil); m != 0; m >>= 1 {
		if m&1 != 0 {
			sum = z.plus(sum, append(slices.Clone(shift), x...), z.no(), false)
		}
		shift = append(shift, z.no())
	}
	if n < 0 {
		sum = z.minus(word{z.no()}, sum)
	}
	return sum
}

// same makes x and y equal where guard holds.
func (z *gates) same(guard sat.Lit, x, y word) {
	for i := range max(len(x), len(y)) {
		z.clause(guard.Not(), x.bit(i).Not(), y.bit(i))
		z.clause(guard.Not(), x.bit(i), y.bit(i).Not())
	}
}

// zero returns a literal for w = 0.
func (z *gates) zero(w word) sat.Lit {
	if slices.Contains(w, z.yes) {
		return z.no()
	}
	if n, ok := z.value(w); ok && n == 0 {
		return z.yes
	}
	l := z.fresh()
	back := []sat.Lit{l}
	for _, b := range w {
		z.clause(l.Not(), b.Not())
		back = append(back, b)
	}
	z.clause(back...)
	return l
}
