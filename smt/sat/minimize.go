// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the minimisation of learnt clauses: recursive minimisation (Sörensson &
// Biere, "Minimizing Learned Clauses", SAT 2009) with the early stops by level of CaDiCaL, and
// minimisation with binary clauses (Audemard & Simon's Glucose).
//
// Literals implied by the theory count as decisions unless they have been explained already: an
// explanation costs more than the removal of a literal gains.

const (
	minimizeDepth       = 1000 // the recursion depth from which on a literal counts as kept
	binaryMinimizeLimit = 30   // the number of literals above which binary minimisation is not tried
)

// minimize removes from the first-UIP clause lits the literals that are implied by the negations of
// the others, and returns what is left, in place. The first literal always remains.
func (s *Solver) minimize(lits []Lit) []Lit {
	kept := lits[:1]
	for _, l := range lits[1:] {
		if s.redundant(l, 0) {
			if s.proof != nil {
				s.chainLit(l)
			}
		} else {
			kept = append(kept, l)
		}
	}
	for _, l := range kept {
		s.info[l.Var()].mark |= markKept
	}
	if s.proof != nil {
		s.closeChainLits()
	}
	return kept
}

// redundant reports whether the false literal l is implied by the negations of other literals of
// the clause. At depth 0, l is in the clause itself.
//
// Let first be the earliest literal of the clause at the level of l. The clause implies nothing at
// that level before first. It does not imply l either if l is its only literal at that level.
func (s *Solver) redundant(l Lit, depth int) bool {
	in := &s.info[l.Var()]
	if in.level == 0 || in.mark&markRemovable != 0 || depth > 0 && in.mark&markSeen != 0 {
		return true
	}
	if in.reason <= theoryReason || in.mark&markPoison != 0 || depth > minimizeDepth {
		return false
	}
	lv := &s.levels[in.level]
	if depth == 0 && lv.seen < 2 || in.pos <= lv.first {
		return false
	}
	for _, q := range s.db.lits(in.reason) {
		if q != l.Not() && !s.redundant(q, depth+1) {
			in.mark |= markPoison
			s.minimizeVars = append(s.minimizeVars, l.Var())
			return false
		}
	}
	in.mark |= markRemovable
	s.minimizeVars = append(s.minimizeVars, l.Var())
	return true
}

// closeChainLits extends the list of literals to resolve away. It adds the literals of their
// reasons that the clause does not keep.
func (s *Solver) closeChainLits() {
	for i := 0; i < len(s.chainLits); i++ {
		in := &s.info[s.chainLits[i].Var()]
		if in.level == 0 {
			continue
		}
		l := s.chainLits[i].Not()
		for _, q := range s.db.lits(in.reason) {
			if q != l && s.info[q.Var()].mark&(markKept|markChain) == 0 {
				s.chainLit(q)
			}
		}
	}
}

// minimizeBinary removes each literal q from lits for which there is a binary clause lits[0] ∨ ¬q.
// The literals of lits are marked as kept.
func (s *Solver) minimizeBinary(lits []Lit) []Lit {
	removed := 0
	for _, w := range s.watches[lits[0]].bin {
		q := w.blocker.Not()
		in := &s.info[q.Var()]
		if in.mark&markKept != 0 && s.vals[q] == False && q != lits[0] {
			in.mark &^= markKept
			removed++
			if s.proof != nil {
				s.proof.resolve(q, s.db.id(w.ref))
			}
		}
	}
	if removed == 0 {
		return lits
	}
	kept := lits[:0]
	for _, l := range lits {
		if s.info[l.Var()].mark&markKept != 0 {
			kept = append(kept, l)
		}
	}
	return kept
}
