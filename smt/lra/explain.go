// SPDX-License-Identifier: Apache-2.0

package lra

import "cornet/internal/rational"

// Premise is a bound with its weight in a Farkas combination. Read a lower bound x ≥ l as −x ≤ −l,
// and replace terms by their definitions. Then the weighted sum of the premises of a conflict is 0
// ≤ c for a c < 0, or 0 < c for a c ≤ 0.
type Premise struct {
	Bound
	Coeff rational.Rat // positive
}

// Conflict explains the last conflict, found by Check or by an assertion. It returns bounds whose
// weighted sum is contradictory, at most one for each side of a variable. The set is irreducible:
// every bound is needed. The slice is valid until the solver is changed or checked again.
func (s *Solver) Conflict() []Premise { return s.conflict }

// clash explains the conflict between a bound that is not recorded yet and the opposite
// bound with index other.
func (s *Solver) clash(b boundRecord, other int32) []Premise {
	s.stats.Conflicts++
	one := rational.Int(1)
	s.conflict = append(s.conflict[:0],
		Premise{Bound{Var: b.v, Side: b.side, Strict: !b.value.K.IsZero(), Value: b.value.R, Reason: b.reason}, one},
		Premise{s.bound(other), one})
	return s.conflict
}

// explainRow makes the conflict of row r. The basic variable violates its bound on the given side.
// Every other variable is at a bound that keeps the basic variable there. The conflict is
// irreducible: without one of these bounds, its variable could move and repair the row.
func (s *Solver) explainRow(r int32, side Side) {
	s.stats.Conflicts++
	row := &s.rows[r]
	s.conflict = s.appendRow(s.conflict[:0], r, row.basic, opposite(side), rational.Int(1))
	bound := s.vars[row.basic].towards(side == Upper)
	a := row.entries[row.base].coeff.Abs().Rat()
	s.conflict = append(s.conflict, Premise{s.bound(bound), a})
}

// appendRow appends the bounds that row r combines into a bound of v on the given side. In the
// Farkas combination, this bound has the absolute value of v's coefficient as weight. All weights
// are multiplied by scale > 0. The bounds must exist.
func (s *Solver) appendRow(dst []Premise, r int32, v Var, side Side, scale rational.Rat) []Premise {
	row := &s.rows[r]
	sign := s.coefficient(r, v).Sign()
	for i := range row.entries {
		e := &row.entries[i]
		if e.v == v {
			continue
		}
		// a·v = −Σ cᵢ·xᵢ: summands with the sign of a bound v on the opposite side
		bound := s.vars[e.v].towards((side == Upper) != (e.coeff.Sign() == sign))
		dst = append(dst, Premise{s.bound(bound), e.coeff.Abs().Rat().Mul(scale)})
	}
	return dst
}
