// SPDX-License-Identifier: Apache-2.0

package sat

import "slices"

// This file implements bounded variable elimination (Eén & Biere, SAT 2005), as inprocessing
// (Järvisalo, Heule, Biere, "Inprocessing Rules", IJCAR 2012).
//
// To eliminate a variable v, the solver resolves the clauses with v with those with ¬v, and
// replaces both by the resolvents. It does so only if this does not make more clauses than there
// were, plus a bound that grows from run to run. If some of the clauses define v as a function of
// other variables, fewer resolvents suffice (gate.go).
//
// The clauses go to the extension (extension.go). Resolvents are logged as resolutions, so
// elimination does not affect proofs and interpolants. Learnt clauses with the variable are
// deleted.
//
// Variables that the user may ask for are not eliminated: those of assumptions and scopes, and
// those given to SetDecision. Nothing is eliminated if a theory is not idle: it may add clauses
// over any variable and look at any value in the middle of the search.
//
// Differences from CaDiCaL: gates are found by truth tables, instead of one search for each kind
// and a solver for definitions. There are no blocked and covered clauses, since they are not
// resolutions.

const (
	// eliminateEffort bounds the ticks of elimination and subsumption per tick of the search since
	// the last run.
	eliminateEffort      = 0.5
	leastEliminateEffort = 1e5

	// Variables with more occurrences of a literal, or resolvents with more literals, are not
	// considered.
	longestSide      = 100
	longestResolvent = 50

	// The bounds of successive complete runs are 0, 1, 2, 4, 8, 16.
	largestBound = 16
)

// eliminating reports whether elimination is due.
func (s *Solver) eliminating() bool {
	return s.stats.Conflicts >= s.sched.nextEliminate && s.theoryIdle() && s.domain.order == byHeap
}

// eliminate subsumes and eliminates until nothing changes or its effort is used up.
func (s *Solver) eliminate() {
	c := &s.sched
	c.eliminations++
	c.nextEliminate = s.stats.Conflicts + c.pace.eliminate*(c.eliminations+1)
	s.backtrack(0)
	if s.propagateAll(); s.inconsistent {
		return
	}
	start := s.stats.Ticks
	effort := max(int64(eliminateEffort*float64(start-s.stats.EliminateTicks-c.eliminatedTicks)), leastEliminateEffort)
	c.eliminatedTicks = start - s.stats.EliminateTicks
	s.setKept(true)
	s.connect()
	limit := s.stats.Ticks + effort
	for {
		s.subsumeFresh(limit)
		complete := s.eliminateRound(limit)
		if s.inconsistent || s.stats.Ticks >= limit || s.out.stop.Load() {
			break
		}
		if complete {
			c.bound = min(max(1, 2*c.bound), largestBound)
			s.forgetTries()
			break
		}
	}
	s.disconnect()
	s.setKept(false)
	s.deleteEliminated()
	if !s.inconsistent {
		s.sweep()
	}
	s.collect()
	s.stats.EliminateTicks += s.stats.Ticks - start
	if s.inspect != nil {
		s.inspect(s)
	}
}

// setKept marks the variables of the assumptions, including those of scopes, or unmarks them.
func (s *Solver) setKept(on bool) {
	for _, a := range s.assumed {
		if on {
			s.flags[a.lit.Var()] |= varAssumed
		} else {
			s.flags[a.lit.Var()] &^= varAssumed
		}
	}
}

// forgetTries makes all variables candidates again.
func (s *Solver) forgetTries() {
	for v := range s.flags {
		s.flags[v] &^= varTried
	}
}

// eliminateRound tries all candidates, those with few resolvents first. It reports whether it tried
// all of them without eliminating any.
func (s *Solver) eliminateRound(limit int64) (complete bool) {
	keys := s.analyzeKeys[:0]
	for v := Var(1); int(v) < len(s.info); v++ {
		if s.flags[v]&(varTried|varKeep) == 0 && s.occurs[v] > 0 && s.vals[v.Pos()] == Undef && !s.occ.long[v] {
			keys = append(keys, s.eliminationKey(v))
		}
	}
	slices.Sort(keys)
	before := s.stats.Eliminated
	queue := keyHeap(keys) // a sorted slice is a heap
	for len(queue) > 0 {
		if s.stats.Ticks >= limit || s.inconsistent || s.out.stop.Load() {
			complete = false
			break
		}
		key := queue[0]
		v := Var(uint32(key))
		if now := s.eliminationKey(v); now > key { // resolvents have been added meanwhile
			queue[0] = now
			queue.down()
			continue
		}
		queue.pop()
		s.eliminateVar(v)
		complete = len(queue) == 0
	}
	s.analyzeKeys = keys
	return len(keys) == 0 || complete && s.stats.Eliminated == before
}

// eliminationKey returns a key for the order of elimination: the largest possible number of
// resolvents on v in the high bits, v in the low bits.
func (s *Solver) eliminationKey(v Var) uint64 {
	return uint64(min(len(s.occ.lists[v.Pos()])*len(s.occ.lists[v.Neg()]), 1<<31))<<32 | uint64(v)
}

