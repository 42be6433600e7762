// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the pass unfold, for one fact.
const (
	maxUnfolded     = 2000   // derived facts
	maxUnfoldWork   = 400000 // subterms of the clauses in use
	maxUnfoldLeaves = 4      // clauses that replace the fact
	// bits of a number that is an argument; products double them at every step
	maxUnfoldBits = 1024
	// depth of a datatype value that is an argument; the work grows with its square
	maxUnfoldDepth = 500
	// stores of an array that is an argument; a model has each of these arrays, and is validated
	// case by case
	maxUnfoldStores = 32
	maxUnfoldChecks = 100 // checks by a solver whether constraints matter; for all facts
)

// Unfold replaces facts p(c), whose arguments are values, by their consequences. It collects all
// facts that clauses derive from such facts. Other consequences are clauses with variables. They
// replace the first fact. So it executes loops that depend on no variable. A fact remains if this
// exceeds a bound, or leads to clauses with variables for the predicates of the collected facts.
// The facts become disjuncts of models.
//
// Reference: H. Tamaki, T. Sato, "Unfold/fold transformation of logic programs", ICLP 1984, for the
// step. Bodies have one atom.
//
// Cost: bounded for each fact.
func Unfold(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	u := newUnfolder(ctx, env, sys)
	defer u.close()
	b := lift.NewSystemBuilder(env, sys)
	changed := false
	for i := range sys.Clauses {
		if turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		if leaves, ok := u.unfold(i); ok {
			changed = true
			for _, l := range leaves {
				b.Add(l.clause, l.origin)
			}
			continue
		}
		b.Keep(i)
	}
	if !changed {
		return pass.Unchanged(sys), nil
	}
	s := sys.Store
	return b.Outcome(sys.Preds, lift.ModelWith(sys, func(z, m *horn.Model, p *logic.Func) bool {
		facts := u.facts[p]
		if len(facts) == 0 {
			return false
		}
		xs := horn.Params(s, p)
		some := []*logic.Term{m.Instance(s, p, xs)}
		for _, args := range facts {
			equal := make([]*logic.Term, len(xs))
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
	env    *pass.Env
	sys    *horn.System
	solver smt.Solver // nil until it is needed
	checks int
	sizes  []int
	// nil for predicates that occur next to other atoms, or with arguments that are not variables
	uses  map[*logic.Func][]int
	facts map[*logic.Func][][]*logic.Term
}

func newUnfolder(ctx context.Context, env *pass.Env, sys *horn.System) *unfolder {
	u := &unfolder{ctx: ctx, env: env, sys: sys, sizes: make([]int, len(sys.Clauses)), uses: map[*logic.Func][]int{}, facts: map[*logic.Func][][]*logic.Term{}}
	open := map[*logic.Func]bool{}
	for i, c := range sys.Clauses {
		u.sizes[i] = c.Size()
		for _, a := range c.Body {
			u.uses[a.Pred] = append(u.uses[a.Pred], i)
			open[a.Pred] = open[a.Pred] || len(c.Body) > 1 || !a.HasDistinctVars()
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

// choose reports whether phi is satisfiable. If it is, choose returns values of its free variables
// that satisfy it.
func (u *unfolder) choose(phi *logic.Term) ([]lift.Binding, smt.Status) {
	if phi.IsTrue() {
		return nil, smt.Sat
	}
	if u.checks++; u.checks > maxUnfoldChecks {
		return nil, smt.Unknown
	}
	if u.solver == nil {
		if u.solver = u.env.NewSolver(u.sys.Store, cmp.Or(u.env.Limits.CheckTicks, 200000)); u.solver == nil {
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
	var z []lift.Binding
	for _, x := range logic.FreeVars(phi) {
		z = append(z, lift.Binding{Var: x, Term: m.Value(x)})
	}
	return z, smt.Sat
}

// derived is a fact with its derivation: a clause, and the premise that it is used with.
type derived struct {
	bind   []lift.Binding // the other variables of the clause, each over earlier ones
	pred   *logic.Func
	args   []*logic.Term
	clause int
	from   *derived // nil if the clause is a fact itself
}

// leaf is a clause that follows from a fact.
type leaf struct {
	clause *horn.Clause
	origin lift.Origin
}

// unfold returns the clauses that replace clause i, or false if the clause remains.
func (u *unfolder) unfold(i int) ([]leaf, bool) {
	c := u.sys.Clauses[i]
	if len(c.Body) > 0 || c.Head == nil || !c.Constraint.IsTrue() || !values(c.Head.Args) {
		return nil, false
	}
	work := u.sizes[i]
	found := []*derived{{pred: c.Head.Pred, args: c.Head.Args, clause: i}}
	passed := map[*logic.Func]bool{}
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
			case next != nil && slices.ContainsFunc(next.args, isLong):
				return nil, false
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

// isLong reports whether a value is too large to continue: a long number, or a deep value of a
// datatype or array.
func isLong(t *logic.Term) bool {
	switch {
	case t.Sort().IsDatatype():
		return t.Depth() > maxUnfoldDepth
	case t.Sort().IsArray():
		return t.Depth() > maxUnfoldStores
	}
	if t.Op() != logic.OpNum {
		return false
	}
	x := t.Num()
	if _, small := x.Int64(); small {
		return false
	}
	return max(x.Big().Num().BitLen(), x.Big().Denom().BitLen()) > maxUnfoldBits
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
	z := &lift.ClauseBuilder{Conj: []*logic.Term{phi}, From: c}
	if c.Head != nil {
		next.pred, next.args = c.Head.Pred, sub.ApplyAll(c.Head.Args)
		if phi.IsTrue() && values(next.args) {
			return next, nil
		}
		z.Head = &horn.Atom{Pred: next.pred, Args: next.args}
	}
	f := z.Build(s)
	if f.Clause == nil {
		return nil, nil
	}
	if h := f.Clause.Head; h != nil && values(h.Args) {
		chosen, st := u.choose(f.Clause.Constraint)
		switch st {
		case smt.Sat:
			next.args, next.bind = h.Args, append(chosen, f.Bind...)
			return next, nil
		case smt.Unsat:
			return nil, nil
		}
	}
	return nil, &leaf{f.Clause, lift.Origin{{Bind: append(f.Bind, next.values(u.sys)...), Parts: next.parts(u.sys)}}}
}

// chain lists the facts that d is derived from, the first one first, and then d.
func (d *derived) chain() []*derived {
	var z []*derived
	for ; d != nil; d = d.from {
		z = append(z, d)
	}
	slices.Reverse(z)
	return z
}

// values binds the variables of the bodies of d's derivation to the facts that they are used with.
func (d *derived) values(sys *horn.System) []lift.Binding {
	var z []lift.Binding
	for i, e := range d.chain() {
		if e.from == nil {
			continue
		}
		for j, x := range sys.Clauses[e.clause].Body[0].Args {
			z = append(z, lift.Binding{Var: e.name(sys.Store, d, i, x), Term: e.from.args[j]})
		}
		m := sys.Store.NewModel()
		for _, b := range e.bind {
			m.Set(b.Var, m.Eval(b.Term))
			z = append(z, lift.Binding{Var: e.name(sys.Store, d, i, b.Var), Term: m.Value(b.Var)})
		}
	}
	return z
}

// parts returns the derivation of d as an origin.
func (d *derived) parts(sys *horn.System) []lift.Part {
	var z []lift.Part
	for i, e := range d.chain() {
		p := lift.Part{Clause: e.clause}
		if e.from != nil {
			p.Premises = []int{i - 1}
			for _, x := range sys.Clauses[e.clause].Vars() {
				if y := e.name(sys.Store, d, i, x); y != x {
					p.Rename = append(p.Rename, lift.Binding{Var: x, Term: y})
				}
			}
			slices.SortFunc(p.Rename, func(a, b lift.Binding) int { return cmp.Compare(a.Var.ID(), b.Var.ID()) })
		}
		z = append(z, p)
	}
	return z
}

// name returns the name of variable x of e's clause, the i-th, in the derivation of last. The
// variables of last keep their names.
func (e *derived) name(s *logic.Store, last *derived, i int, x *logic.Term) *logic.Term {
	if e == last {
		return x
	}
	// A bar occurs neither in names that are read nor in fresh names.
	return s.Var("u|"+strconv.Itoa(i)+"|"+x.Name(), x.Sort())
}

// values reports whether all of ts are values.
func values(ts []*logic.Term) bool {
	return !slices.ContainsFunc(ts, func(t *logic.Term) bool { return !t.IsValue() })
}

// tuples is a set of facts.
type tuples map[tuple]bool

// tuple is a fact: its predicate and the numbers of its arguments.
type tuple struct {
	pred *logic.Func
	args string
}

// add adds p(args). It reports whether the fact is new.
func (z tuples) add(p *logic.Func, args []*logic.Term) bool {
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
