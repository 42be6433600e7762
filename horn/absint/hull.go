// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/internal/rational"
	"cornet/logic"
)

// Hull is the least set of the form point + L that contains all points added to it. L is a lattice,
// the integer combinations of some vectors. For real numbers, L is a vector space. Linear equations
// and, for integers, congruences describe its members. The zero value is empty.
//
// Invariant: rows are linearly independent, and in echelon form: rows[i] begins with pivots[i]
// zeros and then a positive number, and pivots ascend.
//
// Adding points enlarges it a bounded number of times: each time its dimension grows, or the
// lattice becomes finer by an integer factor.
type Hull struct {
	integral bool
	point    []rational.Rat // nil if the hull is empty
	rows     [][]rational.Rat
	pivots   []int
}

// add adds a point, which must be integral if h is.
//
// Cost: O(dimension · (size of the rows)), and Euclid's algorithm for each row.
func (h *Hull) add(p []rational.Rat) {
	if h.point == nil {
		h.point = p
		return
	}
	v := make([]rational.Rat, len(p))
	for j := range v {
		v[j] = p[j].Sub(h.point[j])
	}
	for j := range v {
		if v[j].IsZero() {
			continue
		}
		i, found := slices.BinarySearch(h.pivots, j)
		if !found {
			if v[j].Sign() < 0 {
				v = scaled(v, rational.Int(-1))
			}
			h.pivots = slices.Insert(h.pivots, i, j)
			h.rows = slices.Insert(h.rows, i, v)
			return
		}
		for !v[j].IsZero() {
			q := v[j].Div(h.rows[i][j])
			if h.integral {
				q = q.Floor()
			}
			v = plus(v, q.Neg(), h.rows[i])
			if !v[j].IsZero() { // for integers, the remainder is less than the pivot
				h.rows[i], v = v, h.rows[i]
			}
		}
	}
}

// clone returns a copy that may grow independently.
func (h *Hull) clone() *Hull {
	z := *h
	z.rows, z.pivots = slices.Clone(h.rows), slices.Clone(h.pivots)
	return &z
}

// generators returns points whose hull is h.
func (h *Hull) generators() [][]rational.Rat {
	if h.point == nil {
		return nil
	}
	z := [][]rational.Rat{h.point}
	for _, v := range h.rows {
		z = append(z, plus(h.point, rational.Int(1), v))
	}
	return z
}

// has reports whether p is a member.
func (h *Hull) has(p []rational.Rat) bool {
	if h.point == nil {
		return false
	}
	v := plus(p, rational.Int(-1), h.point)
	for i, j := range h.pivots {
		q := v[j].Div(h.rows[i][j])
		if h.integral && !q.IsInt() {
			return false
		}
		v = plus(v, q.Neg(), h.rows[i])
	}
	return !slices.ContainsFunc(v, func(x rational.Rat) bool { return !x.IsZero() })
}

func scaled(v []rational.Rat, c rational.Rat) []rational.Rat {
	z := make([]rational.Rat, len(v))
	for j := range v {
		z[j] = v[j].Mul(c)
	}
	return z
}

// plus returns v + c·w.
func plus(v []rational.Rat, c rational.Rat, w []rational.Rat) []rational.Rat {
	z := make([]rational.Rat, len(v))
	for j := range v {
		z[j] = v[j].AddMul(c, w[j])
	}
	return z
}

// maxHullNumeral limits the numerals in the equations and congruences of a hull. Larger ones come
// from the choice of models rather than from the system.
const maxHullNumeral = 1 << 24

// lowBits is the modulus of congruences that replace equations and congruences with larger
// numerals. It is implied by them, or has a common divisor with their modulus.
const lowBits = 1 << 8

// formula states that the terms are the coordinates of a member, except for parts with large
// numerals. It reports whether the formula is complete. Suppose that h grows to h'. If both
// formulas are complete, the formula of h implies the formula of h'. An incomplete one may not:
// {2³⁰} gives no formula, but {2³⁰, 2³⁰+2} gives one.
//
// The coordinates x of a member are point + Σ cᵢ·rows[i]. The cᵢ are linear in x, by the columns of
// the pivots. The other columns give equations, and cᵢ must be an integer.
func (h *Hull) formula(s *logic.Store, xs []*logic.Term) (f *logic.Term, all bool) {
	if h.point == nil {
		return s.False(), true
	}
	all = true
	sort := s.Real
	if h.integral {
		sort = s.Int
	}
	var conj []*logic.Term
	var factors []logic.Linear
	for j, x := range xs {
		rest := s.Linear(x)
		rest.Const = rest.Const.Sub(h.point[j])
		for i, c := range factors {
			rest = rest.Add(c.Scale(h.rows[i][j].Neg()))
		}
		if len(factors) == len(h.pivots) || h.pivots[len(factors)] != j {
			whole, _ := integralSum(rest)
			switch {
			case small(whole):
				conj = append(conj, s.EqZero(whole, sort))
			case h.integral:
				conj = append(conj, congruence(s, whole, rational.Int(lowBits)))
				fallthrough
			default:
				all = false
			}
			continue
		}
		c := rest.Scale(h.rows[len(factors)][j].Inv())
		factors = append(factors, c)
		whole, modulus := integralSum(c)
		if !h.integral {
			continue
		}
		if !small(whole) && rational.Int(maxHullNumeral).Less(modulus) {
			modulus, all = rational.GCD(modulus, rational.Int(lowBits)), false
		}
		conj = append(conj, congruence(s, whole, modulus))
	}
	return s.And(conj...), all
}

// congruence states that x, which has integer coefficients, is 0 modulo m.
func congruence(s *logic.Store, x logic.Linear, m rational.Rat) *logic.Term {
	if m.IsOne() {
		return s.True()
	}
	return s.Eq(s.Mod(s.Sum(reducedBy(x, m), s.Int), s.Num(m, s.Int)), s.IntNum(0))
}

// integralSum returns the least multiple of x with integer coefficients, and the factor.
func integralSum(x logic.Linear) (z logic.Linear, factor rational.Rat) {
	factor = x.Const.Den()
	for _, m := range x.Monomials {
		factor = rational.LCM(factor, m.Coeff.Den())
	}
	return x.Scale(factor), factor
}

// small reports whether the coefficients of x are small.
func small(x logic.Linear) bool {
	limit := rational.Int(maxHullNumeral)
	for _, m := range x.Monomials {
		if limit.Less(m.Coeff.Abs()) {
			return false
		}
	}
	return !limit.Less(x.Const.Abs())
}

// reducedBy returns x with coefficients modulo m.
func reducedBy(x logic.Linear, m rational.Rat) logic.Linear {
	z := logic.Linear{}
	_, z.Const = x.Const.DivEuclid(m)
	for _, t := range x.Monomials {
		if _, r := t.Coeff.DivEuclid(m); !r.IsZero() {
			z.Monomials = append(z.Monomials, logic.Monomial{Coeff: r, Term: t.Term})
		}
	}
	return z
}
