// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// simplify replaces tree interpolants by simpler ones for the same tree. It modifies formulas.
func (s *search) simplify(ctx context.Context, tree []treeNode, formulas []*logic.Term) error {
	if err := s.addLiterals(ctx, tree, formulas); err != nil {
		return err
	}
	return s.prune(ctx, tree, formulas)
}

// prune drops unnecessary conjuncts of tree interpolants. From the root down, it drops conjuncts of
// a node's children that are not in a core of the node's step. It drops combinations of literals
// first. The remaining conjuncts form tree interpolants. Pruning pays since every tracked conjunct
// costs a query for each later application.
//
// Cost: two queries of the size of a clause for each node whose interpolant is not trivial.
func (s *search) prune(ctx context.Context, tree []treeNode, formulas []*logic.Term) error {
	for i := len(tree) - 1; i >= 0; i-- { // parents come before their children
		n := &tree[i]
		if err := s.pruneStep(ctx, n.conjuncts, n.children, formulas[i], formulas); err != nil {
			return err
		}
	}
	return nil
}

// pruneStep drops conjuncts of the formulas of children that part does not need to
// imply the goal.
func (s *search) pruneStep(ctx context.Context, part []*logic.Term, children []int, goal *logic.Term, formulas []*logic.Term) error {
	var open []*logic.Term // conjuncts of the children
	for _, c := range children {
		open = logic.AppendConjuncts(open, formulas[c])
	}
	if goal.IsTrue() {
		open = nil
	} else if len(open) > 1 {
		var err error
		if open, err = s.core(ctx, s.store.And(append(slices.Clone(part), s.store.Not(goal))...), open); err != nil {
			return err
		}
	}
	for _, c := range children {
		kept := slices.DeleteFunc(logic.AppendConjuncts(nil, formulas[c]), func(t *logic.Term) bool { return !slices.Contains(open, t) })
		formulas[c] = s.store.And(kept...)
	}
	return nil
}

// core returns assumptions that contradict t. It returns only literals if these suffice. If the
// solver finds no contradiction, it returns all assumptions.
func (s *search) core(ctx context.Context, t *logic.Term, assumptions []*logic.Term) ([]*logic.Term, error) {
	s.bounded.Push()
	defer s.bounded.Pop(1)
	if err := s.bounded.Assert(t); err != nil {
		return nil, err
	}
	literals := slices.DeleteFunc(slices.Clone(assumptions), isCombination)
	for _, set := range [][]*logic.Term{literals, assumptions} {
		s.stats.Checks++
		switch st, err := s.bounded.Check(ctx, set...); {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return s.bounded.Core(), nil
		}
		if len(literals) == len(assumptions) {
			break
		}
	}
	return assumptions, nil
}
