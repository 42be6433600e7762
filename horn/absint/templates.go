// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/turn"
	"cornet/logic"
)

// This file is about bounds on sums of two arguments. If a loop adds to a machine integer, the wrap
// can be removed when the loop's counter bounds the integer, as in
//
//	while (n < 1000) { s = (s + n) mod 2³²; n++ }
//
// Here s <= 999·n holds. The same bounds remove checks that an addition does not overflow. The
// choice of sums is a guess; the analysis then finds their bounds.
//
// Reference: S. Sankaranarayanan, H. Sipma, Z. Manna, "Scalable analysis of linear systems using
// mathematical programming", VMCAI 2005, for templates; here the rates come from the loops.

// Bounds on the templates that are made.
const (
	maxTemplates     = 16  // templates of one predicate
	maxTemplateSplit = 64  // cases of conditional terms in one sum
	maxUpdateLeaves  = 32  // cases of an update that are examined
	wrapDistance     = 200 // an update that adds more than this is a wrap
	leastEnd         = 1<<15 - 1 - wrapDistance
)

// template is the sum x - rate·y of two arguments.
type template struct {
	x, y int
	rate rational.Rat
}

// sum returns the template's sum of the arguments.
func (t template) sum(s *logic.Store, args []*logic.Term) *logic.Term {
	return s.Sum(t.linear(s, args), args[t.x].Sort())
}

func (t template) linear(s *logic.Store, args []*logic.Term) logic.Linear {
	return s.Linear(args[t.x]).Sub(s.Linear(args[t.y]).Scale(t.rate))
}

// relation states that a sum of variables of a clause is in an interval.
type relation struct {
	sum *logic.Term
	in  rational.Interval
}

// relate narrows the variables of the relations of the clause.
func (e *evaluator) relate(sc *scope) bool {
	for _, r := range e.relations {
		if !e.narrowSum(sc, r.sum, r.in) {
			return false
		}
	}
	return true
}

// related returns an interval that contains the values of l. It uses relations between parts of l,
// and the cases of at most splits conditional terms in l.
func (e *evaluator) related(sc *scope, l logic.Linear, splits *int) rational.Interval {
	for i, m := range l.Monomials {
		if m.Term.Op() != logic.OpIte || *splits == 0 {
			continue
		}
		*splits--
		branch := func(sc *scope, t *logic.Term) rational.Interval {
			rest := logic.Linear{Const: l.Const, Monomials: slices.Delete(slices.Clone(l.Monomials), i, i+1)}
			return e.related(sc, rest.Add(e.store.Linear(t).Scale(m.Coeff)), splits)
		}
		switch yes, no := e.branches(sc, m.Term.Arg(0)); {
		case yes == nil && no == nil:
			return rational.Interval{}
		case yes == nil:
			return branch(no, m.Term.Arg(2))
		case no == nil:
			return branch(yes, m.Term.Arg(1))
		default:
			return branch(yes, m.Term.Arg(1)).Join(branch(no, m.Term.Arg(2)))
		}
	}
	z := e.sum(sc, l)
	for _, r := range e.relations {
		part := e.store.Linear(r.sum)
		for _, m := range part.Monomials {
			k := slices.IndexFunc(l.Monomials, func(n logic.Monomial) bool { return n.Term == m.Term })
			if k < 0 {
				continue
			}
			f := l.Monomials[k].Coeff.Div(m.Coeff)
			if !f.IsInt() {
				continue
			}
			w := e.sum(sc, l.Sub(part.Scale(f))).Add(r.in.Scale(f))
			if w = z.Meet(w); !w.IsEmpty() {
				z = w
			}
		}
	}
	return z
}

// WithTemplates returns the domain with bounds on sums as well, for wraps that the bounds r do not
// remove. It returns nil if there are no such sums.
//
// Cost: linear in the clauses with wraps in updates, times the pairs of arguments.
func (d *Intervals) WithTemplates(ctx context.Context, r *Result[Bounds]) *Intervals {
	f := &templateFinder{d: d, r: r, updates: map[int][]update{}, templates: make([][]template, len(d.sys.Preds)), limited: map[argument]bool{}}
	for c := range d.sys.Clauses {
		f.limits(c)
	}
	found := false
	for k, preds := range r.graph.Components() {
		if turn.Yield(ctx) != nil {
			return nil
		}
		if r.graph.IsCyclic(k) && f.component(k, preds) {
			found = true
		}
	}
	if !found {
		return nil
	}
	z := NewIntervals(d.sys)
	z.templates = f.templates
	return z
}

