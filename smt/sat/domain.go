// SPDX-License-Identifier: Apache-2.0

package sat

import "context"

// This file implements queries about a part of a circuit (Su, Yang, Ci, Li, Bu, Huang, "Deeply
// Optimizing the SAT Solver for the IC3 Algorithm", CAV 2025): thousands of small questions to one
// large formula.
//
// For such a question, the solver need not give values to gates outside of the part. A question
// about a tenth of the gates then costs a tenth.
//
// Differences from the paper: propagation does not skip variables outside of the domain.

// A domain is the set of variables that the running question is about.
type domain struct {
	on    bool
	stamp uint32
	last  []uint32 // by Var: the stamp of the last domain with the variable
	set   []Lit    // literals of the last model
}

// SolveWithin is like [Solver.Solve], but decides only variables of the domain and of the
// assumptions. Sat then means that they have values without a conflict; those of other variables
// may be missing in the model. The caller must know that such values extend to a model: the other
// variables are outputs of gates, for instance. It requires that there is no theory, that Mode is
// Stable, and that Solve was not called.
func (s *Solver) SolveWithin(ctx context.Context, vars []Var, assumptions ...Lit) Status {
	d := &s.domain
	d.on = true
	d.stamp++
	d.last = lengthen(d.last, len(s.info))
	s.scores.clear()
	for _, v := range vars {
		d.last[v] = d.stamp
		if s.vals[v.Pos()] == Undef {
			s.scores.append(v)
		}
	}
	s.scores.order()
	s.phases.targetSize = 0
	z := s.Solve(ctx, assumptions...)
	d.on = false
	return z
}

// offer makes v, which has lost its value, a candidate for decisions.
func (s *Solver) offer(v Var) {
	if !s.scores.contains(v) && (!s.domain.on || s.domain.last[v] == s.domain.stamp) {
		s.scores.insert(v)
	}
	s.queue.freed(v)
}

// saveDomain keeps the assignment for Value.
func (s *Solver) saveDomain() {
	d := &s.domain
	if len(d.set) == 0 {
		clear(s.model)
	}
	for _, l := range d.set {
		s.model[l.Var()] = Undef
	}
	s.model = lengthen(s.model, len(s.info))
	for _, l := range s.trail {
		s.model[l.Var()] = s.vals[l.Var().Pos()]
	}
	d.set = append(d.set[:0], s.trail...)
}
