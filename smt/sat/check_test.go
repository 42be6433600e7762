// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"slices"
)

// This file implements the executable invariants. Tests call check after every call of the API.
// With checked, the search calls it too.

// checked makes s panic in the search if an invariant is broken, or if an answer Sat comes without
// a model.
func checked(s *Solver) *Solver {
	s.inspect = func(s *Solver) {
		err := s.check()
		if err == nil && s.status == Sat {
			err = s.checkModel()
		}
		if err != nil {
			panic("sat: " + err.Error())
		}
	}
	return s
}

// check reports the first broken invariant. It may be called between calls of the API. Within the
// search, it may be called whenever no conflict is being processed.
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
	if s.head > len(s.trail) || s.notified > len(s.trail) || s.based > s.baseLits() {
		return fmt.Errorf("trail: head %d, told %d, based %d of %d", s.head, s.notified, s.based, len(s.trail))
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

// checkOccurrences: the counts that decide which variables are eligible are right.
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

// checkWatches: every live clause that is not loose is in the lists of its first two literals. It
// is in the list for its kind, and the blocker is one of its literals. Apart from garbage, there
// are no other watches.
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

// checkFixpoint: if all has been propagated, no clause is false or unit. If a watched literal is
// false, another literal of the clause is true at the same level or a lower one, except in clauses
// of the theory that were added late.
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
	for _, e := range s.ext.stack {
		for _, c := range e.clauses {
			if !slices.ContainsFunc(c.lits, func(l Lit) bool { return s.Value(l) == True }) {
				return fmt.Errorf("model: clause %v of the eliminated variable %d is not satisfied", c.lits, e.v)
			}
		}
	}
	return nil
}

// check reports the first broken invariant: every position is right, and no
// variable comes before its parent.
func (h *evsids) check() error {
	in := 0
	for v, i := range h.pos {
		if i >= 0 {
			in++
			if int(i) >= len(h.heap) || h.heap[i] != Var(v) {
				return fmt.Errorf("heap: variable %d claims position %d", v, i)
			}
		}
	}
	if in != len(h.heap) {
		return fmt.Errorf("heap: %d entries, %d positions", len(h.heap), in)
	}
	for i := 1; i < len(h.heap); i++ {
		if p := (i - 1) / 2; h.before(h.heap[i], h.heap[p]) {
			return fmt.Errorf("heap: %d at %d comes before its parent %d", h.heap[i], i, h.heap[p])
		}
	}
	return nil
}

// check reports the first broken invariant. free says whether a variable is unassigned and
// eligible.
func (q *vmtf) check(n int, free func(Var) bool) error {
	count := 0
	var prev Var
	for v := q.first; v != NoVar; v = q.links[v].next {
		l := q.links[v]
		if l.prev != prev {
			return fmt.Errorf("queue: %d has prev %d, comes after %d", v, l.prev, prev)
		}
		if prev != NoVar && l.stamp <= q.links[prev].stamp {
			return fmt.Errorf("queue: stamp %d of %d after stamp %d of %d", l.stamp, v, q.links[prev].stamp, prev)
		}
		if free(v) && l.stamp > q.links[q.cursor].stamp {
			return fmt.Errorf("queue: free variable %d is behind the cursor %d", v, q.cursor)
		}
		prev = v
		if count++; count > n {
			return fmt.Errorf("queue: more than %d entries", n)
		}
	}
	if prev != q.last || count != n {
		return fmt.Errorf("queue: %d of %d entries, ends at %d, last is %d", count, n, prev, q.last)
	}
	return nil
}
