// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// This file is abstract interpretation with constants and equalities. For every predicate it finds
// the arguments that have one value, or equal another argument, in all derivations. Clauses that
// cannot be used under the known facts do not count, as in conditional constant propagation (Wegman
// and Zadeck, "Constant propagation with conditional branches", TOPLAS 1991).
//
// The lattice of one predicate: unreached, or a partition of the arguments with a value for some of
// its classes. Joins refine the partition or drop values, so a predicate of arity n changes at most
// 2n+1 times.

// maxInterpretations bounds the work of the analysis as a multiple of the size
// of the system.
const maxInterpretations = 60

// leastInterpretations is the work that even small systems may do. Counters of n bits lose their
// constants one by one, which takes n rounds.
const leastInterpretations = 2_000_000

// Constants removes arguments that are constant or equal to another one, and clauses and predicates
// that cannot be reached. Clauses must be in normal form; for arguments of others, nothing is
// known. Models get the removed equations as conjuncts.
//
// Cost: clauses are interpreted again when facts about their body change, within a budget. Beyond
// it, only facts about earlier components of predicates are used.
func Constants(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	a := &constDomain{sys: sys}
	total := sys.Size()
	r, err := absint.Run(ctx, sys, a, absint.Options{Budget: max(maxInterpretations*total+10000, leastInterpretations)})
	if err != nil {
		return pass.Outcome{}, err
	}
	if !r.Complete {
		env.Logger().Debug("transform: constants ran out of budget", "size", total)
	}
	a.Result, a.index = r, sys.Index()
	reached := func(i int) bool { _, ok := r.State(i); return ok }
	cut := newCutter(sys.Store, sys.Preds, func(i, j int) bool { return !reached(i) || a.state(i).keeps(j) })
	var preds []*logic.Func
	for i, p := range cut.preds {
		if reached(i) {
			preds = append(preds, p)
		}
	}
	if !cut.any && len(preds) == len(sys.Preds) {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		if c, o := a.specialise(cut, i, c); c != nil {
			b.Add(c, o)
		}
	}
	s := sys.Store
	z := b.Outcome(preds, lift.ModelWith(sys, func(z, m *horn.Model, p *logic.Func) bool {
		i := a.index[p]
		if !reached(i) {
			z.Define(p, horn.Params(s, p), s.False())
			return true
		}
		return cut.restore(z, m, p, func(xs []*logic.Term) *logic.Term { return a.state(i).formula(s, xs) })
	}))
	z.Moves = cut.moves(sys.Preds, func(i, j int, xs []*logic.Term) *logic.Term {
		switch {
		case !reached(i):
			return nil
		case a.state(i)[j].value != nil:
			return a.state(i)[j].value
		}
		return xs[a.state(i)[j].first]
	})
	return z, nil
}

// fact is what is known about one argument: its value, or the first argument that it equals, which
// may be itself.
type fact struct {
	value *logic.Term
	first int
}

// argFacts has a fact for every argument of a predicate.
type argFacts []fact

// keeps reports whether argument j is neither constant nor a copy.
func (f argFacts) keeps(j int) bool { return f[j].value == nil && f[j].first == j }

