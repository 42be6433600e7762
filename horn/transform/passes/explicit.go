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
	"cornet/internal/rational"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on the work of the pass explicit.
const (
	maxExplicitWork   = 200 // subterms of the clauses in use, for each allowed fact
	maxExplicitSplits = 64  // case distinctions for one use of a clause
	maxExplicitChecks = 100 // checks of queries by a solver
)

// Explicit enumerates the consequences of the facts, bottom up. So it executes programs that depend
// on few inputs. A fact has a value or a variable for each argument, and for elements of arrays.
// Conditions of a clause on variables are ignored, except equations, so there may be more facts
// than can be derived. If no query follows from them, they are a model, and no clause remains.
// Otherwise, or if a bound is exceeded, all clauses remain.
//
// References: D. Beyer, S. Löwe, "Explicit-State Software Model Checking Based on CEGAR and
// Interpolation", FASE 2013, for the facts, whose precision is not refined here; F. Bancilhon,
// "Naive Evaluation of Recursively Defined Relations", 1986, for the order: every step uses a new
// fact.
//
// Cost: bounded.
func Explicit(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if env.Run != nil {
		if env.Run.Explored {
			return pass.Unchanged(sys), nil
		}
		env.Run.Explored = true
	}
	x := newExplicit(ctx, env, sys)
	defer x.unfolder.close()
	closed := x.enumerate()
	if turn.Yield(ctx) != nil {
		return pass.Outcome{}, context.Cause(ctx)
	}
	if !closed {
		return pass.Unchanged(sys), nil
	}
	return lift.NewSystemBuilder(env, sys).Outcome(sys.Preds, func(context.Context, *horn.Model) (*horn.Model, error) {
		z := horn.NewModel()
		for _, p := range sys.Preds {
			xs := horn.Params(sys.Store, p)
			var some []*logic.Term
			if r := x.relations[p]; r != nil {
				some = cubes(sys.Store, xs, r)
			}
			z.Define(p, xs, sys.Store.Or(some...))
		}
		return z, nil
	}), nil
}

// cubes returns terms whose disjunction states that xs are the arguments of one of the facts. If
// one integer takes successive values and nothing else differs, it is an interval. Otherwise there
// is an element for each fact.
func cubes(s *logic.Store, xs []*logic.Term, r *relation) []*logic.Term {
	some := slice.Map(r.facts, func(f *pattern) *logic.Term { return cube(s, xs, f.args) })
	if len(some) < 4 {
		return some
	}
	first, at := r.facts[0].args, -1
	for j, t := range r.facts[1].args {
		if t != first[j] {
			if at >= 0 {
				return some
			}
			at = j
		}
	}
	if at < 0 || first[at].Op() != logic.OpNum || !first[at].Sort().IsInt() {
		return some
	}
	lo, hi := first[at].Num(), first[at].Num()
	for _, f := range r.facts {
		for j, t := range f.args {
			if j != at && t != first[j] || j == at && t.Op() != logic.OpNum {
				return some
			}
		}
		if k := f.args[at].Num(); k.Less(lo) {
			lo = k
		} else if hi.Less(k) {
			hi = k
		}
	}
	if !hi.Sub(lo).Equal(rational.Int(int64(len(some) - 1))) { // facts differ from each other
		return some
	}
	without := func(ts []*logic.Term) []*logic.Term { return slices.Delete(slices.Clone(ts), at, at+1) }
	return []*logic.Term{s.And(cube(s, without(xs), without(first)), s.Le(s.Num(lo, s.Int), xs[at]), s.Le(xs[at], s.Num(hi, s.Int)))}
}

// explicit enumerates facts.
type explicit struct {
	*unfolder
	atoms     map[*logic.Func][]atomUse
	found     []*pattern
	seen      tuples
	relations map[*logic.Func]*relation
	work      int
	splits    int // number of case distinctions left for the clause in use
}

// pattern is a fact: an atom that holds for all values of the variables in its arguments, which are
// numbered in their order. Variables are arguments, or arrays below stores, or elements that are
// stored.
type pattern struct {
	pred   *logic.Func
	args   []*logic.Term
	number int
}

