// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"context"
	"sync/atomic"

	"cornet/internal/turn"
)

// This file implements the search: the CDCL loop of MiniSat (Eén & Sörensson, "An Extensible
// SAT-solver", SAT 2003), extended by the theory.

// memoryInterval is the number of search steps between two checks of the memory.
const memoryInterval = 1 << 10

// Assume adds literals that hold only for the next call of Solve. In proofs, they are unit clauses
// with partition p. Assumptions are decided in the order of the calls, before those given to Solve.
func (s *Solver) Assume(p Partition, lits ...Lit) {
	for _, l := range lits {
		s.queued = append(s.queued, assumption{l, p})
	}
}

// Solve decides whether the clauses, the theory, the queued assumptions and the given ones are
// satisfiable together. It returns Unknown if a limit is reached, if ctx is done, or if the theory
// gives up; UnknownReason says which. In all cases, the solver can be used again, and keeps its
// learnt clauses.
//
// Solve ends at decision level 0. It notifies the theory, which must keep its own model from the
// last final check.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	s.stats.Solves++
	s.status, s.reason = Unknown, ReasonNone
	s.core, s.modelDue = s.core[:0], false
	if !s.inconsistent {
		s.root = 0
	}
	s.assumed = s.assumed[:0]
	for _, sc := range s.scopes {
		s.assumed = append(s.assumed, assumption{lit: sc.activation})
	}
	s.assumed = append(s.assumed, s.queued...)
	s.queued = s.queued[:0]
	for _, l := range assumptions {
		s.assumed = append(s.assumed, assumption{lit: l})
	}
	for _, a := range s.assumed {
		s.restoreAll(a.lit)
	}
	if !s.theoryIdle() {
		s.restoreEverything()
	}

	stop := new(atomic.Bool) // fresh, because a late AfterFunc must not stop the next call
	stop.Store(turn.Yield(ctx) != nil)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	defer s.report()
	s.status = s.search(ctx, newBudget(stop, s.limits, &s.stats))
	if s.status == Sat {
		s.saveModel()
	}
	s.endDomain()
	s.backtrack(0)
	s.keepRefuted()
	if s.inspect != nil {
		s.inspect(s)
	}
	return s.status
}

// contextInterval is the number of rounds of the search between two checks of the context.
const contextInterval = 64

// search runs the CDCL loop until there is an answer. Each round either analyses a conflict, does
// one of the scheduled tasks, or decides. Some rounds check the context, which may make the search
// wait: see engines, where a portfolio shares processors.
func (s *Solver) search(ctx context.Context, b budget) Status {
	if s.inconsistent {
		return Unsat
	}
	s.out.stop = b.stop
	s.simplifyIfWorthwhile()
	if s.tryLuck && len(s.assumed) == 0 && s.theory == nil && s.propagateAll() == noClause && !s.inconsistent && s.lucky() {
		return Sat
	}
	for round := 0; ; round++ {
		conflict := s.propagateAll()
		if s.inconsistent {
			return Unsat
		}
		if conflict != noClause {
			s.analyze(conflict)
		}
		if s.reason = b.exceeded(&s.stats); s.reason != ReasonNone {
			return Unknown
		}
		if round%contextInterval == contextInterval-1 {
			s.report()
			if turn.Yield(ctx) != nil {
				s.reason = ReasonCancelled
				return Unknown
			}
		}
		if round%memoryInterval == 0 && s.limits.Bytes > 0 && s.Bytes() > s.limits.Bytes {
			s.reason = ReasonMemory
			return Unknown
		}
		switch {
		case conflict != noClause:
			// Propagate what was learnt.
		case s.restarting():
			s.restart()
		case s.switchingMode():
			s.switchMode()
		case s.rephasing():
			s.rephase()
		case s.reducing():
			s.reduce()
		case s.vivifying():
			s.vivify()
		case s.eliminating():
			s.eliminate()
		default:
			s.collectIfWasteful()
			if s.inspect != nil {
				s.inspect(s)
			}
			if status := s.decide(); status != Unknown || s.reason != ReasonNone {
				return status
			}
		}
	}
}

