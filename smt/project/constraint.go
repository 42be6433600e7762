// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// relation compares a linear sum with zero.
type relation uint8

const (
	relLe      relation = iota // lin <= 0
	relLt                      // lin < 0, Real only
	relEq                      // lin = 0
	relDivides                 // k divides lin, Int only
)

// constraint is an arithmetic literal in solved form. Coefficients over Int are
// integers.
type constraint struct {
	lin logic.Linear
	rel relation
	k   rational.Rat // divisor of relDivides, positive
	int bool         // the variables are over Int
}

var one = rational.Int(1)

// atom returns the constraint as a term.
func (c constraint) atom(store *logic.Store) *logic.Term {
	sort := store.Real
	if c.int {
		sort = store.Int
	}
	switch c.rel {
	case relEq:
		return store.EqZero(c.lin, sort)
	case relDivides:
		zero := store.Num(rational.Rat{}, sort)
		return store.Eq(store.Mod(store.Sum(c.lin, sort), store.Num(c.k, sort)), zero)
	}
	return store.Nonpositive(c.lin, c.rel == relLt, sort)
}

// normal divides c by common factors of its coefficients, and rounds the constant of an inequality
// over Int. It returns false if the constraint holds for all values.
func (c constraint) normal() (constraint, bool) {
	if c.rel == relDivides {
		return c.normalDivides()
	}
	if len(c.lin.Monomials) == 0 {
		return c, false // a constant constraint: true in the model, hence true
	}
	g, den := rational.Rat{}, one
	for _, m := range c.lin.Monomials {
		g, den = rational.GCD(g, m.Coeff.Num()), rational.LCM(den, m.Coeff.Den())
	}
	if f := den.Div(g); !f.IsOne() {
		c.lin = c.lin.Scale(f)
	}
	if c.int && c.rel == relLe {
		c.lin.Const = c.lin.Const.Ceil()
	}
	return c, true
}

// normalDivides reduces coefficients modulo k and divides everything by a common factor.
func (c constraint) normalDivides() (constraint, bool) {
	den := one
	for _, m := range c.lin.Monomials {
		den = rational.LCM(den, m.Coeff.Den())
	}
	if den = rational.LCM(den, c.lin.Const.Den()); !den.IsOne() {
		c.lin, c.k = c.lin.Scale(den), c.k.Mul(den)
	}
	z := logic.Linear{Monomials: make([]logic.Monomial, 0, len(c.lin.Monomials))}
	g := c.k
	for _, m := range c.lin.Monomials {
		if _, r := m.Coeff.DivEuclid(c.k); !r.IsZero() {
			z.Monomials = append(z.Monomials, logic.Monomial{Coeff: r, Term: m.Term})
			g = rational.GCD(g, r)
		}
	}
	_, z.Const = c.lin.Const.DivEuclid(c.k)
	if len(z.Monomials) == 0 {
		return c, false
	}
	if !g.IsOne() { // g divides the constant, because the model satisfies c
		z, c.k = z.Scale(g.Inv()), c.k.Div(g)
	}
	c.lin = z
	return c, !c.k.IsOne()
}

// replace returns c with t/a instead of x, multiplied by the positive a.
func (c constraint) replace(x *logic.Term, t logic.Linear, a rational.Rat) constraint {
	b := c.lin.Coeff(x)
	if b.IsZero() {
		return c
	}
	rest := without(c.lin, x)
	if !a.IsOne() {
		rest = rest.Scale(a)
	}
	c.lin = rest.AddMul(b, t)
	if c.rel == relDivides {
		c.k = c.k.Mul(a)
	}
	return c
}

// without returns l without the monomial of x.
func without(l logic.Linear, x *logic.Term) logic.Linear {
	z := logic.Linear{Monomials: make([]logic.Monomial, 0, len(l.Monomials)), Const: l.Const}
	for _, m := range l.Monomials {
		if m.Term != x {
			z.Monomials = append(z.Monomials, m)
		}
	}
	return z
}
