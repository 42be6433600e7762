// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"
	"slices"

	"cornet/engines/kernel"
	"cornet/logic"
	"cornet/smt"
)

// The bounds of a [Lemmas]. When there are too many candidates, the oldest are dropped.
const (
	maxCandidates = 400
	maxGuards     = 20
	maxSize       = 60 // size of a candidate
)

// Lemmas collects formulas over states that may be invariants, such as the parts of images. It
// proves those that are inductive together with each other and with the ones proved before (the
// Houdini algorithm).
//
// Invariant: Init implies every formula of proven, and proven ∧ Trans implies it after the step.
type Lemmas struct {
	System *System
	// Solver must have no assertions between calls.
	Solver smt.Solver
	// Limit bounds the queries of one call of Prove. The next call continues. 0 means no bound.
	Limit int
	Stats LemmaStats

	guards     []*logic.Term
	proven     []*logic.Term
	candidates []*logic.Term // oldest first
	seen       map[*logic.Term]bool
	fresh      int // candidates since the last Prove
	// trial has the remaining candidates of a proof that reached the limit.
	trial []*logic.Term
	spent int // queries of this Prove
}

// LemmaStats counts the work of a [Lemmas].
type LemmaStats struct {
	Candidates   int64 `json:"lemma_candidates"` // formulas offered
	Proven       int64 `json:"lemmas"`           // lemmas proved
	LemmaQueries int64 `json:"lemma_checks"`     // satisfiability queries
}

// Proven returns the conjunction of the lemmas, over the system's Vars.
func (z *Lemmas) Proven() *logic.Term { return z.System.Store.And(z.proven...) }

// List returns the lemmas in the order in which they were proved. The caller must
// not change the slice.
func (z *Lemmas) List() []*logic.Term { return z.proven }

// Offer adds the parts of a formula over Vars to the candidates: its conjuncts,
// the disjuncts of those, and the halves of equations.
func (z *Lemmas) Offer(f *logic.Term) {
	st := z.System.Store
	if z.seen == nil {
		z.seen = map[*logic.Term]bool{}
	}
	add := func(t *logic.Term) {
		if !t.IsTrue() && logic.Size(t) < maxSize {
			z.seen[t] = true
			z.candidates = append(z.candidates, t)
			z.Stats.Candidates++
			z.fresh++
		}
	}
	var visit func(t *logic.Term, depth int)
	visit = func(t *logic.Term, depth int) {
		if t.IsTrue() || t.IsFalse() || z.seen[t] {
			return
		}
		z.seen[t] = true
		switch op := t.Op(); {
		case op == logic.OpAnd || op == logic.OpOr:
			if depth < 4 {
				for _, a := range t.Args() {
					visit(a, depth+1)
				}
			}
		case t.IsEquation():
			for _, half := range st.Halves(t) {
				visit(half, depth+1)
			}
		}
		switch t.Op() {
		case logic.OpAnd:
		case logic.OpOr:
			add(t)
		default:
			add(t)
			for _, g := range z.guards {
				if y := st.Or(g, t); !z.seen[y] {
					add(y)
				}
			}
		}
	}
	visit(f, 0)
	if extra := len(z.candidates) - maxCandidates; extra > 0 {
		for _, t := range z.candidates[:extra] {
			delete(z.seen, t)
		}
		z.candidates = append(z.candidates[:0], z.candidates[extra:]...)
	}
}

// OfferClauses adds candidates from the clauses: the conditions on the state before a step in Trans
// and Bad, and their negations, and the parts of Init that are formulas over Vars. The conditions
// also become guards: every offered literal is also offered as a disjunct next to each of them. So
// an invariant can hold in one phase of a loop only. Systems with many conditions get no guards.
func (z *Lemmas) OfferClauses() {
	ts, st := z.System, z.System.Store
	state := map[*logic.Term]bool{}
	for _, v := range ts.Vars {
		state[v] = true
	}
	over := func(t *logic.Term) bool {
		for _, v := range logic.FreeVars(t) {
			if !state[v] {
				return false
			}
		}
		return true
	}
	seen := map[*logic.Term]bool{}
	var guards []*logic.Term
	guard := func(t *logic.Term) {
		if !seen[t] {
			seen[t] = true
			guards = append(guards, t)
		}
	}
	logic.Walk(func(t *logic.Term) bool {
		if !t.Sort().IsBool() {
			return false
		}
		switch t.Op() {
		case logic.OpAnd, logic.OpOr, logic.OpNot, logic.OpIte:
			return true
		}
		if over(t) && t.HasVars() {
			guard(t)
			guard(st.Not(t))
		}
		return false
	}, ts.Bad, ts.Trans)
	if len(guards) <= maxGuards {
		z.guards = guards
	}
	for _, g := range guards {
		z.Offer(g)
	}
	if over(ts.Init) {
		z.Offer(ts.Init)
	}
}

