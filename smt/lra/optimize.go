// SPDX-License-Identifier: Apache-2.0

package lra

import (
	"context"

	"cornet/internal/rational"
)

// This file holds the primal simplex method, with the value of one variable as objective.

// Maximize moves a feasible assignment to one in which v has its greatest value. It requires
// that Check has just succeeded. It returns Feasible at the optimum, which [Solver.Value]
// gives, or Unbounded; the assignment is feasible in any case, also after Unknown, which
// means as for Check.
//
// At the optimum, [Solver.ExplainMaximum] gives the bounds that limit v.
func (s *Solver) Maximize(ctx context.Context, v Var) (Status, error) {
	return s.optimize(ctx, v, true)
}

// Minimize is the mirror image of [Solver.Maximize].
func (s *Solver) Minimize(ctx context.Context, v Var) (Status, error) {
	return s.optimize(ctx, v, false)
}

func (s *Solver) optimize(ctx context.Context, v Var, grow bool) (Status, error) {
	if s.vars[v].row < 0 {
		// A nonbasic objective goes as far as it can alone. If a basic variable stops it, it
		// takes that one's place.
		if done, status := s.advance(v, grow, v); done {
			return status, nil
		}
	}
	e := s.newEffort(s.opts.TickLimit)
	for pivots := 0; ; pivots++ {
		if stop, err := s.spent(ctx, &e); stop {
			return Unknown, err
		}
		x := &s.vars[v]
		if !s.hasRoom(x, grow) {
			return Feasible, nil
		}
		side := Lower
		if !grow {
			side = Upper
		}
		at, found := s.entering(x.row, side, pivots >= s.opts.BlandAfter)
		if !found {
			return Feasible, nil
		}
		row := &s.rows[x.row]
		e := &row.entries[at]
		up := grow == (e.coeff.Sign() != row.entries[row.base].coeff.Sign())
		if _, status := s.advance(e.v, up, v); status == Unbounded {
			return Unbounded, nil
		}
	}
}

// advance moves the nonbasic variable j as far as it and the basic variables that follow it
// are allowed to go. If a basic variable other than objective stops it, the two are
// exchanged; done reports that this was not so, and status says whether there was any limit.
func (s *Solver) advance(j Var, grow bool, objective Var) (done bool, status Status) {
	var step Delta // how far j can go, absolutely
	limited, blocker := false, occurrence{row: -1}
	x := &s.vars[j]
	if bound := x.towards(grow); bound >= 0 {
		step, limited = distance(&s.bounds[bound].value, &x.value), true
	}
	for _, o := range x.column {
		row := &s.rows[o.row]
		y := &s.vars[row.basic]
		ratio := row.entries[o.at].coeff.Quo(row.entries[row.base].coeff).Neg()
		bound := y.towards(grow == (ratio.Sign() > 0))
		if bound < 0 {
			continue
		}
		room := distance(&s.bounds[bound].value, &y.value).Mul(ratio.Abs().Inv())
		if !limited || room.less(&step) || blocker.row >= 0 && room.Equal(step) && row.basic < s.rows[blocker.row].basic {
			step, limited, blocker = room, true, o
		}
	}
	s.stats.Ticks += int64(len(x.column))
	if !limited {
		return true, Unbounded
	}
	if !grow {
		step = step.Mul(rational.Int(-1))
	}
	s.shift(j, &step)
	if blocker.row < 0 || s.rows[blocker.row].basic == objective {
		return true, Feasible
	}
	s.pivot(blocker.row, blocker.at, j)
	return false, Feasible
}

// distance returns |x − y|.
func distance(x, y *Delta) Delta {
	if x.less(y) {
		x, y = y, x
	}
	return x.Sub(*y)
}

// ExplainMaximum appends to dst premises whose weighted sum is the bound v ≤ m, where m is the
// value of v. It requires that Maximize has just returned Feasible for v.
func (s *Solver) ExplainMaximum(dst []Premise, v Var) []Premise {
	return s.explainOptimum(dst, v, Upper)
}

// ExplainMinimum is the mirror image of [Solver.ExplainMaximum].
func (s *Solver) ExplainMinimum(dst []Premise, v Var) []Premise {
	return s.explainOptimum(dst, v, Lower)
}

func (s *Solver) explainOptimum(dst []Premise, v Var, side Side) []Premise {
	x := &s.vars[v]
	own := x.towards(side == Upper)
	if own >= 0 && s.bounds[own].value.Equal(x.value) {
		return append(dst, Premise{s.bound(own), rational.Int(1)})
	}
	scale := s.coefficient(x.row, v).Abs().Rat().Inv()
	return s.appendRow(dst, x.row, v, side, scale)
}
