// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"context"

	"cornet/internal/rational"
	"cornet/internal/turn"
)

// This file holds the dual simplex method: Check of Dutertre and de Moura, section 3.2. While a
// basic variable (leaving) is out of bounds, it is moved to the bound. To compensate, a nonbasic
// variable of its row (entering) moves, provided that its bounds allow this, and replaces it in the
// basis. If there is no such variable, the row is a conflict.

// Status is the outcome of Check. Its zero value is Unknown.
type Status uint8

const (
	Unknown    Status = iota // the tick limit was reached or the context was cancelled
	Feasible                 // the values satisfy all bounds
	Infeasible               // Conflict explains why there are no such values
)

// String returns the name of the status.
func (s Status) String() string {
	return [...]string{"unknown", "feasible", "infeasible", "unbounded"}[s]
}

// pollTicks is the number of ticks between two checks of the context: tens of microseconds.
const pollTicks = 1 << 14

// effort limits one call that may run long.
type effort struct {
	poll, limit int64 // ticks
}

// newEffort returns an effort that starts now and is limited to the given ticks, if positive.
func (s *Solver) newEffort(ticks int64) effort {
	t := s.stats.Ticks
	e := effort{poll: t + pollTicks}
	if ticks > 0 {
		e.limit = t + ticks
	}
	return e
}

// spent reports whether the call must stop: with an error if ctx is done.
func (s *Solver) spent(ctx context.Context, e *effort) (bool, error) {
	t := s.stats.Ticks
	if t < e.poll {
		return false, nil
	}
	e.poll = t + pollTicks
	if turn.Yield(ctx) != nil {
		return true, context.Cause(ctx)
	}
	return e.limit != 0 && t > e.limit, nil
}

// Check searches for values that satisfy all bounds. After Feasible, [Solver.Value] returns them.
// After Infeasible, [Solver.Conflict] explains the conflict. Unknown comes with an error if ctx is
// done, and without one if Options.TickLimit is reached. If Check is called again, the search
// continues from there.
func (s *Solver) Check(ctx context.Context) (Status, error) {
	return s.CheckWithin(ctx, s.opts.TickLimit)
}

// CheckWithin is [Solver.Check] with a tick limit of its own; 0 means no limit.
func (s *Solver) CheckWithin(ctx context.Context, ticks int64) (Status, error) {
	s.stats.Checks++
	e := s.newEffort(ticks)
	for pivots := 0; ; pivots++ {
		bland := pivots >= s.opts.BlandAfter
		b, side, found := s.leaving(bland)
		if !found {
			return Feasible, nil
		}
		if stop, err := s.spent(ctx, &e); stop {
			return Unknown, err
		}
		r := s.vars[b].row
		at, found := s.entering(r, side, bland)
		if !found {
			s.explainRow(r, side)
			return Infeasible, nil
		}
		bound := s.vars[b].towards(side == Upper)
		s.exchange(r, at, &s.bounds[bound].value)
	}
}

// priced is the number of basic variables out of bounds among which leaving chooses. It bounds the
// cost of the choice if there are many. BenchmarkCheck gains nothing above 16.
const priced = 16

// leaving returns a basic variable that is out of bounds, and the bound that it violates. It
// compares up to priced candidates, and takes the one that is farthest out. Under Bland's rule, it
// takes the first of all. (BenchmarkCheck compared this with taking the first, the one that is out
// least, and the one with the shortest row. On dense systems these need 2, 5 and 2 times as many
// pivots, on sparse ones about the same.)
func (s *Solver) leaving(bland bool) (v Var, side Side, found bool) {
	var worst rational.Rat
	kept := s.suspects[:0]
	for i, b := range s.suspects {
		if !bland && len(kept) == priced {
			kept = append(kept, s.suspects[i:]...)
			break
		}
		x := &s.vars[b]
		violated, isOut := s.violates(x)
		if x.row < 0 || !isOut {
			x.suspect = false
			continue
		}
		kept = append(kept, b)
		better := !found || b < v
		if !bland {
			excess := x.value.R.Sub(s.bounds[x.towards(violated == Upper)].value.R).Abs()
			c := excess.Cmp(worst)
			if better = !found || c > 0 || c == 0 && b < v; better {
				worst = excess
			}
		}
		if better {
			v, side, found = b, violated, true
		}
	}
	s.suspects = kept
	return v, side, found
}

