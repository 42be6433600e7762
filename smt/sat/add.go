// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"slices"
)

// This file adds and removes clauses and variables between calls of Solve: AddClause, Push, Pop and
// Release. A scope has an activation variable a. The clauses added in the scope contain the literal
// ¬a, and Solve assumes a. Clauses learnt from them contain ¬a too. So Pop deletes exactly the
// clauses with ¬a, and keeps what was learnt without them. Activation literals appear neither in
// cores nor in proofs. After Pop no clause mentions a. It is reused, but only for another scope,
// because the last proof may still mention it.

// A scope is an open Push.
type scope struct {
	activation Lit
	mark       int // clauses of the scope lie in the arena from this word on
	eliminated int // variables eliminated in the scope are in the extension from this position on
}

// AddClause adds the disjunction of lits to the innermost scope. The empty clause is allowed.
// Literals may repeat; tautologies are dropped. The caller keeps the slice. AddClause must not be
// called while Solve runs; the theory adds clauses through its Outbox.
func (s *Solver) AddClause(lits ...Lit) { s.AddClauseIn(0, lits...) }

// AddClauseIn is like AddClause, for an input clause with partition p in proofs.
func (s *Solver) AddClauseIn(p Partition, lits ...Lit) {
	if s.inconsistent {
		return
	}
	buf := append(s.addLits[:0], lits...)
	if n := len(s.scopes); n > 0 {
		buf = append(buf, s.scopes[n-1].activation.Not())
	}
	s.addInput(p, buf)
}

// AddOutsideIn adds an input clause outside all scopes, so Pop does not remove it. It is meant for
// definitions that outlive a scope. Such definitions must not restrict anything.
func (s *Solver) AddOutsideIn(p Partition, lits ...Lit) {
	if !s.inconsistent {
		s.addInput(p, append(s.addLits[:0], lits...))
	}
}

// clauseTicks is the effort of making a clause and the terms or gates that it comes from. The
// effort of its literals is added.
const clauseTicks = 6

// addInput adds the input clause buf. It may overwrite buf.
func (s *Solver) addInput(p Partition, buf []Lit) {
	s.addLits = buf
	s.restoreAll(buf...)
	buf, tautology := s.normalise(buf)
	if tautology {
		return
	}
	s.stats.Ticks += clauseTicks + int64(len(buf))
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.leaf(Input, uint64(uint32(p)), buf)
	}
	s.install(buf, id, 0)
}

// normalise sorts lits and removes repetitions, in place. It reports whether
// lits is a tautology. It panics when a literal is not one of this solver.
func (s *Solver) normalise(lits []Lit) (z []Lit, tautology bool) {
	slices.Sort(lits)
	lits = slices.Compact(lits)
	for i, l := range lits {
		if l < 2 || int(l) >= len(s.vals) {
			panic(fmt.Sprintf("sat: literal %v, but the variables are 1 to %d", l, s.NumVars()))
		}
		if s.flags[l.Var()]&varEliminated != 0 {
			panic(fmt.Sprintf("sat: a theory that is idle mentions %v, which is eliminated", l))
		}
		if i > 0 && l == lits[i-1].Not() {
			return lits, true
		}
	}
	return lits, false
}

// install simplifies lits by the literals at level 0 and adds the clause to the solver. lits is
// normalised and not a tautology. install reorders lits. It returns the clause, or noClause if the
// clause was satisfied, empty or a unit. It may be called at any level. For an empty or unit clause
// the solver goes back to level 0. Otherwise the assignment does not change, so the new clause may
// be false or unit under it.
func (s *Solver) install(lits []Lit, id ClauseID, meta Lit) cref {
	free := 0 // lits[:free] are not false at level 0
	for i, l := range lits {
		if v := s.vals[l]; v == Undef || s.info[l.Var()].level > 0 {
			lits[free], lits[i] = lits[i], lits[free]
			free++
		} else if v == True {
			return noClause
		}
	}
	if s.proof != nil && free < len(lits) {
		s.proof.begin(id)
		s.resolveUnits(lits[free:], NoLit)
		id = s.proof.derive(lits[:free])
	}
	lits = lits[:free]
	switch len(lits) {
	case 0:
		s.backtrack(0)
		s.inconsistent = true
		s.root = id
		return noClause
	case 1:
		s.backtrack(0)
		s.assignUnit(lits[0], id)
		return noClause
	}
	s.watchOrder(lits)
	c := s.db.alloc(lits, meta, id)
	s.attach(c)
	if meta&flagRedundant == 0 {
		s.countClause(c, +1)
	}
	return c
}

