// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"slices"
)

// This file implements the executable invariants. Tests call check after every
// call of the API, and Options.CheckInvariants runs it inside the search.

// debugCheck panics when an invariant is broken, if the options ask for it.
func (s *Solver) debugCheck() {
	if !s.opts.CheckInvariants {
		return
	}
	if err := s.check(); err != nil {
		panic("sat: " + err.Error())
	}
}

// debugCheckAnswer is debugCheck with the answer, and the proof if it is to be
// checked.
func (s *Solver) debugCheckAnswer() {
	s.debugCheck()
	if s.opts.CheckInvariants && s.status == Sat {
		if err := s.checkModel(); err != nil {
			panic("sat: " + err.Error())
		}
	}
	if s.opts.CheckProof && s.proof != nil && s.status == Unsat {
		if err := CheckProof(s.Proof(), nil); err != nil {
			panic("sat: " + err.Error())
		}
	}
}

// check reports the first broken invariant. It may be called between calls of
// the API and, inside the search, wherever no conflict is being worked on.
func (s *Solver) check() error {
	n := s.NumVars()
	free := func(v Var) bool { return s.vals[v.Pos()] == Undef && s.occurs[v] > 0 }
	if err := s.scores.check(); err != nil {
		return err
	}
	if err := s.queue.check(n, free); err != nil {
		return err
	}
	for v := Var(1); v <= Var(n); v++ {
		if free(v) && !s.scores.contains(v) {
			return fmt.Errorf("heap: free variable %d is missing", v)
		}
		if s.vals[v.Pos()] != s.vals[v.Neg()].Not() {
			return fmt.Errorf("variable %d has values %v and %v", v, s.vals[v.Pos()], s.vals[v.Neg()])
		}
		if m := s.info[v].mark; m != 0 {
			return fmt.Errorf("variable %d has a mark %b left over", v, m)
		}
	}
	for _, f := range []func() error{s.checkTrail, s.checkReasons, s.checkOccurrences, s.checkWatches, s.checkFixpoint} {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

// checkTrail: the trail has exactly the true literals, at their positions, and
// levels that do not decrease.
func (s *Solver) checkTrail() error {
	level := 0
	for i, l := range s.trail {
		for level < s.level() && s.levels[level+1].start <= i {
			level++
		}
		in := s.info[l.Var()]
		if s.vals[l] != True || int(in.pos) != i || int(in.level) != level {
			return fmt.Errorf("trail[%d]: %v is %v, at position %d and level %d, but the level is %d", i, l, s.vals[l], in.pos, in.level, level)
		}
	}
	assigned := 0
	for _, b := range s.vals {
		if b == True {
			assigned++
		}
	}
	if assigned != len(s.trail) {
		return fmt.Errorf("trail: %d literals are true, %d are on the trail", assigned, len(s.trail))
	}
	if s.head > len(s.trail) || s.told > len(s.trail) || s.based > s.baseLits() {
		return fmt.Errorf("trail: head %d, told %d, based %d of %d", s.head, s.told, s.based, len(s.trail))
	}
	return nil
}

// checkReasons: a reason has its literal, and otherwise false literals that are
// earlier on the trail.
func (s *Solver) checkReasons() error {
	for i, l := range s.trail {
		r := s.info[l.Var()].reason
		if i < s.based {
			if r != noClause {
				return fmt.Errorf("literal %v at level 0 still has a reason", l)
			}
			if s.proof != nil && s.unitID[l.Var()] == 0 {
				return fmt.Errorf("literal %v at level 0 has no unit clause", l)
			}
			continue
		}
		if r <= theoryReason {
			continue
		}
		lits := s.db.lits(r)
		if !slices.Contains(lits[:min(2, len(lits))], l) {
			return fmt.Errorf("literal %v is not in front of its reason %v", l, lits)
		}
		for _, q := range lits {
			if q != l && (s.vals[q] != False || int(s.info[q.Var()].pos) >= i) {
				return fmt.Errorf("literal %v has reason %v, but %v is not false before it", l, lits, q)
			}
		}
	}
	return nil
}

// checkOccurrences: the counts that make variables eligible are right.
func (s *Solver) checkOccurrences() error {
	occurs := make([]int32, len(s.occurs))
	for v, f := range s.flags {
		if f&varDecision != 0 {
			occurs[v]++
		}
	}
	kept, redundant := 0, 0
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		switch s.db.meta(c) & (flagGarbage | flagLoose | flagRedundant) {
		case 0:
			kept++
			for _, l := range s.db.lits(c) {
				occurs[l.Var()]++
			}
		case flagRedundant:
			redundant++
		}
	}
	if kept != s.db.kept || redundant != s.db.redundant {
		return fmt.Errorf("clauses: %d and %d redundant, counted as %d and %d", kept, redundant, s.db.kept, s.db.redundant)
	}
	if i := slices.Compare(occurs, s.occurs); i != 0 {
		return fmt.Errorf("occurrences are %v, counted as %v", occurs, s.occurs)
	}
	return nil
}

// checkWatches: every live clause that is not loose is in the lists of its
// first two literals, in the right list, with a blocker of its own, and there
// are no other watches but of garbage.
func (s *Solver) checkWatches() error {
	watched := make(map[cref]int)
	for i := range s.watches {
		l := Lit(i)
		for long, ws := range [][]watch{s.watches[i].bin, s.watches[i].long} {
			for _, w := range ws {
				if s.db.is(w.ref, flagGarbage) {
					continue
				}
				watched[w.ref]++
				lits := s.db.lits(w.ref)
				if l != lits[0] && l != lits[1] || w.blocker == l || !slices.Contains(lits, w.blocker) {
					return fmt.Errorf("watches: clause %v in the list of %v with blocker %v", lits, l, w.blocker)
				}
				if (len(lits) == 2) != (long == 0) {
					return fmt.Errorf("watches: clause %v in the wrong list", lits)
				}
			}
		}
	}
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		if s.db.is(c, flagGarbage|flagLoose) {
			continue
		}
		if watched[c] != 2 {
			return fmt.Errorf("watches: clause %v is watched %d times", s.db.lits(c), watched[c])
		}
	}
	return nil
}

