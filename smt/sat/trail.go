// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the trail: assignment, decision levels, and undoing.
//
// Invariants: levels never decrease along the trail. In the reason of a literal, all other literals
// are false and earlier in the trail. At level 0 reasons are replaced by unit clauses as soon as
// they have been propagated (see dropBaseReasons), so no reason is ever needed for a literal at
// level 0.

// assign makes l true at the current level.
func (s *Solver) assign(l Lit, reason cref) {
	s.vals[l], s.vals[l.Not()] = True, False
	s.info[l.Var()] = varInfo{reason: reason, level: uint32(s.level()), pos: uint32(len(s.trail))}
	s.trail = append(s.trail, l)
}

// assignUnit makes the unassigned literal l true at level 0 by the unit clause id. The current
// level must be 0.
func (s *Solver) assignUnit(l Lit, id ClauseID) {
	s.assign(l, noClause)
	if s.proof != nil {
		s.unitID[l.Var()] = id
	}
}

// newLevel opens a decision level and notifies the theory.
func (s *Solver) newLevel() {
	s.openLevel()
	if s.theory != nil {
		s.notifiedLvl++
		s.theory.NewLevel()
	}
}

// openLevel opens a decision level without notifying the theory.
func (s *Solver) openLevel() {
	s.levels = append(s.levels, levelInfo{start: len(s.trail)})
}

// backtrack undoes all levels above the given one. The literals of the remaining levels must have
// been propagated, or lie at or after position head of the trail.
func (s *Solver) backtrack(level int) {
	if level >= s.level() {
		return
	}
	start := s.levels[level+1].start
	saved := s.phases.saved
	for i := len(s.trail) - 1; i >= start; i-- {
		l := s.trail[i]
		v := l.Var()
		if !s.probing {
			saved[v] = s.vals[v.Pos()]
		}
		s.vals[l], s.vals[l.Not()] = Undef, Undef
		s.offer(v)
	}
	s.trail = s.trail[:start]
	if s.domain.order == byList {
		s.leaveList()
	}
	s.levels = s.levels[:level+1]
	s.head = min(s.head, start)
	s.notified = min(s.notified, start)
	if len(s.late) > 0 {
		s.wakeLate(level)
	}
	if s.notifiedLvl > level {
		s.notifiedLvl = level
		s.theory.Backtrack(level)
	}
}

// dropBaseReasons replaces the reasons of newly propagated literals at level 0 by unit clauses. It
// derives these clauses if proofs are logged. The current level must be 0.
func (s *Solver) dropBaseReasons() {
	for ; s.based < len(s.trail); s.based++ {
		l := s.trail[s.based]
		in := &s.info[l.Var()]
		if s.proof != nil && in.reason != noClause {
			s.proof.begin(s.db.id(in.reason))
			s.resolveUnits(s.db.lits(in.reason), l)
			s.unitID[l.Var()] = s.proof.derive([]Lit{l})
		}
		in.reason = noClause
	}
}

// resolveUnits resolves the literals of lits except the given one with their unit clauses, and
// appends these resolutions to the chain under construction. All these literals are false at level
// 0, and none occurs twice.
func (s *Solver) resolveUnits(lits []Lit, except Lit) {
	for _, l := range lits {
		if l != except {
			s.proof.resolve(l, s.unitID[l.Var()])
		}
	}
}