// watchOrder moves the two literals of lits that are best to watch to the front: first literals
// that are not false, then false literals of the highest levels.
func (s *Solver) watchOrder(lits []Lit) {
	rank := func(l Lit) uint32 {
		if s.vals[l] != False {
			return ^uint32(0)
		}
		return s.info[l.Var()].level
	}
	for i := range 2 {
		best := i
		for j := i + 1; j < len(lits); j++ {
			if rank(lits[j]) > rank(lits[best]) {
				best = j
			}
		}
		lits[i], lits[best] = lits[best], lits[i]
	}
}

// Push opens a scope. The matching Pop removes the clauses added in it. Variables remain.
func (s *Solver) Push() {
	var v Var
	if n := len(s.freedActs); n > 0 {
		v, s.freedActs = s.freedActs[n-1], s.freedActs[:n-1]
	} else {
		v = s.NewVar()
		s.flags[v] = varActivation
	}
	s.scopes = append(s.scopes, scope{activation: v.Pos(), mark: len(s.db.words), eliminated: len(s.ext.stack)})
}

// Pop closes the innermost scope, and drops its clauses and all clauses learnt from them. It panics
// if no scope is open. It takes time linear in the size of the clauses added and learnt since the
// matching Push.
func (s *Solver) Pop() {
	n := len(s.scopes) - 1
	if n < 0 {
		panic("sat: Pop without Push")
	}
	sc := s.scopes[n]
	s.scopes = s.scopes[:n]
	gone := sc.activation.Not()
	touched := s.addLits[:0]
	for c, ok := s.db.at(sc.mark); ok; c, ok = s.db.next(c) {
		if s.db.is(c, flagGarbage|flagLoose) {
			continue
		}
		if lits := s.db.lits(c); slices.Contains(lits, gone) {
			touched = append(touched, lits[0], lits[1])
			s.deleteClause(c)
		}
	}
	if sc.eliminated < len(s.ext.stack) {
		s.extendModel()
		s.ext.dropWith(gone, sc.eliminated)
	}
	slices.Sort(touched)
	s.addLits = touched
	s.flushWatches(slices.Compact(touched))
	if s.vals[gone] == Undef {
		// If the clauses of the scope were refuted, its activation literal is false at level 0, and
		// remains false.
		s.freedActs = append(s.freedActs, gone.Var())
	}
	s.collectIfWasteful()
}

// Release gives variables back. The caller must no longer mention them, in particular not in
// assumptions. Every clause with one of them must have been added in a scope that is closed now.
// The theory must have removed them. NewVar uses their numbers again, except while proofs are
// logged and except for variables with a value at level 0.
func (s *Solver) Release(vars ...Var) {
	for _, v := range vars {
		if s.flags[v]&varReleased != 0 {
			continue
		}
		if s.flags[v]&varDecision != 0 {
			s.occurs[v]--
		}
		if s.occurs[v] != 0 {
			panic(fmt.Sprintf("sat: Release of variable %d, which occurs in %d clauses", v, s.occurs[v]))
		}
		if s.flags[v]&varEliminated != 0 {
			s.extendModel()
			s.ext.remove(v)
		}
		if s.flags[v]&varWatched != 0 {
			s.watched--
		}
		s.flags[v] = varReleased
		if s.vals[v.Pos()] == Undef && s.proof == nil {
			s.dying = append(s.dying, v)
		}
	}
	if len(s.dying) > 64 && len(s.dying) > len(s.info)/8 {
		s.buryDying()
	}
}

// buryDying deletes all clauses that mention released variables, and makes the variables ready for
// reuse. Only redundant clauses mention them. It takes time linear in the size of the arena, so it
// runs once for many variables.
func (s *Solver) buryDying() {
	for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
		if s.db.is(c, flagGarbage|flagLoose) {
			continue
		}
		for _, l := range s.db.lits(c) {
			if s.flags[l.Var()]&varReleased != 0 {
				s.deleteClause(c)
				break
			}
		}
	}
	s.collect()
	for _, v := range s.dying {
		if s.vals[v.Pos()] == Undef {
			s.recycle(v)
		}
	}
	s.dying = s.dying[:0]
}

// recycle resets the data of v to that of a new variable. v must be unassigned and occur in no
// clause.
func (s *Solver) recycle(v Var) {
	s.flags[v] = 0
	s.phases.reset(v)
	s.scores.forget(v)
	s.freed = append(s.freed, v)
}
