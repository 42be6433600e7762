// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// This file is abstract interpretation with constants and equalities: for every
// predicate, which arguments have one value, and which equal another one, in all
// derivations. Clauses that cannot be used under what is known so far do not
// count, as in conditional constant propagation (Wegman and Zadeck, "Constant
// propagation with conditional branches", TOPLAS 1991).
//
// The lattice of one predicate: unreached; or a partition of the arguments, with
// a value for some of its classes. Joins refine the partition or drop values, so
// a predicate of arity n changes at most 2n+1 times.

// maxInterpretations bounds the work of the analysis as a multiple of the size
// of the system.
const maxInterpretations = 60

// constants removes arguments that are constant or equal to another one, and
// clauses and predicates that cannot be reached. Clauses must be in normal form;
// arguments of others are not known more closely. Models get the removed
// equations as conjuncts.
//
// Cost: clauses are interpreted anew when what is known of their body changes,
// within a budget; beyond, nothing is done.
func constants(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	a := newConstAnalysis(sys)
	done, err := a.run(ctx)
	if err != nil {
		return Outcome{}, err
	}
	if !done {
		env.log().Debug("transform: constants ran out of budget", "size", a.total)
		return unchanged(sys), nil
	}
	cut := newCutter(sys.Store, sys.Preds, func(i, j int) bool { return !a.reached[i] || a.state[i].keeps(j) })
	if !cut.any && !slices.Contains(a.reached, false) {
		return unchanged(sys), nil
	}
	b := &builder{store: sys.Store}
	for i, c := range sys.Clauses {
		if c, o := a.specialise(cut, i, c); c != nil {
			b.add(c, o)
		}
	}
	var preds []*smtlib.Func
	for i, p := range cut.preds {
		if a.reached[i] {
			preds = append(preds, p)
		}
	}
	s := sys.Store
	z := b.outcome(env, sys, preds, modelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		i := a.index[p]
		if !a.reached[i] {
			z.Define(p, params(s, p), s.False())
			return true
		}
		return cut.restore(z, m, p, func(xs []*smtlib.Term) *smtlib.Term { return a.state[i].formula(s, xs) })
	}))
	z.Moves = cut.moves(sys.Preds, func(i, j int, xs []*smtlib.Term) *smtlib.Term {
		switch {
		case !a.reached[i]:
			return nil
		case a.state[i][j].value != nil:
			return a.state[i][j].value
		}
		return xs[a.state[i][j].first]
	})
	return z, nil
}

// fact is what is known of one argument: its value, or else the first argument
// that it equals, which may be itself.
type fact struct {
	value *smtlib.Term
	first int
}

// argFacts has a fact for every argument of a predicate.
type argFacts []fact

// keeps reports whether argument j is neither constant nor a copy.
func (f argFacts) keeps(j int) bool { return f[j].value == nil && f[j].first == j }

// formula returns the facts about arguments xs.
func (f argFacts) formula(s *smtlib.Store, xs []*smtlib.Term) *smtlib.Term {
	var z []*smtlib.Term
	for j, x := range f {
		switch {
		case x.value != nil:
			z = append(z, s.Eq(xs[j], x.value))
		case x.first != j:
			z = append(z, s.Eq(xs[j], xs[x.first]))
		}
	}
	return s.And(z...)
}

// argumentFacts returns the facts that hold of the given arguments of one atom.
func argumentFacts(args []*smtlib.Term) argFacts {
	z := make(argFacts, len(args))
	first := map[*smtlib.Term]int{}
	for j, t := range args {
		if t.IsValue() {
			z[j] = fact{value: t}
			continue
		}
		if _, ok := first[t]; !ok {
			first[t] = j
		}
		z[j] = fact{first: first[t]}
	}
	return z
}

// join returns the facts that hold in f and in g.
func (f argFacts) join(g argFacts) argFacts {
	z := make(argFacts, len(f))
	first := map[[2]fact]int{}
	for j := range f {
		if f[j].value != nil && f[j] == g[j] {
			z[j] = f[j]
			continue
		}
		key := [2]fact{f[j], g[j]}
		if _, ok := first[key]; !ok {
			first[key] = j
		}
		z[j] = fact{first: first[key]}
	}
	return z
}

// constAnalysis is the analysis of one system.
type constAnalysis struct {
	sys     *horn.System
	index   map[*smtlib.Func]int
	reached []bool
	state   []argFacts
	uses    [][]int // predicate → clauses with it in the body
	sizes   []int
	total   int
}

func newConstAnalysis(sys *horn.System) *constAnalysis {
	a := &constAnalysis{
		sys: sys, index: predIndex(sys.Preds), reached: make([]bool, len(sys.Preds)),
		state: make([]argFacts, len(sys.Preds)), uses: make([][]int, len(sys.Preds)),
		sizes: make([]int, len(sys.Clauses)),
	}
	for i, c := range sys.Clauses {
		a.sizes[i] = size(c)
		a.total += a.sizes[i]
		for _, b := range c.Body {
			k := a.index[b.Pred]
			if u := a.uses[k]; len(u) == 0 || u[len(u)-1] != i {
				a.uses[k] = append(u, i)
			}
		}
	}
	return a
}