// Exchange offers formulas that others have published on the board, tries to prove all candidates,
// and publishes new lemmas. It reports whether there are new ones. The board may be nil.
func (z *Lemmas) Exchange(ctx context.Context, b kernel.Board) (bool, error) {
	for _, m := range kernel.Read(b) {
		z.Offer(z.System.Formula(m))
	}
	more, err := z.Prove(ctx)
	if more && b != nil {
		b.PublishLemmas(z.System.Model(z.Proven()))
	}
	return more, err
}

// Prove proves the lemmas among the candidates. It reports whether there are new ones. If a query
// is undecided, it stops without new lemmas.
//
// Cost: at most twice as many queries as there are candidates.
func (z *Lemmas) Prove(ctx context.Context) (bool, error) {
	z.spent = 0
	if z.trial == nil {
		if z.fresh == 0 {
			return false, nil
		}
		z.fresh = 0
		ts := z.System
		z.Solver.Push()
		left, ok, err := z.filter(ctx, z.candidates, 0, ts.At(ts.Init, 0), false)
		z.Solver.Pop(1)
		if err != nil || !ok {
			return false, err
		}
		// Init does not imply the other candidates, so they are dropped
		z.candidates = slices.Clone(left)
		z.trial = left
	}
	return z.induct(ctx)
}

// induct proves those formulas of trial that are inductive together.
func (z *Lemmas) induct(ctx context.Context) (bool, error) {
	ts, st := z.System, z.System.Store
	step := st.And(ts.At(z.Proven(), 0), ts.At(ts.Trans, 0))
	z.Solver.Push()
	left, ok, err := z.filter(ctx, z.trial, 1, step, true)
	z.Solver.Pop(1)
	if err == nil && !ok && z.Limit > 0 && z.spent >= z.Limit {
		z.trial = left // the next call continues
		return false, nil
	}
	z.trial = nil
	if err != nil || !ok || len(left) == 0 {
		return false, err
	}
	isNew := map[*logic.Term]bool{}
	for _, t := range left {
		isNew[t] = true
	}
	z.candidates = slices.DeleteFunc(z.candidates, func(t *logic.Term) bool { return isNew[t] })
	z.Solver.Push()
	defer z.Solver.Pop(1)
	return z.keep(ctx, left)
}

// keep adds the new lemmas that do not follow from the others to the proven ones, the simplest
// first. It reports whether there are any.
func (z *Lemmas) keep(ctx context.Context, lemmas []*logic.Term) (bool, error) {
	st := z.System.Store
	slices.SortStableFunc(lemmas, func(a, b *logic.Term) int { return logic.Size(a) - logic.Size(b) })
	if err := z.Solver.Assert(z.Proven()); err != nil {
		return false, err
	}
	any := false
	for _, t := range lemmas {
		z.Stats.LemmaQueries++
		status, err := z.Solver.Check(ctx, st.Not(t))
		if err != nil {
			return false, err
		}
		if status == smt.Unsat {
			continue
		}
		if err := z.Solver.Assert(t); err != nil {
			return false, err
		}
		any = true
		z.proven = append(z.proven, t)
		z.Stats.Proven++
	}
	return any, nil
}

// filter returns the candidates that premise implies at state i. If inductive is set, premise
// includes the remaining candidates at the state before, and the limit of queries applies. If a
// query is undecided or the limit is reached, it returns false and the remaining candidates.
func (z *Lemmas) filter(ctx context.Context, candidates []*logic.Term, i int, premise *logic.Term, inductive bool) ([]*logic.Term, bool, error) {
	ts, st := z.System, z.System.Store
	if err := z.Solver.Assert(premise); err != nil {
		return nil, false, err
	}
	left := candidates
	for len(left) > 0 {
		if inductive && z.Limit > 0 && z.spent >= z.Limit {
			return left, false, nil
		}
		z.spent++
		var goals, assumptions, kept []*logic.Term
		for _, t := range left {
			goals = append(goals, ts.At(t, i))
			if inductive {
				assumptions = append(assumptions, ts.At(t, i-1))
			}
		}
		z.Stats.LemmaQueries++
		refuted, status, err := smt.Refuted(ctx, z.Solver, st, goals, assumptions...)
		if err != nil || status == smt.Unknown {
			return nil, false, err
		}
		if status == smt.Unsat {
			break
		}
		for k, t := range left {
			if !refuted[k] {
				kept = append(kept, t)
			}
		}
		left = kept
	}
	return left, true, nil
}

// Safe reports whether the lemmas exclude the bad states.
func (z *Lemmas) Safe(ctx context.Context) (bool, error) {
	ts := z.System
	z.Stats.LemmaQueries++
	st, err := z.Solver.Check(ctx, ts.At(z.Proven(), 0), ts.At(ts.Bad, 0))
	return st == smt.Unsat, err
}
