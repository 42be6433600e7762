// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// This file eliminates one Real variable x from inequalities. It uses virtual substitution (Loos
// and Weispfenning 1993) of the test point that the model selects. This is the greatest lower bound
// g of x, or g+ε if the bound is strict, or symmetrically the least upper bound. A variable that is
// bounded only on one side disappears with its constraints.
//
// Correctness: let g be the lower bound with the greatest value in m. In m, every other lower bound
// l has l ≤ g, and every upper bound u has g ≤ x ≤ u. These are the constraints produced (strict if
// either side is strict). They make g, or a point just above it, a solution for x. There is one
// formula per lower bound, so projection is finite.

// side is the direction in which a bound limits the variable.
type side int8

const (
	lower side = 1
	upper side = -1
)

// bound is a constraint read as side·(a·x - t) >= 0, with a > 0: t/a is a lower
// or an upper bound of x.
type bound struct {
	a      rational.Rat
	t      logic.Linear
	strict bool
	val    rational.Rat // value of t/a in the model
}

// bounds splits constraints on x into bounds and divisibilities.
type bounds struct {
	lower, upper []bound
	divides      []constraint
}

func (b *bounds) of(s side) []bound {
	if s == lower {
		return b.lower
	}
	return b.upper
}

// collect reads the constraints. They contain no equation on x.
func collect(val *valuation, cs []constraint, x *logic.Term) bounds {
	var z bounds
	for _, c := range cs {
		if c.rel == relDivides {
			z.divides = append(z.divides, c)
			continue
		}
		a, t := c.lin.Coeff(x), without(c.lin, x)
		s := upper // a·x + t <= 0, a > 0: x <= -t/a
		if a.Sign() < 0 {
			s = lower
			a = a.Neg()
		} else {
			t = t.Scale(rational.Int(-1))
		}
		v := val.linear(t)
		b := bound{a, t, c.rel == relLt, v.Div(a)}
		if s == lower {
			z.lower = append(z.lower, b)
		} else {
			z.upper = append(z.upper, b)
		}
	}
	return z
}

// tightest returns the bound of side s that limits x most in the model. Among equals, it prefers a
// strict one, then the smallest coefficient.
func tightest(bs []bound, s side) int {
	best := 0
	for i, b := range bs[1:] {
		g := bs[best]
		c := b.val.Cmp(g.val) * int(s)
		switch {
		case c > 0,
			c == 0 && b.strict && !g.strict,
			c == 0 && b.strict == g.strict && b.a.Less(g.a):
			best = i + 1
		}
	}
	return best
}

// apart returns the constraint t1/a1 <= t2/a2, or < if strict.
func apart(t1, t2 bound, strict, isInt bool) constraint {
	rel := relLe
	if strict {
		rel = relLt
	}
	return constraint{lin: t1.t.Scale(t2.a).AddMul(t1.a.Neg(), t2.t), rel: rel, int: isInt}
}

// resolveReal eliminates x from inequalities cs.
func resolveReal(val *valuation, cs []constraint, x *logic.Term) []constraint {
	bs := collect(val, cs, x)
	if len(bs.lower) == 0 || len(bs.upper) == 0 {
		return nil
	}
	s := lower
	if len(bs.upper) < len(bs.lower) {
		s = upper
	}
	same, other := bs.of(s), bs.of(-s)
	k := tightest(same, s)
	g := same[k]
	var out []constraint
	for i, b := range same {
		if i != k {
			out = append(out, ordered(b, g, s, b.strict && !g.strict, false))
		}
	}
	for _, b := range other {
		out = append(out, ordered(g, b, s, g.strict || b.strict, false))
	}
	return out
}

// ordered returns p <= q for lower bounds and q <= p for upper ones.
func ordered(p, q bound, s side, strict, isInt bool) constraint {
	if s == upper {
		p, q = q, p
	}
	return apart(p, q, strict, isInt)
}
