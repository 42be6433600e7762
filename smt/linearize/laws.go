// SPDX-License-Identifier: Apache-2.0

package linearize

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// laws instantiates laws for the products of flat formulas.
type laws struct {
	flat      *flattener
	store     *logic.Store
	equations []equation
	seen      map[*logic.Term]bool // conditions of the known equations
	bounds    []*logic.Term        // comparisons
	compared  []*logic.Term        // sums that are compared with numerals
	divisions []*division
	choices   []*logic.Term // names of integers that are if-then-else
	products  []*logic.Term
	known     map[*logic.Term]bool
}

// equation states that p is 0 if condition holds.
type equation struct {
	condition *logic.Term // flat
	p         logic.Linear
	met       bool // it comes from the bound of a comparison
}

func newLaws(f *flattener, roots []*logic.Term) *laws {
	l := &laws{flat: f, store: f.store, seen: map[*logic.Term]bool{}, known: map[*logic.Term]bool{}}
	seen := map[*logic.Term]bool{}
	for len(roots) > 0 {
		var next []*logic.Term
		logic.Walk(func(t *logic.Term) bool {
			switch {
			case t.IsProduct():
				l.product(t)
			case t.IsVar() && f.definitions[t] != nil && !seen[t]:
				seen[t] = true
				next = append(next, f.definitions[t])
				if d := f.remainders[t]; d != nil {
					l.divisions = append(l.divisions, d)
					next = append(next, d.dividend)
				}
				if len(f.leaves[t]) > 0 && t.Sort().IsInt() {
					l.choices = append(l.choices, t)
				}
				for _, leaf := range f.leaves[t] {
					l.equation(f.store.Eq(t, leaf))
				}
			}
			l.atom(t)
			return true
		}, roots...)
		roots = next
	}
	return l
}

// atom records the terms that the atom t compares.
func (l *laws) atom(t *logic.Term) {
	switch t.Op() {
	case logic.OpEq:
		l.equation(t)
		if !t.Arg(0).Sort().IsInt() {
			return
		}
	case logic.OpLe, logic.OpLt:
		l.bounds = append(l.bounds, t)
	default:
		return
	}
	if !slices.Contains(l.compared, t.Arg(0)) {
		l.compared = append(l.compared, t.Arg(0))
	}
}

// equation records the equation t between numbers. Its terms that are neither variables nor
// products get names.
func (l *laws) equation(t *logic.Term) {
	if !t.IsEquation() || l.seen[t] {
		return
	}
	l.seen[t] = true
	p := l.store.Linear(l.store.Sub(t.Arg(0), t.Arg(1)))
	for _, m := range p.Monomials {
		if !m.Term.IsSymbol() && !m.Term.IsProduct() {
			return
		}
	}
	l.equations = append(l.equations, equation{condition: t, p: p})
}

func (l *laws) product(t *logic.Term) {
	if !l.known[t] {
		l.known[t] = true
		l.products = append(l.products, t)
	}
}

// violated calls yield with laws that m violates, until yield returns false. If there are none, it
// continues with laws about further products. It reports whether m contradicts congruences.
func (l *laws) violated(m *logic.Model, yield func(law *logic.Term, certain bool) bool) (certain bool) {
	l.meeting(m)
	found := false
	yes := func(law *logic.Term) bool {
		found = true
		return yield(law, true)
	}
	for _, met := range []bool{false, true} {
		if !l.congruences(m, met, yes) || found {
			return true
		}
	}
	for _, make := range []func(*logic.Model, func(*logic.Term) bool) bool{l.corners, l.orders} {
		if !make(m, yes) || found {
			return true
		}
	}
	for _, make := range []func(*logic.Model, func(*logic.Term) bool) bool{l.multiples, l.tangents, l.wholes} {
		ok := make(m, func(law *logic.Term) bool {
			found = true
			return yield(law, false)
		})
		if !ok || found {
			return false
		}
	}
	return false
}

// multiples calls yield with the multiples laws that m violates. If there are none, it continues
// with those about products that have no name yet.
func (l *laws) multiples(m *logic.Model, yield func(*logic.Term) bool) bool {
	var open []*logic.Term
	products := l.products // without those that are added on the way
	found := false
	for _, e := range l.equations {
		if !m.Holds(l.flat.linear(e.condition)) {
			continue
		}
		for _, by := range factors(l.store, e.p, products) {
			law, known := l.multiple(e, by)
			if !known {
				open = append(open, law)
			} else if !m.Holds(law) {
				if found = true; !yield(law) {
					return false
				}
			}
		}
	}
	if found {
		return true
	}
	for _, law := range open {
		if !yield(law) {
			return false
		}
	}
	return true
}

// tangents calls yield with the tangent laws that m violates, for signs and for the values of m.
func (l *laws) tangents(m *logic.Model, yield func(*logic.Term) bool) bool {
	for _, t := range slices.Clone(l.products) {
		for _, law := range l.tangentsOf(m, t) {
			if !m.Holds(law) && !yield(law) {
				return false
			}
		}
	}
	return true
}

