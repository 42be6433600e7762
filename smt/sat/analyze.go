// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// This file implements conflict analysis: learning a first-UIP clause (Marques Silva & Sakallah's
// GRASP, ICCAD 1996; Zhang, Madigan, Moskewicz, Malik, ICCAD 2001), minimising it (minimize.go),
// and going back to where it is unit.
//
// The chain of resolutions that is logged for a learnt clause has three parts, each in an order in
// which no resolved literal comes back:
//
//  1. the literals of the conflict level, in the reverse order of the trail,
//     down to the first UIP;
//  2. all other literals to remove, in the reverse order of the trail: those
//     that recursive minimisation removed, the literals of their reasons, and the
//     literals at level 0. A reason contains only literals that are earlier on
//     the trail, so no literal comes back;
//  3. the literals that binary minimisation removed. The binary clauses bring in
//     only the first UIP, which is in the clause already.

// Marks of varInfo.mark. Outside conflict analysis all marks are zero.
const (
	markSeen      = 1 << iota // resolved, or in the learnt clause
	markKept                  // in the learnt clause
	markPoison                // not implied by the learnt clause
	markRemovable             // implied by the learnt clause
	markChain                 // in chainLits
)

// Clauses up to these glue values belong to a tier. Clauses of tier 1 are never deleted; those of
// tier 2 are kept while they are used from time to time.
const (
	tier1Glue = 2
	tier2Glue = 6
)

// analyze learns from a false clause with at least one literal of the current level, which is above
// 0. It derives the first-UIP clause, goes back to the level where this clause is unit, and assigns
// its first literal there.
func (s *Solver) analyze(conflict cref) {
	s.stats.Conflicts++
	s.phases.record(s.trail[:s.levels[s.level()].start])

	lits := s.resolveToUIP(conflict)
	full := len(lits)
	glue := len(s.analyzeLevels) - 1
	lits = s.minimize(lits)
	if s.proof != nil {
		s.resolveChainLits()
	}
	if glue <= tier2Glue && len(lits) <= binaryMinimizeLimit {
		lits = s.minimizeBinary(lits)
	}
	s.analyzeLits = lits
	s.stats.Learnt++
	s.stats.LearntLits += int64(len(lits))
	s.stats.MinimizedLits += int64(full - len(lits))

	s.sched.learnt(glue, s.stable, s.stats.Decisions)
	s.bumpReasonSides(lits)
	s.bumpVars()
	s.clearMarks()
	s.learn(lits, glue)
}

// resolveToUIP resolves the conflict with the reasons of its literals at the current level, latest
// first, until one such literal remains. It returns the resolvent without literals at level 0; the
// remaining literal of the current level comes first. It marks and lists the variables and levels
// that it met.
func (s *Solver) resolveToUIP(conflict cref) []Lit {
	var (
		info  = s.info
		lits  = append(s.analyzeLits[:0], NoLit)
		vars  = s.analyzeVars[:0]
		level = uint32(s.level())
		open  = 0 // marked literals of the current level that are still to be resolved
		next  = len(s.trail)
		c     = conflict
	)
	if s.proof != nil {
		s.proof.begin(s.db.id(c))
	}
	for {
		s.useClause(c)
		for _, q := range s.db.lits(c) {
			in := &info[q.Var()]
			if in.mark != 0 {
				continue
			}
			if in.level == 0 {
				s.chainLit(q)
				continue
			}
			in.mark = markSeen
			vars = append(vars, q.Var())
			s.seeLevel(in)
			if in.level == level {
				open++
			} else {
				lits = append(lits, q)
			}
		}
		next--
		for info[s.trail[next].Var()].mark&markSeen == 0 {
			next--
		}
		uip := s.trail[next]
		open--
		if open == 0 {
			lits[0] = uip.Not()
			break
		}
		c = s.reasonOf(uip)
		if s.proof != nil {
			s.proof.resolve(uip.Not(), s.db.id(c))
		}
	}
	s.analyzeVars = vars
	return lits
}

// seeLevel records that a variable with the given info was met at its level.
func (s *Solver) seeLevel(in *varInfo) {
	lv := &s.levels[in.level]
	if lv.seen == 0 {
		s.analyzeLevels = append(s.analyzeLevels, in.level)
		lv.first = in.pos
	}
	lv.seen++
	lv.first = min(lv.first, in.pos)
}