// entering returns the position in row r of a nonbasic variable that can move so that the basic
// variable gets closer to the bound that it violates, on the given side. It prefers a variable that
// drives few basic variables towards bounds, and then one with a short column, for cheap pivots and
// little fill-in. Under Bland's rule, it takes the first. (Column length alone needs twice as many
// pivots in BenchmarkCheck on dense systems.)
func (s *Solver) entering(r int32, side Side, bland bool) (at int32, found bool) {
	row := &s.rows[r]
	increase := side == Lower // whether the basic variable must increase
	base := row.entries[row.base].coeff.Sign()
	var best cost
	for i := range row.entries {
		e := &row.entries[i]
		if e.v == row.basic {
			continue
		}
		// The basic variable grows with e.v if their coefficients differ in sign.
		grow := increase == (e.coeff.Sign() != base)
		x := &s.vars[e.v]
		if !s.hasRoom(x, grow) {
			continue
		}
		c := cost{v: e.v}
		if !bland {
			c.pressed, c.length = s.pressed(x, grow), len(x.column)
		}
		if !found || c.less(best) {
			at, best, found = int32(i), c, true
		}
	}
	s.stats.Ticks += int64(len(row.entries))
	return at, found
}

// cost ranks candidates for entering.
type cost struct {
	pressed, length int
	v               Var
}

func (x cost) less(y cost) bool {
	if x.pressed != y.pressed {
		return x.pressed < y.pressed
	}
	if x.length != y.length {
		return x.length < y.length
	}
	return x.v < y.v
}

// pressed returns the number of basic variables that move towards a bound when x moves.
func (s *Solver) pressed(x *variable, grow bool) int {
	n := 0
	for _, o := range x.column {
		row := &s.rows[o.row]
		opposed := row.entries[o.at].coeff.Sign() == row.entries[row.base].coeff.Sign()
		if s.vars[row.basic].towards(grow != opposed) >= 0 {
			n++
		}
	}
	s.stats.Ticks += int64(len(x.column))
	return n
}

// hasRoom reports whether the value of x can grow (or shrink) within the bounds of x.
func (s *Solver) hasRoom(x *variable, grow bool) bool {
	if grow {
		return x.upper < 0 || x.value.less(&s.bounds[x.upper].value)
	}
	return x.lower < 0 || s.bounds[x.lower].value.less(&x.value)
}

// exchange gives the basic variable of row r the value target. The nonbasic variable at position at
// moves for this, and the two change places in the basis.
func (s *Solver) exchange(r, at int32, target *Delta) {
	row := &s.rows[r]
	j := row.entries[at].v
	// a·x + c·xⱼ + … = 0, so xⱼ moves by −a/c for each unit of x.
	a, c := row.entries[row.base].coeff, row.entries[at].coeff
	d := target.Sub(s.vars[row.basic].value)
	d = d.Mul(a.Quo(c).Neg())
	s.detachColumn(j)
	s.shift(j, &d)
	s.pivot(r, at, j)
	if _, isOut := s.violates(&s.vars[j]); isOut {
		s.suspect(j)
	}
}

// moveTo gives the nonbasic variable v a value.
func (s *Solver) moveTo(v Var, value *Delta) {
	d := value.Sub(s.vars[v].value)
	s.shift(v, &d)
}

// shift adds d to the value of the nonbasic variable j and lets all basic variables follow.
func (s *Solver) shift(j Var, d *Delta) {
	s.moves++
	x := &s.vars[j]
	x.value.addMul(rational.Int(1), d)
	for _, o := range x.column {
		row := &s.rows[o.row]
		y := &s.vars[row.basic]
		y.value.addMul(row.entries[o.at].coeff.Quo(row.entries[row.base].coeff).Neg(), d)
		if _, isOut := s.violates(y); isOut {
			s.suspect(row.basic)
		}
		s.stats.Ticks += y.value.R.Cost()
	}
}

// suspect records that the basic variable v may be out of bounds.
func (s *Solver) suspect(v Var) {
	if x := &s.vars[v]; !x.suspect {
		x.suspect = true
		s.suspects = append(s.suspects, v)
	}
}