// atomUse is an atom in the body of a clause.
type atomUse struct{ clause, atom int }

func newExplicit(ctx context.Context, env *pass.Env, sys *horn.System) *explicit {
	x := &explicit{unfolder: newUnfolder(ctx, env, sys), atoms: map[*logic.Func][]atomUse{}, seen: tuples{}, relations: map[*logic.Func]*relation{}}
	for i, c := range sys.Clauses {
		for j, a := range c.Body {
			x.atoms[a.Pred] = append(x.atoms[a.Pred], atomUse{i, j})
		}
	}
	return x
}

// enumerate finds all facts. It returns false if a query follows from them, or if there are too
// many.
func (x *explicit) enumerate() bool {
	if !slices.ContainsFunc(x.sys.Clauses, func(c *horn.Clause) bool { return c.Head == nil && len(c.Body) > 0 }) {
		return false
	}
	for i, c := range x.sys.Clauses {
		if !lift.IsNormal(c) || len(c.Body) == 0 && !x.use(i, nil) {
			return false
		}
	}
	for n := 0; n < len(x.found); n++ {
		if n%256 == 0 && turn.Yield(x.ctx) != nil {
			return false
		}
		f := x.found[n]
		for _, at := range x.atoms[f.pred] {
			premises := make([]*pattern, len(x.sys.Clauses[at.clause].Body))
			premises[at.atom] = f
			if !x.join(at.clause, n, premises) {
				return false
			}
		}
	}
	return true
}

// join uses clause k with premises. For premises that are nil, it takes facts up to last.
func (x *explicit) join(k, last int, premises []*pattern) bool {
	open := slices.Index(premises, nil)
	if open < 0 {
		return x.use(k, premises)
	}
	c := x.sys.Clauses[k]
	r := x.relations[c.Body[open].Pred]
	if r == nil {
		return true
	}
	if x.work += x.sizes[k]; x.work > maxExplicitWork*x.env.Limits.MaxFacts() {
		return false
	}
	phi := x.instance(k, premises).Apply(c.Constraint)
	z := lift.Solve(x.sys.Store, nil, []*logic.Term{phi}, slices.Clone(c.Body[open].Args))
	if z.IsFalse() {
		return true
	}
	for _, f := range r.matches(z.Also) {
		if f.number > last {
			break
		}
		next := slices.Clone(premises)
		next[open] = f
		if !x.join(k, last, next) {
			return false
		}
	}
	return true
}

// instance substitutes premises for the atoms in the body of clause k. Variables of different
// premises are renamed apart.
func (x *explicit) instance(k int, premises []*pattern) *logic.Substitution {
	s := x.sys.Store
	var from, to []*logic.Term
	for j, f := range premises {
		if f == nil {
			continue
		}
		args := f.args
		if j > 0 {
			if vars := logic.FreeVars(args...); len(vars) > 0 {
				others := slice.Map(vars, func(v *logic.Term) *logic.Term { return s.Var(strconv.Itoa(j)+v.Name(), v.Sort()) })
				args = s.NewSubstitution(vars, others).ApplyAll(args)
			}
		}
		from, to = append(from, x.sys.Clauses[k].Body[j].Args...), append(to, args...)
	}
	return s.NewSubstitution(from, to)
}

// use adds the consequence of clause k and premises. It returns false if this is a query, or if a
// bound is exceeded.
func (x *explicit) use(k int, premises []*pattern) bool {
	c := x.sys.Clauses[k]
	x.splits = maxExplicitSplits
	sub := x.instance(k, premises)
	var head *horn.Atom
	if c.Head != nil {
		head = &horn.Atom{Pred: c.Head.Pred, Args: sub.ApplyAll(c.Head.Args)}
	}
	return x.conclude(sub.Apply(c.Constraint), head, x.sizes[k])
}

