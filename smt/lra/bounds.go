// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"cornet/internal/rational"
)

// This file holds the bounds of variables. A solver asserts only bounds, and backtracking retracts
// only bounds. They form a stack. A bound supersedes an older one of the same variable and side,
// and refers to it. When the bound is popped, the older one is in force again.

// Reason is the caller's justification of a bound, usually a literal. The solver returns it in
// explanations and attaches no meaning to it.
type Reason int

// Side is a side of a variable: below or above.
type Side uint8

const (
	Lower Side = iota // the variable is at least the bound
	Upper             // the variable is at most the bound
)

// String returns the relation of a weak bound.
func (s Side) String() string {
	if s == Lower {
		return ">="
	}
	return "<="
}

func opposite(side Side) Side { return Lower + Upper - side }

// Bound is a bound on a variable: Var ≥ Value, Var > Value, Var ≤ Value or Var < Value.
type Bound struct {
	Var    Var
	Side   Side
	Strict bool
	Value  rational.Rat
	Reason Reason
}

// boundRecord is a bound on the stack.
type boundRecord struct {
	value    Delta
	reason   Reason
	v        Var
	previous int32 // the bound that this one supersedes, or −1
	side     Side
}

// bound returns the bound with index i.
func (s *Solver) bound(i int32) Bound {
	b := &s.bounds[i]
	return Bound{Var: b.v, Side: b.side, Strict: !b.value.K.IsZero(), Value: b.value.R, Reason: b.reason}
}

// Lower returns the lower bound of v in force, if there is one.
func (s *Solver) Lower(v Var) (Bound, bool) {
	if i := s.vars[v].lower; i >= 0 {
		return s.bound(i), true
	}
	return Bound{}, false
}

// Upper returns the upper bound of v in force, if there is one.
func (s *Solver) Upper(v Var) (Bound, bool) {
	if i := s.vars[v].upper; i >= 0 {
		return s.bound(i), true
	}
	return Bound{}, false
}

// Fixed reports whether the bounds of v allow only one value. The two bounds are the explanation.
// They may have different reasons.
func (s *Solver) Fixed(v Var) (lower, upper Bound, fixed bool) {
	if !s.isFixed(v) {
		return Bound{}, Bound{}, false
	}
	return s.bound(s.vars[v].lower), s.bound(s.vars[v].upper), true
}

func (s *Solver) isFixed(v Var) bool {
	x := &s.vars[v]
	return x.lower >= 0 && x.upper >= 0 && s.bounds[x.lower].value.Equal(s.bounds[x.upper].value)
}

// AssertLower asserts v ≥ value, or v > value if strict. If the upper bound of v already
// contradicts this, the bound is not recorded, and the result explains the conflict as
// [Solver.Conflict] does. Otherwise the result is nil.
func (s *Solver) AssertLower(v Var, value rational.Rat, strict bool, reason Reason) []Premise {
	b := Delta{R: value}
	if strict {
		b.K = rational.Int(1)
	}
	return s.assert(v, Lower, b, reason)
}

// AssertUpper asserts v ≤ value, or v < value if strict; see [Solver.AssertLower].
func (s *Solver) AssertUpper(v Var, value rational.Rat, strict bool, reason Reason) []Premise {
	b := Delta{R: value}
	if strict {
		b.K = rational.Int(-1)
	}
	return s.assert(v, Upper, b, reason)
}

func (s *Solver) assert(v Var, side Side, value Delta, reason Reason) []Premise {
	x := &s.vars[v]
	if x.row >= 0 && s.rows[x.row].detached > 0 {
		s.attach(x.row)
	}
	own, other := &x.lower, x.upper
	if side == Upper {
		own, other = &x.upper, x.lower
	}
	if *own >= 0 && !tighter(side, &value, &s.bounds[*own].value) {
		return nil
	}
	record := boundRecord{value: value, reason: reason, v: v, previous: *own, side: side}
	if other >= 0 && tighter(side, &value, &s.bounds[other].value) {
		return s.clash(record, other)
	}
	*own = int32(len(s.bounds))
	s.bounds = append(s.bounds, record)
	if !x.changed {
		x.changed = true
		s.changedVars = append(s.changedVars, v)
	}
	switch {
	case !tighter(side, &value, &x.value):
		// The value respects the bound.
	case x.row >= 0:
		s.suspect(v)
	default:
		s.moveTo(v, &value)
	}
	return nil
}

// tighter reports whether bound a excludes more values on this side than b: whether the value b
// violates the bound a.
func tighter(side Side, a, b *Delta) bool {
	if side == Lower {
		return b.less(a)
	}
	return a.less(b)
}

// towards returns the index of the bound that stops x when it grows (or shrinks), or −1.
func (x *variable) towards(grow bool) int32 {
	if grow {
		return x.upper
	}
	return x.lower
}

// violates reports whether the value of x is out of bounds, and on which side.
func (s *Solver) violates(x *variable) (Side, bool) {
	if x.lower >= 0 && x.value.less(&s.bounds[x.lower].value) {
		return Lower, true
	}
	return Upper, x.upper >= 0 && s.bounds[x.upper].value.less(&x.value)
}

// Level returns the number of open levels.
func (s *Solver) Level() int { return len(s.levels) }

// Push opens a new level.
func (s *Solver) Push() { s.levels = append(s.levels, int32(len(s.bounds))) }

// Backtrack returns to the given level. It retracts all bounds asserted since Push left that level.
// Variables, terms, rows and values remain. Values of nonbasic variables are within the remaining
// bounds, and nothing else is required of values. The cost is linear in the number of retracted
// bounds.
//
// (The paper goes back to the values of the last successful Check. A trial saved 1% of the pivots
// in BenchmarkSearch and 5% on tiny systems. It cost a test and a copy for every change of a
// value.)
func (s *Solver) Backtrack(level int) {
	if level >= len(s.levels) {
		return
	}
	mark := int(s.levels[level])
	s.levels = s.levels[:level]
	for i := len(s.bounds) - 1; i >= mark; i-- {
		b := &s.bounds[i]
		if b.side == Lower {
			s.vars[b.v].lower = b.previous
		} else {
			s.vars[b.v].upper = b.previous
		}
	}
	s.bounds = s.bounds[:mark]
}
