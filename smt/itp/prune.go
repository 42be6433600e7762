// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"
	"slices"

	"cornet/smt"
	"cornet/smtlib"
)

// Prune returns interpolants of q that are no heavier than the given ones:
// tidied, and without conjuncts and disjuncts, on the upper two levels, that the
// conditions of an interpolant do not need. At most budget queries go to solver,
// which has nothing asserted; it works in scopes of its own. Where a query is not
// decided the formula stays as it is.
//
// Dropping a conjunct weakens a formula, so what its parent needs is checked;
// dropping a disjunct strengthens it, so that its own part still implies it is
// checked. The order is fixed, from the leaves to the root and heavy pieces
// first; the result is minimal with respect to single pieces when the budget
// lasts.
func Prune(ctx context.Context, store *smtlib.Store, solver smt.Solver, q *smt.Query, formulas []*smtlib.Term, budget int) ([]*smtlib.Term, error) {
	p := &pruner{ctx: ctx, store: store, solver: solver, q: q, kids: children(q), budget: budget}
	for _, f := range formulas {
		p.itps = append(p.itps, Tidy(store, f))
	}
	for i := range len(q.Part) - 1 {
		if err := p.node(i); err != nil {
			return nil, err
		}
	}
	return p.itps, nil
}

type pruner struct {
	ctx    context.Context
	store  *smtlib.Store
	solver smt.Solver
	q      *smt.Query
	kids   [][]int
	itps   []*smtlib.Term
	budget int
}

// shorter is a formula with a piece dropped.
type shorter struct {
	f      *smtlib.Term
	weaker bool
}

// node drops pieces of the formula of node i while that is possible.
func (p *pruner) node(i int) error {
	tried := map[*smtlib.Term]bool{p.itps[i]: true}
again:
	for _, s := range p.shorter(p.itps[i]) {
		if tried[s.f] || p.budget <= 0 {
			continue
		}
		tried[s.f] = true
		p.budget--
		ok, err := p.holds(i, s)
		if err != nil {
			return err
		}
		if ok {
			p.itps[i] = s.f
			goto again
		}
	}
	return nil
}

// shorter lists the formulas with one piece of f dropped, the lightest first.
func (p *pruner) shorter(f *smtlib.Term) []shorter {
	var z []shorter
	p.drop(f, func(g *smtlib.Term, weaker bool) { z = append(z, shorter{g, weaker}) })
	if f.Op() == smtlib.OpAnd || f.Op() == smtlib.OpOr {
		for k, a := range f.Args() {
			p.drop(a, func(g *smtlib.Term, weaker bool) {
				args := slices.Clone(f.Args())
				args[k] = g
				z = append(z, shorter{p.join(f.Op(), args), weaker})
			})
		}
	}
	slices.SortStableFunc(z, func(a, b shorter) int { return weight(a.f) - weight(b.f) })
	return z
}

// drop yields f without each of its conjuncts or disjuncts.
func (p *pruner) drop(f *smtlib.Term, yield func(g *smtlib.Term, weaker bool)) {
	if f.Op() != smtlib.OpAnd && f.Op() != smtlib.OpOr {
		return
	}
	for k := range f.Args() {
		rest := slices.Delete(slices.Clone(f.Args()), k, k+1)
		yield(p.join(f.Op(), rest), f.Op() == smtlib.OpAnd)
	}
}

func (p *pruner) join(op smtlib.Op, args []*smtlib.Term) *smtlib.Term {
	if op == smtlib.OpAnd {
		return p.store.And(args...)
	}
	return p.store.Or(args...)
}

// holds reports whether s can be the formula of node i.
func (p *pruner) holds(i int, s shorter) (bool, error) {
	node := i
	if s.weaker {
		node = p.q.Parent[i]
	}
	p.solver.Push()
	defer p.solver.Pop(1)
	if err := p.solver.Assert(p.q.Part[node]); err != nil {
		return false, err
	}
	for _, k := range p.kids[node] {
		f := p.itps[k]
		if k == i {
			f = s.f
		}
		if err := p.solver.Assert(f); err != nil {
			return false, err
		}
	}
	goal := s.f
	if s.weaker {
		goal = p.itps[node]
	}
	st, err := p.solver.Check(p.ctx, p.store.Not(goal))
	return st == smt.Unsat, err
}
