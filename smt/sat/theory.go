// SPDX-License-Identifier: Apache-2.0

package sat

import (
	"fmt"
	"sync/atomic"
)

// A Theory decides whether the literals on the trail are consistent. It is notified only of the
// literals of variables given to [Solver.WatchTheory].
//
// Order of calls. The theory keeps a stack of levels, numbered from 1; level 0 is below all of
// them. The solver calls
//
//	NewLevel     when it opens level n+1, before any literal of that level;
//	Assign       for every watched literal that becomes true, in the order of
//	             the trail, at the current level. No literal is assigned twice,
//	             nor both a literal and its negation, without a Backtrack in
//	             between;
//	Propagate    after one or more Assign calls, when Boolean propagation is
//	             at its fixpoint, or at once when Assign returns false;
//	Explain      for a literal that the theory implied: at any later time while
//	             it is true, possibly after more Assign calls; or right after
//	             Propagate when the literal turns out to be false already;
//	FinalCheck   when all variables that need a value have one and Propagate
//	             has nothing more to say;
//	Backtrack(n) when it goes back to level n: everything since NewLevel opened
//	             level n+1 is undone, including Assign calls.
//
// Literals at level 0 are passed on once and never undone, across calls of Solve. Solve always ends
// with a Backtrack(0) unless it is already at level 0.
//
// Only Propagate and FinalCheck may report, through the Outbox, and only they may make variables.
// No method may call a method of the solver that changes it. The exceptions are NewVar,
// WatchTheory, SetPhase and SetDecision, called from these two.
//
// Clauses that a theory reports must be valid in the theory: they are also used after Backtrack,
// after Pop and in later calls of Solve.
type Theory interface {
	// NewLevel opens a level.
	NewLevel()

	// Backtrack undoes all levels above the given one.
	Backtrack(level int)

	// Assign notifies the theory that l is true. It returns false if the theory finds the literals
	// so far contradictory. Then Propagate is called next and must report a Conflict.
	Assign(l Lit) bool

	// Propagate reports consequences of the literals so far: implied literals, lemmas, or a
	// conflict. It need not find all.
	Propagate(out *Outbox)

	// Explain appends to buf a clause that contains l and is valid in the theory. Its other
	// literals were all false before l was implied. They are negations of literals that were
	// assigned, or of other literals that were true at that time. It returns the extended slice and
	// the certificate of the clause.
	Explain(l Lit, buf []Lit) ([]Lit, Cert)

	// FinalCheck decides whether all assigned literals are consistent together. If it reports
	// anything, the search continues, and the result of FinalCheck is ignored. Its reports must
	// exclude the current assignment or have an unassigned literal. If it reports nothing,
	// Consistent makes Solve return Sat at once, and GaveUp makes it return Unknown with
	// ReasonTheory.
	FinalCheck(out *Outbox) FinalVerdict
}

// FinalVerdict is the answer of [Theory.FinalCheck].
type FinalVerdict uint8

// The verdicts. The zero value is GaveUp.
const (
	GaveUp     FinalVerdict = iota // the theory cannot decide
	Consistent                     // the theory has a model for the literals assigned
)

// A Decider is a theory that suggests decisions.
type Decider interface {
	// Decide returns the literal to decide next, or NoLit to leave the choice to the solver.
	// Suggestions that already have a value are ignored.
	Decide() Lit
}

// A Phaser is a theory that suggests the value that a decision tries first.
type Phaser interface {
	// Phase returns a value for a watched variable that agrees with the theory's current values, or
	// Undef. It is called before decisions of focused search. Stable search does not call it (see
	// phases.go).
	Phase(v Var) LBool
}

// An Idler is a theory that may have nothing to do.
type Idler interface {
	// Idle reports whether the theory is idle during the next Solve: it neither looks at values nor
	// reports anything, unless it watches a variable. Then the solver may eliminate variables.
	Idle() bool
}

