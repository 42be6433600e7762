// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file determines the constructors that the arguments of predicates can have. The constructors
// of an enumeration are its values. The facts are pairs of an argument and a constructor, and
// clauses derive such pairs from others, as in Datalog. Each pair is derived once. A clause is
// examined again when a pair that it waits for is new (semi-naive evaluation: F. Bancilhon, R.
// Ramakrishnan, SIGMOD 1986). A loop over n constructors takes n rounds. A domain that interprets
// each clause of a predicate again in each round would therefore be quadratic.

const (
	maxListed       = 64 // constructors that a fact lists or excludes; facts with more are dropped
	maxConstructors = 1 << 16
	lookTicks       = 20 // effort of examining a clause
)

// Constructors drops clauses that no derivation uses because arguments never have the required
// constructors. It also decides testers and equations of arguments. Models state the possible
// constructors.
//
// Cost: linear in the size of the system, plus the sets of constructors that clauses join.
func Constructors(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	a := newTagAnalysis(sys)
	if a == nil {
		return pass.Unchanged(sys), nil
	}
	for again := true; again; {
		if err := a.run(ctx); err != nil {
			return pass.Outcome{}, err
		}
		again = a.forgetLong()
	}
	x := &strengthening{env: env, sys: sys, facts: a, simplify: a.simplify}
	return x.outcome(), nil
}

// tags is a set of constructors of one datatype, by index. nil is the set of all.
type tags []uint64

func (x tags) has(k int) bool { return x == nil || x[k/64]>>(k%64)&1 != 0 }

// meet returns the intersection of two sets.
func (x tags) meet(y tags) tags {
	switch {
	case x == nil:
		return y
	case y == nil:
		return x
	}
	z := slices.Clone(x)
	for i := range z {
		z[i] &= y[i]
	}
	return z
}

func (x tags) isEmpty() bool {
	return x != nil && !slices.ContainsFunc(x, func(w uint64) bool { return w != 0 })
}

// tagsOf returns the set of the constructors of a sort that are chosen.
func tagsOf(sort *logic.Sort, chosen func(k int) bool) tags {
	all := sort.Datatype().Constructors
	z := make(tags, (len(all)+63)/64)
	for k := range all {
		if chosen(k) {
			z[k/64] |= 1 << (k % 64)
		}
	}
	return z
}

// tagAnalysis is the analysis of one system.
type tagAnalysis struct {
	sys     *horn.System
	index   map[*logic.Func]int
	known   [][]tags // by predicate and argument; nil for arguments that are not analysed
	reached []bool
	open    [][]bool     // arguments that may have any constructor
	clauses []*tagClause // clauses with heads
	uses    [][]int      // by predicate: clauses with it in the body
	waits   map[tag][]int
	queue   []int
	queued  []bool
}

// tag states that an argument has a constructor. -1 represents any constructor.
type tag struct{ pred, arg, constructor int }

// tagClause has the conditions of a clause on its variables.
type tagClause struct {
	// by variable: its positions among the followed arguments of the body
	places  map[*logic.Term][]argumentPlace
	fixed   []tag                // constructors that arguments of the body must have
	allowed map[*logic.Term]tags // by variable: constructors that the constraint allows
}

// argumentPlace is an argument of a predicate.
type argumentPlace struct{ pred, arg int }

// newTagAnalysis returns nil if there is no argument to analyse.
func newTagAnalysis(sys *horn.System) *tagAnalysis {
	a := &tagAnalysis{sys: sys, index: sys.Index(), uses: make([][]int, len(sys.Preds)), waits: map[tag][]int{}}
	some := false
	for _, p := range sys.Preds {
		a.open = append(a.open, make([]bool, p.Arity()))
		for _, sort := range p.Params() {
			some = some || isFollowed(sort)
		}
	}
	if !some {
		return nil
	}
	for i, c := range sys.Clauses {
		a.clauses = append(a.clauses, a.read(i, c))
	}
	return a
}

// isFollowed reports whether the constructors of arguments of a sort are computed.
func isFollowed(sort *logic.Sort) bool {
	return sort.IsDatatype() && len(sort.Datatype().Constructors) > 1 && len(sort.Datatype().Constructors) <= maxConstructors
}

