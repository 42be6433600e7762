// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// modelCache has states that have distinguished labels of one location. For most pairs of labels,
// one of these states shows that one label does not imply the other, without a query.
type modelCache struct {
	models []*logic.Model
	next   int
}

// maxModels bounds the states of a location.
const maxModels = 24

// separate reports whether some state satisfies x and not y.
func (z *modelCache) separate(x, y *logic.Term) bool {
	for _, m := range z.models {
		if m.Holds(x) && m.Eval(y).IsFalse() {
			return true
		}
	}
	return false
}

// add adds m, and drops the oldest state if there are too many.
func (z *modelCache) add(m *logic.Model) {
	if len(z.models) < maxModels {
		z.models = append(z.models, m)
		return
	}
	z.models[z.next] = m
	z.next = (z.next + 1) % maxModels
}

// oracle answers whether formulas imply others. It caches the answers.
type oracle struct {
	store  *logic.Store
	solver smt.Solver
	known  map[[2]*logic.Term]bool
	caches map[*location]*modelCache
	stats  *Stats
}

func newOracle(store *logic.Store, solver smt.Solver, stats *Stats) *oracle {
	return &oracle{store, solver, map[[2]*logic.Term]bool{}, map[*location]*modelCache{}, stats}
}

// implies reports whether x implies y, both over the formals of l. An unknown answer counts as no.
func (o *oracle) implies(ctx context.Context, l *location, x, y *logic.Term) (bool, error) {
	if x == y || x.IsFalse() || y.IsTrue() {
		return true, nil
	}
	if y.IsFalse() {
		return false, nil
	}
	key := [2]*logic.Term{x, y}
	if z, ok := o.known[key]; ok {
		o.stats.CoverCacheHits++
		return z, nil
	}
	z, err := o.ask(ctx, l, x, y)
	if err == nil {
		o.known[key] = z
	}
	return z, err
}

func (o *oracle) ask(ctx context.Context, l *location, x, y *logic.Term) (bool, error) {
	if y.Op() == logic.OpAnd && x.Op() == logic.OpAnd && containsAll(x.Args(), y.Args()) {
		return true, nil
	}
	if y.Op() == logic.OpOr && slices.Contains(y.Args(), x) {
		return true, nil
	}
	p := o.caches[l]
	if p == nil {
		p = &modelCache{}
		o.caches[l] = p
	}
	if p.separate(x, y) {
		return false, nil
	}
	o.stats.Checks++
	o.solver.Push()
	defer o.solver.Pop(1)
	st, err := o.solver.Check(ctx, x, o.store.Not(y))
	if st == smt.Sat {
		m, err := o.solver.Model()
		if err != nil {
			return false, err
		}
		p.add(m)
	}
	return st == smt.Unsat, err
}

// containsAll reports whether every element of ys, sorted by ID like xs, is in xs.
func containsAll(xs, ys []*logic.Term) bool {
	i := 0
	for _, y := range ys {
		for i < len(xs) && xs[i].ID() < y.ID() {
			i++
		}
		if i == len(xs) || xs[i] != y {
			return false
		}
	}
	return true
}