// conclude adds head under the condition phi, a clause of the given size.
func (x *explicit) conclude(phi *logic.Term, head *horn.Atom, size int) bool {
	if x.work += size; x.work > maxExplicitWork*x.env.Limits.MaxFacts() {
		return false
	}
	switch {
	case phi.IsFalse():
		return true
	case phi.IsTrue() && head != nil && values(head.Args):
		return x.add(head)
	}
	z := &lift.ClauseBuilder{Conj: []*logic.Term{phi}, Head: head}
	f := z.Build(x.sys.Store)
	if f.Clause == nil {
		return true
	}
	head = f.Clause.Head
	if cases := x.cases(f.Clause); cases != nil {
		for _, c := range cases {
			if !x.conclude(c.Constraint, c.Head, size) {
				return false
			}
		}
		return true
	}
	if head != nil {
		return x.add(head)
	}
	_, st := x.choose(f.Clause.Constraint)
	return st == smt.Unsat
}

// cases distinguishes the first disjunction or condition of a term in c, whose body is empty. It
// returns nil if it finds nothing to distinguish, or after too many.
func (x *explicit) cases(c *horn.Clause) []*horn.Clause {
	s := x.sys.Store
	if x.splits == 0 {
		return nil
	}
	conj := logic.AppendConjuncts(nil, c.Constraint)
	at := slices.IndexFunc(conj, func(t *logic.Term) bool { return t.Op() == logic.OpOr })
	if at >= 0 {
		x.splits--
		var z []*horn.Clause
		for _, t := range conj[at].Args() {
			some := slices.Clone(conj)
			some[at] = t
			z = append(z, &horn.Clause{Constraint: s.And(some...), Head: c.Head})
		}
		return z
	}
	roots := conj
	if c.Head != nil {
		roots = append(slices.Clone(c.Head.Args), conj...)
	}
	var cond *logic.Term
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpIte && !t.Arg(0).HasIte() {
			cond = cmp.Or(cond, t.Arg(0))
		}
		return cond == nil && t.HasIte()
	}, roots...)
	if cond == nil {
		return nil
	}
	x.splits--
	var z []*horn.Clause
	for _, value := range []bool{true, false} {
		rw := s.NewRewriter(func(t *logic.Term) *logic.Term {
			if t == cond {
				return s.BoolValue(value)
			}
			return nil
		}, nil)
		d := &horn.Clause{Constraint: s.And(rw.Map(c.Constraint), cond)}
		if !value {
			d.Constraint = s.And(rw.Map(c.Constraint), s.Not(cond))
		}
		if c.Head != nil {
			d.Head = &horn.Atom{Pred: c.Head.Pred}
			for _, t := range c.Head.Args {
				d.Head.Args = append(d.Head.Args, rw.Map(t))
			}
		}
		z = append(z, d)
	}
	return z
}

// add adds an atom as a fact if it is new. It returns false if there are too many facts.
func (x *explicit) add(a *horn.Atom) bool {
	g := generaliser{store: x.sys.Store, names: map[*logic.Term]*logic.Term{}, bases: map[*logic.Term]bool{}}
	f := &pattern{pred: a.Pred, args: make([]*logic.Term, len(a.Args)), number: len(x.found)}
	for i, t := range a.Args {
		if isLong(t) {
			return false
		}
		f.args[i] = g.general(t)
	}
	if !x.seen.add(f.pred, f.args) {
		return true
	}
	x.found = append(x.found, f)
	if x.relations[f.pred] == nil {
		x.relations[f.pred] = &relation{}
	}
	x.relations[f.pred].add(f)
	return len(x.found) <= x.env.Limits.MaxFacts()
}

// generaliser turns terms into arguments of a fact.
type generaliser struct {
	store *logic.Store
	names map[*logic.Term]*logic.Term // names of variables
	bases map[*logic.Term]bool        // arrays below stores
	count int
}

// general returns t, or a variable instead of t.
func (g *generaliser) general(t *logic.Term) *logic.Term {
	switch {
	case t.IsValue():
		return t
	case t.IsVar() && !g.bases[t]:
		if g.names[t] == nil {
			g.names[t] = g.fresh(t.Sort())
		}
		return g.names[t]
	case t.Op() == logic.OpStore && t.Arg(1).IsValue():
		base := t
		for base.Op() == logic.OpStore && base.Arg(1).IsValue() {
			base = base.Arg(0)
		}
		var below *logic.Term
		switch {
		case base.IsValue():
			below = base
		case base.IsVar() && g.names[base] == nil && !g.bases[base]:
			g.bases[base] = true
			below = g.fresh(base.Sort())
		default:
			below = g.fresh(base.Sort())
		}
		return g.stores(t, base, below)
	}
	return g.fresh(t.Sort())
}

