// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// This file keeps universal safety interpolants (the InterpChecker paper, §III-A): a formula I_s
// for each location. Once it is full, no state that satisfies it reaches an error.
//
// Differences from the paper. There, I_s(l) is full when the interpolants of all successors are
// full, or when l is the last reachable location on a refuted path. The first rule is circular at a
// loop head. The second is wrong if l has other successors. Here fullness is a greatest fixpoint: a
// set of locations is full when
//
//	I_s(l) ∧ T ⇒ I_s(l')   for every clause T from l to l' of the set,
//	I_s(l) ∧ T ⇒ false     for every other clause from l and every query,
//
// for all l of the set. The solver checks each implication. A full set is a backward invariant:
// states that satisfy it stay in it and meet no error. It becomes a part of the model. Interpolants
// are also conjoined at locations that are not full, since the fixpoint needs a candidate at every
// location of a loop.

// safety is the safety interpolant of a location.
type safety struct {
	formula *logic.Term // I_s, over the formals
	full    bool        // the paper's F
}

// safeSet is a full set of safety interpolants. It is immutable: it stays full even if the
// locations' interpolants change.
type safeSet struct {
	locs    []*location
	formula map[*location]*logic.Term
}

// securedEdge is a query: do before and the clause of an edge imply after? nil represents false.
type securedEdge struct {
	edge          *edge
	before, after *logic.Term
}

// maxRepairs bounds the interpolation queries of repair in one refinement.
const maxRepairs = 8

// recordSafety conjoins the interpolants of a refuted path, one for each step, to the safety
// interpolants of the locations. It then determines which of these are full.
func (s *search) recordSafety(ctx context.Context, x infeasible, formulas []*logic.Term) error {
	last := -1 // index of the last reachable step
	for i, n := range x.steps {
		if formulas[i].IsFalse() {
			break
		}
		last = i
		s.conjoin(n.loc, formulas[i])
	}
	repairs := 0
	for i := last - 1; i >= 0 && repairs < maxRepairs; i-- {
		repaired, err := s.repair(ctx, x, i)
		if err != nil {
			return err
		}
		if repaired {
			repairs++
		}
	}
	filled, err := s.findFull(ctx)
	if err != nil {
		return err
	}
	if s.opts.Mode.Weights {
		var reached *edge
		if last >= 0 {
			reached = x.steps[last].edge
		}
		s.reweigh(filled, reached)
	}
	return nil
}

func (s *search) conjoin(l *location, f *logic.Term) {
	if z := s.store.And(l.safety.formula, f); z != l.safety.formula && !z.IsFalse() {
		l.safety.formula = z
		s.full = nil
	}
}

// repair strengthens the interpolant at step i of a refuted path, if the path allows it, until the
// interpolant and the step imply the one at the next step. As in the paper, it adds Craig(A, B),
// where A is the path to i and B = T ∧ ¬I_s of the next location. It reports whether it asked an
// interpolation query.
func (s *search) repair(ctx context.Context, x infeasible, i int) (bool, error) {
	n, next := x.steps[i], x.steps[i+1]
	kept, err := s.secures(ctx, next.edge, n.loc.safety.formula, next.loc.safety.formula)
	if err != nil || kept {
		return false, err
	}
	goal := append(slices.Clone(x.parts[i+1]), s.store.Not(s.graph.atDepth(next.loc, next.depth, next.loc.safety.formula)))
	parts := append(slices.Clone(x.parts[:i+1]), goal)
	st, core, err := s.checkAux(ctx, slices.Concat(parts...))
	if err != nil || st != smt.Unsat {
		return false, err
	}
	formulas, err := s.interpolate(ctx, s.slice(parts, core), smt.Weak)
	if err != nil {
		return true, dispensable(err)
	}
	s.conjoin(n.loc, s.graph.overFormals(n.loc, n.depth, formulas[i]))
	return true, nil
}

