// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"fmt"

	"cornet/internal/rational"
)

// This file checks Farkas certificates. From the solver it uses only the definitions of terms, as
// the caller gave them. It uses no rows, values or bounds.

// Sum returns the weighted sum of bounds, with lower bounds x ≥ l read as −x ≤ −l, as
//
//	left ≤ right, or left < right if strict,
//
// where left is over structural variables, ordered and without zero coefficients. If a weight is
// not positive, it returns an error.
func (s *Solver) Sum(premises []Premise) (left []Monomial, right rational.Rat, strict bool, err error) {
	var sum []Monomial
	for _, p := range premises {
		if p.Coeff.Sign() <= 0 {
			return nil, right, false, fmt.Errorf("lra: weight %v of %v is not positive", p.Coeff, p.Bound)
		}
		c := p.Coeff
		if p.Side == Lower {
			c = c.Neg()
		}
		sum = append(sum, Monomial{c, p.Var})
		right = right.AddMul(c, p.Value)
		strict = strict || p.Strict
	}
	return s.expand(sum), right, strict, nil
}

// CheckConflict returns an error unless the weighted sum of the premises is contradictory.
// It is meant for tests and for debugging: it recomputes the sum from the definitions.
func (s *Solver) CheckConflict(premises []Premise) error {
	left, right, strict, err := s.Sum(premises)
	switch sign := right.Sign(); {
	case err != nil:
		return err
	case len(left) != 0:
		return fmt.Errorf("lra: the sum of %v has the left side %v, want 0", premises, left)
	case sign < 0 || sign == 0 && strict:
		return nil
	}
	return fmt.Errorf("lra: the sum of %v is 0 ≤ %v (strict: %v), no contradiction", premises, right, strict)
}

// String returns the bound as "v3 <= 5/2" or "v3 < 2".
func (b Bound) String() string {
	relation := b.Side.String()
	if b.Strict {
		relation = relation[:1]
	}
	return fmt.Sprintf("v%d %s %v", b.Var, relation, b.Value)
}

// String returns the premise as "2·(v3 <= 5/2)".
func (p Premise) String() string { return fmt.Sprintf("%v·(%v)", p.Coeff, p.Bound) }