// run computes the least fixpoint; it reports false when the budget is exceeded.
func (a *constAnalysis) run(ctx context.Context) (bool, error) {
	budget := maxInterpretations*a.total + 10000
	queued := make([]bool, len(a.sys.Clauses))
	var queue []int
	push := func(i int) {
		if !queued[i] {
			queued[i] = true
			queue = append(queue, i)
		}
	}
	for i, c := range a.sys.Clauses {
		if len(c.Body) == 0 {
			push(i)
		}
	}
	for n := 0; n < len(queue); n++ {
		if n%64 == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		i := queue[n]
		queued[i] = false
		c := a.sys.Clauses[i]
		if c.Head == nil {
			continue
		}
		if budget -= a.sizes[i]; budget < 0 {
			return false, nil
		}
		args, ok := a.headArgs(c)
		if !ok {
			continue
		}
		k := a.index[c.Head.Pred]
		f := argumentFacts(args)
		if a.reached[k] {
			f = a.state[k].join(f)
			if slices.Equal(f, a.state[k]) {
				continue
			}
		}
		a.reached[k], a.state[k] = true, f
		for _, u := range a.uses[k] {
			push(u)
		}
	}
	return true, nil
}

// bodyFacts returns the bindings of body variables that the facts about the body
// give; ok is false when the body is not reached.
func (a *constAnalysis) bodyFacts(c *horn.Clause) (bind []binding, ok bool) {
	bound := map[*smtlib.Term]bool{}
	for _, b := range c.Body {
		k := a.index[b.Pred]
		if !a.reached[k] {
			return nil, false
		}
		for j, f := range a.state[k] {
			v, t := b.Args[j], f.value
			if t == nil {
				t = b.Args[f.first]
			}
			if v.IsVar() && !bound[v] && t != v && (t.IsValue() || t.IsVar() && !bound[t]) {
				bound[v] = true
				bind = append(bind, binding{v, t})
			}
		}
	}
	return bind, true
}

// substitution returns the bindings as a substitution.
func (a *constAnalysis) substitution(bind []binding) *smtlib.Substitution {
	from, to := make([]*smtlib.Term, len(bind)), make([]*smtlib.Term, len(bind))
	for i, b := range bind {
		from[i], to[i] = b.v, b.t
	}
	return a.sys.Store.NewSubstitution(from, to)
}

// headArgs returns what the arguments of c's head are under what is known; ok is
// false when the clause cannot be used.
func (a *constAnalysis) headArgs(c *horn.Clause) (args []*smtlib.Term, ok bool) {
	bind, ok := a.bodyFacts(c)
	if !ok {
		return nil, false
	}
	sub := a.substitution(bind)
	phi, head := sub.Apply(c.Constraint), sub.ApplyAll(c.Head.Args)
	if phi == c.Constraint && !phi.IsFalse() {
		return head, true // solved already
	}
	q := &equations{store: a.sys.Store, keep: map[*smtlib.Term]bool{}, conj: []*smtlib.Term{phi}, also: head}
	for _, b := range c.Body {
		for _, t := range b.Args {
			if t.IsVar() {
				q.keep[t] = true
			}
		}
	}
	q.solve()
	return q.also, !q.falsity
}

// specialise returns clause i under the final facts, without the arguments that
// are cut; nil when it cannot be used.
func (a *constAnalysis) specialise(cut *cutter, i int, c *horn.Clause) (*horn.Clause, origin) {
	bind, ok := a.bodyFacts(c)
	if !ok || c.Head != nil && !a.reached[a.index[c.Head.Pred]] {
		return nil, nil
	}
	d := &draft{from: c}
	sub := a.substitution(bind)
	touched := len(bind) > 0
	for _, b := range c.Body {
		args := sub.ApplyAll(b.Args)
		for j, f := range a.state[a.index[b.Pred]] {
			// True when the facts bind the argument, as they do in normal form.
			switch {
			case f.value != nil:
				d.conj = append(d.conj, a.sys.Store.Eq(args[j], f.value))
			case f.first != j:
				d.conj = append(d.conj, a.sys.Store.Eq(args[j], args[f.first]))
			}
		}
		d.body = append(d.body, cut.atom(horn.Atom{Pred: b.Pred, Args: args}))
		touched = touched || cut.cuts(b.Pred)
	}
	d.conj = append(d.conj, sub.Apply(c.Constraint))
	if c.Head != nil {
		h := cut.atom(horn.Atom{Pred: c.Head.Pred, Args: sub.ApplyAll(c.Head.Args)})
		d.head = &h
		touched = touched || cut.cuts(c.Head.Pred)
	}
	if !touched {
		return c, same(i, len(c.Body))
	}
	z := d.finish(a.sys.Store)
	if z.clause == nil {
		return nil, nil
	}
	return z.clause, reshaped(i, append(z.bind, bind...), z.atoms)
}