// wholes calls yield with the definitions of quotients that m violates.
func (l *laws) wholes(m *logic.Model, yield func(*logic.Term) bool) bool {
	for _, d := range l.divisions {
		if law := l.flat.linear(d.whole(l.store)); !m.Holds(law) && !yield(law) {
			return false
		}
	}
	return true
}

// meeting adds the equations between both sides of comparisons that m satisfies. For integers, it
// also adds those of comparisons that fail by one.
func (l *laws) meeting(m *logic.Model) {
	one := rational.Int(1)
	for _, t := range l.bounds {
		x, k := m.Eval(l.flat.linear(t.Arg(0))), t.Arg(1)
		if x.Op() != logic.OpNum {
			continue
		}
		if d := x.Num().Sub(k.Num()); d.IsZero() || d.Equal(one) && x.Sort().IsInt() {
			n := len(l.equations)
			l.equation(l.store.Eq(t.Arg(0), x))
			if n < len(l.equations) {
				l.equations[n].met = true
			}
		}
	}
}

// factors returns the monomials that turn a monomial of p into one of products.
func factors(s *logic.Store, p logic.Linear, products []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, t := range products {
		for _, m := range p.Monomials {
			if by := quotientOf(s, t, m.Term); by != nil && !slices.Contains(z, by) {
				z = append(z, by)
			}
		}
	}
	return z
}

// quotientOf returns the product x without the factors of y. It returns nil unless x has these
// factors and at least one more.
func quotientOf(s *logic.Store, x, y *logic.Term) *logic.Term {
	rest := slices.Clone(x.Args())
	ys := []*logic.Term{y}
	if y.IsProduct() {
		ys = y.Args()
	}
	for _, y := range ys {
		i := slices.Index(rest, y)
		if i < 0 {
			return nil
		}
		rest = slices.Delete(rest, i, i+1)
	}
	if len(rest) == 0 {
		return nil
	}
	return s.Mul(rest...)
}

// multiple returns the law that e times by is 0, over the names of products. It reports whether all
// these products have names.
func (l *laws) multiple(e equation, by *logic.Term) (law *logic.Term, known bool) {
	sort := by.Sort()
	z := logic.Linear{}
	known = true
	add := func(c rational.Rat, t *logic.Term) {
		z.Monomials = append(z.Monomials, logic.Monomial{Coeff: c, Term: t})
		if t.IsProduct() && !l.known[t] {
			known = false
			l.product(t)
		}
	}
	if !e.p.Const.IsZero() {
		add(e.p.Const, by)
	}
	for _, m := range e.p.Monomials {
		add(m.Coeff, l.store.Mul(m.Term, by))
	}
	return l.flat.linear(l.store.Or(l.store.Not(e.condition), l.store.EqZero(z, sort))), known
}

// halves splits the product t into its last factor and the rest.
func (l *laws) halves(t *logic.Term) (x, y *logic.Term) {
	last := len(t.Args()) - 1
	return t.Arg(last), l.store.Mul(t.Args()[:last]...)
}

// tangentsOf returns the laws about the product t for the signs, and for the values of m.
func (l *laws) tangentsOf(m *logic.Model, t *logic.Term) []*logic.Term {
	x, y := l.halves(t)
	if y.IsProduct() {
		l.product(y)
	}
	zero := l.store.Num(rational.Rat{}, t.Sort())
	xm, ym := m.Eval(x), m.Eval(l.flat.linear(y))
	var z []*logic.Term
	for _, at := range [][2]*logic.Term{{zero, zero}, {zero, ym}, {xm, zero}, {xm, ym}} {
		z = append(z, l.tangentsAt(t, at[0], at[1])...)
	}
	return z
}

// tangentsAt returns the laws about the product t of x and y for the signs of x - a and y - b.
func (l *laws) tangentsAt(t, a, b *logic.Term) []*logic.Term {
	s := l.store
	x, y := l.halves(t)
	zero := s.Num(rational.Rat{}, t.Sort())
	// (x - a)(y - b) = t - b·x - a·y + a·b
	rest := s.Sub(s.Add(t, s.Mul(a, b)), s.Add(s.Mul(b, x), s.Mul(a, y)))
	same := s.Or(s.And(s.Gt(x, a), s.Gt(y, b)), s.And(s.Lt(x, a), s.Lt(y, b)))
	differ := s.Or(s.And(s.Gt(x, a), s.Lt(y, b)), s.And(s.Lt(x, a), s.Gt(y, b)))
	var z []*logic.Term
	for _, law := range []*logic.Term{
		s.Implies(s.Or(s.Eq(x, a), s.Eq(y, b)), s.Eq(rest, zero)), s.Implies(same, s.Gt(rest, zero)), s.Implies(differ, s.Lt(rest, zero)),
	} {
		z = append(z, l.flat.linear(law))
	}
	return z
}
