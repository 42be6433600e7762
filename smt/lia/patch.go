// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file repairs fractional values by moving nonbasic integer variables one at a time, as the
// patcher of Z3 does. Let a basic variable b change at the rate p/q (in lowest terms) with a
// nonbasic one, and let the denominator of b's value divide q. Then b becomes an integer if the
// nonbasic variable moves by a suitable amount below q in absolute value. The move is made if all
// bounds still hold and all integers remain integers.

// patch tries to make all integer variables integral and reports whether they are. The
// values satisfy all bounds before and after.
func (s *Solver) patch() bool {
	done := true
	for _, v := range s.integers {
		if value := s.lp.Value(v); !isIntegral(value) && !s.patchVar(v, value) {
			done = false
		}
	}
	return done
}

// patchVar tries to make the value of v an integer.
func (s *Solver) patchVar(v lra.Var, value lra.Delta) bool {
	if !s.lp.IsBasic(v) || !value.K.IsZero() {
		return false
	}
	r := s.lp.RowOf(v)
	var own rational.Z
	for j, a := range s.lp.Row(r) {
		if j == v {
			own = a
		}
	}
	for j, a := range s.lp.Row(r) {
		if j == v || !s.isInt[j] {
			continue
		}
		for _, d := range repairs(value.R, a.Quo(own).Neg()) {
			if s.harmless(j, d) {
				s.lp.Move(j, lra.Delta{R: d})
				return true
			}
		}
	}
	return false
}

// repairs returns the integers d for which value + rate·d is an integer. It returns the one with
// the least absolute value for each sign, if there are any. The value is not an integer.
func repairs(value, rate rational.Rat) []rational.Rat {
	p, q := rate.Num(), rate.Den()
	n := value.Mul(q) // needed: n + p·d ≡ 0 (mod q)
	if !n.IsInt() {
		return nil
	}
	d := n.Mul(inverse(p, q)).Neg()
	_, d = d.DivEuclid(q)
	return []rational.Rat{d, d.Sub(q)}
}

// inverse returns the inverse of p modulo q, for coprime p and q > 0, by Euclid's algorithm.
func inverse(p, q rational.Rat) rational.Rat {
	_, r := p.DivEuclid(q)
	previous, x, y := q, rational.Rat{}, rational.Int(1) // previous ≡ x·p and r ≡ y·p (mod q)
	for !r.IsZero() {
		quotient, rest := previous.DivEuclid(r)
		previous, r = r, rest
		x, y = y, x.Sub(quotient.Mul(y))
	}
	return x // previous = 1
}

// harmless reports whether the nonbasic variable j can move by d such that all bounds still hold
// and all integers remain integers.
func (s *Solver) harmless(j lra.Var, d rational.Rat) bool {
	if !s.within(j, s.lp.Value(j).Add(lra.Delta{R: d})) {
		return false
	}
	for w, rate := range s.lp.Column(j) {
		before := s.lp.Value(w)
		s.stats.Ticks += before.R.Cost()
		after := before.Add(lra.Delta{R: rate.Mul(d)})
		if !s.within(w, after) || s.isInt[w] && isIntegral(before) && !isIntegral(after) {
			return false
		}
	}
	return true
}

// within reports whether the value is within the bounds of v.
func (s *Solver) within(v lra.Var, value lra.Delta) bool {
	if b, found := s.lp.Lower(v); found && value.Cmp(edge(b)) < 0 {
		return false
	}
	if b, found := s.lp.Upper(v); found && value.Cmp(edge(b)) > 0 {
		return false
	}
	return true
}

// edge returns the extremal value that the bound allows.
func edge(b lra.Bound) lra.Delta {
	z := lra.Delta{R: b.Value}
	if b.Strict {
		z.K = rational.Int(1)
		if b.Side == lra.Upper {
			z.K = rational.Int(-1)
		}
	}
	return z
}