// checkFixpoint: if all has been propagated, no clause is false or unit, and a
// false watched literal is made up for, except in clauses of the theory that
// were added late.
func (s *Solver) checkFixpoint() error {
	if s.head < len(s.trail) || len(s.recheck) > 0 || s.inconsistent {
		return nil
	}
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		if s.db.is(c, flagGarbage|flagLoose) {
			continue
		}
		lits := s.db.lits(c)
		open, satisfied := 0, false
		for _, l := range lits {
			switch s.vals[l] {
			case True:
				satisfied = true
			case Undef:
				open++
			}
		}
		if !satisfied && open < 2 {
			return fmt.Errorf("fixpoint: clause %v has %d open literals", lits, open)
		}
		for i, l := range lits[:2] {
			other := lits[1-i]
			if s.vals[l] != False || s.db.is(c, flagLate) {
				continue
			}
			limit := s.info[l.Var()].level
			up := func(q Lit) bool { return s.vals[q] == True && s.info[q.Var()].level <= limit }
			if !up(other) && !slices.ContainsFunc(lits[2:], up) {
				return fmt.Errorf("fixpoint: clause %v watches the false literal %v", lits, l)
			}
		}
	}
	return nil
}

// checkModel: the model satisfies the irredundant clauses and the assumptions.
func (s *Solver) checkModel() error {
	for _, a := range s.assumed {
		if s.Value(a.lit) != True {
			return fmt.Errorf("model: assumption %v is %v", a.lit, s.Value(a.lit))
		}
	}
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		if s.db.meta(c)&(flagGarbage|flagLoose|flagRedundant) != 0 {
			continue
		}
		if !slices.ContainsFunc(s.db.lits(c), func(l Lit) bool { return s.Value(l) == True }) {
			return fmt.Errorf("model: clause %v is not satisfied", s.db.lits(c))
		}
	}
	return nil
}