// chainLit records that part 2 of the chain must resolve the false literal q away. It does nothing
// if proofs are not logged.
func (s *Solver) chainLit(q Lit) {
	if s.proof != nil {
		s.info[q.Var()].mark |= markChain
		s.chainLits = append(s.chainLits, q)
	}
}

// resolveChainLits logs part 2 of the chain.
func (s *Solver) resolveChainLits() {
	keys := s.analyzeKeys[:0]
	for _, l := range s.chainLits {
		keys = append(keys, uint64(s.info[l.Var()].pos)<<32|uint64(l))
	}
	slices.Sort(keys)
	for _, key := range slices.Backward(keys) {
		l := Lit(key)
		if in := &s.info[l.Var()]; in.level == 0 {
			s.proof.resolve(l, s.unitID[l.Var()])
		} else {
			s.proof.resolve(l, s.db.id(in.reason))
		}
	}
	s.analyzeKeys = keys
}

// reasonOf returns the clause that implied the true literal l, asking the
// theory for it when necessary. It may move the arena.
func (s *Solver) reasonOf(l Lit) cref {
	in := &s.info[l.Var()]
	if in.reason == theoryReason {
		in.reason = s.explain(l)
	}
	return in.reason
}

// useClause records that a clause took part in a conflict. Used redundant clauses survive longer,
// and their glue is lowered to the present value. The glue does not count the level of the asserted
// literal. It can still be compared with the number of levels, because in a false clause or a
// reason two literals have the same level.
func (s *Solver) useClause(c cref) {
	meta := s.db.meta(c)
	if meta&flagRedundant == 0 {
		return
	}
	glue := int(meta >> glueShift)
	if glue > tier1Glue {
		if now := s.countLevels(s.db.lits(c)); now < glue {
			s.db.setGlue(c, now)
		}
	}
	s.db.setUsed(c, maxUsed)
}

// countLevels returns the number of decision levels among lits, all assigned.
func (s *Solver) countLevels(lits []Lit) int {
	s.levelStamp++
	n := 0
	for _, l := range lits {
		if lv := &s.levels[s.info[l.Var()].level]; lv.stamp != s.levelStamp {
			lv.stamp = s.levelStamp
			n++
		}
	}
	return n
}

// clearMarks undoes all marks of the analysis.
func (s *Solver) clearMarks() {
	for _, v := range s.analyzeVars {
		s.info[v].mark = 0
	}
	for _, v := range s.minimizeVars {
		s.info[v].mark = 0
	}
	for _, l := range s.chainLits {
		s.info[l.Var()].mark = 0
	}
	for _, k := range s.analyzeLevels {
		s.levels[k].seen = 0
	}
	s.analyzeVars = s.analyzeVars[:0]
	s.minimizeVars = s.minimizeVars[:0]
	s.chainLits = s.chainLits[:0]
	s.analyzeLevels = s.analyzeLevels[:0]
}

// learn adds the clause whose chain is under construction, and goes back to the second-highest
// level among its literals. There it assigns the first literal, the only one of the highest level.
func (s *Solver) learn(lits []Lit, glue int) {
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.derive(lits)
	}
	if len(lits) == 1 {
		s.backtrack(0)
		s.assignUnit(lits[0], id)
		return
	}
	second := 1
	for i := 2; i < len(lits); i++ {
		if s.info[lits[i].Var()].level > s.info[lits[second].Var()].level {
			second = i
		}
	}
	lits[1], lits[second] = lits[second], lits[1]
	s.backtrack(int(s.info[lits[1].Var()].level))
	meta := flagRedundant | Lit(glue)<<glueShift | maxUsed<<usedShift
	c := s.db.alloc(lits, meta, id)
	s.attach(c)
	s.assign(lits[0], c)
}

// highestLevel returns the highest level among the literals of c. All of them are false.
func (s *Solver) highestLevel(c cref) int {
	level := uint32(0)
	for _, l := range s.db.lits(c) {
		level = max(level, s.info[l.Var()].level)
	}
	return int(level)
}