// update is the effect of a clause on an argument of its head.
type update struct {
	from  int               // the argument of the body atom that the value comes from, or -1
	delta rational.Interval // the numbers that may be added to it, without wraps
	wraps bool
}

// templateFinder chooses templates.
type templateFinder struct {
	d         *Intervals
	r         *Result[Bounds]
	updates   map[int][]update  // by clause, for the clauses of a component
	templates [][]template      // by predicate
	limited   map[argument]bool // arguments that are compared with limits of machine integers
}

// limits finds the arguments that clause c compares with numbers as large as the limits of machine
// integers, and arguments that may be that large.
func (f *templateFinder) limits(c int) {
	cl := f.d.sys.Clauses[c]
	large := map[*logic.Term]bool{}
	logic.Walk(func(t *logic.Term) bool {
		switch t.Op() {
		case logic.OpLe, logic.OpLt:
			if !t.Arg(0).Sort().IsInt() {
				break
			}
			l := f.d.sys.Store.Linear(t.Arg(0)).Sub(f.d.sys.Store.Linear(t.Arg(1)))
			if !l.Const.Abs().Less(rational.Int(leastEnd)) {
				for _, m := range l.Monomials {
					large[m.Term] = true
				}
			}
		}
		return t.Sort().IsBool()
	}, cl.Constraint)
	small := func(b rational.Bound) bool { return b.Finite && b.X.Abs().Less(rational.Int(leastEnd)) }
	for _, a := range cl.Body {
		p := f.r.graph.Number(a.Pred)
		bounds, ok := f.r.State(p)
		for j, t := range a.Args {
			if ok && large[t] && !(small(bounds.at(j).Lo) && small(bounds.at(j).Hi)) {
				f.limited[argument{p, j}] = true
			}
		}
	}
}

// component chooses the templates of the predicates of a component. It reports whether there are
// any.
func (f *templateFinder) component(k int, preds []int) bool {
	wraps := false
	for _, p := range preds {
		for x := range f.d.sys.Preds[p].Arity() {
			wraps = wraps || f.limited[argument{p, x}]
		}
		for _, c := range f.inside(k, p) {
			f.updates[c] = f.update(c, f.source(k, c))
			wraps = wraps || slices.ContainsFunc(f.updates[c], func(u update) bool { return u.wraps })
		}
	}
	if !wraps {
		return false
	}
	found := false
	for _, p := range preds {
		for x := range f.d.sys.Preds[p].Arity() {
			if !f.limited[argument{p, x}] && !slices.ContainsFunc(f.inside(k, p), func(c int) bool { return f.updates[c][x].wraps }) {
				continue
			}
			for y := range f.d.sys.Preds[p].Arity() {
				if x != y && f.pair(k, p, x, y) {
					found = true
				}
			}
		}
	}
	return found
}

// inside returns the clauses for predicate p whose bodies have a predicate of component k.
func (f *templateFinder) inside(k, p int) []int {
	var z []int
	for _, c := range f.r.graph.In(p) {
		if _, ok := f.r.Body(c); ok && f.source(k, c) >= 0 {
			z = append(z, c)
		}
	}
	return z
}

// source returns the first body atom of clause c whose predicate is in component k, or -1.
func (f *templateFinder) source(k, c int) int {
	return slices.IndexFunc(f.d.sys.Clauses[c].Body, func(a horn.Atom) bool {
		return f.r.graph.Component(f.r.graph.Number(a.Pred)) == k
	})
}

// update returns the effects of clause c on the arguments of its head.
func (f *templateFinder) update(c, source int) []update {
	old := f.d.sys.Clauses[c]
	z := make([]update, len(old.Head.Args))
	for j := range z {
		z[j].from = -1
	}
	body, _ := f.r.Body(c)
	clause, ok := f.d.Simplify(c, body)
	if !ok {
		return z
	}
	sc, ok := f.d.enter(c, body)
	if !ok {
		return z
	}
	from := clause.Body[source]
	place := map[*logic.Term]int{} // the first position of each argument
	for j, v := range slices.Backward(from.Args) {
		place[v] = j
	}
	for j, t := range clause.Head.Args {
		// a wrap of a value may have become the value itself
		for _, t := range []*logic.Term{t, old.Head.Args[j]} {
			cases := leaves(t, maxUpdateLeaves)
			at := j
			if from.Pred != clause.Head.Pred || !f.comesFrom(cases, from.Args[j]) {
				at = f.origin(cases, place)
			}
			if at >= 0 {
				z[j] = f.added(sc, cases, from.Args[at])
				z[j].from = at
				break
			}
		}
	}
	return z
}

