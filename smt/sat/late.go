// SPDX-License-Identifier: Apache-2.0

package sat

// This file deals with clauses that the theory adds in the middle of the search and that are unit
// below the current level.
//
// Let all literals of a new clause except l be false at level m or below. Going back to level m to
// assign l there would undo work without need. So l is assigned at the current level d > m, or is
// true there already. When the search later goes back to a level b with m <= b < d, l loses its
// value and the clause is unit again. But no watch was triggered, so the clause would only be seen
// when l becomes false. That is sound, but loses propagation. So such clauses are kept in late and
// examined again after backtracking.
//
// New clauses that are false are treated the same way: only one conflict can be analysed at a time,
// and the others are examined again afterwards.

// A lateUnit is a clause whose first literal lost its value when the solver
// went below the given level.
type lateUnit struct {
	ref   cref
	level uint32
}

// addLate keeps the clause c until the search goes below level.
func (s *Solver) addLate(c cref, level uint32) {
	if !s.db.is(c, flagLate) {
		s.db.set(c, flagLate)
		s.late = append(s.late, lateUnit{c, level})
	}
}

// wakeLate moves the clauses whose level was undone to recheck.
func (s *Solver) wakeLate(level int) {
	kept := s.late[:0]
	for _, u := range s.late {
		if int(u.level) > level {
			s.recheck = append(s.recheck, u.ref)
		} else {
			kept = append(kept, u)
		}
	}
	s.late = kept
}

// recheckLate assigns the first literal of each unit clause in recheck. The first literal is always
// the unassigned one: the first two literals have the highest levels (see watchOrder), and
// propagation never reorders a clause while all literals but the first are false.
func (s *Solver) recheckLate() {
	for _, c := range s.recheck {
		s.db.clear(c, flagLate)
		lits := s.db.lits(c)
		if s.vals[lits[0]] != Undef || !s.allFalse(lits[1:]) {
			continue
		}
		s.assign(lits[0], c)
		if int(s.info[lits[1].Var()].level) < s.level() {
			s.addLate(c, uint32(s.level()))
		}
	}
	s.recheck = s.recheck[:0]
}

// allFalse reports whether all literals of lits are false.
func (s *Solver) allFalse(lits []Lit) bool {
	for _, l := range lits {
		if s.vals[l] != False {
			return false
		}
	}
	return true
}

// moveLate replaces the clause old by new in late and recheck, or removes it if new is noClause.
func (s *Solver) moveLate(old, new cref) {
	late := s.late[:0]
	for _, u := range s.late {
		if u.ref == old {
			u.ref = new
		}
		if u.ref != noClause {
			late = append(late, u)
		}
	}
	recheck := s.recheck[:0]
	for _, c := range s.recheck {
		if c == old {
			c = new
		}
		if c != noClause {
			recheck = append(recheck, c)
		}
	}
	s.late, s.recheck = late, recheck
}