// secures reports whether before and the clause of e imply after; nil means false. An unknown
// answer counts as no.
func (s *search) secures(ctx context.Context, e *edge, before, after *logic.Term) (bool, error) {
	if after != nil && after.IsTrue() {
		return true, nil
	}
	key := securedEdge{e, before, after}
	if z, ok := s.secured[key]; ok {
		return z, nil
	}
	conjuncts := append([]*logic.Term{s.graph.atDepth(e.from, 0, before)}, s.graph.instance(e, 0).Conjuncts...)
	if after != nil {
		conjuncts = append(conjuncts, s.store.Not(s.graph.atDepth(e.to, 1, after)))
	}
	st, _, err := s.checkAux(ctx, conjuncts)
	if err != nil {
		return false, err
	}
	s.secured[key] = st == smt.Unsat
	return st == smt.Unsat, nil
}

// findFull computes the greatest fixpoint, marks the full locations, and returns those that have
// become full. A location with unknown successors is not full, unless no error can be reached from
// it.
func (s *search) findFull(ctx context.Context) ([]*location, error) {
	in := map[*location]bool{}
	var work []*location
	for _, l := range s.graph.locs {
		if l.loaded || l.cannotReachError {
			in[l] = true
			work = append(work, l)
		}
	}
	for len(work) > 0 {
		l := work[0]
		work = work[1:]
		if !in[l] || l.cannotReachError {
			continue
		}
		keeps, err := s.keeps(ctx, l, in)
		if err != nil {
			return nil, err
		}
		if keeps {
			continue
		}
		in[l] = false
		for _, e := range l.in {
			if e.from != nil && in[e.from] {
				work = append(work, e.from)
			}
		}
	}
	set := &safeSet{formula: map[*location]*logic.Term{}}
	var filled []*location
	for _, l := range s.graph.locs {
		if in[l] && !l.safety.full {
			filled = append(filled, l)
		}
		if l.safety.full = in[l]; in[l] {
			set.locs = append(set.locs, l)
			set.formula[l] = l.safety.formula
		}
	}
	s.full = set
	return filled, nil
}

// keeps reports whether l fulfils the conditions of a full set: its interpolant excludes all
// queries, and its edges lead from the interpolant into the interpolants of locations in the set
// in.
func (s *search) keeps(ctx context.Context, l *location, in map[*location]bool) (bool, error) {
	for _, e := range l.queries {
		if z, err := s.secures(ctx, e, l.safety.formula, nil); err != nil || !z {
			return false, err
		}
	}
	for _, e := range l.out {
		var after *logic.Term
		if in[e.to] {
			after = e.to.safety.formula
		}
		if z, err := s.secures(ctx, e, l.safety.formula, after); err != nil || !z {
			return false, err
		}
	}
	return true, nil
}

// pruneSafe prunes n if its path implies a full safety interpolant. It strengthens the labels on
// the path until the label of n implies the interpolant too, so that the tree remains a proof.
func (s *search) pruneSafe(ctx context.Context, n *node) error {
	if !s.kinds.has(Safety) || s.full == nil || !n.loc.safety.full {
		return nil
	}
	set, goal := s.full, n.loc.safety.formula
	implied, err := s.auxOracle.implies(ctx, n.loc, n.labelTerm, goal)
	if err != nil {
		return err
	}
	if !implied {
		forced, err := s.force(ctx, s.auxSolver, s.tree.root, n, goal, nil)
		if err != nil || !forced || n.deadPath() || n.coveredPath() {
			return err
		}
		if implied, err = s.auxOracle.implies(ctx, n.loc, n.labelTerm, goal); err != nil || !implied {
			return err
		}
	}
	s.stats.PrunedSafety++
	s.reopen(s.tree.prune(n, set))
	return nil
}

// pruned reports whether safety interpolants prune n, and no ancestor of n is covered, pruned or
// unreachable.
func (n *node) pruned() bool {
	return n.safe != nil && !n.deadPath() && (n.parent == nil || !n.parent.coveredPath())
}
