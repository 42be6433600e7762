// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"cmp"
	"slices"
)

// This file implements vivification of redundant clauses (Piette, Hamadi, Saïs, ECAI 2008; Luo, Li,
// Xiao, Manyà, Lü, "An Effective Learnt Clause Minimization Approach for CDCL SAT Solvers", IJCAI
// 2017).
//
// The clause itself is removed from the watch lists, and its literals are assumed false one after
// the other. When propagation runs into a conflict, makes one of the literals true, or makes some
// of them false, then a part of the clause is implied and replaces it. The derivation is that of a
// conflict over decisions, so proofs are logged as usual. The theory takes no part.
//
// A clause that is found to be implied as a whole is kept. Every learnt clause was implied in this
// way when it was learnt, and exists to find the implication faster.
//
// Only tier 1 and tier 2 clauses are tried: the others are deleted too soon to make this
// worthwhile. Effort is bounded by a fraction of the ticks of the search.

// vivifyEffort bounds the ticks of vivification, as a fraction of the ticks of the search since the
// last run.
const vivifyEffort = 0.1

// vivifying reports whether vivification is due.
func (s *Solver) vivifying() bool { return s.stats.Conflicts >= s.sched.nextVivify }

// vivify tries clauses in turn, those not tried before first, until its effort is used up.
func (s *Solver) vivify() {
	c := &s.sched
	c.nextVivify = s.stats.Conflicts + c.pace.vivify
	effort := int64(vivifyEffort * float64(s.stats.Ticks-s.stats.VivifyTicks-c.vivifiedTicks))
	c.vivifiedTicks = s.stats.Ticks - s.stats.VivifyTicks
	s.backtrack(0)
	if s.propagateAll(); s.inconsistent {
		return
	}
	s.probing = true
	start := s.stats.Ticks
	for _, c := range s.vivifyCandidates() {
		if s.inconsistent || s.stats.Ticks-start > effort {
			break
		}
		s.stats.VivifyTried++
		s.db.set(c, flagVivified)
		if s.vivifyClause(c) {
			s.stats.VivifyShrunk++
		}
	}
	s.probing = false
	s.stats.VivifyTicks += s.stats.Ticks - start
	if s.inspect != nil {
		s.inspect(s)
	}
}

// vivifyCandidates returns the clauses to try: first those that were not tried yet, then those of
// low glue, then older ones. It counts how often each literal occurs in them. Frequent literals are
// assumed first, because they shorten more clauses.
func (s *Solver) vivifyCandidates() []cref {
	db := &s.db
	counts := append(s.vivifyCounts[:0], make([]uint32, len(s.vals))...)
	refs := s.vivifyRefs[:0]
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		meta := db.meta(c)
		if meta&(flagRedundant|flagGarbage|flagLoose) != flagRedundant ||
			int(meta>>glueShift) > tier2Glue || db.size(c) == 2 {
			continue
		}
		refs = append(refs, c)
		for _, l := range db.lits(c) {
			counts[l]++
		}
	}
	s.vivifyCounts, s.vivifyRefs = counts, refs
	if !slices.ContainsFunc(refs, func(c cref) bool { return !db.is(c, flagVivified) }) {
		for _, c := range refs {
			db.clear(c, flagVivified)
		}
	}
	keys := s.analyzeKeys[:0]
	for _, c := range refs {
		key := uint64(db.glue(c))<<32 | uint64(c)
		if db.is(c, flagVivified) {
			key |= 1 << 63
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for i, key := range keys {
		refs[i] = cref(key)
	}
	s.analyzeKeys = keys
	return refs
}

// vivifyClause tries to shorten the clause c at level 0. It reports whether the
// clause was shortened or deleted.
func (s *Solver) vivifyClause(c cref) bool {
	lits := append(s.vivifyLits[:0], s.db.lits(c)...)
	s.vivifyLits = lits
	for _, l := range lits {
		if s.vals[l] == True {
			s.detach(c)
			s.deleteClause(c)
			return true
		}
	}
	counts := s.vivifyCounts
	slices.SortFunc(lits, func(x, y Lit) int {
		if r := cmp.Compare(counts[y], counts[x]); r != 0 {
			return r
		}
		return cmp.Compare(x, y)
	})

	s.detach(c)
	z := s.vivifyProbe(c, lits)
	if len(z) < len(lits) {
		s.backtrack(0)
		s.replaceClause(c, z)
		return true
	}
	s.backtrack(0)
	if s.proof != nil {
		s.proof.drop()
	}
	s.attach(c)
	return false
}

// vivifyProbe assumes the literals of the detached clause c false in the given order. It returns an
// implied part of the clause. The chain of that part is left under construction.
func (s *Solver) vivifyProbe(c cref, lits []Lit) []Lit {
	for _, l := range lits {
		switch s.vals[l] {
		case True:
			return s.deriveDecisions(s.info[l.Var()].reason, l)
		case Undef:
			s.openLevel()
			s.assign(l.Not(), noClause)
			if conflict := s.propagate(); conflict != noClause {
				return s.deriveDecisions(conflict, NoLit)
			}
		}
	}
	return s.deriveDecisions(c, NoLit)
}

// replaceClause replaces the detached redundant clause c by z, a part of c whose chain is under
// construction. z has at least one literal. All its literals are unassigned, and the level is 0.
func (s *Solver) replaceClause(c cref, z []Lit) {
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.derive(z)
	}
	switch len(z) {
	case 1:
		s.deleteClause(c)
		s.assignUnit(z[0], id)
		s.propagateAll()
	default:
		copy(s.db.lits(c), z)
		s.db.setID(c, id)
		s.db.shrink(c, len(z))
		s.db.setGlue(c, min(s.db.glue(c), len(z)-1))
		s.attach(c)
	}
}
