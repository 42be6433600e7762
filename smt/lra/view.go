// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"iter"

	"cornet/internal/rational"
)

// This file gives package lia access to the tableau, and moves values in it.

// IsBasic reports whether v is basic, so that a row determines its value.
func (s *Solver) IsBasic(v Var) bool { return s.vars[v].row >= 0 }

// Rows returns the number of rows. Rows are numbered from 0; some may be empty.
func (s *Solver) Rows() int { return len(s.rows) }

// Row returns the variables and coefficients of row r, whose sum is 0. The coefficients are coprime
// integers. The order is arbitrary. The solver must not be changed meanwhile.
func (s *Solver) Row(r int) iter.Seq2[Var, rational.Z] {
	return func(yield func(Var, rational.Z) bool) {
		for i := range s.rows[r].entries {
			if e := &s.rows[r].entries[i]; !yield(e.v, e.coeff) {
				return
			}
		}
	}
}

// RowOf returns the number of the row that determines the basic variable v.
func (s *Solver) RowOf(v Var) int {
	if s.vars[v].row < 0 {
		panic("lra: RowOf a nonbasic variable")
	}
	return int(s.vars[v].row)
}

// Column returns the basic variables that depend on the nonbasic variable v, with the rates at
// which they change. The solver must not be changed meanwhile.
func (s *Solver) Column(v Var) iter.Seq2[Var, rational.Rat] {
	if s.vars[v].row >= 0 {
		panic("lra: Column of a basic variable")
	}
	return func(yield func(Var, rational.Rat) bool) {
		for _, o := range s.vars[v].column {
			row := &s.rows[o.row]
			if !yield(row.basic, row.entries[o.at].coeff.Quo(row.entries[row.base].coeff).Neg()) {
				return
			}
		}
	}
}

// Move adds d to the value of the nonbasic variable v, and updates the basic variables that depend
// on it. The new value must be within the bounds of v. Basic variables may leave their bounds,
// which the next Check repairs.
func (s *Solver) Move(v Var, d Delta) {
	x := &s.vars[v]
	if x.row >= 0 {
		panic("lra: Move of a basic variable")
	}
	s.shift(v, &d)
	if _, isOut := s.violates(x); isOut {
		panic("lra: Move out of bounds")
	}
}

// Assign gives every structural variable v the value values[v], and updates the terms. All values
// must be within the bounds. The cost is linear in the size of the definitions.
func (s *Solver) Assign(values []Delta) {
	s.moves++
	for v := range s.vars {
		x := &s.vars[v]
		if x.definition == nil {
			x.value = values[v]
		}
	}
	for v := range s.vars {
		x := &s.vars[v]
		if x.definition != nil {
			x.value = Delta{}
			for _, m := range x.definition {
				x.value.addMul(m.Coeff, &s.vars[m.Var].value)
			}
		}
		if _, isOut := s.violates(x); isOut {
			panic("lra: Assign out of bounds")
		}
	}
}

// CanMove reports whether the basic variable v can grow (or shrink) if the nonbasic variables of
// its row move independently within their bounds. If it cannot, the row implies that the value of v
// is its greatest (least) one.
func (s *Solver) CanMove(v Var, grow bool) bool {
	side := Upper
	if grow {
		side = Lower
	}
	_, found := s.entering(s.vars[v].row, side, true)
	return found
}
