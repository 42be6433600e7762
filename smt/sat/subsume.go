// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements backward subsumption and self-subsuming resolution of irredundant clauses
// (Eén & Biere, "Effective Preprocessing in SAT Through Variable and Clause Elimination", SAT
// 2005).
//
// A clause c subsumes a clause d that has all literals of c; d is deleted. If d has all of them
// except one, l, and has ¬l, the resolvent of c and d is d without ¬l. The resolvent replaces d.
//
// A clause is tried once, against the clauses of its rarest variable. The activation literal of a
// scope occurs only negated. So a clause of a scope subsumes and strengthens only clauses that also
// have the literal, and Pop finds everything to remove.

// subsumeFresh tries the clauses that have not been tried. It stops when the ticks pass the limit.
func (s *Solver) subsumeFresh(limit int64) {
	o := &s.occ
	for len(o.fresh) > 0 && s.stats.Ticks < limit && !s.inconsistent {
		c := o.fresh[len(o.fresh)-1]
		o.fresh = o.fresh[:len(o.fresh)-1]
		if !s.db.is(c, flagGarbage) && !s.dropSatisfied(c) {
			s.db.set(c, flagSubsumed)
			s.subsumeBy(c)
		}
	}
}

// subsumeBy deletes the clauses that c subsumes, and shortens those that it strengthens.
func (s *Solver) subsumeBy(c cref) {
	o, db := &s.occ, &s.db
	lits := db.lits(c)
	best := lits[0]
	uses := func(l Lit) int { return len(o.lists[l]) + len(o.lists[l.Not()]) }
	for _, l := range lits[1:] {
		if uses(l) < uses(best) {
			best = l
		}
	}
	for _, l := range lits {
		o.marks[l] = true
	}
	sig := signatureOf(lits)
	size := len(lits)
	var shorter []shortening
	for _, l := range [...]Lit{best, best.Not()} {
		s.stats.Ticks += 1 + int64(len(o.lists[l]))/8
		for _, x := range o.lists[l] {
			if sig&^x.sig != 0 || x.ref == c || db.is(x.ref, flagGarbage) || db.size(x.ref) < size {
				continue
			}
			s.stats.Ticks++
			switch odd, ok := s.covers(size, db.lits(x.ref)); {
			case !ok:
			case odd == NoLit:
				s.deleteClause(x.ref)
				s.stats.Subsumed++
			default:
				shorter = append(shorter, shortening{x.ref, odd})
			}
		}
	}
	for _, l := range lits {
		o.marks[l] = false
	}
	for _, x := range shorter {
		if s.inconsistent || db.is(c, flagGarbage) {
			return
		}
		s.strengthen(x.ref, x.lit, db.id(c))
	}
}

// A shortening is a clause and a literal to remove from it.
type shortening struct {
	ref cref
	lit Lit
}

// covers reports whether all marked literals, of the given number, are in lits. The sign of one of
// them may differ; covers then returns its negation, which is in lits.
func (s *Solver) covers(number int, lits []Lit) (odd Lit, ok bool) {
	found := 0
	for _, l := range lits {
		switch {
		case s.occ.marks[l]:
			found++
		case s.occ.marks[l.Not()]:
			if odd != NoLit {
				return NoLit, false
			}
			odd = l
			found++
		}
	}
	return odd, found == number
}

// strengthen replaces d by d without l: the resolvent with clause id. d may be garbage.
func (s *Solver) strengthen(d cref, l Lit, id ClauseID) {
	if s.db.is(d, flagGarbage) || s.dropSatisfied(d) {
		return
	}
	lits := s.elimLits[:0]
	for _, q := range s.db.lits(d) {
		if q != l {
			lits = append(lits, q)
		}
	}
	s.elimLits = lits
	if s.proof != nil {
		s.proof.begin(s.db.id(d))
		s.proof.resolve(l, id)
	}
	s.stats.Strengthened++
	s.addDerived(lits)
	s.deleteClause(d)
}

// addDerived adds the irredundant clause lits, whose chain is under construction, and propagates it
// if it is a unit. lits is scratch. The occurrence lists are updated.
func (s *Solver) addDerived(lits []Lit) {
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.derive(lits)
	}
	if c := s.install(lits, id, 0); c != noClause {
		s.connectClause(c)
	} else if !s.inconsistent {
		s.propagateAll()
	}
}
