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

// This file is abstract interpretation with constants and constant differences. For every predicate
// it finds the arguments that have one value, or differ from another argument by a constant, in all
// derivations: y = x, or y = x + 1. Clauses that cannot be used under the known facts do not count,
// as in conditional constant propagation (Wegman and Zadeck, "Constant propagation with conditional
// branches", TOPLAS 1991).
//
// The lattice of one predicate: unreached, or a partition of the arguments with the differences in
// each class, and a value for some of the classes. Joins refine the partition or drop values, so a
// predicate of arity n changes at most 2n+1 times.

// maxInterpretations bounds the work of the analysis as a multiple of the size
// of the system.
const maxInterpretations = 60

// leastInterpretations is the work that even small systems may do. A counter of n bits loses its
// constant bits one by one, which takes n rounds.
const leastInterpretations = 2_000_000

// Constants removes arguments that are constant or differ from another one by a constant. It also
// removes clauses and predicates that cannot be reached. Clauses must be in normal form; for
// arguments of others, nothing is known. Models get the removed equations as conjuncts.
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
		if !reached(i) {
			return nil
		}
		return a.state(i)[j].term(s, xs)
	})
	return z, nil
}

// fact is what is known about one argument: its value, or its difference from the first argument of
// its class, which may be itself.
type fact struct {
	value *logic.Term
	first int
	// plus is a numeral, or nil if the two arguments are equal.
	plus *logic.Term
}

// term returns the argument over the arguments xs of its predicate.
func (f fact) term(s *logic.Store, xs []*logic.Term) *logic.Term {
	switch {
	case f.value != nil:
		return f.value
	case f.plus != nil:
		return s.Add(xs[f.first], f.plus)
	}
	return xs[f.first]
}

// argFacts has a fact for every argument of a predicate.
type argFacts []fact

// keeps reports whether argument j is neither constant nor a function of another one.
func (f argFacts) keeps(j int) bool { return f[j].value == nil && f[j].first == j }

// formula states the facts about arguments xs.
func (f argFacts) formula(s *logic.Store, xs []*logic.Term) *logic.Term {
	var z []*logic.Term
	for j, x := range f {
		if !f.keeps(j) {
			z = append(z, s.Eq(xs[j], x.term(s, xs)))
		}
	}
	return s.And(z...)
}

// classes partitions arguments: those of a class differ by constants. K describes a class.
type classes[K comparable] struct {
	store *logic.Store
	first map[K]member
}

// member is an argument, as an unknown that its class shares, plus a numeral.
type member struct {
	arg  int
	plus *logic.Term // or nil for 0
}

// add puts argument j into class k and returns its fact.
func (c *classes[K]) add(k K, j int, plus *logic.Term) fact {
	m, ok := c.first[k]
	if !ok {
		c.first[k] = member{j, plus}
		return fact{first: j}
	}
	return fact{first: m.arg, plus: difference(c.store, plus, m.plus)}
}

// difference returns the numeral x - y. For all three, nil is 0.
func difference(s *logic.Store, x, y *logic.Term) *logic.Term {
	switch {
	case x == y:
		return nil
	case y == nil:
		return x
	case x == nil:
		return s.Neg(y)
	}
	return s.Sub(x, y) // not 0, since x and y are different numerals
}

// argumentFacts returns the facts that hold for the given arguments of one atom.
func argumentFacts(s *logic.Store, args []*logic.Term) argFacts {
	z := make(argFacts, len(args))
	c := &classes[*logic.Term]{s, make(map[*logic.Term]member, len(args))}
	for j, t := range args {
		if t.IsValue() {
			z[j] = fact{value: t}
			continue
		}
		base, plus := splitNumeral(s, t)
		z[j] = c.add(base, j, plus)
	}
	return z
}

// splitNumeral returns t as a sum of two terms. The second one is a numeral, or nil for 0.
func splitNumeral(s *logic.Store, t *logic.Term) (base, plus *logic.Term) {
	if t.Op() != logic.OpAdd {
		return t, nil
	}
	k := t.Arg(len(t.Args()) - 1) // where canonical sums have their numeral
	if !k.IsValue() {
		return t, nil
	}
	return s.Sub(t, k), k
}

// joint is a class of a join: arguments that are in one class of either operand, with the same
// distance from the first argument of both.
type joint struct {
	x, y  fact
	apart *logic.Term
}

// join returns the facts that hold in both f and g.
func (f argFacts) join(s *logic.Store, g argFacts) argFacts {
	z := make(argFacts, len(f))
	c := &classes[joint]{s, make(map[joint]member, len(f))}
	for j := range f {
		if f[j].value != nil && f[j] == g[j] {
			z[j] = f[j]
			continue
		}
		x, p := f[j].relative()
		y, q := g[j].relative()
		z[j] = c.add(joint{x, y, difference(s, p, q)}, j, p)
	}
	return z
}

// relative returns the class of an argument, without its place in it, and the place. The numerals
// of one sort are a class.
func (f fact) relative() (class fact, plus *logic.Term) {
	switch {
	case f.value == nil:
		return fact{first: f.first}, f.plus
	case !f.value.Sort().IsArith():
		return f, nil
	}
	class.first = -1
	if f.value.Sort().IsReal() {
		class.first = -2
	}
	if f.value.Num().Sign() == 0 {
		return class, nil
	}
	return class, f.value
}

// constDomain is the domain of constants and constant differences. After the run it has the
// results.
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
	return argumentFacts(a.sys.Store, args), true, nil
}

// Join is [absint.Domain.Join].
func (a *constDomain) Join(_ int, x, y argFacts) argFacts { return x.join(a.sys.Store, y) }

// Leq is [absint.Domain.Leq].
func (a *constDomain) Leq(_ int, x, y argFacts) bool { return slices.Equal(x.join(a.sys.Store, y), y) }

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
			if body[i].keeps(j) {
				continue
			}
			v := b.Args[j]
			if !v.IsVar() || bound[v] {
				continue
			}
			if f.value == nil {
				if w := b.Args[f.first]; w == v || bound[w] || !w.IsValue() && !w.IsVar() {
					continue
				}
			}
			bound[v] = true
			bind = append(bind, lift.Binding{Var: v, Term: f.term(a.sys.Store, b.Args)})
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
	if phi == c.Constraint && !phi.IsFalse() && slices.Equal(head, c.Head.Args) {
		return head, true // already in solved form
	}
	z := lift.Solve(a.sys.Store, nil, []*logic.Term{phi}, head)
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
			if !body[k].keeps(j) {
				d.Conj = append(d.Conj, a.sys.Store.Eq(args[j], f.term(a.sys.Store, args)))
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
