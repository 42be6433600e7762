// SPDX-License-Identifier: Apache-2.0

package project

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// This file eliminates one Int variable x from inequalities and divisibilities.
//
// Let P be the period of the divisibilities in x: adding P to x changes none of
// them. Let g = t/a be the tightest lower bound in the model m (everything holds
// symmetrically for upper bounds).
//
// Exact (Cooper 1972, under a model). With δ = (a·m(x) - m(t)) mod a·P the point
// (t+δ)/a is an integer in m that is at least every lower bound, at most m(x),
// and congruent to m(x) modulo P. So m satisfies the constraints with x replaced
// by (t+δ)/a, together with "a divides t+δ". There are a·P values of δ for each
// bound: projection is finite.
//
// Dark. Let r = m(x) mod P. Between a rational lower bound t/a and an upper
// bound u/b lies an integer congruent to r modulo P if
//
//	a·u - b·t >= a·b·P - a - b + 1,
//
// for otherwise consecutive members i and i+P of the class enclose both bounds strictly, i ≤ t/a -
// 1/a and u/b + 1/b ≤ i+P, hence u/b - t/a ≤ P - 1/a - 1/b. The least member above t/a serves all
// upper bounds at once. So if m satisfies these inequalities for all u, they replace the bounds,
// and r replaces x in the divisibilities (a single one needs no particular r). No divisibility of t
// arises. For P = 1 this is the dark shadow of the omega test (Pugh 1991), and it is exact when a
// or b is one.

// resolveInt eliminates x from inequalities and divisibilities cs.
func (p *Projector) resolveInt(val *valuation, cs []constraint, x *logic.Term) []constraint {
	bs := collect(val, cs, x)
	period := one
	for _, c := range bs.divides {
		period = rational.LCM(period, c.k.Div(rational.GCD(c.k, c.lin.Coeff(x))))
	}
	mx, _ := val.num(x)
	if len(bs.lower) == 0 || len(bs.upper) == 0 {
		return residue(bs.divides, x, mx, period)
	}
	s := lower
	k, ku := tightest(bs.lower, lower), tightest(bs.upper, upper)
	if c := bs.lower[k].a.Cmp(bs.upper[ku].a); c > 0 || c == 0 && len(bs.upper) < len(bs.lower) {
		s, k = upper, ku
	}
	same, other := bs.of(s), bs.of(-s)
	g := same[k]
	var out []constraint
	for i, b := range same {
		if i != k {
			out = append(out, ordered(b, g, s, false, true))
		}
	}
	if p.opts.Divisibility == AvoidDivisibility || g.a.Mul(period).IsOne() {
		if dark, ok := darkShadow(val, g, other, s, period); ok {
			return append(append(out, dark...), residue(bs.divides, x, mx, period)...)
		}
	}
	mt := val.linear(g.t)
	_, delta := g.a.Mul(mx).Sub(mt).Mul(rational.Int(int64(s))).DivEuclid(g.a.Mul(period))
	point := g.t
	point.Const = point.Const.Add(delta.Mul(rational.Int(int64(s))))
	out = append(out, constraint{lin: point, rel: relDivides, k: g.a, int: true})
	for _, b := range other {
		out = append(out, ordered(bound{a: g.a, t: point}, b, s, false, true))
	}
	for _, c := range bs.divides {
		out = append(out, c.replace(x, point, g.a))
	}
	return out
}

// residue eliminates x from divisibilities if bounds leave room for any residue of x modulo their
// period. For one divisibility, k divides c·x + s has a solution if and only if gcd(c, k) divides
// s. For several, x is replaced by its residue in the model.
func residue(cs []constraint, x *logic.Term, mx, period rational.Rat) []constraint {
	if len(cs) == 1 {
		c := cs[0]
		g := rational.GCD(c.k, c.lin.Coeff(x))
		return []constraint{{lin: without(c.lin, x), rel: relDivides, k: g, int: true}}
	}
	_, r := mx.DivEuclid(period)
	out := make([]constraint, 0, len(cs))
	for _, c := range cs {
		out = append(out, c.replace(x, logic.Linear{Const: r}, one))
	}
	return out
}

// darkShadow returns inequalities which state that there is room for an integer of any residue
// modulo the period, between g and the bounds of the other side. It reports whether the model
// satisfies them.
func darkShadow(val *valuation, g bound, other []bound, s side, period rational.Rat) ([]constraint, bool) {
	out := make([]constraint, 0, len(other))
	for _, b := range other {
		c := ordered(g, b, s, false, true)
		slack := g.a.Mul(b.a).Mul(period).Sub(g.a).Sub(b.a).Add(one)
		c.lin.Const = c.lin.Const.Add(slack)
		if v := val.linear(c.lin); v.Sign() > 0 {
			return nil, false
		}
		out = append(out, c)
	}
	return out, true
}