// A keyHeap is a binary heap with the smallest key at the front.
type keyHeap []uint64

func (h *keyHeap) pop() {
	last := len(*h) - 1
	(*h)[0] = (*h)[last]
	*h = (*h)[:last]
	h.down()
}

// down moves the first key to its place.
func (h keyHeap) down() {
	for i := 0; ; {
		least := i
		for j := 2*i + 1; j < len(h) && j <= 2*i+2; j++ {
			if h[j] < h[least] {
				least = j
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// eliminateVar eliminates v if that is worthwhile.
func (s *Solver) eliminateVar(v Var) {
	s.flags[v] |= varTried
	if s.occ.long[v] {
		return
	}
	pos, neg := s.live(v.Pos()), s.live(v.Neg())
	if s.vals[v.Pos()] != Undef || len(pos)+len(neg) == 0 || max(len(pos), len(neg)) > longestSide && min(len(pos), len(neg)) > 0 {
		return
	}
	g := s.findGate(v, pos, neg)
	most := len(pos) + len(neg) + s.sched.bound
	if !s.pays(v, pos, neg, g, most) || !s.resolveAll(v, pos, neg, g) {
		return
	}
	clauses := make([]savedClause, 0, len(pos)+len(neg))
	for _, side := range [...][]occurrence{pos, neg} {
		for _, x := range side {
			if !s.db.is(x.ref, flagGarbage) {
				clauses = append(clauses, savedClause{slices.Clone(s.db.lits(x.ref)), s.db.id(x.ref)})
				s.deleteClause(x.ref)
			}
		}
	}
	s.ext.push(v, clauses)
	s.flags[v] |= varEliminated
	s.stats.Eliminated++
}

// pays reports whether there are at most the given number of resolvents, and all are short enough.
func (s *Solver) pays(v Var, pos, neg []occurrence, g gate, most int) bool {
	n := 0
	for _, x := range pos {
		inGate := g.has(x.ref)
		lits := s.db.lits(x.ref)
		for _, l := range lits {
			s.occ.marks[l] = true
		}
		for _, y := range neg {
			if g != nil && inGate == g.has(y.ref) {
				continue
			}
			s.stats.Ticks++
			if size := s.resolventSize(v, len(lits), s.db.lits(y.ref)); size > longestResolvent {
				n = most + 1
			} else if size > 0 {
				n++
			}
			if n > most {
				break
			}
		}
		for _, l := range lits {
			s.occ.marks[l] = false
		}
		if n > most {
			return false
		}
	}
	return true
}

// resolventSize returns the number of literals of the resolvent on v of the marked clause, which
// has n literals, and other. It returns 0 if the resolvent is a tautology or satisfied.
func (s *Solver) resolventSize(v Var, n int, other []Lit) int {
	size := n - 1
	for _, l := range other {
		switch {
		case l.Var() == v || s.occ.marks[l]:
		case s.occ.marks[l.Not()]:
			return 0
		default:
			size++
		}
	}
	return max(size, 1)
}

// resolveAll adds the resolvents on v. It returns false if v got a value, or if the clauses became
// inconsistent.
func (s *Solver) resolveAll(v Var, pos, neg []occurrence, g gate) bool {
	for _, x := range pos {
		inGate := g.has(x.ref)
		for _, y := range neg {
			if g != nil && inGate == g.has(y.ref) {
				continue
			}
			s.stats.Ticks += 2
			if lits, ok := s.resolvent(v, x.ref, y.ref); ok {
				if s.proof != nil {
					s.proof.begin(s.db.id(x.ref))
					s.proof.resolve(v.Pos(), s.db.id(y.ref))
				}
				s.stats.Resolvents++
				s.addDerived(lits)
				if s.inconsistent || s.vals[v.Pos()] != Undef {
					return false
				}
			}
		}
	}
	return true
}

// resolvent returns the resolvent on v of the clauses c and d, as scratch. It is not ok when it is
// a tautology or satisfied at level 0.
func (s *Solver) resolvent(v Var, c, d cref) (z []Lit, ok bool) {
	z, ok = s.elimLits[:0], true
	marks := s.occ.marks
	for _, l := range s.db.lits(c) {
		if l.Var() != v {
			z = append(z, l)
			marks[l] = true
		}
	}
	first := len(z)
	for _, l := range s.db.lits(d) {
		if l.Var() == v || marks[l] {
			continue
		}
		ok = ok && !marks[l.Not()]
		z = append(z, l)
	}
	for _, l := range z[:first] {
		marks[l] = false
	}
	s.elimLits = z
	return z, ok && !slices.ContainsFunc(z, func(l Lit) bool { return s.vals[l] == True })
}

// deleteEliminated deletes the redundant clauses with eliminated variables.
func (s *Solver) deleteEliminated() {
	db := &s.db
	for c, ok := db.first(); ok; c, ok = db.next(c) {
		if db.meta(c)&(flagGarbage|flagLoose|flagRedundant) != flagRedundant {
			continue
		}
		if slices.ContainsFunc(db.lits(c), func(l Lit) bool { return s.flags[l.Var()]&varEliminated != 0 }) {
			s.deleteClause(c)
		}
	}
}
