// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// ruleSolver is an incremental solver for the constraint of a rule, or for no constraint, with the
// lemmas and facts of its views. Assumptions activate the lemmas and facts of a view:
//
//	may(v, n)      the lemmas of level n and above hold: the frame of n
//	must(v, 0)     a fact holds, provided that must(v, last) is refuted
//
// A lemma of level n is the clause ¬may(v, n) ∨ lemma, and may(v, n) implies may(v, n+1). When a
// lemma rises, its old clause remains in the solver. If there are too many such clauses, the solver
// is rebuilt.
type ruleSolver struct {
	s           *search
	solver      smt.Solver
	base        *logic.Term
	occurrences []*occurrence
	asserted    int // clauses of lemmas
}

// staleness decides when a solver is rebuilt: when it has more clauses of lemmas than staleness
// plus twice the number of lemmas in use.
const staleness = 300

func (b *ruleSolver) close() {
	if b.solver != nil {
		b.solver.Close()
		b.solver = nil
	}
}

// sync asserts everything that has been learned since the last call.
func (b *ruleSolver) sync() error {
	live := 0
	for _, v := range b.occurrences {
		live += len(v.loc.lemmas)
	}
	if b.asserted > 2*live+staleness {
		b.close()
		b.s.stats.Rebuilds++
	}
	if b.solver == nil {
		solver, err := b.s.opts.Backend.New(b.s.store, b.s.opts.Solver)
		if err != nil {
			return err
		}
		b.solver, b.asserted = solver, 0
		if err := solver.Assert(b.base); err != nil {
			return err
		}
		for _, v := range b.occurrences {
			v.entries, v.facts, v.levels = 0, 0, 0
		}
	}
	for _, v := range b.occurrences {
		if err := b.syncOccurrence(v); err != nil {
			return err
		}
	}
	return nil
}

func (b *ruleSolver) syncOccurrence(v *occurrence) error {
	s, st := b.s, b.s.store
	for ; v.levels <= s.bound+1; v.levels++ {
		if err := b.solver.Assert(st.Implies(s.may(v, v.levels), s.may(v, v.levels+1))); err != nil {
			return err
		}
	}
	for ; v.entries < len(v.loc.log); v.entries++ {
		e := v.loc.log[v.entries]
		if e.lemma.dead || e.lemma.level != e.level {
			continue // a later entry has the lemma
		}
		b.asserted++
		clause := append([]*logic.Term{st.Not(s.may(v, e.level))}, logic.Disjuncts(v.sub.Apply(e.lemma.term))...)
		if err := b.solver.Assert(st.Or(clause...)); err != nil {
			return err
		}
	}
	for ; v.facts < len(v.loc.facts); v.facts++ {
		f := v.sub.Apply(v.loc.facts[v.facts].term)
		if err := b.solver.Assert(st.Or(st.Not(s.must(v, v.facts)), f, s.must(v, v.facts+1))); err != nil {
			return err
		}
	}
	return nil
}

// mustOf returns the assumptions that restrict view v to its facts.
func (b *ruleSolver) mustOf(v *occurrence) []*logic.Term {
	return []*logic.Term{b.s.must(v, 0), b.s.store.Not(b.s.must(v, len(v.loc.facts)))}
}

// mayOf returns the assumption that restricts view v to a frame.
func (b *ruleSolver) mayOf(v *occurrence, level int) *logic.Term {
	return b.s.may(v, min(level, b.s.bound+1))
}

// frames returns the assumptions that restrict all views to frames of a level.
func (b *ruleSolver) frames(level int) []*logic.Term {
	z := make([]*logic.Term, len(b.occurrences))
	for i, v := range b.occurrences {
		z[i] = b.mayOf(v, level)
	}
	return z
}

// check decides the rule under assumptions.
func (b *ruleSolver) check(ctx context.Context, assumptions ...[]*logic.Term) (smt.Status, error) {
	if err := b.sync(); err != nil {
		return smt.Unknown, err
	}
	return b.ask(ctx, assumptions...)
}

// ask is check without sync.
func (b *ruleSolver) ask(ctx context.Context, assumptions ...[]*logic.Term) (smt.Status, error) {
	var all []*logic.Term
	for _, a := range assumptions {
		all = append(all, a...)
	}
	b.s.stats.Checks++
	return b.solver.Check(ctx, all...)
}

// core returns the elements of lits that the last check needed for Unsat.
func (b *ruleSolver) core(lits []*logic.Term) []*logic.Term { return smt.Needed(b.solver, lits) }
