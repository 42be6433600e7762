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

// This file makes models from complete unfoldings. These are unsatisfiable even if their open nodes
// derive everything.
//
// The definition of a predicate contains the states from which no unfolded node of the predicate
// reaches a query along the nodes of the unfolding. This is inductive: an unfolded node has all
// clauses for its predicate, so its formula for a head follows from the formulas of the body's
// nodes. The formula of an open node does not constrain anything.

// weakest returns the model of weakest preconditions. It returns nil if that needs quantifiers, or
// if the system is not linear.
func (u *unfolding) weakest() *horn.Model {
	if !u.sys.IsLinear() {
		return nil
	}
	// by predicate: the formulas of its unfolded nodes over its formals
	safe := map[*logic.Func][]*logic.Term{}
	above := map[*logic.Func]*logic.Term{} // the formulas of the position above
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

// precondition returns the condition on the body atom of c, as a formula over formals, under which
// its head satisfies the formula then. It returns nil if a quantifier remains.
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

// model returns the model of a complete unfolding, which is unsatisfiable even if its open nodes
// derive everything. Interpolants of the tree of positions over-approximate the facts that are
// derived at each position. A predicate holds for the states that its interpolants allow at every
// position. This is inductive: an unfolded node has all clauses for its predicate, and the
// interpolants below imply its own; an open node has the interpolant true. If the interpolator
// fails, model returns nil and the reason.
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

// only returns the consequence of an interpolant at n's position for n in state xs, given that n is
// the only active node there.
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