// formula states the facts about arguments xs.
func (f argFacts) formula(s *logic.Store, xs []*logic.Term) *logic.Term {
	var z []*logic.Term
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

// argumentFacts returns the facts that hold for the given arguments of one atom.
func argumentFacts(args []*logic.Term) argFacts {
	z := make(argFacts, len(args))
	first := map[*logic.Term]int{}
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

// join returns the facts that hold in both f and g.
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

// constDomain is the domain of constants and equalities. After the run it has the results.
type constDomain struct {
	sys *horn.System
	*absint.Result[argFacts]
	index map[*logic.Func]int
}

var _ absint.Domain[argFacts] = (*constDomain)(nil)

// state returns the facts about predicate i, which is reached.
func (a *constDomain) state(i int) argFacts {
	f, _ := a.State(i)
	return f
}

// Top is [absint.Domain.Top].
func (a *constDomain) Top(i int) argFacts {
	z := make(argFacts, a.sys.Preds[i].Arity())
	for j := range z {
		z[j] = fact{first: j}
	}
	return z
}

// Post is [absint.Domain.Post].
func (a *constDomain) Post(_ context.Context, i int, body []argFacts, _ *argFacts) (argFacts, bool, error) {
	args, ok := a.headArgs(a.sys.Clauses[i], body)
	if !ok {
		return nil, false, nil
	}
	return argumentFacts(args), true, nil
}

// Join is [absint.Domain.Join].
func (a *constDomain) Join(_ int, x, y argFacts) argFacts { return x.join(y) }

// Leq is [absint.Domain.Leq].
func (a *constDomain) Leq(_ int, x, y argFacts) bool { return slices.Equal(x.join(y), y) }

// Widen is [absint.Domain.Widen]. Facts only become fewer.
func (a *constDomain) Widen(_ int, _, y argFacts, _ int) argFacts { return y }

// Formula is [absint.Domain.Formula].
func (a *constDomain) Formula(_ int, x argFacts, args []*logic.Term) *logic.Term {
	return x.formula(a.sys.Store, args)
}

// bodyFacts returns the bindings of body variables that follow from facts about the body.
func (a *constDomain) bodyFacts(c *horn.Clause, body []argFacts) []lift.Binding {
	var bind []lift.Binding
	bound := map[*logic.Term]bool{}
	for i, b := range c.Body {
		for j, f := range body[i] {
			v, t := b.Args[j], f.value
			if t == nil {
				t = b.Args[f.first]
			}
			if v.IsVar() && !bound[v] && t != v && (t.IsValue() || t.IsVar() && !bound[t]) {
				bound[v] = true
				bind = append(bind, lift.Binding{Var: v, Term: t})
			}
		}
	}
	return bind
}

// substitution returns the bindings as a substitution.
func (a *constDomain) substitution(bind []lift.Binding) *logic.Substitution {
	from, to := make([]*logic.Term, len(bind)), make([]*logic.Term, len(bind))
	for i, b := range bind {
		from[i], to[i] = b.Var, b.Term
	}
	return a.sys.Store.NewSubstitution(from, to)
}

// headArgs returns the arguments of c's head under the known facts. ok is false if the clause
// cannot be used.
func (a *constDomain) headArgs(c *horn.Clause, body []argFacts) (args []*logic.Term, ok bool) {
	sub := a.substitution(a.bodyFacts(c, body))
	phi, head := sub.Apply(c.Constraint), sub.ApplyAll(c.Head.Args)
	if phi == c.Constraint && !phi.IsFalse() {
		return head, true // already in solved form
	}
	keep := map[*logic.Term]bool{}
	for _, b := range c.Body {
		for _, t := range b.Args {
			if t.IsVar() {
				keep[t] = true
			}
		}
	}
	z := lift.Solve(a.sys.Store, keep, []*logic.Term{phi}, head)
	return z.Also, !z.IsFalse()
}

// specialise returns clause i under the final facts, without the arguments that are cut. It returns
// nil if the clause cannot be used.
func (a *constDomain) specialise(cut *cutter, i int, c *horn.Clause) (*horn.Clause, lift.Origin) {
	body, ok := a.Body(i)
	if !ok {
		return nil, nil
	}
	if c.Head != nil {
		if _, ok := a.State(a.index[c.Head.Pred]); !ok {
			return nil, nil
		}
	}
	bind := a.bodyFacts(c, body)
	d := &lift.ClauseBuilder{From: c}
	sub := a.substitution(bind)
	touched := len(bind) > 0
	for k, b := range c.Body {
		args := sub.ApplyAll(b.Args)
		for j, f := range body[k] {
			// True if the facts bind the argument, as they do in normal form.
			switch {
			case f.value != nil:
				d.Conj = append(d.Conj, a.sys.Store.Eq(args[j], f.value))
			case f.first != j:
				d.Conj = append(d.Conj, a.sys.Store.Eq(args[j], args[f.first]))
			}
		}
		d.Body = append(d.Body, cut.atom(horn.Atom{Pred: b.Pred, Args: args}))
		touched = touched || cut.cuts(b.Pred)
	}
	d.Conj = append(d.Conj, sub.Apply(c.Constraint))
	if c.Head != nil {
		h := cut.atom(horn.Atom{Pred: c.Head.Pred, Args: sub.ApplyAll(c.Head.Args)})
		d.Head = &h
		touched = touched || cut.cuts(c.Head.Pred)
	}
	if !touched {
		return c, lift.Same(i, len(c.Body))
	}
	z := d.Build(a.sys.Store)
	if z.Clause == nil {
		return nil, nil
	}
	return z.Clause, z.Origin(i, bind...)
}
