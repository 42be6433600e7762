// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// maxParts is the largest number of parts for which a question is split.
const maxParts = 256

// parts splits neg: neg is equivalent to rest and the disjunction of the parts z. They come from
// the conjunct with the most disjuncts. This is usually the head of a clause. The head's model is a
// conjunction, so each part is about one lemma. If neg has no such conjunct, rest is neg and z is
// empty.
//
// Cost: linear in the conjuncts of neg and their parts.
func parts(s *logic.Store, neg *logic.Term) (rest *logic.Term, z []*logic.Term) {
	all := conjuncts(s, neg)
	at := -1
	for i, c := range all {
		if ps := disjuncts(s, c); len(ps) > max(len(z), 1) && len(ps) <= maxParts {
			at, z = i, ps
		}
	}
	if at < 0 {
		return neg, nil
	}
	return s.And(append(all[:at:at], all[at+1:]...)...), z
}

// disjuncts lists the disjuncts of t, without repetitions. It looks into nested disjunctions and
// negated conjunctions.
func disjuncts(s *logic.Store, t *logic.Term) []*logic.Term {
	var z []*logic.Term
	seen := map[*logic.Term]bool{}
	for work := []*logic.Term{t}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		switch ps := parted(s, t); {
		case len(ps) > 1:
			for _, p := range slices.Backward(ps) {
				work = append(work, p)
			}
		case !seen[t]:
			seen[t] = true
			z = append(z, t)
		}
	}
	return z
}

// manner is a way to ask a solver a question.
type manner uint8

const (
	asOne manner = iota
	// part by part; the parts share what the solver learns, and each is about one or two bounds
	byParts
	// as one question; if the solver uses up its ticks, part by part, with what it has learnt
	thenByParts
)

// check asks a new solver whether neg is unsatisfiable.
func (j *judge) check(solver smt.Solver, neg *logic.Term, how manner) (smt.Status, error) {
	rest, list := neg, []*logic.Term(nil)
	if how != asOne {
		rest, list = parts(j.store, neg)
	}
	if err := solver.Assert(rest); err != nil {
		j.reason = "the solver refuses the question"
		return smt.Unknown, err
	}
	st, err := solveParts(j.ctx, j.store, solver, list, how)
	if err != nil {
		j.reason = "the solver fails"
	}
	return st, err
}

// solveParts asks whether the solver's assertions are satisfiable together with one member of list.
// If list is empty, it asks about the assertions alone.
func solveParts(ctx context.Context, s *logic.Store, solver smt.Solver, list []*logic.Term, how manner) (smt.Status, error) {
	switch {
	case list == nil:
		return solver.Check(ctx)
	case how == thenByParts:
		if st, err := solver.Check(ctx, s.Or(list...)); err != nil || st != smt.Unknown {
			return st, err
		}
	}
	for _, part := range list {
		if st, err := solver.Check(ctx, part); err != nil || st != smt.Unsat {
			return st, err
		}
	}
	return smt.Unsat, nil
}
