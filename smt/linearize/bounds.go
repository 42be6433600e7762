// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"cornet/internal/rational"
	"cornet/internal/unionfind"
	"cornet/logic"
)

// comparisons has the numerals that variables are compared with, and the variables that are equal
// in a model.
type comparisons struct {
	numerals map[*logic.Term][]rational.Rat // of the variables that represent their class
	classes  unionfind.Sets[*logic.Term]
}

// comparisons returns the comparisons in m. A variable has the numerals of all variables that the
// equations make equal to it.
func (l *laws) comparisons(m *logic.Model) *comparisons {
	c := &comparisons{numerals: map[*logic.Term][]rational.Rat{}}
	for _, e := range l.equations {
		ms := e.p.Monomials
		if len(ms) == 2 && ms[0].Term.IsSymbol() && ms[1].Term.IsSymbol() && e.p.Const.IsZero() &&
			ms[0].Coeff.Add(ms[1].Coeff).IsZero() && m.Holds(l.flat.linear(e.condition)) {
			c.classes.Union(ms[0].Term, ms[1].Term)
		}
	}
	for _, t := range l.bounds {
		p := l.store.Linear(t.Arg(0))
		if len(p.Monomials) != 1 || !p.Monomials[0].Term.IsSymbol() || t.Arg(1).Op() != logic.OpNum {
			continue
		}
		x, k := p.Monomials[0], t.Arg(1).Num().Sub(p.Const).Div(p.Monomials[0].Coeff)
		c.add(x.Term, k)
		if x.Term.Sort().IsInt() { // where the negation of t begins
			c.add(x.Term, k.Add(rational.Int(int64(x.Coeff.Sign()))))
		}
	}
	return c
}

func (c *comparisons) add(x *logic.Term, k rational.Rat) {
	x = c.classes.Find(x)
	c.numerals[x] = append(c.numerals[x], k)
}

// around returns the numerals next to v on both sides, among 0 and the numerals that x is compared
// with.
func (c *comparisons) around(x *logic.Term, v rational.Rat) []*rational.Rat {
	var below, above *rational.Rat
	for _, k := range append([]rational.Rat{{}}, c.numerals[c.classes.Find(x)]...) {
		if k.Cmp(v) <= 0 && (below == nil || k.Cmp(*below) > 0) {
			below = &k
		}
		if k.Cmp(v) >= 0 && (above == nil || k.Cmp(*above) < 0) {
			above = &k
		}
	}
	var z []*rational.Rat
	for _, k := range []*rational.Rat{below, above} {
		if k != nil && (len(z) == 0 || !k.Equal(*z[0])) {
			z = append(z, k)
		}
	}
	return z
}

// corners calls yield with the tangent laws that m violates, at the numerals that factors are
// compared with. If these are bounds, the laws are the planes around the product over a box (G.
// McCormick, Mathematical Programming 10, 1976).
func (l *laws) corners(m *logic.Model, yield func(*logic.Term) bool) bool {
	c := l.comparisons(m)
	for _, t := range l.products {
		x, y := l.halves(t)
		xv, yv := m.Eval(x), m.Eval(l.flat.linear(y))
		if xv.Op() != logic.OpNum || yv.Op() != logic.OpNum {
			continue
		}
		for _, a := range c.around(x, xv.Num()) {
			for _, b := range c.around(y, yv.Num()) {
				for _, law := range l.tangentsAt(t, l.store.Num(*a, x.Sort()), l.store.Num(*b, y.Sort())) {
					if !m.Holds(law) && !yield(law) {
						return false
					}
				}
			}
		}
	}
	return true
}

// orders calls yield with the laws of monotonicity that m violates.
func (l *laws) orders(m *logic.Model, yield func(*logic.Term) bool) bool {
	for i, p := range l.products {
		for _, q := range l.products[:i] {
			if p.Sort() != q.Sort() {
				continue
			}
			for j, z := range p.Args() {
				if j > 0 && p.Arg(j-1) == z {
					continue
				}
				x, y := quotientOf(l.store, p, z), quotientOf(l.store, q, z)
				if x == nil || y == nil {
					continue
				}
				for _, law := range l.ordersOf(p, q, x, y, z) {
					if !m.Holds(law) && !yield(law) {
						return false
					}
				}
			}
		}
	}
	return true
}

// ordersOf returns the laws about p = x·z and q = y·z for the order of x and y.
func (l *laws) ordersOf(p, q, x, y, z *logic.Term) []*logic.Term {
	s := l.store
	zero, gap := s.Num(rational.Rat{}, z.Sort()), s.Sub(p, q)
	least := zero
	strictly := []func(a, b *logic.Term) *logic.Term{s.Gt, s.Lt}
	if z.Sort().IsInt() { // x - y is at least 1, so p - q at least z
		least = z
		strictly = []func(a, b *logic.Term) *logic.Term{s.Ge, s.Le}
	}
	var laws []*logic.Term
	for _, law := range []*logic.Term{
		s.Implies(s.Eq(x, y), s.Eq(gap, zero)),
		s.Implies(s.And(s.Gt(x, y), s.Gt(z, zero)), strictly[0](gap, least)),
		s.Implies(s.And(s.Gt(x, y), s.Lt(z, zero)), strictly[1](gap, least)),
		s.Implies(s.And(s.Lt(x, y), s.Gt(z, zero)), strictly[1](gap, s.Neg(least))),
		s.Implies(s.And(s.Lt(x, y), s.Lt(z, zero)), strictly[0](gap, s.Neg(least))),
	} {
		laws = append(laws, l.flat.linear(law))
	}
	return laws
}
