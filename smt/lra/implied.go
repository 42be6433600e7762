// SPDX-License-Identifier: Apache-2.0

package lra

// This file finds bounds that a single row implies, for theory propagation. A row a·x + Σ cᵢ·xᵢ = 0
// bounds x on one side if each xᵢ is bounded on the side that its coefficient determines. If all
// variables of the row are bounded in this way, each gets a bound. If all except one are, that one
// gets a bound.
//
// Implied bounds are reported, not recorded. Nothing is derived from them until the caller asserts
// the literals that follow. So each follows from asserted bounds by one Farkas combination, without
// any rounding.

// Implied is a bound that follows from the bounds in force.
type Implied struct {
	Bound // its Reason has no meaning
	row   int32
}

// Watch sets whether [Solver.Implied] returns bounds of v. At first it returns none.
func (s *Solver) Watch(v Var, watched bool) { s.vars[v].watched = watched }

// Implied returns bounds of watched variables that follow from changed rows and are tighter than
// those in force. A row counts as changed if it, or a bound in it, has changed since the last call.
// One variable may occur more than once. Detached rows imply nothing. The slice, and
// [Solver.Explain] for it, are valid until the solver is changed or checked. The cost is linear in
// the size of the rows that are examined.
func (s *Solver) Implied() []Implied {
	s.implied = s.implied[:0]
	for _, v := range s.changedVars {
		x := &s.vars[v]
		x.changed = false
		for _, o := range x.column {
			s.noteRow(o.row)
		}
	}
	for _, r := range s.changedRows {
		s.rows[r].changed = false
		if row := &s.rows[r]; row.detached == 0 && len(row.entries) <= maxImpliedRow {
			s.implyFrom(r)
		}
	}
	s.changedVars, s.changedRows = s.changedVars[:0], s.changedRows[:0]
	s.stats.Implied += int64(len(s.implied))
	return s.implied
}

// Explain appends to dst premises whose weighted sum is the implied bound.
func (s *Solver) Explain(dst []Premise, im Implied) []Premise {
	scale := s.coefficient(im.row, im.Var).Abs().Rat().Inv()
	return s.appendRow(dst, im.row, im.Var, im.Side, scale)
}

// limit is one side of a variable, which may have a bound: 2·v for the lower side, 2·v+1 for the
// upper side.
type limit int32

func limitOf(v Var, side Side) limit { return limit(v)<<1 | limit(side) }

// isFree reports whether there is no bound.
func (s *Solver) isFree(l limit) bool { return s.vars[l>>1].towards(l&1 == 1) < 0 }

// implyFrom reports the bounds that follow from the extremal values of the row's summands. In Σ
// cᵢ·xᵢ = 0, let mᵢ be the minima of the other summands. Then −Σ mᵢ bounds the summand cⱼ·xⱼ from
// above; the maxima bound it from below. Most rows have two summands without minimum and two
// without maximum, and stop after the first loop. The row records these summands, as clauses watch
// two literals. While they are still free and the row is unchanged, the loop is skipped.
func (s *Solver) implyFrom(r int32) {
	row := &s.rows[r]
	if row.hasLoose {
		l := &row.loose
		if s.isFree(l[0]) && s.isFree(l[1]) && s.isFree(l[2]) && s.isFree(l[3]) {
			s.stats.Ticks++
			return
		}
		row.hasLoose = false
	}
	low, high := -1, -1 // the last summand without a minimum, or without a maximum
	lows, highs := 0, 0 // their numbers
	interest := false
	for i := range row.entries {
		e := &row.entries[i]
		x := &s.vars[e.v]
		interest = interest || x.watched
		minimum, maximum := limitOf(e.v, Lower), limitOf(e.v, Upper)
		lower, upper := x.lower, x.upper
		if e.coeff.Sign() < 0 {
			minimum, maximum = maximum, minimum
			lower, upper = upper, lower
		}
		if lower < 0 {
			if lows < 2 {
				row.loose[lows] = minimum
			}
			low = i
			lows++
		}
		if upper < 0 {
			if highs < 2 {
				row.loose[2+highs] = maximum
			}
			high = i
			highs++
		}
		if lows > 1 && highs > 1 {
			row.hasLoose = true
			s.stats.Ticks += int64(i + 1)
			return
		}
	}
	s.stats.Ticks += int64(len(row.entries))
	if !interest {
		return
	}
	if lows <= 1 {
		s.implyOn(r, Lower, low)
	}
	if highs <= 1 {
		s.implyOn(r, Upper, high)
	}
}

// implyOn does the work of implyFrom for the extremal values on one side. All of these exist except
// for the summand free; -1 means that all exist.
func (s *Solver) implyOn(r int32, side Side, free int) {
	row := &s.rows[r]
	if free >= 0 && !s.vars[row.entries[free].v].watched {
		return
	}
	var sum Delta
	for i := range row.entries {
		if e := &row.entries[i]; i != free {
			sum.addMul(e.coeff.Rat(), &s.bounds[s.extremal(&s.vars[e.v], e, side)].value)
		}
	}
	s.stats.Ticks += int64(len(row.entries))
	if free >= 0 {
		s.imply(r, &row.entries[free], side, sum)
		return
	}
	for i := range row.entries {
		e := &row.entries[i]
		if !s.vars[e.v].watched {
			continue
		}
		rest := sum
		rest.addMul(e.coeff.Rat().Neg(), &s.bounds[s.extremal(&s.vars[e.v], e, side)].value)
		s.imply(r, e, side, rest)
	}
}

// extremal returns the bound of x that makes the summand e minimal (side Lower) or maximal, or −1.
func (s *Solver) extremal(x *variable, e *entry, side Side) int32 {
	return x.towards((side == Upper) == (e.coeff.Sign() > 0))
}

// imply reports the bound of the summand e of row r, unless it is already known. sum is the
// extremal sum of the others on the given side.
func (s *Solver) imply(r int32, e *entry, side Side, rest Delta) {
	x := &s.vars[e.v]
	if !x.watched {
		return
	}
	value := rest.Mul(e.coeff.Rat().Inv().Neg())
	// The summand is bounded on the opposite side. If its coefficient is positive, the variable is
	// bounded there too.
	at := opposite(side)
	if e.coeff.Sign() < 0 {
		at = side
	}
	own := x.towards(at == Upper)
	if own >= 0 && !tighter(at, &value, &s.bounds[own].value) {
		return
	}
	s.implied = append(s.implied, Implied{
		Bound: Bound{Var: e.v, Side: at, Strict: !value.K.IsZero(), Value: value.R},
		row:   r,
	})
}
