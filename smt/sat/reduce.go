// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"cmp"
	"slices"
)

// This file implements the reduction of the redundant clauses (Audemard & Simon, "Predicting Learnt
// Clauses Quality in Modern SAT Solvers", IJCAI 2009, with the tiers of Oh, SAT 2015) and the sweep
// for clauses satisfied at level 0.
//
// CaDiCaL's slower schedule (first interval 300, deleting three quarters of the candidates) is not
// used: it keeps twice as many clauses and took one sixth longer over the mixed set of
// BenchmarkFamilies.

// reduceFraction is the part of the candidates that a reduction deletes.
const reduceFraction = 0.9

// reducing reports whether a reduction is due.
func (s *Solver) reducing() bool { return s.stats.Conflicts >= s.sched.nextReduce }

// reduce deletes most redundant clauses that are not in tier 1 and were not used recently. Clauses
// of high glue, then those with many literals, are deleted first.
func (s *Solver) reduce() {
	c := &s.sched
	c.reductions++
	s.stats.Reductions++
	c.nextReduce = s.stats.Conflicts + c.pace.reduce*(c.reductions+1)
	if c.simplifiedBase < s.baseLits() {
		s.sweep()
	}
	refs := s.reduceCandidates()
	db := &s.db
	slices.SortFunc(refs, func(x, y cref) int {
		if r := cmp.Compare(db.glue(y), db.glue(x)); r != 0 {
			return r
		}
		if r := cmp.Compare(db.size(y), db.size(x)); r != 0 {
			return r
		}
		return cmp.Compare(x, y) // older first
	})
	refs = refs[:int(reduceFraction*float64(len(refs)))]
	for _, c := range refs {
		s.deleteClause(c)
	}
	s.stats.Deleted += int64(len(refs))
	s.collect()
	if s.inspect != nil {
		s.inspect(s)
	}
}

// reduceCandidates returns the redundant clauses that may be deleted, and ages
// the others.
func (s *Solver) reduceCandidates() []cref {
	db := &s.db
	s.protectReasons()
	refs := s.reduceRefs[:0]
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		switch meta := db.meta(c); {
		case meta&(flagRedundant|flagGarbage|flagLoose|flagReason) != flagRedundant:
		case int(meta>>glueShift) <= tier1Glue:
		case int(meta>>glueShift) <= tier2Glue && meta&usedMask != 0:
			db.setUsed(c, db.used(c)-1)
		default:
			refs = append(refs, c)
		}
	}
	s.reduceRefs = refs
	return refs
}

// baseLits returns the number of literals at level 0.
func (s *Solver) baseLits() int {
	if s.level() > 0 {
		return s.levels[1].start
	}
	return len(s.trail)
}

// simplifyIfWorthwhile propagates level 0. It then sweeps the clauses if there are new literals,
// and if enough work was done since the last sweep to make another one worthwhile.
func (s *Solver) simplifyIfWorthwhile() {
	if conflict := s.propagate(); conflict != noClause {
		s.dropBaseReasons()
		s.concludeBase(conflict)
		return
	}
	s.dropBaseReasons()
	c := &s.sched
	if c.simplifiedBase < len(s.trail) && s.stats.Ticks-c.simplifiedTicks > int64(len(s.db.words)) {
		s.sweep()
		s.collect()
	}
}

// sweep deletes the clauses that are satisfied at level 0, and removes literals that are false
// there. It may be called at any level at the fixpoint of propagation, and must be followed by
// collect, because shortened clauses can be in the wrong watch list.
//
// In a clause that is not satisfied at level 0, no watched literal is false there. So only literals
// after the first two can be removed.
func (s *Solver) sweep() {
	s.stats.Simplifies++
	s.sched.simplifiedBase = s.baseLits()
	s.sched.simplifiedTicks = s.stats.Ticks
	db := &s.db
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		if db.is(c, flagGarbage|flagLoose) {
			continue
		}
		lits := db.lits(c)
		kept := 0
		satisfied := false
		for _, l := range lits {
			v := s.vals[l]
			if v == Undef || s.info[l.Var()].level > 0 {
				kept++
			} else if v == True {
				satisfied = true
				break
			}
		}
		if satisfied {
			s.deleteClause(c)
		} else if kept < len(lits) {
			s.removeBaseLits(c, kept)
		}
	}
}

// removeBaseLits removes the literals of c that are false at level 0. n literals remain.
func (s *Solver) removeBaseLits(c cref, n int) {
	lits := s.db.lits(c)
	irredundant := !s.db.is(c, flagRedundant)
	if s.proof != nil {
		s.proof.begin(s.db.id(c))
	}
	j := 0
	for _, l := range lits {
		if s.vals[l] == Undef || s.info[l.Var()].level > 0 {
			lits[j] = l
			j++
			continue
		}
		if s.proof != nil {
			s.proof.resolve(l, s.unitID[l.Var()])
		}
		if irredundant {
			s.occurs[l.Var()]--
		}
	}
	if s.proof != nil {
		s.db.setID(c, s.proof.derive(lits[:n]))
	}
	s.db.shrink(c, n)
}
