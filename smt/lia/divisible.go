// SPDX-License-Identifier: Apache-2.0

package lia

import (
	"fmt"

	"cornet/internal/rational"
	"cornet/smt/lra"
)

// This file holds the certificate of a conflict by divisibility, its checker, and the
// cheapest way to find one: the GCD test of single rows.

// Equality is an equation between a fixed variable and its value, with a weight in a certificate.
// The equation is the conjunction of two bounds with the same variable and value. The bounds may
// have different reasons.
//
// A certificate of indivisibility is a list of equalities. Replace terms by their definitions. Then
// the weighted sum has integer coefficients on integer variables only, and its right side is not an
// integer. No integers satisfy such an equation, so the equalities contradict integrality.
//
// Interpolation (Jain, Clarke and Grumberg, CAV 2008; Griggio, JSAT 2012, section 5). Split the
// equalities into A and B. Let e = c be A's part of the weighted sum. A variable that is local to A
// has the same coefficient in e as in the whole sum: an integer. So A implies that the shared part
// of e differs from c by an integer. This is an interpolant: by B's part, it differs by an integer
// from c minus the right side of the whole sum, which is not an integer. An equality t = c whose
// lower bound is from A and whose upper bound is from B is about shared variables. Count it to B,
// and let I be the interpolant. Then t ≥ c ∧ (t = c ⇒ I) is an interpolant of A and B themselves.
type Equality struct {
	Lower, Upper lra.Bound
	Coeff        rational.Rat // not 0
}

// String returns the equality as "1/2·(v3 = 7)".
func (e Equality) String() string {
	return fmt.Sprintf("%v·(v%d = %v)", e.Coeff, e.Lower.Var, e.Lower.Value)
}

// CheckIndivisible returns an error unless the equalities are a certificate of indivisibility. It
// uses only definitions and kinds of the solver.
func (s *Solver) CheckIndivisible(equalities []Equality) error {
	var right rational.Rat
	left := make([]rational.Rat, s.lp.NumVars())
	for _, e := range equalities {
		l, u := e.Lower, e.Upper
		if l.Var != u.Var || !l.Value.Equal(u.Value) || l.Strict || u.Strict || l.Side != lra.Lower || u.Side != lra.Upper {
			return fmt.Errorf("lia: %v and %v are no equality", l, u)
		}
		if e.Coeff.IsZero() {
			return fmt.Errorf("lia: %v has weight 0", e)
		}
		right = right.AddMul(e.Coeff, l.Value)
		definition, isTerm := s.lp.Definition(l.Var)
		if !isTerm {
			left[l.Var] = left[l.Var].Add(e.Coeff)
		}
		for _, m := range definition {
			left[m.Var] = left[m.Var].AddMul(e.Coeff, m.Coeff)
		}
	}
	for v, c := range left {
		if !c.IsInt() || !s.isInt[v] && !c.IsZero() {
			return fmt.Errorf("lia: the sum of %v has %v·v%d (integer: %t)", equalities, c, v, s.isInt[v])
		}
	}
	if right.IsInt() {
		return fmt.Errorf("lia: the sum of %v has the right side %v, want a fraction", equalities, right)
	}
	return nil
}

// equality returns the equality of a fixed variable with the given weight.
func (s *Solver) equality(v lra.Var, coeff rational.Rat) Equality {
	lower, upper, _ := s.lp.Fixed(v)
	return Equality{Lower: lower, Upper: upper, Coeff: coeff}
}

// indivisibleRow searches for a row Σ aᵢ·xᵢ = 0 with this property: the summands that are not fixed
// always sum to a multiple of some g, but the fixed ones do not. It returns the certificate, or
// nil.
func (s *Solver) indivisibleRow() []Equality {
	for r := range s.lp.Rows() {
		if g, found := s.indivisible(r); found {
			var z []Equality
			for v, a := range s.lp.Row(r) {
				if _, _, fixed := s.lp.Fixed(v); fixed {
					z = append(z, s.equality(v, a.Rat().Div(g)))
				}
			}
			return z
		}
	}
	return nil
}

// indivisible reports whether row r has the property that indivisibleRow looks for, and returns g.
func (s *Solver) indivisible(r int) (g rational.Rat, found bool) {
	var sum rational.Rat // sum of the fixed summands
	for v, a := range s.lp.Row(r) {
		s.stats.Ticks++
		if lower, _, fixed := s.lp.Fixed(v); fixed {
			if lower.Strict {
				return g, false // this should not happen: a fixed value that is not rational
			}
			sum = sum.AddMul(a.Rat(), lower.Value)
		} else {
			step := s.step[v]
			if step.IsZero() {
				return g, false
			}
			g = gcd(g, a.Rat().Mul(step))
			s.stats.Ticks += a.Rat().Cost()
		}
	}
	return g, !g.IsZero() && !sum.Div(g).IsInt()
}