// origin returns the first position of a variable that is a summand of all cases, or -1.
func (f *templateFinder) origin(cases []*logic.Term, place map[*logic.Term]int) int {
	z := -1
	for _, m := range f.d.sys.Store.Linear(cases[0]).Monomials {
		if at, ok := place[m.Term]; ok && (z < 0 || at < z) && f.comesFrom(cases, m.Term) {
			z = at
		}
	}
	return z
}

// comesFrom reports whether v is a summand of all cases.
func (f *templateFinder) comesFrom(cases []*logic.Term, v *logic.Term) bool {
	return v.IsVar() && v.Sort().IsInt() && !slices.ContainsFunc(cases, func(t *logic.Term) bool {
		return !slices.ContainsFunc(f.d.sys.Store.Linear(t).Monomials, func(m logic.Monomial) bool { return m.Term == v && m.Coeff.IsOne() })
	})
}

// added returns the numbers that the cases add to v.
func (f *templateFinder) added(sc *scope, cases []*logic.Term, v *logic.Term) update {
	var z update
	some := false
	for _, t := range cases {
		l := f.d.sys.Store.Linear(t).Sub(f.d.sys.Store.Linear(v))
		if rational.Int(wrapDistance).Less(l.Const.Abs()) {
			z.wraps = true
			continue
		}
		delta := f.d.terms.sum(sc, l)
		if some {
			delta = delta.Join(z.delta)
		}
		z.delta, some = delta, true
	}
	return z
}

// leaves returns the cases of a conditional term, at most limit.
func leaves(t *logic.Term, limit int) []*logic.Term {
	var z []*logic.Term
	for work := []*logic.Term{t}; len(work) > 0; {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if t.Op() == logic.OpIte && len(z)+len(work) < limit-1 {
			work = append(work, t.Arg(1), t.Arg(2))
			continue
		}
		z = append(z, t)
	}
	return z
}

// pair chooses templates for arguments x, which may wrap, and y, a counter, of predicate p in
// component k. It also chooses the templates from which these follow.
func (f *templateFinder) pair(k, p, x, y int) bool {
	type place struct{ p, x, y int }
	places := []place{{p, x, y}}
	var dx, dy rational.Interval
	some := false
	for i := 0; i < len(places); i++ {
		at := places[i]
		for _, c := range f.inside(k, at.p) {
			u, v := f.updates[c][at.x], f.updates[c][at.y]
			if u.from < 0 || v.from < 0 || u.from == v.from || v.wraps {
				return false
			}
			if some {
				u.delta, v.delta = u.delta.Join(dx), v.delta.Join(dy)
			}
			dx, dy, some = u.delta, v.delta, true
			body := &f.d.sys.Clauses[c].Body[f.source(k, c)]
			if next := (place{f.r.graph.Number(body.Pred), u.from, v.from}); !slices.Contains(places, next) {
				places = append(places, next)
			}
		}
	}
	if !some || len(places) > maxTemplates {
		return false
	}
	for _, rate := range rates(dx, dy) {
		for _, at := range places {
			t := template{at.x, at.y, rate}
			known := slices.ContainsFunc(f.templates[at.p], func(u template) bool { return u.x == t.x && u.y == t.y && u.rate.Equal(rate) })
			if !known && len(f.templates[at.p]) < maxTemplates {
				f.templates[at.p] = append(f.templates[at.p], t)
			}
		}
	}
	return len(f.templates[p]) > 0
}

// rates returns integer factors that relate the change dx of one argument to the change dy of
// another, which counts up or down: dx is at most, or at least, the factor times dy.
func rates(dx, dy rational.Interval) []rational.Rat {
	zero, one := rational.Rat{}, rational.Int(1)
	step := dy.Lo // the least step, with its sign
	switch {
	case dy.Lo.Finite && dy.Lo.X.Sign() >= 0:
	case dy.Hi.Finite && dy.Hi.X.Sign() <= 0:
		step = dy.Hi
		one = one.Neg()
	default:
		return nil
	}
	if dy.IsPoint() && dy.Lo.X.IsZero() {
		return nil
	}
	var z []rational.Rat
	add := func(k rational.Rat) {
		if k.Sign() > 0 {
			k = k.Ceil()
		} else {
			k = k.Floor()
		}
		if !slices.ContainsFunc(z, k.Equal) {
			z = append(z, k)
		}
	}
	side := func(b rational.Bound, sign int) {
		if !b.Finite || b.X.Cmp(zero) != sign {
			return
		}
		if !step.X.IsZero() {
			add(b.X.Div(step.X))
		} else {
			add(one.Mul(rational.Int(int64(sign))))
		}
	}
	side(dx.Hi, 1)
	side(dx.Lo, -1)
	return z
}
