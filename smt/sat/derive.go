// SPDX-License-Identifier: Apache-2.0

package sat

// This file derives clauses over decisions only: the final conflict over the assumptions, the empty
// clause, and the clauses that vivification finds.

// deriveDecisions resolves the clause c with reasons until only negations of decisions remain, and
// the literal except if it is in c. All literals of c other than except are false. It returns the
// remaining literals, except first unless it is NoLit. The chain of the clause is left under
// construction. The slice is valid until the next call.
func (s *Solver) deriveDecisions(c cref, except Lit) []Lit {
	z := s.deriveLits[:0]
	if except != NoLit {
		z = append(z, except)
	}
	if s.proof != nil {
		s.proof.begin(s.db.id(c))
	}
	open := s.markFalse(c, except)
	for i := len(s.trail) - 1; open > 0; i-- {
		l := s.trail[i]
		in := &s.info[l.Var()]
		if in.mark&markSeen == 0 {
			continue
		}
		in.mark = 0
		open--
		if in.reason == noClause {
			z = append(z, l.Not())
			continue
		}
		r := s.reasonOf(l)
		if s.proof != nil {
			s.proof.resolve(l.Not(), s.db.id(r))
		}
		open += s.markFalse(r, l)
	}
	for _, l := range s.chainLits {
		s.info[l.Var()].mark = 0
		s.proof.resolve(l, s.unitID[l.Var()])
	}
	s.chainLits = s.chainLits[:0]
	s.deriveLits = z
	return z
}

// markFalse marks the literals of c except the given one. It returns how many literals above level
// 0 were not marked before.
func (s *Solver) markFalse(c cref, except Lit) int {
	n := 0
	for _, q := range s.db.lits(c) {
		in := &s.info[q.Var()]
		switch {
		case q == except || in.mark != 0:
		case in.level == 0:
			s.chainLit(q)
		default:
			in.mark = markSeen
			n++
		}
	}
	return n
}

// concludeBase derives the empty clause from a clause that is false at level 0.
func (s *Solver) concludeBase(conflict cref) {
	s.inconsistent = true
	if s.proof != nil {
		s.proof.begin(s.db.id(conflict))
		s.resolveUnits(s.db.lits(conflict), NoLit)
		s.root = s.proof.derive(nil)
	}
}

// concludeAssumptions runs when the next assumption p is false. It fills the core, and derives the
// empty clause from it. All decisions are assumptions: the decision of level k is assumed[k-1], and
// p is assumed[level].
func (s *Solver) concludeAssumptions(p Lit) {
	in := s.info[p.Var()]
	var clause []Lit // over negated assumptions
	switch {
	case in.level == 0:
		clause = append(s.deriveLits[:0], p.Not())
		if s.proof != nil {
			s.proof.begin(s.unitID[p.Var()])
		}
	case in.reason == noClause: // both p and ¬p are assumptions
		s.core = append(s.core, p, p.Not())
		if s.proof != nil {
			s.proof.begin(s.assumptionLeaf(p))
			s.proof.resolve(p, s.assumptionLeaf(p.Not()))
			s.root = s.proof.derive(nil)
		}
		return
	default:
		clause = s.deriveDecisions(s.reasonOf(p.Not()), p.Not())
	}
	final := ClauseID(0)
	if s.proof != nil {
		final = s.proof.derive(clause)
		s.proof.begin(final)
		for _, l := range clause {
			s.proof.resolve(l, s.assumptionLeaf(l.Not()))
		}
		s.root = s.proof.derive(nil)
	}
	for _, l := range clause {
		if s.flags[l.Var()]&varActivation == 0 {
			s.core = append(s.core, l.Not())
		}
	}
	if len(clause) == 1 && in.level > 0 && s.theory == nil {
		s.refuted, s.refutedID = clause[0], final
	}
}

// keepRefuted makes the negation of an assumption permanent if the clauses refute it without the
// others.
func (s *Solver) keepRefuted() {
	if l := s.refuted; l != NoLit {
		s.refuted = NoLit
		s.assignUnit(l, s.refutedID)
	}
}

// assumptionLeaf logs the unit clause of the assumption a. Either a is the decision of its level,
// or it is the next one to be decided.
func (s *Solver) assumptionLeaf(a Lit) ClauseID {
	i := s.level()
	if in := s.info[a.Var()]; s.vals[a] == True && in.reason == noClause {
		i = int(in.level) - 1
	}
	return s.proof.leaf(Assumption, uint64(uint32(s.assumed[i].partition)), []Lit{a})
}