// A RestartWatcher is a theory that is notified of restarts.
type RestartWatcher interface {
	// Restarted is called after the Backtrack calls of a restart.
	Restarted()
}

// LemmaKind is the lifetime of a lemma.
type LemmaKind uint8

// The kinds of lemmas.
const (
	// Deletable lemmas may be dropped like learnt clauses, and do not make the
	// search decide their variables.
	Deletable LemmaKind = iota
	// Permanent lemmas are never dropped, and their variables are decided. Splits on new variables
	// must be permanent.
	Permanent
)

// An Outbox takes the reports of a theory. It belongs to the solver and is valid only during the
// call of Propagate or FinalCheck that got it.
type Outbox struct {
	solver  *Solver
	stop    *atomic.Bool
	implied []Lit
	lemmas  []lemma // conflicts and lemmas
	lits    []Lit   // their literals
}

type lemma struct {
	start, end int // the part of Outbox.lits with its literals
	cert       Cert
	kind       LemmaKind
	conflict   bool
}

// Imply reports that l follows from the literals so far. The solver asks the theory to explain it
// only if necessary. An implied literal that is already true is ignored. The solver may drop
// implied literals if a lemma of the same report makes it backtrack.
func (o *Outbox) Imply(l Lit) { o.implied = append(o.implied, l) }

// Conflict reports a valid clause whose literals are all false now.
func (o *Outbox) Conflict(c Cert, lits ...Lit) { o.add(lemma{cert: c, conflict: true}, lits) }

// Lemma reports a valid clause to be added. Its literals may have any value.
func (o *Outbox) Lemma(k LemmaKind, c Cert, lits ...Lit) { o.add(lemma{cert: c, kind: k}, lits) }

func (o *Outbox) add(m lemma, lits []Lit) {
	m.start = len(o.lits)
	o.lits = append(o.lits, lits...)
	m.end = len(o.lits)
	o.lemmas = append(o.lemmas, m)
}

// NewVar returns a fresh variable that the theory watches.
func (o *Outbox) NewVar() Var {
	v := o.solver.NewVar()
	o.solver.WatchTheory(v)
	return v
}

// Value returns the current value of l.
func (o *Outbox) Value(l Lit) LBool { return o.solver.vals[l] }

// Level returns the current decision level.
func (o *Outbox) Level() int { return o.solver.level() }

// Spend adds the theory's own effort to the ticks that Limits.Ticks bounds.
func (o *Outbox) Spend(ticks int64) { o.solver.stats.Ticks += ticks }

// Stopped reports whether Solve was cancelled. Long computations of the theory should call it
// regularly, and give up if it is true.
func (o *Outbox) Stopped() bool { return o.stop.Load() }

func (o *Outbox) empty() bool { return len(o.implied)+len(o.lemmas) == 0 }

func (o *Outbox) clear() {
	o.implied, o.lemmas, o.lits = o.implied[:0], o.lemmas[:0], o.lits[:0]
}

// SetTheory sets the theory. It must be called at most once, before the first Solve.
func (s *Solver) SetTheory(t Theory) {
	s.theory = t
	s.decider, _ = t.(Decider)
	s.phaser, _ = t.(Phaser)
	s.watcher, _ = t.(RestartWatcher)
	s.idler, _ = t.(Idler)
}

// theoryIdle reports whether no theory takes part in this Solve.
func (s *Solver) theoryIdle() bool {
	return s.theory == nil || s.watched == 0 && s.idler != nil && s.idler.Idle()
}

// WatchTheory makes the solver notify the theory of assignments to v. If v already has a value
// during the search, the solver backtracks to the state before v got it.
func (s *Solver) WatchTheory(v Var) {
	if s.flags[v]&varWatched != 0 {
		return
	}
	s.restoreAll(v.Pos())
	s.flags[v] |= varWatched
	s.watched++
	s.sched.interval = s.sched.pace.theory
	in := &s.info[v]
	if s.vals[v.Pos()] == Undef || int(in.pos) >= s.notified {
		return
	}
	if in.level == 0 {
		l := v.Pos()
		if s.vals[l] == False {
			l = l.Not()
		}
		s.missed = append(s.missed, l)
	}
	if level := max(int(in.level)-1, 0); s.rewind < 0 || level < s.rewind {
		s.rewind = level
	}
}

