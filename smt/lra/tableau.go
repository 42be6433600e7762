// SPDX-License-Identifier: Apache-2.0

package lra

import "cornet/internal/rational"

// This file holds the tableau: sparse rows Σ aᵢ·xᵢ = 0 with integer coefficients, and for every
// variable the list of its occurrences. So the tableau can be walked by rows and by columns.
// Entries and occurrences point at each other. They are removed by moving the last one into the
// gap, so neither list ever has holes. Rows are kept primitive (coprime coefficients), instead of
// giving the basic variable the coefficient 1. Elimination then costs multiplications and additions
// of words, and one gcd per row that usually ends after a few entries. Fractions would cost two
// gcds per entry.

// row is the equation Σ aᵢ·xᵢ = 0.
type row struct {
	entries []entry
	basic   Var
	base    int32 // position of the basic variable in entries
	changed bool  // is in Solver.changedRows

	detached int64 // the number of its detachment, from 1 on, or 0: see detach.go
	valued   int64 // while detached: Solver.moves when the value of basic was found

	// If hasLoose is set, loose states why the row implied nothing when implyFrom last examined it.
	// It has two summands without minimum, and two without maximum, because bounds are missing on
	// these sides.
	loose    [4]limit
	hasLoose bool
}

// entry is a summand of a row.
type entry struct {
	coeff rational.Z
	v     Var
	at    int32 // position of the matching occurrence in the column of v
}

// occurrence is a place where a variable occurs.
type occurrence struct {
	row int32
	at  int32 // position of the matching entry in the row
}

// addRow makes the new variable t the basic variable of a new row for t = Σ definition.
func (s *Solver) addRow(t Var, definition []Monomial) {
	den := rational.Int(1)
	for _, m := range definition {
		den = rational.LCM(den, m.Coeff.Den())
	}
	r := int32(len(s.rows))
	s.rows = append(s.rows, row{basic: t})
	s.vars[t].row = r
	minus := integer(den.Neg())
	s.push(r, t, minus)
	for _, m := range definition {
		s.push(r, m.Var, integer(m.Coeff.Mul(den)))
	}
	s.reduce(r)
	s.normalise(r)
	s.vars[t].value = s.rowValue(r)
	s.noteRow(r)
}

// noteRow records for Implied that row r has changed.
func (s *Solver) noteRow(r int32) {
	if row := &s.rows[r]; !row.changed {
		row.changed = true
		s.changedRows = append(s.changedRows, r)
	}
}

// integer converts x, which must be an integer.
func integer(x rational.Rat) rational.Z {
	z, ok := x.Z()
	if !ok {
		panic("lra: " + x.String() + " is not an integer")
	}
	return z
}

// rowValue returns the value that row r gives its basic variable.
func (s *Solver) rowValue(r int32) Delta {
	row := &s.rows[r]
	var sum Delta
	for i := range row.entries {
		if e := &row.entries[i]; e.v != row.basic {
			sum.addMul(e.coeff.Rat(), &s.vars[e.v].value)
		}
	}
	return sum.Mul(row.entries[row.base].coeff.Rat().Inv().Neg())
}

// push appends a summand to row r.
func (s *Solver) push(r int32, v Var, coeff rational.Z) {
	row, x := &s.rows[r], &s.vars[v]
	at := int32(len(row.entries))
	row.entries = append(row.entries, entry{coeff: coeff, v: v, at: int32(len(x.column))})
	x.column = append(x.column, occurrence{row: r, at: at})
}

// remove takes the summand at position at out of row r. The last one takes its place.
func (s *Solver) remove(r, at int32) {
	row := &s.rows[r]
	s.forget(&row.entries[at])

	last := int32(len(row.entries) - 1)
	if at != last {
		e := row.entries[last]
		row.entries[at] = e
		s.vars[e.v].column[e.at].at = at
		if row.base == last {
			row.base = at
		}
	}
	row.entries = row.entries[:last]
}

// forget takes the occurrence of the entry gone out of its column.
func (s *Solver) forget(gone *entry) {
	column := s.vars[gone.v].column
	last := int32(len(column) - 1)
	if gone.at != last {
		o := column[last]
		column[gone.at] = o
		s.rows[o.row].entries[o.at].at = gone.at
	}
	s.vars[gone.v].column = column[:last]
}

// coefficient returns the coefficient of v in row r, where it occurs.
func (s *Solver) coefficient(r int32, v Var) rational.Z {
	for _, o := range s.vars[v].column {
		if o.row == r {
			return s.rows[r].entries[o.at].coeff
		}
	}
	panic("lra: variable does not occur in row")
}

// pivot exchanges the basic variable of row r with the nonbasic variable j at position at of the
// row. The cost is the sum of the lengths of all rows in which j occurs.
func (s *Solver) pivot(r, at int32, j Var) {
	row := &s.rows[r]
	s.vars[row.basic].row = -1
	row.basic, row.base = j, at
	s.vars[j].row = r
	a := row.entries[at].coeff
	// Eliminating j from a row removes its occurrence. Backwards, only the occurrence in r can move
	// into the gap.
	for i := len(s.vars[j].column) - 1; i >= 0; i-- {
		if o := s.vars[j].column[i]; o.row != r {
			s.eliminate(o.row, r, s.rows[o.row].entries[o.at].coeff, a)
			s.noteRow(o.row)
		}
	}
	s.noteRow(r)
	s.stats.Pivots++
}

// eliminate adds a multiple of row source to a multiple of row target so that a variable vanishes
// from target. The variable has coefficient a in source and b in target. Hot: most of the time of a
// hard Check.
func (s *Solver) eliminate(target, source int32, b, a rational.Z) {
	if g := rational.GCDZ(a, b); !g.IsOne() {
		a, b = a.DivExact(g), b.DivExact(g)
	}
	if a.Sign() < 0 {
		a = a.Neg()
	} else {
		b = b.Neg()
	}
	// target := a·target + b·source, with a > 0

	row, at := &s.rows[target], s.eliminateAt
	row.hasLoose = false
	old := len(row.entries)
	if a.IsOne() {
		for i := range row.entries {
			at[row.entries[i].v] = int32(i)
		}
	} else {
		for i := range row.entries {
			e := &row.entries[i]
			at[e.v] = int32(i)
			e.coeff = e.coeff.Mul(a)
		}
	}
	added := s.rows[source].entries
	for i := range added {
		e := &added[i]
		if p := at[e.v]; p >= 0 {
			row.entries[p].coeff = row.entries[p].coeff.AddMul(b, e.coeff)
		} else {
			s.push(target, e.v, e.coeff.Mul(b))
		}
	}
	s.stats.Ticks += int64(old+len(added)) * max(a.Cost(), b.Cost())
	for i := old - 1; i >= 0; i-- {
		e := &row.entries[i]
		at[e.v] = -1
		if e.coeff.IsZero() {
			s.remove(target, int32(i))
		}
	}
	s.normalise(target)
}

// normalise divides row r by the greatest common divisor of its coefficients.
func (s *Solver) normalise(r int32) {
	entries := s.rows[r].entries
	var g rational.Z
	for i := range entries {
		g = rational.GCDZ(g, entries[i].coeff)
		if g.IsOne() {
			return
		}
	}
	for i := range entries {
		e := &entries[i]
		e.coeff = e.coeff.DivExact(g)
	}
}
