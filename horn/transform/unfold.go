// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// Bounds on the work of the pass unfold, for one fact.
const (
	maxUnfolded     = 2000   // derived facts
	maxUnfoldWork   = 400000 // subterms of the clauses that are used
	maxUnfoldLeaves = 4      // clauses that take the place of the fact
	maxUnfoldChecks = 100    // of constraints that do not matter, by a solver; for all facts
)

// unfold replaces facts p(c), whose arguments are values, by what follows from them. As long as clauses derive such facts from such
// facts, all are collected; what else follows, clauses with variables, take the place of the first one: loops are executed
// whose course depends on no variable. A fact stays where it is when that does not come to an end within bounds, or leads to
// clauses with variables for the predicates of the collected facts. Models get the facts as disjuncts.
//
// Reference: H. Tamaki, T. Sato, "Unfold/fold transformation of logic programs", ICLP 1984, for the step. Bodies have one atom.
//
// Cost: bounded for each fact.
func unfold(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	u := newUnfolder(ctx, env, sys)
	defer u.close()
	b := &builder{store: sys.Store}
	changed := false
	for i, c := range sys.Clauses {
		if ctx.Err() != nil {
			return Outcome{}, context.Cause(ctx)
		}
		if leaves, ok := u.unfold(i); ok {
			changed = true
			for _, l := range leaves {
				b.add(l.clause, l.origin)
			}
			continue
		}
		b.add(c, same(i, len(c.Body)))
	}
	if !changed {
		return unchanged(sys), nil
	}
	s := sys.Store
	return b.outcome(env, sys, sys.Preds, modelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		facts := u.facts[p]
		if len(facts) == 0 {
			return false
		}
		xs := params(s, p)
		some := []*smtlib.Term{m.Instance(s, p, xs)}
		for _, args := range facts {
			equal := make([]*smtlib.Term, len(xs))
			for j, x := range xs {
				equal[j] = s.Eq(x, args[j])
			}
			some = append(some, s.And(equal...))
		}
		z.Define(p, xs, s.Or(some...))
		return true
	})), nil
}

// unfolder unfolds the facts of one system.
type unfolder struct {
	ctx    context.Context
	env    *Env
	sys    *horn.System
	solver smt.Solver // nil if none has been needed
	checks int
	sizes  []int
	uses   map[*smtlib.Func][]int // nil for what has several atoms beside it, or arguments that are no variables
	facts  map[*smtlib.Func][][]*smtlib.Term
}

func newUnfolder(ctx context.Context, env *Env, sys *horn.System) *unfolder {
	u := &unfolder{ctx: ctx, env: env, sys: sys, sizes: make([]int, len(sys.Clauses)), uses: map[*smtlib.Func][]int{}, facts: map[*smtlib.Func][][]*smtlib.Term{}}
	open := map[*smtlib.Func]bool{}
	for i, c := range sys.Clauses {
		u.sizes[i] = size(c)
		for _, a := range c.Body {
			u.uses[a.Pred] = append(u.uses[a.Pred], i)
			open[a.Pred] = open[a.Pred] || len(c.Body) > 1 || !distinctVars(a.Args)
		}
	}
	for p := range open {
		if open[p] {
			delete(u.uses, p)
		}
	}
	return u
}

func (u *unfolder) close() {
	if u.solver != nil {
		u.solver.Close()
	}
}

// choose reports whether phi can hold, and if so returns values of its free variables with which it does.
func (u *unfolder) choose(phi *smtlib.Term) ([]binding, smt.Status) {
	if phi.IsTrue() {
		return nil, smt.Sat
	}
	if u.checks++; u.checks > maxUnfoldChecks {
		return nil, smt.Unknown
	}
	if u.solver == nil {
		if u.solver = u.env.solver(u.sys.Store, or(u.env.Limits.CheckTicks, 200000)); u.solver == nil {
			return nil, smt.Unknown
		}
	}
	u.solver.Push()
	defer u.solver.Pop(1)
	if u.solver.Assert(phi) != nil {
		return nil, smt.Unknown
	}
	st, err := u.solver.Check(u.ctx)
	if err != nil || st != smt.Sat {
		return nil, st
	}
	m, err := u.solver.Model()
	if err != nil || !m.Holds(phi) {
		return nil, smt.Unknown
	}
	var z []binding
	for _, x := range smtlib.FreeVars(phi) {
		z = append(z, binding{x, m.Value(x)})
	}
	return z, smt.Sat
}

// derived is a fact with its derivation: a clause, and the fact that it is used with.
type derived struct {
	bind   []binding // of the other variables of the clause
	pred   *smtlib.Func
	args   []*smtlib.Term
	clause int
	from   *derived // nil: the clause is a fact itself
}

// leaf is a clause that follows from a fact.
type leaf struct {
	clause *horn.Clause
	origin origin
}