// propagateAll propagates to the common fixpoint of the clauses and the theory.
// It returns a clause that is false, with at least one literal of the current
// level, which is above 0; or noClause at the fixpoint, or when the clauses
// have become inconsistent.
func (s *Solver) propagateAll() cref {
	for !s.inconsistent {
		if len(s.recheck) > 0 {
			s.recheckLate()
		}
		conflict := s.propagate()
		if s.level() == 0 {
			s.dropBaseReasons()
			if conflict != noClause {
				s.concludeBase(conflict)
				break
			}
		}
		if conflict != noClause {
			return conflict
		}
		if s.theory == nil || !s.notify() {
			return noClause
		}
		s.theory.Propagate(&s.out)
		conflict = s.deliver()
		if conflict != noClause {
			return conflict
		}
	}
	return noClause
}

// notify passes the new trail literals to the theory, up to the first one for which Assign returns
// false. It reports whether there were any.
func (s *Solver) notify() bool {
	any := false
	if s.level() == 0 {
		s.rewind = -1
		for len(s.missed) > 0 {
			l := s.missed[0]
			s.missed = s.missed[1:]
			any = true
			if !s.theory.Assign(l) {
				return any
			}
		}
	}
	for s.notified < len(s.trail) {
		l := s.trail[s.notified]
		s.notified++
		if s.flags[l.Var()]&varWatched != 0 {
			any = true
			if !s.theory.Assign(l) {
				return any
			}
		}
	}
	return any
}

// deliver processes the theory's reports. It returns a false clause in the sense of propagateAll,
// or noClause. Lemmas come first: a unit or empty lemma, or a false clause, makes the solver
// backtrack, and the other reports may then be obsolete.
func (s *Solver) deliver() cref {
	o := &s.out
	level := s.level()
	var conflicts []cref // rare, so a scratch slice is not worthwhile
	for i := range o.lemmas {
		m := &o.lemmas[i]
		if m.conflict {
			s.stats.TheoryConflicts++
		} else {
			s.stats.TheoryLemmas++
		}
		if c := s.addLemma(o.lits[m.start:m.end], m); c != noClause {
			conflicts = append(conflicts, c)
		}
	}
	if s.rewind >= 0 && s.rewind <= s.level() {
		s.backtrack(s.rewind)
		s.rewind = -1
	}
	conflict := s.lowestConflict(conflicts)
	if conflict == noClause && s.level() == level && !s.inconsistent {
		for _, l := range o.implied {
			if conflict = s.imply(l); conflict != noClause || s.inconsistent {
				break
			}
		}
	}
	o.clear()
	return conflict
}

// addLemma adds a clause of the theory. It returns the clause if it is false
// now.
func (s *Solver) addLemma(lits []Lit, m *lemma) cref {
	lits, tautology := s.normalise(lits)
	if tautology || s.inconsistent {
		return noClause
	}
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.leaf(Lemma, uint64(m.cert), lits)
	}
	if m.conflict && len(lits) > 0 && s.allFalse(lits) {
		return s.db.alloc(lits, flagLoose, id)
	}
	meta := Lit(0)
	if m.conflict || m.kind == Deletable {
		// The glue of an unassigned clause is unknown, so it starts with a high glue. It counts as
		// just used.
		meta = flagRedundant | Lit(min(len(lits), tier2Glue+1))<<glueShift | maxUsed<<usedShift
	}
	c := s.install(lits, id, meta)
	if c == noClause {
		return noClause
	}
	lits = s.db.lits(c)
	if s.vals[lits[1]] != False {
		return noClause
	}
	switch first := &s.info[lits[0].Var()]; s.vals[lits[0]] {
	case Undef:
		s.assign(lits[0], c)
		s.lateIfBelow(c, s.level())
	case True:
		s.lateIfBelow(c, int(first.level))
	default:
		s.addLate(c, first.level)
		return c
	}
	return noClause
}