// stores returns t, which consists of stores on top of base, with base replaced by below and the
// stored elements generalised.
func (g *generaliser) stores(t, base, below *logic.Term) *logic.Term {
	var above []*logic.Term
	for ; t != base; t = t.Arg(0) {
		above = append(above, t)
	}
	for _, u := range slices.Backward(above) {
		below = g.store.Store(below, u.Arg(1), g.general(u.Arg(2)))
	}
	return below
}

func (g *generaliser) fresh(sort *logic.Sort) *logic.Term {
	g.count++
	return g.store.Var("|"+strconv.Itoa(g.count)+"|"+sort.String(), sort)
}

// cube states that xs are the arguments of a fact, for some values of its variables.
func cube(s *logic.Store, xs, args []*logic.Term) *logic.Term {
	places := map[*logic.Term]*logic.Term{} // places of variables
	var conj []*logic.Term
	var equate func(x, t *logic.Term)
	equate = func(x, t *logic.Term) {
		switch {
		case t.IsValue():
			conj = append(conj, s.Eq(x, t))
		case t.IsVar() && places[t] == nil:
			places[t] = x
		case t.IsVar():
			conj = append(conj, s.Eq(x, places[t]))
		default: // an array with stores
			base := t
			for ; base.Op() == logic.OpStore; base = base.Arg(0) {
				equate(s.Select(x, base.Arg(1)), base.Arg(2))
			}
			if base.IsVar() {
				return
			}
			var above []*logic.Term
			for ; t != base; t = t.Arg(0) {
				above = append(above, t.Arg(1))
			}
			for _, i := range slices.Backward(above) {
				base = s.Store(base, i, s.Select(x, i))
			}
			conj = append(conj, s.Eq(x, base))
		}
	}
	for i, t := range args {
		equate(xs[i], t)
	}
	return s.And(conj...)
}

// relation has the facts of one predicate, in the order of their numbers.
type relation struct {
	facts   []*pattern
	indices []*index
}

// index finds facts by the values of some arguments.
type index struct {
	arguments []int
	facts     map[string][]*pattern
	open      []*pattern // facts without keys for all of these arguments
}

// isKey reports whether t is a value with only one form. An array that is written at all indices
// has several.
func isKey(t *logic.Term) bool { return t.IsValue() && t.Sort().HasCanonicalValues() }

func (r *relation) add(f *pattern) {
	r.facts = append(r.facts, f)
	for _, x := range r.indices {
		x.add(f)
	}
}

func (x *index) add(f *pattern) {
	for _, j := range x.arguments {
		if !isKey(f.args[j]) {
			x.open = append(x.open, f)
			return
		}
	}
	key := x.key(f.args)
	x.facts[key] = append(x.facts[key], f)
}

func (x *index) key(args []*logic.Term) string {
	var ids []byte
	for _, j := range x.arguments {
		ids = binary.AppendUvarint(ids, uint64(args[j].ID()))
	}
	return string(ids)
}

// matches lists, in order, the facts that may agree with args in the arguments that are keys.
func (r *relation) matches(args []*logic.Term) []*pattern {
	var known []int
	for j, t := range args {
		if isKey(t) {
			known = append(known, j)
		}
	}
	if len(known) == 0 {
		return r.facts
	}
	at := slices.IndexFunc(r.indices, func(x *index) bool { return slices.Equal(x.arguments, known) })
	if at < 0 {
		at = len(r.indices)
		x := &index{arguments: known, facts: map[string][]*pattern{}}
		r.indices = append(r.indices, x)
		for _, f := range r.facts {
			x.add(f)
		}
	}
	x := r.indices[at]
	same := x.facts[x.key(args)]
	if len(x.open) == 0 {
		return same
	}
	z := append(slices.Clone(same), x.open...)
	slices.SortFunc(z, func(a, b *pattern) int { return cmp.Compare(a.number, b.number) })
	return z
}
