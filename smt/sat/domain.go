// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"context"
	"math"
)

// This file implements queries about a part of a circuit (Su, Yang, Ci, Li, Bu, Huang, "Deeply
// Optimizing the SAT Solver for the IC3 Algorithm", CAV 2025): thousands of small questions to one
// large formula.
//
// For such a question, the solver need not give values to gates outside of the part. A question
// about a tenth of the gates then costs a tenth.
//
// Most such questions end without a conflict. Until the first one, decisions follow a list of the
// domain in buckets of similar scores, since a heap would cost more than propagation.
//
// Differences from the paper: propagation does not skip variables outside of the domain. The
// buckets are powers of two of the scores.

// A domain is the set of variables that the running question is about.
type domain struct {
	order decisionOrder
	stamp uint32
	last  []uint32 // by Var: the stamp of the last domain with the variable
	set   []Lit    // literals of the last model
	list  []Var    // the variables without a value, in buckets of similar scores
	next  int      // those before this position have a value
}

// decisionOrder says where decisions of stable search come from.
type decisionOrder uint8

const (
	byHeap       decisionOrder = iota // all variables, in the heap
	byList                            // the domain's list; nothing was undone yet
	byDomainHeap                      // the domain's variables, in the heap
	closing                           // the question has its answer
)

// SolveWithin is like [Solver.Solve], but decides only variables of the domain and of the
// assumptions. Sat then means that they have values without a conflict; those of other variables
// may be missing in the model. The caller must know that such values extend to a model: the other
// variables are outputs of gates, for instance. It requires that there is no theory, that Mode is
// Stable, and that Solve was not called.
func (s *Solver) SolveWithin(ctx context.Context, vars []Var, assumptions ...Lit) Status {
	d := &s.domain
	d.stamp++
	d.last = lengthen(d.last, len(s.info))
	s.listDomain(vars)
	s.phases.targetSize = 0
	z := s.Solve(ctx, assumptions...)
	d.order = byHeap
	return z
}

// listDomain makes the list of the domain: the highest scores come first, up to a factor of two.
func (s *Solver) listDomain(vars []Var) {
	const buckets = 24
	d := &s.domain
	var start [buckets + 1]int
	bucket := func(v Var) int {
		if x := s.scores.score[v]; x > 0 {
			return min(max(math.Ilogb(s.scores.inc)+2-math.Ilogb(x), 0), buckets-2)
		}
		return buckets - 1
	}
	for _, v := range vars {
		d.last[v] = d.stamp
		if s.vals[v.Pos()] == Undef && s.occurs[v] > 0 {
			start[bucket(v)+1]++
		}
	}
	for i := range buckets {
		start[i+1] += start[i]
	}
	d.list = lengthen(d.list[:0], start[buckets])
	for _, v := range vars {
		if s.vals[v.Pos()] == Undef && s.occurs[v] > 0 {
			b := bucket(v)
			d.list[start[b]] = v
			start[b]++
		}
	}
	d.order, d.next = byList, 0
}

// leaveList puts the variables of the domain that have no value into the heap.
func (s *Solver) leaveList() {
	s.scores.clear()
	for _, v := range s.domain.list {
		if s.vals[v.Pos()] == Undef {
			s.scores.append(v)
		}
	}
	s.scores.order()
	s.domain.order = byDomainHeap
}

// endDomain says that variables that lose their values need no place in the heap.
func (s *Solver) endDomain() {
	if s.domain.order != byHeap {
		s.domain.order = closing
	}
}

// listed returns the first variable of the list without a value, or NoVar.
func (d *domain) listed(vals []LBool) Var {
	for ; d.next < len(d.list); d.next++ {
		if v := d.list[d.next]; vals[v.Pos()] == Undef {
			return v
		}
	}
	return NoVar
}

// offer makes v, which has lost its value, a candidate for decisions.
func (s *Solver) offer(v Var) {
	switch d := &s.domain; d.order {
	case byList, closing:
	case byDomainHeap:
		if d.last[v] == d.stamp && !s.scores.contains(v) {
			s.scores.insert(v)
		}
	default:
		if !s.scores.contains(v) {
			s.scores.insert(v)
		}
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
