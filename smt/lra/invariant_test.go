// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"fmt"

	"cornet/internal/rational"
)

// Invariant returns an error if one of the invariants stated at [Solver] is broken. It is meant
// for tests and for debugging. The cost is linear in the size of the tableau and of the
// definitions.
func (s *Solver) Invariant() error {
	for r := range s.rows {
		if err := s.checkRow(int32(r)); err != nil {
			return err
		}
	}
	for i := range s.vars {
		if err := s.checkVar(Var(i)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Solver) checkRow(r int32) error {
	row := &s.rows[r]
	if row.entries[row.base].v != row.basic || s.vars[row.basic].row != r {
		return fmt.Errorf("row %d and its basic variable %d disagree", r, row.basic)
	}
	var gcd rational.Z
	var sum Delta
	for at, e := range row.entries {
		if e.coeff.IsZero() {
			return fmt.Errorf("row %d has coefficient 0 for variable %d", r, e.v)
		}
		gcd = rational.GCDZ(gcd, e.coeff)
		sum.addMul(e.coeff.Rat(), s.value(e.v))
		if row.detached > 0 {
			if q := s.vars[e.v].row; e.v != row.basic && q >= 0 && s.rows[q].detached > 0 && s.rows[q].detached <= row.detached {
				return fmt.Errorf("detached row %d contains variable %d, whose row was detached before", r, e.v)
			}
			continue
		}
		if o := s.vars[e.v].column[e.at]; o != (occurrence{r, int32(at)}) {
			return fmt.Errorf("entry %d of row %d points at occurrence %v of variable %d", at, r, o, e.v)
		}
		if e.v != row.basic && s.vars[e.v].row >= 0 {
			return fmt.Errorf("row %d contains variable %d, which is basic in row %d", r, e.v, s.vars[e.v].row)
		}
	}
	if x := &s.vars[row.basic]; row.detached > 0 && (s.attached || x.lower >= 0 || x.upper >= 0) {
		return fmt.Errorf("row %d is detached, though its basic variable has bounds or all are to be attached", r)
	}
	if row.hasLoose {
		if err := s.checkLoose(r); err != nil {
			return err
		}
	}
	if !gcd.IsOne() {
		return fmt.Errorf("the coefficients of row %d have the common divisor %v", r, gcd)
	}
	if !sum.IsZero() {
		return fmt.Errorf("the values give row %d the sum %v", r, sum)
	}
	return nil
}

// checkLoose checks the two summands that row r caches. The minimum or maximum of each must depend
// on the stored side of its variable.
func (s *Solver) checkLoose(r int32) error {
	loose := s.rows[r].loose
	if loose[0] == loose[1] || loose[2] == loose[3] {
		return fmt.Errorf("row %d remembers one summand twice", r)
	}
	for i, l := range loose {
		side := Lower
		if i >= 2 {
			side = Upper
		}
		if s.coefficient(r, Var(l>>1)).Sign() < 0 {
			side = opposite(side)
		}
		if l != limitOf(Var(l>>1), side) {
			return fmt.Errorf("row %d remembers the wrong side of variable %d", r, l>>1)
		}
	}
	return nil
}

func (s *Solver) checkVar(v Var) error {
	x := &s.vars[v]
	if want := s.occurrences(x); want >= 0 && len(x.column) != want {
		return fmt.Errorf("basic variable %d occurs %d times, want %d", v, len(x.column), want)
	}
	for at, o := range x.column {
		if s.rows[o.row].detached > 0 {
			return fmt.Errorf("variable %d has an occurrence in row %d, which is detached", v, o.row)
		}
		if e := s.rows[o.row].entries[o.at]; e.v != v || e.at != int32(at) {
			return fmt.Errorf("occurrence %d of variable %d points at entry %v", at, v, e)
		}
	}
	if _, isOut := s.violates(x); isOut && (x.row < 0 || !x.suspect) {
		return fmt.Errorf("variable %d (row %d) with value %v is out of bounds", v, x.row, x.value)
	}
	if s.eliminateAt[v] != -1 {
		return fmt.Errorf("scratch of variable %d is in use", v)
	}
	if x.definition == nil {
		return nil
	}
	var sum Delta
	for _, m := range x.definition {
		sum.addMul(m.Coeff, s.value(m.Var))
	}
	if !sum.Equal(s.Value(v)) {
		return fmt.Errorf("term %d has value %v, its definition %v", v, s.Value(v), sum)
	}
	return nil
}

// occurrences returns how often a basic variable must occur. It returns -1, for any number, if the
// variable is nonbasic.
func (s *Solver) occurrences(x *variable) int {
	switch {
	case x.row < 0:
		return -1
	case s.rows[x.row].detached > 0:
		return 0
	}
	return 1
}

// CheckImplied returns an error unless the weighted sum of the premises is the given bound
// or one that implies it.
func (s *Solver) CheckImplied(b Bound, premises []Premise) error {
	negation := Bound{Var: b.Var, Side: Lower, Strict: !b.Strict, Value: b.Value}
	if b.Side == Lower {
		negation.Side = Upper
	}
	all := append([]Premise{{negation, rational.Int(1)}}, premises...)
	if err := s.CheckConflict(all); err != nil {
		return fmt.Errorf("lra: %v does not follow: %w", b, err)
	}
	return nil
}
