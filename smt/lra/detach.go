// SPDX-License-Identifier: Apache-2.0

package lra

import "math"

// This file avoids that pivots update irrelevant rows. If the basic variable of a row has no
// bounds, the row is in no conflict, and no pivot takes the variable out of the basis. The only
// possible use of the row is that it implies bounds. A pivot that would change such a row detaches
// it instead. The row's entries leave the columns. The row remains a valid equation. When the
// variable gets a bound, the row is attached again: variables that have become basic since are
// eliminated from it.
//
// Detached rows imply nothing for Implied. So short rows remain attached if bounds that they imply
// are watched. Long rows seldom have bounds for all of their summands, and are the most expensive.

// detachable reports whether row r can be detached without losing anything except implied bounds.
func (s *Solver) detachable(r int32) bool {
	row := &s.rows[r]
	x := &s.vars[row.basic]
	return x.lower < 0 && x.upper < 0 && (!x.watched || len(row.entries) > s.opts.LongRow)
}

// detachColumn detaches the rows with the nonbasic variable j, if that is allowed.
func (s *Solver) detachColumn(j Var) {
	if s.attached {
		return
	}
	// Backwards, since the entry that fills a gap has been visited already.
	for i := len(s.vars[j].column) - 1; i >= 0; i-- {
		if r := s.vars[j].column[i].row; s.detachable(r) {
			s.detach(r)
		}
	}
}

// detach takes the entries of row r out of the columns.
func (s *Solver) detach(r int32) {
	row := &s.rows[r]
	for i := range row.entries {
		s.forget(&row.entries[i])
	}
	s.detachments++
	row.detached, row.valued, row.hasLoose = s.detachments, s.moves, false
	s.stats.Ticks += int64(len(row.entries))
}

// attach brings the detached row r up to date and puts its entries into the columns.
func (s *Solver) attach(r int32) {
	row := &s.rows[r]
	row.detached = 0
	for i := range row.entries {
		e := &row.entries[i]
		x := &s.vars[e.v]
		e.at = int32(len(x.column))
		x.column = append(x.column, occurrence{row: r, at: int32(i)})
	}
	s.reduce(r)
	s.vars[row.basic].value = s.rowValue(r)
	s.noteRow(r)
}

// reduce expresses row r over nonbasic variables. The variables of a later detached row were
// nonbasic at that time. So none of them is basic in a row detached before. In the order of
// detachment, with attached rows last, each row is therefore used at most once.
func (s *Solver) reduce(r int32) {
	row := &s.rows[r]
	for {
		at, first := -1, int64(math.MaxInt64)
		for i := range row.entries {
			v := row.entries[i].v
			q := s.vars[v].row
			if q < 0 || v == row.basic {
				continue
			}
			when := s.rows[q].detached
			if when == 0 {
				when = math.MaxInt64 - 1
			}
			if when < first {
				at, first = i, when
			}
		}
		if at < 0 {
			return
		}
		source := s.vars[row.entries[at].v].row
		s.eliminate(r, source, row.entries[at].coeff, s.rows[source].entries[s.rows[source].base].coeff)
	}
}

// AttachAll attaches all rows. If stay is set, no row is detached again.
func (s *Solver) AttachAll(stay bool) {
	s.attached = stay
	if s.detachments == 0 {
		return
	}
	for r := range s.rows {
		if s.rows[r].detached > 0 {
			s.attach(int32(r))
		}
	}
}

// value returns the value of v. If the row of v is detached, the row determines the value.
func (s *Solver) value(v Var) *Delta {
	x := &s.vars[v]
	if x.row < 0 {
		return &x.value
	}
	row := &s.rows[x.row]
	if row.detached == 0 || row.valued == s.moves {
		return &x.value
	}
	var sum Delta
	for i := range row.entries {
		if e := &row.entries[i]; e.v != v {
			sum.addMul(e.coeff.Rat(), s.value(e.v))
		}
	}
	s.stats.Ticks += int64(len(row.entries))
	x.value = sum.Mul(row.entries[row.base].coeff.Rat().Inv().Neg())
	row.valued = s.moves
	return &x.value
}

// settle sets the values of all variables that detached rows determine.
func (s *Solver) settle() {
	if s.detachments > 0 {
		for v := range s.vars {
			s.value(Var(v))
		}
	}
}