// unfold returns what takes the place of clause i; false if it stays.
func (u *unfolder) unfold(i int) ([]leaf, bool) {
	c := u.sys.Clauses[i]
	if len(c.Body) > 0 || c.Head == nil || !c.Constraint.IsTrue() || !values(c.Head.Args) {
		return nil, false
	}
	work := u.sizes[i]
	found := []*derived{{pred: c.Head.Pred, args: c.Head.Args, clause: i}}
	passed := map[*smtlib.Func]bool{}
	seen := tuples{}
	seen.add(c.Head.Pred, c.Head.Args)
	var leaves []leaf
	for n := 0; n < len(found); n++ {
		d := found[n]
		passed[d.pred] = true
		uses, ok := u.uses[d.pred]
		if !ok {
			return nil, false
		}
		for _, k := range uses {
			if work += u.sizes[k]; work > maxUnfoldWork {
				return nil, false
			}
			next, l := u.step(d, k)
			switch {
			case next != nil && seen.add(next.pred, next.args):
				found = append(found, next)
			case l != nil:
				leaves = append(leaves, *l)
			}
			if len(found) > maxUnfolded || len(leaves) > maxUnfoldLeaves {
				return nil, false
			}
		}
	}
	for _, l := range leaves {
		if h := l.clause.Head; h != nil && passed[h.Pred] {
			return nil, false
		}
	}
	for _, d := range found {
		u.facts[d.pred] = append(u.facts[d.pred], d.args)
	}
	return leaves, true
}

// step uses clause k with fact d. The result is a fact, or a clause, or nothing.
func (u *unfolder) step(d *derived, k int) (*derived, *leaf) {
	c, s := u.sys.Clauses[k], u.sys.Store
	sub := s.NewSubstitution(c.Body[0].Args, d.args)
	phi := sub.Apply(c.Constraint)
	if phi.IsFalse() {
		return nil, nil
	}
	next := &derived{clause: k, from: d}
	z := &draft{conj: []*smtlib.Term{phi}, from: c}
	if c.Head != nil {
		next.pred, next.args = c.Head.Pred, sub.ApplyAll(c.Head.Args)
		if values(next.args) {
			var st smt.Status
			switch next.bind, st = u.choose(phi); st {
			case smt.Sat:
				return next, nil
			case smt.Unsat:
				return nil, nil
			}
		}
		z.head = &horn.Atom{Pred: next.pred, Args: next.args}
	}
	f := z.finish(s)
	if f.clause == nil {
		return nil, nil
	}
	return nil, &leaf{f.clause, origin{{bind: append(f.bind, next.values(u.sys)...), parts: next.parts(u.sys)}}}
}

// chain lists the facts that d is derived from, first ones first, and d.
func (d *derived) chain() []*derived {
	var z []*derived
	for ; d != nil; d = d.from {
		z = append(z, d)
	}
	slices.Reverse(z)
	return z
}

// values binds the variables of the bodies of d's derivation to the facts that they are used with.
func (d *derived) values(sys *horn.System) []binding {
	var z []binding
	for i, e := range d.chain() {
		if e.from == nil {
			continue
		}
		for j, x := range sys.Clauses[e.clause].Body[0].Args {
			z = append(z, binding{e.name(sys.Store, d, i, x), e.from.args[j]})
		}
		for _, b := range e.bind {
			z = append(z, binding{e.name(sys.Store, d, i, b.v), b.t})
		}
	}
	return z
}

// parts is the derivation of d.
func (d *derived) parts(sys *horn.System) []part {
	var z []part
	for i, e := range d.chain() {
		p := part{clause: e.clause}
		if e.from != nil {
			p.premises = []int{i - 1}
			for _, x := range sys.Clauses[e.clause].Vars() {
				if y := e.name(sys.Store, d, i, x); y != x {
					p.rename = append(p.rename, binding{x, y})
				}
			}
			slices.SortFunc(p.rename, func(a, b binding) int { return cmp.Compare(a.v.ID(), b.v.ID()) })
		}
		z = append(z, p)
	}
	return z
}

// name is the name of variable x of e's clause, the i-th, in the derivation of last, whose own variables keep their names.
func (e *derived) name(s *smtlib.Store, last *derived, i int, x *smtlib.Term) *smtlib.Term {
	if e == last {
		return x
	}
	// A bar cannot occur in a name that is read, nor in a fresh one.
	return s.Var("u|"+strconv.Itoa(i)+"|"+x.Name(), x.Sort())
}

// values reports whether all of ts are values.
func values(ts []*smtlib.Term) bool {
	return !slices.ContainsFunc(ts, func(t *smtlib.Term) bool { return !t.IsValue() })
}

// tuples is a set of facts.
type tuples map[tuple]bool

// tuple is a fact: its predicate and the numbers of its arguments.
type tuple struct {
	pred *smtlib.Func
	args string
}

// add adds p(args); it reports whether that is new.
func (z tuples) add(p *smtlib.Func, args []*smtlib.Term) bool {
	var ids []byte
	for _, t := range args {
		ids = binary.AppendUvarint(ids, uint64(t.ID()))
	}
	key := tuple{p, string(ids)}
	if z[key] {
		return false
	}
	z[key] = true
	return true
}