// read records the conditions of clause i, and the tags that it waits for.
func (a *tagAnalysis) read(i int, c *horn.Clause) *tagClause {
	z := &tagClause{places: map[*logic.Term][]argumentPlace{}, allowed: map[*logic.Term]tags{}}
	for _, l := range logic.AppendConjuncts(nil, c.Constraint) {
		if v, set := asksFor(l); v != nil {
			z.allowed[v] = z.allowed[v].meet(set)
		}
	}
	for _, b := range c.Body {
		p := a.index[b.Pred]
		a.uses[p] = append(a.uses[p], i)
		for j, t := range b.Args {
			switch {
			case !isFollowed(t.Sort()):
			case t.IsVar():
				z.places[t] = append(z.places[t], argumentPlace{p, j})
				a.wait(tag{p, j, only(z.allowed[t])}, i)
			case t.Op() == logic.OpConstruct:
				at := tag{p, j, t.Constructor().Index}
				z.fixed = append(z.fixed, at)
				a.wait(at, i)
			}
		}
	}
	return z
}

func (a *tagAnalysis) wait(t tag, clause int) { a.waits[t] = append(a.waits[t], clause) }

// only returns the element of a set with one element, and -1 for other sets.
func only(x tags) int {
	z := -1
	for i, w := range x {
		for k := range 64 {
			switch {
			case w>>k&1 == 0:
			case z >= 0:
				return -1
			default:
				z = 64*i + k
			}
		}
	}
	return z
}

// asksFor returns the variable v that a literal is about, and the constructors that it allows for
// v. v is nil for other literals.
func asksFor(l *logic.Term) (v *logic.Term, set tags) {
	atom, positive := l, true
	if l.Op() == logic.OpNot {
		atom, positive = l.Arg(0), false
	}
	v, c := tested(atom)
	if v == nil || !positive && atom.Op() == logic.OpEq && len(c.Fields) > 0 {
		return nil, nil
	}
	return v, tagsOf(v.Sort(), func(k int) bool { return (k == c.Index) == positive })
}

// tested returns the variable that has the constructor c if atom holds, or nil.
func tested(atom *logic.Term) (v *logic.Term, c *logic.Constructor) {
	switch atom.Op() {
	case logic.OpIs:
		v, c = atom.Arg(0), atom.Constructor()
	case logic.OpEq:
		x, y := atom.Arg(0), atom.Arg(1)
		if y.IsVar() {
			x, y = y, x
		}
		if y.Op() != logic.OpConstruct {
			return nil, nil
		}
		v, c = x, y.Constructor()
	}
	if v == nil || !v.IsVar() || !isFollowed(v.Sort()) {
		return nil, nil
	}
	return v, c
}

// run computes the least sets that the clauses preserve.
func (a *tagAnalysis) run(ctx context.Context) error {
	a.known, a.reached = make([][]tags, len(a.sys.Preds)), make([]bool, len(a.sys.Preds))
	for i, p := range a.sys.Preds {
		a.known[i] = make([]tags, p.Arity())
		for j, sort := range p.Params() {
			if isFollowed(sort) && !a.open[i][j] {
				a.known[i][j] = tagsOf(sort, func(int) bool { return false })
			}
		}
	}
	a.queue, a.queued = nil, make([]bool, len(a.clauses))
	for i, c := range a.sys.Clauses {
		if len(c.Body) == 0 {
			a.enqueue(i)
		}
	}
	for n := 0; len(a.queue) > 0; n++ {
		if n%256 == 0 && turn.Yield(ctx) != nil {
			return context.Cause(ctx)
		}
		i := a.queue[0]
		a.queue = a.queue[1:]
		a.queued[i] = false
		a.sys.Store.Spend(lookTicks)
		if a.sys.Clauses[i].Head != nil && a.fires(i) {
			a.derive(i)
		}
	}
	return nil
}

func (a *tagAnalysis) enqueue(i int) {
	if !a.queued[i] {
		a.queued[i] = true
		a.queue = append(a.queue, i)
	}
}

// fires reports whether there are constructors with which clause i may be used.
func (a *tagAnalysis) fires(i int) bool {
	z := a.clauses[i]
	for _, b := range a.sys.Clauses[i].Body {
		if !a.reached[a.index[b.Pred]] {
			return false
		}
	}
	for _, t := range z.fixed {
		if !a.known[t.pred][t.arg].has(t.constructor) {
			return false
		}
	}
	for v := range z.places {
		if z.allowed[v].meet(a.of(i, v)).isEmpty() {
			return false
		}
	}
	return true
}

