// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"slices"

	"cornet/internal/rational"
)

// This file turns values over δ-rationals into rational values, and finds out which are equal.

// Model returns the values of all variables, indexed by variable, with a concrete rational for δ.
// It requires that Check has just succeeded; the values then satisfy all bounds. Variables of
// shared with different values keep different values. So an arrangement of shared variables that
// was read from [Solver.Value] remains valid. The caller owns the slice.
func (s *Solver) Model(shared []Var) []rational.Rat {
	s.settle()
	eps := s.epsilon()
	values := make([]rational.Rat, len(s.vars))
	for {
		for v := range s.vars {
			values[v] = s.vars[v].value.At(eps)
		}
		if !s.confuses(shared, values) {
			return values
		}
		// Each pair of different values agrees for at most one δ, so this ends.
		eps = eps.Mul(rational.New(1, 2))
	}
}

// epsilon returns a positive δ for which the values satisfy all bounds (section 3.4.2 of the
// technical report of the paper). From c + k·δ ≤ c' + k'·δ with c < c' and k > k' it follows that δ
// is at most (c'−c)/(k−k').
func (s *Solver) epsilon() rational.Rat {
	eps := rational.Int(1)
	limit := func(x, y *Delta) { // x ≤ y
		if x.R.Less(y.R) && y.K.Less(x.K) {
			eps = rational.Min(eps, y.R.Sub(x.R).Div(x.K.Sub(y.K)))
		}
	}
	for i := range s.vars {
		x := &s.vars[i]
		if x.lower >= 0 {
			limit(&s.bounds[x.lower].value, &x.value)
		}
		if x.upper >= 0 {
			limit(&x.value, &s.bounds[x.upper].value)
		}
	}
	return eps
}

// confuses reports whether two shared variables with different values have the same number in
// values.
func (s *Solver) confuses(shared []Var, values []rational.Rat) bool {
	order := slices.Clone(shared)
	slices.SortFunc(order, func(v, w Var) int { return values[v].Cmp(values[w]) })
	for i := 1; i < len(order); i++ {
		v, w := order[i-1], order[i]
		if values[v].Equal(values[w]) && !s.vars[v].value.Equal(s.vars[w].value) {
			return true
		}
	}
	return false
}
