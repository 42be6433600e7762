// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// Schedule of the interval analysis, in changes of one predicate.
const (
	plainJoins     = 2 // then bounds that move are widened to thresholds
	thresholdJoins = 7 // then to infinity
	narrowings     = 2 // descending iterations in the end
	maxThresholds  = 64
	refineDepth    = 3 // nesting of disjunctions that are looked into
)

// intervals finds bounds of the arguments of every predicate by abstract
// interpretation with intervals, adds them to the constraints of the clauses
// with the predicate in the body, and removes clauses that cannot be used. Models
// get the bounds as conjuncts, which the clauses keep up by construction. Values
// of refutations stay as they are.
//
// Reference: P. Cousot, R. Cousot, "Abstract interpretation: a unified lattice
// model", POPL 1977. Widening is to numerals of the system first.
//
// Cost: each predicate is interpreted a bounded number of times per argument.
func intervals(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	a := newIntervalAnalysis(sys)
	if err := a.run(ctx); err != nil {
		return Outcome{}, err
	}
	s := sys.Store
	b := &builder{store: s}
	changed := false
	for i, c := range sys.Clauses {
		d := a.strengthen(c)
		changed = changed || d != c
		if d != nil {
			b.add(d, same(i, len(c.Body)))
		}
	}
	if !changed {
		return unchanged(sys), nil
	}
	return b.outcome(env, sys, sys.Preds, modelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		xs := params(s, p)
		i := a.index[p]
		if !a.reached[i] {
			z.Define(p, xs, s.False())
			return true
		}
		conj := []*smtlib.Term{m.Instance(s, p, xs)}
		for j, v := range a.state[i] {
			conj = append(conj, v.formula(s, xs[j]))
		}
		z.Define(p, xs, s.And(conj...))
		return true
	})), nil
}

// intervalAnalysis is the analysis of one system.
type intervalAnalysis struct {
	sys        *horn.System
	index      map[*smtlib.Func]int
	reached    []bool
	state      [][]interval // arguments of other sorts are unbounded
	changes    []int
	uses, defs [][]int
	thresholds []rational.Rat
	refine     *refiner
}

func newIntervalAnalysis(sys *horn.System) *intervalAnalysis {
	n := len(sys.Preds)
	a := &intervalAnalysis{
		sys: sys, index: predIndex(sys.Preds), reached: make([]bool, n), state: make([][]interval, n),
		changes: make([]int, n), uses: make([][]int, n), defs: make([][]int, n),
		refine: &refiner{store: sys.Store, costs: map[*smtlib.Term]int{}},
	}
	for i, c := range sys.Clauses {
		for _, b := range c.Body {
			k := a.index[b.Pred]
			if u := a.uses[k]; len(u) == 0 || u[len(u)-1] != i {
				a.uses[k] = append(u, i)
			}
		}
		if c.Head != nil {
			k := a.index[c.Head.Pred]
			a.defs[k] = append(a.defs[k], i)
		}
	}
	a.thresholds = thresholds(sys)
	return a
}

// thresholds returns numerals that the constraints compare with, ascending.
func thresholds(sys *horn.System) []rational.Rat {
	var z []rational.Rat
	var roots []*smtlib.Term
	for _, c := range sys.Clauses {
		roots = append(roots, c.Constraint)
	}
	smtlib.Walk(func(t *smtlib.Term) bool {
		switch t.Op() {
		case smtlib.OpLe, smtlib.OpLt, smtlib.OpEq:
			if k := t.Arg(1); k.Op() == smtlib.OpNum {
				z = append(z, k.Num(), k.Num().Neg(), k.Num().Add(rational.Int(1)))
			}
		}
		return true
	}, roots...)
	slices.SortFunc(z, rational.Rat.Cmp)
	z = slices.CompactFunc(z, rational.Rat.Equal)
	if len(z) > maxThresholds { // the small ones
		slices.SortStableFunc(z, func(x, y rational.Rat) int { return x.Abs().Cmp(y.Abs()) })
		z = z[:maxThresholds]
		slices.SortFunc(z, rational.Rat.Cmp)
	}
	return z
}

// run computes a post-fixpoint: clauses keep up the bounds.
func (a *intervalAnalysis) run(ctx context.Context) error {
	queued := make([]bool, len(a.sys.Clauses))
	var queue []int
	for i, c := range a.sys.Clauses {
		if len(c.Body) == 0 {
			queued[i] = true
			queue = append(queue, i)
		}
	}
	for n := 0; n < len(queue); n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		i := queue[n]
		queued[i] = false
		head, ok := a.head(a.sys.Clauses[i])
		if !ok || !a.update(a.index[a.sys.Clauses[i].Head.Pred], head) {
			continue
		}
		for _, u := range a.uses[a.index[a.sys.Clauses[i].Head.Pred]] {
			if !queued[u] {
				queued[u] = true
				queue = append(queue, u)
			}
		}
	}
	return a.narrow(ctx)
}

