// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the occurrence lists of subsumption and elimination: for each literal, the
// irredundant clauses that contain it. The lists exist only during subsumption and elimination.
// Watches do not change meanwhile, so units are propagated as usual. A watch of a garbage clause
// does no harm before the next collection, since the clause is still implied. A clause that shrinks
// is replaced by a new one.

// Clauses with more than longestOccurring literals are in no list. They rarely subsume or are
// subsumed, and their variables are not eliminated.
const longestOccurring = 100

// An occurrence is a clause in a list, with its signature.
type occurrence struct {
	ref cref
	sig signature
}

// A signature has a bit for each variable of a clause; several variables share a bit. If the
// variables of c are among those of d, then the bits of c are among those of d.
type signature uint32

func (l Lit) signature() signature { return 1 << (uint32(l.Var()) * 0x9e3779b1 >> 27) }

func signatureOf(lits []Lit) signature {
	sig := signature(0)
	for _, l := range lits {
		sig |= l.signature()
	}
	return sig
}

// occurrences are the lists. Garbage clauses are skipped when a list is read.
type occurrences struct {
	lists [][]occurrence // by Lit
	long  []bool         // by Var: a clause with it is too long for the lists
	fresh []cref         // clauses that subsumption has not tried yet
	marks []bool         // by Lit, scratch
}

// connect fills the lists.
func (s *Solver) connect() {
	o, db := &s.occ, &s.db
	o.lists = lengthen(o.lists, len(s.vals))
	o.long = lengthen(o.long, len(s.info))
	o.marks = lengthen(o.marks, len(s.vals))
	clear(o.long)
	o.fresh = o.fresh[:0]
	counts := make([]uint32, len(s.vals))
	total := 0
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		if db.meta(c)&(flagGarbage|flagLoose|flagRedundant) == 0 {
			for _, l := range db.lits(c) {
				counts[l]++
			}
			total += db.size(c)
		}
	}
	room := make([]occurrence, total)
	for l, n := range counts {
		o.lists[l], room = room[:0:n], room[n:]
	}
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		if db.meta(c)&(flagGarbage|flagLoose|flagRedundant) == 0 {
			s.connectClause(c)
		}
	}
	s.stats.Ticks += int64(total) / 4
}

// connectClause adds the irredundant clause c to the lists.
func (s *Solver) connectClause(c cref) {
	o, lits := &s.occ, s.db.lits(c)
	if len(lits) > longestOccurring {
		for _, l := range lits {
			o.long[l.Var()] = true
		}
		return
	}
	sig := signatureOf(lits)
	for _, l := range lits {
		o.lists[l] = append(o.lists[l], occurrence{c, sig})
	}
	if !s.db.is(c, flagSubsumed) {
		o.fresh = append(o.fresh, c)
	}
}

// live returns the list of l without clauses that are garbage or satisfied. Satisfied clauses
// become garbage.
func (s *Solver) live(l Lit) []occurrence {
	list := s.occ.lists[l]
	kept := list[:0]
	for _, x := range list {
		if !s.db.is(x.ref, flagGarbage) && !s.dropSatisfied(x.ref) {
			kept = append(kept, x)
		}
	}
	s.stats.Ticks += 1 + int64(len(list))
	s.occ.lists[l] = kept
	return kept
}

// dropSatisfied deletes c if it is satisfied at level 0, which must be the current level. It
// reports whether it did.
func (s *Solver) dropSatisfied(c cref) bool {
	for _, l := range s.db.lits(c) {
		if s.vals[l] == True {
			s.deleteClause(c)
			return true
		}
	}
	return false
}

// disconnect frees the lists.
func (s *Solver) disconnect() {
	clear(s.occ.lists)
	s.occ.fresh = s.occ.fresh[:0]
}