// lateIfBelow keeps the clause c in late if its other literals are already false at a lower level
// than the given one. Its first literal is true at the given level.
func (s *Solver) lateIfBelow(c cref, level int) {
	if second := s.info[s.db.lits(c)[1].Var()].level; int(second) < level {
		s.addLate(c, uint32(level))
	}
}

// lowestConflict chooses the clause that is false at the lowest level, among clauses that were
// false when they were added. It goes back to that level and returns the clause. It returns
// noClause if none of them is false any more, or if the clauses have become inconsistent.
func (s *Solver) lowestConflict(conflicts []cref) cref {
	best, level := noClause, 0
	for _, c := range conflicts {
		if s.allFalse(s.db.lits(c)) {
			if h := s.highestLevel(c); best == noClause || h < level {
				best, level = c, h
			}
		}
	}
	if best == noClause || s.inconsistent {
		return noClause
	}
	s.backtrack(level)
	if level == 0 {
		s.dropBaseReasons()
		s.concludeBase(best)
		return noClause
	}
	return best
}

// imply assigns l for the theory. If l is false, it returns the explanation of l as a conflict in
// the sense of propagateAll.
func (s *Solver) imply(l Lit) cref {
	switch {
	case s.vals[l] == True:
		return noClause
	case s.vals[l] == False:
		s.stats.TheoryConflicts++
		return s.lowestConflict([]cref{s.explain(l)})
	}
	s.stats.TheoryPropagations++
	s.assign(l, theoryReason)
	if s.level() == 0 {
		// Level 0 needs unit clauses instead of reasons. They are made at once, since the
		// explanation is not stored.
		s.info[l.Var()].reason = noClause
		if s.proof != nil {
			c := s.explain(l)
			s.proof.begin(s.db.id(c))
			s.resolveUnits(s.db.lits(c), l)
			s.unitID[l.Var()] = s.proof.derive([]Lit{l})
		}
	}
	return noClause
}

// explain asks the theory for the clause that implies l and keeps it as a loose
// clause, with l first. It moves the arena.
func (s *Solver) explain(l Lit) cref {
	s.stats.Explanations++
	buf, cert := s.theory.Explain(l, s.explainLits[:0])
	s.explainLits = buf
	lits, tautology := s.normalise(buf)
	before := uint32(len(s.trail))
	if s.vals[l] == True {
		before = s.info[l.Var()].pos
	}
	found := false
	for i, q := range lits {
		if q == l {
			lits[0], lits[i] = lits[i], lits[0]
			found = true
		} else if s.vals[q] != False || s.info[q.Var()].pos >= before {
			panic(fmt.Sprintf("sat: theory explains %v by %v, but %v was not false before", l, buf, q))
		}
	}
	if !found || tautology {
		panic(fmt.Sprintf("sat: theory explains %v by %v", l, buf))
	}
	id := ClauseID(0)
	if s.proof != nil {
		id = s.proof.leaf(Lemma, uint64(cert), lits)
	}
	return s.db.alloc(lits, flagLoose, id)
}

// finalCheck asks the theory whether the assignment is a model.
func (s *Solver) finalCheck() Status {
	if s.theory == nil {
		return Sat
	}
	s.stats.FinalChecks++
	verdict := s.theory.FinalCheck(&s.out)
	if s.out.empty() && s.rewind < 0 {
		if verdict == Consistent {
			return Sat
		}
		s.reason = ReasonTheory
		return Unknown
	}
	if conflict := s.deliver(); conflict != noClause {
		s.analyze(conflict)
	} else if s.inconsistent {
		return Unsat
	}
	return Unknown
}