// cachedWords is a size of the clauses. Up to this size, most accesses hit a cache of the
// processor. Above it, they take up to distantFactor times as long.
const (
	cachedWords   = 1 << 20
	distantFactor = 4
)

// report reports the ticks spent since its last call.
func (s *Solver) report() {
	if s.spend != nil {
		factor := min(1+int64(len(s.db.words))/cachedWords, distantFactor)
		s.spend(factor * (s.stats.Ticks - s.reported))
		s.reported = s.stats.Ticks
	}
}

// decide opens a level with the next assumption or decision. If nothing is left to decide, it asks
// the theory for its final check. It returns Unknown while the search must continue, and if the
// theory gives up, which it stores in s.reason.
func (s *Solver) decide() Status {
	if l := s.level(); l < len(s.assumed) {
		p := s.assumed[l].lit
		switch s.vals[p] {
		case False:
			s.concludeAssumptions(p)
			return Unsat
		case True:
			s.newLevel() // levels count assumptions, see concludeAssumptions
		default:
			s.newLevel()
			s.assign(p, noClause)
		}
		return Unknown
	}
	if s.decider != nil {
		if l := s.decider.Decide(); l != NoLit && s.vals[l] == Undef {
			s.stats.Decisions++
			s.newLevel()
			s.assign(l, noClause)
			return Unknown
		}
	}
	if v := s.nextDecisionVar(); v != NoVar {
		s.stats.Decisions++
		s.newLevel()
		s.assign(s.decision(v), noClause)
		return Unknown
	}
	return s.finalCheck()
}

// decision returns the literal of v to decide. In focused search, the theory's preferred value
// comes first.
func (s *Solver) decision(v Var) Lit {
	if s.phaser != nil && !s.stable && s.flags[v]&varWatched != 0 {
		switch s.phaser.Phase(v) {
		case True:
			return v.Pos()
		case False:
			return v.Neg()
		}
	}
	return s.phases.decide(v, s.stable)
}

// nextDecisionVar returns the first unassigned variable in the decision order that occurs in an
// irredundant clause. If it returns NoVar, all irredundant clauses are satisfied.
func (s *Solver) nextDecisionVar() Var {
	if s.domain.order == byList {
		return s.domain.listed(s.vals)
	}
	if s.stable {
		for !s.scores.empty() {
			v := s.scores.top()
			if s.vals[v.Pos()] == Undef && s.occurs[v] > 0 {
				return v
			}
			s.scores.pop()
		}
		return NoVar
	}
	v := s.queue.cursor
	for v != NoVar && (s.vals[v.Pos()] != Undef || s.occurs[v] == 0) {
		v = s.queue.links[v].prev
	}
	if v != NoVar {
		s.queue.cursor = v
	}
	return v
}

// saveModel keeps the assignment for Value.
func (s *Solver) saveModel() {
	if s.domain.order != byHeap {
		s.saveDomain()
		return
	}
	s.model = s.model[:0]
	for v := range s.info {
		s.model = append(s.model, s.vals[2*v])
	}
	s.modelDue = len(s.ext.stack) > 0
}

// A budget limits one call of Solve: it has the values of the counters at which to stop.
type budget struct {
	stop                           *atomic.Bool
	conflicts, propagations, ticks int64
}

const noLimit = 1<<63 - 1

func newBudget(stop *atomic.Bool, l Limits, st *Stats) budget {
	at := func(limit, now int64) int64 {
		if limit <= 0 {
			return noLimit
		}
		return now + limit
	}
	return budget{
		stop:         stop,
		conflicts:    at(l.Conflicts, st.Conflicts),
		propagations: at(l.Propagations, st.Propagations),
		ticks:        at(l.Ticks, st.Ticks),
	}
}

// exceeded returns the first limit that has been reached.
func (b *budget) exceeded(st *Stats) Reason {
	switch {
	case b.stop.Load():
		return ReasonCancelled
	case st.Conflicts >= b.conflicts:
		return ReasonConflicts
	case st.Propagations >= b.propagations:
		return ReasonPropagations
	case st.Ticks >= b.ticks:
		return ReasonTicks
	}
	return ReasonNone
}
