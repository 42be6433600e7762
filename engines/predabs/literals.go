// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// This file makes interpolants simpler. A proof about clauses that represent many paths gives
// interpolants that are deep combinations of simple atoms. Such a formula seldom helps against
// other counterexamples. If the literals over its atoms that hold at a node suffice together, they
// replace the interpolant. (An exception for disjunctions of literals solved fewer systems.)

// maxLiterals limits the literals that are tried at a node.
const maxLiterals = 80

// addLiterals extends tree interpolants that are not conjunctions of literals. From the leaves up,
// it adds the literals over their atoms that a node's part and the interpolants of its children
// imply. The results are tree interpolants again; prune drops the unnecessary parts.
//
// Cost: for each node at most a query for each literal, fewer if models refute several.
func (s *search) addLiterals(ctx context.Context, tree []treeNode, formulas []*logic.Term) error {
	for i := range tree[:len(tree)-1] { // children come before their parents
		n := &tree[i]
		literals := s.literals(formulas[i])
		if n.instance == nil || len(literals) == 0 {
			continue
		}
		part := slices.Clone(n.conjuncts)
		for _, c := range n.children {
			part = append(part, formulas[c])
		}
		implied, err := s.implied(ctx, s.store.And(part...), literals)
		if err != nil {
			return err
		}
		formulas[i] = s.store.And(append(implied, formulas[i])...)
	}
	return nil
}

// literals returns the literals over the atoms of t. It returns nothing if t is a conjunction of
// literals already.
func (s *search) literals(t *logic.Term) []*logic.Term {
	if !slices.ContainsFunc(logic.AppendConjuncts(nil, t), isCombination) {
		return nil
	}
	var z []*logic.Term
	logic.Walk(func(u *logic.Term) bool {
		if isCombination(u) || u.Op() == logic.OpNot {
			return true
		}
		if u.Sort().IsBool() && !u.IsValue() && len(z) < maxLiterals {
			z = append(z, bounds(s.store, u)...)
			z = append(z, s.store.Not(u))
		}
		return false
	}, t)
	return z
}

// isCombination reports whether t is a conjunction, a disjunction, or another Boolean combination.
func isCombination(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpAnd, logic.OpOr, logic.OpIte, logic.OpXor:
		return t.Sort().IsBool()
	case logic.OpEq:
		return t.Arg(0).Sort().IsBool()
	}
	return false
}

// implied returns the formulas that part implies.
func (s *search) implied(ctx context.Context, part *logic.Term, formulas []*logic.Term) ([]*logic.Term, error) {
	s.bounded.Push()
	defer s.bounded.Pop(1)
	if err := s.bounded.Assert(part); err != nil {
		return nil, err
	}
	post := smt.Post{Solver: s.bounded, Store: s.store, Checks: &s.stats.Checks}
	var z []*logic.Term
	for _, t := range formulas {
		holds, err := post.Holds(ctx, t)
		if err != nil {
			return nil, err
		}
		if holds {
			z = append(z, t)
		}
	}
	return z, nil
}
