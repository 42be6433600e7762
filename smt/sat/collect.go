// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements garbage collection. It moves the live clauses of the arena together, and
// drops proof nodes that are no longer needed.

// collectIfWasteful collects garbage if it takes a large part of the arena. It may be called
// whenever no clause address is held in a local variable.
func (s *Solver) collectIfWasteful() {
	if s.db.wasted > s.sched.pace.collect && s.db.wasted > len(s.db.words)/4 {
		s.collect()
	}
}

// collect removes garbage clauses, and loose clauses that are not reasons. It rebuilds the watch
// lists. All addresses change, and those that the solver holds are updated. The order of clauses
// does not change.
func (s *Solver) collect() {
	s.stats.Collections++
	s.protectReasons()
	db := &s.db
	to := firstWord
	scope := 0
	for c, ok := db.first(); ok; {
		next, more := db.next(c)
		for ; scope < len(s.scopes) && s.scopes[scope].mark <= int(c)-db.idWords; scope++ {
			s.scopes[scope].mark = to
		}
		meta := db.meta(c)
		if meta&flagReason == 0 && meta&(flagGarbage|flagLoose) != 0 {
			if meta&flagLate != 0 {
				s.moveLate(c, noClause)
			}
		} else {
			z := cref(to + db.idWords)
			if meta&flagReason != 0 {
				s.moveReason(c, z)
			}
			if meta&flagLate != 0 {
				s.moveLate(c, z)
			}
			db.clear(c, flagReason)
			to += copy(db.words[to:], db.words[int(c)-db.idWords:db.end(c)])
		}
		c, ok = next, more
	}
	for ; scope < len(s.scopes); scope++ {
		s.scopes[scope].mark = to
	}
	db.words = db.words[:to]
	db.wasted = 0
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		if db.is(c, flagGarbage|flagLoose) {
			db.wasted += db.footprint(db.size(c))
		}
	}
	s.rebuildWatches()
	s.collectProof()
}

// protectReasons sets flagReason on the reasons of all assigned literals.
func (s *Solver) protectReasons() {
	for _, l := range s.trail[s.based:] {
		if r := s.info[l.Var()].reason; r > theoryReason {
			s.db.set(r, flagReason)
		}
	}
}

// moveReason replaces the reason old by new. The implied literal is one of the first two (see
// explain and recheckLate for clauses that propagation has not seen).
func (s *Solver) moveReason(old, new cref) {
	for _, l := range s.db.lits(old)[:2] {
		if in := &s.info[l.Var()]; s.vals[l] == True && in.reason == old {
			in.reason = new
			return
		}
	}
	panic("sat: a clause marked as a reason is not the reason of its first two literals")
}

// collectProof drops logged clauses that no live clause depends on, once the
// log has grown enough.
func (s *Solver) collectProof() {
	p := s.proof
	if p == nil || !p.swollen(s.sched.pace.proof) {
		return
	}
	s.stats.ProofCollections++
	s.stats.ProofClauses += int64(len(p.nodes))
	s.stats.ProofSteps += int64(len(p.steps))
	needed := make([]bool, len(p.nodes))
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		needed[s.db.id(c)] = true
	}
	for _, id := range s.unitID {
		needed[id] = true
	}
	needed[s.root] = true
	for _, e := range s.ext.stack {
		for _, c := range e.clauses {
			needed[c.id] = true
		}
	}
	p.reach(needed)
	renamed := p.compact(needed)
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		s.db.setID(c, renamed[s.db.id(c)])
	}
	for i, id := range s.unitID {
		s.unitID[i] = renamed[id]
	}
	s.root = renamed[s.root]
	for _, e := range s.ext.stack {
		for i := range e.clauses {
			e.clauses[i].id = renamed[e.clauses[i].id]
		}
	}
	s.stats.ProofClauses -= int64(len(p.nodes))
	s.stats.ProofSteps -= int64(len(p.steps))
}
