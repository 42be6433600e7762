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
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the pass unfold, for one execution.
const (
	maxUnfoldWork   = 200  // subterms of the clauses that are used, for each fact that is allowed
	maxUnfoldLeaves = 4    // clauses that take the place of the facts
	maxUnfoldBits   = 1024 // of a number that is an argument; products double them at every step
	maxUnfoldChecks = 100  // of constraints that do not matter, by a solver; in all executions
)

// Unfold replaces facts p(c), whose arguments are values, by what follows from them. As long as clauses derive such facts from such
// facts, all are collected; what else follows, clauses with variables, take the place of the first one: loops are executed
// whose course depends on no variable, and so are calls. Facts stay where they are when that does not come to an end within bounds, or leads to
// clauses with variables for the predicates of the collected facts. All facts are executed together; if that fails, each by itself, as far as
// clauses with one atom in the body go. Models get the facts as disjuncts.
//
// References: H. Tamaki, T. Sato, "Unfold/fold transformation of logic programs", ICLP 1984, for the step; F. Bancilhon, "Naive Evaluation
// of Recursively Defined Relations", 1986, for the order: every step uses a new fact.
//
// Cost: bounded for each execution.
func Unfold(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	u := newUnfolder(ctx, env, sys)
	defer u.close()
	var facts []int
	for i, c := range sys.Clauses {
		if len(c.Body) == 0 && c.Head != nil && c.Constraint.IsTrue() && values(c.Head.Args) {
			facts = append(facts, i)
		}
	}
	instead := map[int][]leaf{} // of facts
	if leaves, ok := u.unfold(facts, true); ok {
		for _, i := range facts {
			instead[i] = nil
		}
		instead[facts[0]] = leaves
	} else {
		for _, i := range facts {
			if leaves, ok := u.unfold([]int{i}, false); ok {
				instead[i] = leaves
			}
		}
	}
	if ctx.Err() != nil {
		return pass.Outcome{}, context.Cause(ctx)
	}
	if len(instead) == 0 {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for i := range sys.Clauses {
		leaves, gone := instead[i]
		if !gone {
			b.Keep(i)
		}
		for _, l := range leaves {
			b.Add(l.clause, l.origin)
		}
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
	solver smt.Solver // nil if none has been needed
	checks int
	sizes  []int
	uses   map[*logic.Func][]use
	facts  map[*logic.Func][][]*logic.Term
}

// use is an atom in the body of a clause.
type use struct{ clause, atom int }

func newUnfolder(ctx context.Context, env *pass.Env, sys *horn.System) *unfolder {
	u := &unfolder{ctx: ctx, env: env, sys: sys, sizes: make([]int, len(sys.Clauses)), uses: map[*logic.Func][]use{}, facts: map[*logic.Func][][]*logic.Term{}}
	for i, c := range sys.Clauses {
		u.sizes[i] = c.Size()
		for j, a := range c.Body {
			u.uses[a.Pred] = append(u.uses[a.Pred], use{i, j})
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

// derived is a fact with its derivation: a clause, and the facts that it is used with.
type derived struct {
	bind   []lift.Binding // of the other variables of the clause, each over those before
	pred   *logic.Func
	args   []*logic.Term
	clause int
	from   []*derived
	number int
}

// leaf is a clause that follows from facts.
type leaf struct {
	clause *horn.Clause
	origin lift.Origin
}

// execution collects what follows from some facts.
type execution struct {
	*unfolder
	found     []*derived
	seen      tuples
	relations map[*logic.Func]*relation
	leaves    []leaf
	work      int
}

// unfold returns what takes the place of some clauses, facts whose arguments are values; false if they stay. Facts of clauses with several
// atoms in the body are found if joins is true.
func (u *unfolder) unfold(seeds []int, joins bool) ([]leaf, bool) {
	if len(seeds) == 0 {
		return nil, false
	}
	x := &execution{unfolder: u, seen: tuples{}, relations: map[*logic.Func]*relation{}}
	for _, i := range seeds {
		x.work += u.sizes[i]
		h := u.sys.Clauses[i].Head
		x.add(&derived{pred: h.Pred, args: h.Args, clause: i})
	}
	for n := 0; n < len(x.found); n++ {
		if n%256 == 0 && u.ctx.Err() != nil {
			return nil, false
		}
		d := x.found[n]
		for _, use := range u.uses[d.pred] {
			c := u.sys.Clauses[use.clause]
			if len(c.Body) > 1 && !joins || !lift.IsNormal(c) || !x.derive(d, use) {
				return nil, false
			}
		}
	}
	if !x.closed(seeds) {
		return nil, false
	}
	for _, d := range x.found {
		u.facts[d.pred] = append(u.facts[d.pred], d.args)
	}
	return x.leaves, true
}

// add adds a fact if it is new.
func (x *execution) add(d *derived) {
	if !x.seen.add(d.pred, d.args) {
		return
	}
	d.number = len(x.found)
	x.found = append(x.found, d)
	if x.relations[d.pred] == nil {
		x.relations[d.pred] = &relation{}
	}
	x.relations[d.pred].add(d)
}

// derive adds what a clause derives with d for an atom and with earlier facts for others. It reports whether that is within bounds.
func (x *execution) derive(d *derived, at use) bool {
	premises := make([]*derived, len(x.sys.Clauses[at.clause].Body))
	premises[at.atom] = d
	return x.join(at.clause, d, premises)
}

// join derives with a clause from premises, of which those that are nil are facts up to last.
func (x *execution) join(k int, last *derived, premises []*derived) bool {
	if x.work += x.sizes[k]; x.work > maxUnfoldWork*x.env.Limits.MaxFacts() {
		return false
	}
	open := slices.Index(premises, nil)
	if open < 0 {
		next, l := x.step(k, premises)
		switch {
		case next != nil && slices.ContainsFunc(next.args, isLong):
			return false
		case next != nil:
			x.add(next)
		case l != nil:
			x.leaves = append(x.leaves, *l)
		}
		return len(x.found) <= x.env.Limits.MaxFacts() && len(x.leaves) <= maxUnfoldLeaves
	}
	c := x.sys.Clauses[k]
	r := x.relations[c.Body[open].Pred]
	if r == nil {
		return true
	}
	z := lift.Solve(x.sys.Store, nil, []*logic.Term{x.substitution(k, premises).Apply(c.Constraint)}, slices.Clone(c.Body[open].Args))
	if z.IsFalse() {
		return true
	}
	for _, d := range r.matches(z.Also) {
		if d.number > last.number {
			break
		}
		next := slices.Clone(premises)
		next[open] = d
		if !x.join(k, last, next) {
			return false
		}
	}
	return true
}

// closed reports whether the facts that were found are all that clauses with several atoms in the body, one of them theirs, can be used with, and
// whether no leaf is about their predicates.
func (x *execution) closed(seeds []int) bool {
	others := map[*logic.Func]bool{} // predicates that may hold otherwise
	var work []*logic.Func
	add := func(h *horn.Atom) {
		if h != nil && !others[h.Pred] {
			others[h.Pred] = true
			work = append(work, h.Pred)
		}
	}
	for _, l := range x.leaves {
		if h := l.clause.Head; h != nil && x.relations[h.Pred] != nil {
			return false
		}
		add(l.clause.Head)
	}
	for i, c := range x.sys.Clauses {
		if len(c.Body) == 0 && !slices.Contains(seeds, i) {
			add(c.Head)
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		for _, use := range x.uses[p] {
			c := x.sys.Clauses[use.clause]
			if len(c.Body) > 1 && slices.ContainsFunc(c.Body, func(a horn.Atom) bool { return x.relations[a.Pred] != nil }) {
				return false
			}
			add(c.Head)
		}
	}
	return true
}

// isLong reports whether a value is a number that is too long to go on with.
func isLong(t *logic.Term) bool {
	if t.Op() != logic.OpNum {
		return false
	}
	x := t.Num()
	if _, small := x.Int64(); small {
		return false
	}
	return max(x.Big().Num().BitLen(), x.Big().Denom().BitLen()) > maxUnfoldBits
}

// substitution puts the arguments of the premises that are not nil in for those of the body of clause k.
func (u *unfolder) substitution(k int, premises []*derived) *logic.Substitution {
	var from, to []*logic.Term
	for j, d := range premises {
		if d != nil {
			from, to = append(from, u.sys.Clauses[k].Body[j].Args...), append(to, d.args...)
		}
	}
	return u.sys.Store.NewSubstitution(from, to)
}

// step uses clause k with facts. The result is a fact, or a clause, or nothing.
func (u *unfolder) step(k int, premises []*derived) (*derived, *leaf) {
	c, s := u.sys.Clauses[k], u.sys.Store
	sub := u.substitution(k, premises)
	phi := sub.Apply(c.Constraint)
	if phi.IsFalse() {
		return nil, nil
	}
	next := &derived{clause: k, from: premises}
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

// chain lists the facts that d is derived from, premises first, and d, which need not have a number.
func (d *derived) chain() []*derived {
	found := map[*derived]bool{}
	var z []*derived
	for work := slices.Clone(d.from); len(work) > 0; {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		if !found[e] {
			found[e] = true
			z = append(z, e)
			work = append(work, e.from...)
		}
	}
	slices.SortFunc(z, func(a, b *derived) int { return cmp.Compare(a.number, b.number) })
	return append(z, d)
}

// values binds the variables of d's derivation but those that d's own step leaves open.
func (d *derived) values(sys *horn.System) []lift.Binding {
	var z []lift.Binding
	for i, e := range d.chain() {
		for k, from := range e.from {
			for j, x := range sys.Clauses[e.clause].Body[k].Args {
				z = append(z, lift.Binding{Var: e.name(sys.Store, d, i, x), Term: from.args[j]})
			}
		}
		m := sys.Store.NewModel()
		for _, b := range e.bind {
			m.Set(b.Var, m.Eval(b.Term))
			z = append(z, lift.Binding{Var: e.name(sys.Store, d, i, b.Var), Term: m.Value(b.Var)})
		}
	}
	return z
}

// parts is the derivation of d.
func (d *derived) parts(sys *horn.System) []lift.Part {
	var z []lift.Part
	at := map[*derived]int{}
	for i, e := range d.chain() {
		at[e] = i
		p := lift.Part{Clause: e.clause}
		for _, from := range e.from {
			p.Premises = append(p.Premises, at[from])
		}
		for _, x := range sys.Clauses[e.clause].Vars() {
			if y := e.name(sys.Store, d, i, x); y != x {
				p.Rename = append(p.Rename, lift.Binding{Var: x, Term: y})
			}
		}
		slices.SortFunc(p.Rename, func(a, b lift.Binding) int { return cmp.Compare(a.Var.ID(), b.Var.ID()) })
		z = append(z, p)
	}
	return z
}

// name is the name of variable x of e's clause, the i-th, in the derivation of last, whose own variables keep their names.
func (e *derived) name(s *logic.Store, last *derived, i int, x *logic.Term) *logic.Term {
	if e == last {
		return x
	}
	// A bar cannot occur in a name that is read, nor in a fresh one.
	return s.Var("u|"+strconv.Itoa(i)+"|"+x.Name(), x.Sort())
}

// values reports whether all of ts are values.
func values(ts []*logic.Term) bool {
	return !slices.ContainsFunc(ts, func(t *logic.Term) bool { return !t.IsValue() })
}

// relation has facts of one predicate, in the order of their numbers.
type relation struct {
	facts   []*derived
	indices []*index
}

// index finds facts by the values of some arguments.
type index struct {
	arguments []int
	facts     map[string][]*derived
}

func (r *relation) add(d *derived) {
	r.facts = append(r.facts, d)
	for _, x := range r.indices {
		x.add(d)
	}
}

func (x *index) add(d *derived) {
	key := x.key(d.args)
	x.facts[key] = append(x.facts[key], d)
}

func (x *index) key(args []*logic.Term) string {
	var ids []byte
	for _, j := range x.arguments {
		ids = binary.AppendUvarint(ids, uint64(args[j].ID()))
	}
	return string(ids)
}

// matches lists the facts whose arguments are those of args that are values.
func (r *relation) matches(args []*logic.Term) []*derived {
	var known []int
	for j, t := range args {
		if t.IsValue() {
			known = append(known, j)
		}
	}
	if len(known) == 0 {
		return r.facts
	}
	for _, x := range r.indices {
		if slices.Equal(x.arguments, known) {
			return x.facts[x.key(args)]
		}
	}
	x := &index{known, map[string][]*derived{}}
	r.indices = append(r.indices, x)
	for _, d := range r.facts {
		x.add(d)
	}
	return x.facts[x.key(args)]
}

// tuples is a set of facts.
type tuples map[tuple]bool

// tuple is a fact: its predicate and the numbers of its arguments.
type tuple struct {
	pred *logic.Func
	args string
}

// add adds p(args); it reports whether that is new.
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
