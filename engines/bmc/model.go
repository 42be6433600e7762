// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"
	"slices"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/logic"
	"cornet/smt"
)

// This file makes models from unfoldings that are complete: unsatisfiable whatever their open nodes derive.
//
// A predicate holds of the states from which no query is reached along the nodes of the unfolding, at none of the nodes for that predicate that are
// unfolded. That is inductive: such a node has all clauses for its predicate, so what it says of a head follows from what the nodes of the
// body say; and of an open node it follows from nothing.

// weakest returns the model of weakest preconditions, or nil where that needs quantifiers, or where the system is not linear.
func (u *unfolding) weakest() *horn.Model {
	if !u.sys.IsLinear() {
		return nil
	}
	safe := map[*logic.Func][]*logic.Term{} // by predicate: what its unfolded nodes say of its formals
	above := map[*logic.Func]*logic.Term{}  // what those of the position above say
	for i, pos := range u.positions[1:] {
		here := map[*logic.Func]*logic.Term{}
		for _, c := range u.sys.Clauses {
			if len(c.Body) == 0 || pos.nodes[c.Body[0].Pred] == nil || c.IsQuery() != (i == 0) {
				continue
			}
			p, then := c.Body[0].Pred, u.store.False()
			if !c.IsQuery() {
				if then = above[c.Head.Pred]; then == nil {
					continue // the node is open
				}
				then = u.store.NewSubstitution(kernel.Formals(u.store, c.Head.Pred), c.Head.Args).Apply(then)
			}
			w := u.precondition(c, then)
			if w == nil {
				return nil
			}
			if old := here[p]; old != nil {
				w = u.store.And(old, w)
			}
			here[p] = w
		}
		for p, n := range pos.nodes {
			if !n.unfolded {
				delete(here, p)
			} else if here[p] != nil {
				safe[p] = append(safe[p], here[p])
			}
		}
		above = here
	}
	m := horn.NewModel()
	for _, p := range u.sys.Preds {
		m.Define(p, kernel.Formals(u.store, p), u.store.And(safe[p]...))
	}
	return m
}

// precondition returns what the body atom of c must satisfy, as a formula over formals, so that its head satisfies then; nil if a quantifier is left.
func (u *unfolding) precondition(c *horn.Clause, then *logic.Term) *logic.Term {
	formals := kernel.Formals(u.store, c.Body[0].Pred)
	keep := map[*logic.Term]bool{}
	var conj []*logic.Term
	for i, x := range formals {
		keep[x] = true
		conj = append(conj, u.store.Eq(c.Body[0].Args[i], x))
	}
	conj = logic.AppendConjuncts(append(conj, u.store.Not(then)), c.Constraint)
	z := lift.Solve(u.store, keep, conj, nil)
	bad := u.store.And(z.Conj()...)
	if slices.ContainsFunc(logic.FreeVars(bad), func(v *logic.Term) bool { return !keep[v] }) {
		return nil
	}
	return u.store.Not(bad)
}

// model returns the model of an unfolding that is complete: unsatisfiable whatever its open nodes derive. Interpolants of the tree of positions
// over-approximate what is derived at each of them, and a predicate holds where it does so at every position. That is inductive: a
// node that is unfolded has all clauses for its predicate, and the interpolants below imply its own; one that is not has the interpolant true. It returns
// nil, and the reason, where the interpolator finds no interpolants.
func (u *unfolding) model(ctx context.Context, z smt.Interpolator) (*horn.Model, string, error) {
	last := len(u.positions) - 1
	q := &smt.Query{Part: make([]*logic.Term, last+1), Parent: make([]int, last+1)}
	for i, pos := range u.positions {
		q.Part[last-i], q.Parent[last-i] = u.store.And(pos.asserted...), last-pos.parent
	}
	q.Parent[last] = -1
	answer, err := z.Interpolate(ctx, q)
	if err != nil || answer.Status != smt.Unsat {
		return nil, answer.Reason, err
	}
	m := horn.NewModel()
	for _, p := range u.sys.Preds {
		formals, holds := kernel.Formals(u.store, p), []*logic.Term{}
		for _, pos := range u.positions {
			if n := pos.nodes[p]; n != nil {
				holds = append(holds, u.only(n, formals, answer.Formulas[last-pos.number]))
			}
		}
		m.Define(p, formals, u.store.And(holds...))
	}
	return m, "", nil
}

// only is what an interpolant at the position of n says of n in state xs if it is the only node there that is active.
func (u *unfolding) only(n *node, xs []*logic.Term, f *logic.Term) *logic.Term {
	vars, terms := append([]*logic.Term{n.active}, n.state...), append([]*logic.Term{u.store.True()}, xs...)
	for _, other := range u.nodes {
		if other.pos != n.pos || other == n {
			continue
		}
		vars, terms = append(vars, other.active), append(terms, u.store.False())
		for _, x := range other.state {
			vars, terms = append(vars, x), append(terms, u.store.DefaultValue(x.Sort()))
		}
	}
	return u.store.NewSubstitution(vars, terms).Apply(f)
}