// update joins what a clause derives into the state of predicate k and reports
// whether that changed it.
func (a *intervalAnalysis) update(k int, head []interval) bool {
	if !a.reached[k] {
		a.reached[k], a.state[k] = true, head
		return true
	}
	changed := false
	z := make([]interval, len(head))
	for j, v := range a.state[k] {
		z[j] = v
		if w := v.join(head[j]); !w.equal(v) {
			changed = true
			switch n := a.changes[k]; {
			case n < plainJoins:
				z[j] = w
			case n < thresholdJoins:
				z[j] = v.widen(w, a.thresholds)
			default:
				z[j] = v.widen(w, nil)
			}
		}
	}
	if changed {
		a.changes[k]++
		a.state[k] = z
	}
	return changed
}

// narrow replaces the states by what all clauses derive under them, as long as
// the clauses keep that up, which one more step shows.
func (a *intervalAnalysis) narrow(ctx context.Context) error {
	state, reached := a.step()
	for range narrowings {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		kept, keptReached := a.state, a.reached
		a.state, a.reached = state, reached
		next, nextReached := a.step()
		if !within(next, nextReached, state, reached) {
			a.state, a.reached = kept, keptReached
			return nil
		}
		state, reached = next, nextReached
	}
	return nil
}

// within reports whether state is included in other.
func within(state [][]interval, reached []bool, other [][]interval, otherReached []bool) bool {
	for k := range state {
		if reached[k] && !otherReached[k] {
			return false
		}
		for j, v := range state[k] {
			if !v.meet(other[k][j]).equal(v) {
				return false
			}
		}
	}
	return true
}

// step returns what all clauses derive under the states.
func (a *intervalAnalysis) step() (state [][]interval, reached []bool) {
	state = make([][]interval, len(a.state))
	reached = make([]bool, len(a.state))
	for k, defs := range a.defs {
		for _, i := range defs {
			head, ok := a.head(a.sys.Clauses[i])
			if !ok {
				continue
			}
			if !reached[k] {
				reached[k], state[k] = true, head
				continue
			}
			for j := range head {
				state[k][j] = state[k][j].join(head[j])
			}
		}
	}
	return state, reached
}

// enter returns the box of c's variables under the states of its body and its
// constraint; ok is false when there is none.
func (a *intervalAnalysis) enter(c *horn.Clause) (z *box, ok bool) {
	z = newBox()
	for _, b := range c.Body {
		k := a.index[b.Pred]
		if !a.reached[k] {
			return nil, false
		}
		for j, v := range a.state[k] {
			if t := b.Args[j]; t.IsVar() && !v.full() {
				z.set(t, z.of[t].meet(v))
				if z.of[t].empty() {
					return nil, false
				}
			}
		}
	}
	if !a.refine.refine(z, c.Constraint, true, refineDepth) {
		return nil, false
	}
	return z, true
}

// head returns intervals around the arguments that c derives under the states;
// ok is false for a query and for a clause that cannot be used.
func (a *intervalAnalysis) head(c *horn.Clause) (z []interval, ok bool) {
	if c.Head == nil {
		return nil, false
	}
	b, ok := a.enter(c)
	if !ok {
		return nil, false
	}
	z = make([]interval, len(c.Head.Args))
	for j, t := range c.Head.Args {
		if t.Sort().IsArith() {
			z[j] = a.refine.eval(b, t, 8).within(t.Sort())
		}
	}
	return z, true
}

// strengthen returns c with the bounds of its body's arguments, nil when it
// cannot be used, and c itself when there is nothing to add.
func (a *intervalAnalysis) strengthen(c *horn.Clause) *horn.Clause {
	if _, ok := a.enter(c); !ok {
		return nil
	}
	s := a.sys.Store
	conj := []*smtlib.Term{c.Constraint}
	for _, b := range c.Body {
		for j, v := range a.state[a.index[b.Pred]] {
			conj = append(conj, v.formula(s, b.Args[j]))
		}
	}
	q := &equations{store: s, conj: conj}
	q.flatten(conj)
	q.tighten()
	phi := q.constraint()
	if phi.IsFalse() {
		return nil
	}
	if phi == c.Constraint {
		return c
	}
	d := *c
	d.Constraint = phi
	return &d
}