// of returns the constructors that variable v may have in the body of clause i.
func (a *tagAnalysis) of(i int, v *logic.Term) (z tags) {
	for _, at := range a.clauses[i].places[v] {
		z = z.meet(a.known[at.pred][at.arg])
	}
	return z
}

// derive adds the constructors of the head of clause i.
func (a *tagAnalysis) derive(i int) {
	head := a.sys.Clauses[i].Head
	p := a.index[head.Pred]
	if !a.reached[p] {
		a.reached[p] = true
		for _, c := range a.uses[p] {
			a.enqueue(c)
		}
	}
	for j, t := range head.Args {
		known := a.known[p][j]
		if known == nil {
			continue
		}
		if t.Op() == logic.OpConstruct {
			a.add(tag{p, j, t.Constructor().Index})
			continue
		}
		set := a.clauses[i].allowed[t].meet(a.of(i, t))
		if set == nil {
			set = tagsOf(t.Sort(), func(int) bool { return true })
		}
		for w := range set {
			for k, fresh := 64*w, set[w]&^known[w]; fresh != 0; k, fresh = k+1, fresh>>1 {
				if fresh&1 != 0 {
					a.add(tag{p, j, k})
				}
			}
		}
	}
}

// add records that an argument may have a constructor.
func (a *tagAnalysis) add(t tag) {
	known := a.known[t.pred][t.arg]
	if known.has(t.constructor) {
		return
	}
	known[t.constructor/64] |= 1 << (t.constructor % 64)
	for _, k := range []int{t.constructor, -1} {
		for _, c := range a.waits[tag{t.pred, t.arg, k}] {
			a.enqueue(c)
		}
	}
}

// forgetLong gives up facts about arguments that would be too long. It reports whether there are
// any, since other facts may depend on them.
func (a *tagAnalysis) forgetLong() (again bool) {
	for i, args := range a.known {
		for j, set := range args {
			if set == nil {
				continue
			}
			n, all := 0, len(a.sys.Preds[i].Params()[j].Datatype().Constructors)
			for k := range all {
				if set.has(k) {
					n++
				}
			}
			if min(n, all-n) > maxListed {
				a.open[i][j], again = true, true
			}
		}
	}
	return again
}

// Atom states which constructors the arguments of b may have.
func (a *tagAnalysis) Atom(b *horn.Atom) *logic.Term {
	s, p := a.sys.Store, a.index[b.Pred]
	if !a.reached[p] {
		return s.False()
	}
	var z []*logic.Term
	for j, t := range b.Args {
		set := a.known[p][j]
		if set == nil {
			continue
		}
		var yes, no []*logic.Term
		for k, c := range t.Sort().Datatype().Constructors {
			if set.has(k) {
				yes = append(yes, s.Is(c, t))
			} else {
				no = append(no, s.Not(s.Is(c, t)))
			}
		}
		if len(yes) < len(no) {
			z = append(z, s.Or(yes...))
		} else {
			z = append(z, no...)
		}
	}
	return s.And(z...)
}

// simplify decides testers and equations of clause i by the facts about its body.
func (a *tagAnalysis) simplify(i int) (*horn.Clause, bool) {
	c := a.sys.Clauses[i]
	if !a.fires(i) {
		return nil, false
	}
	s := a.sys.Store
	rw := s.NewRewriter(func(t *logic.Term) *logic.Term {
		if len(t.Bound()) > 0 {
			return t // the quantifier binds other variables
		}
		v, is := tested(t)
		if v == nil {
			return nil
		}
		set := a.of(i, v)
		switch {
		case !set.has(is.Index):
			return s.False()
		case set != nil && only(set) == is.Index && (t.Op() == logic.OpIs || len(is.Fields) == 0):
			return s.True()
		}
		return nil
	}, nil)
	z := &horn.Clause{Body: c.Body, Constraint: rw.Map(c.Constraint), Head: c.Head, Assert: c.Assert, Name: c.Name}
	if c.Head != nil {
		args := slices.Clone(c.Head.Args)
		if rw.MapAll(args); !slices.Equal(args, c.Head.Args) {
			z.Head = &horn.Atom{Pred: c.Head.Pred, Args: args}
		}
	}
	if z.Constraint == c.Constraint && z.Head == c.Head {
		return c, true
	}
	return z, !z.Constraint.IsFalse()
}
