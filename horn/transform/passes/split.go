// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/smtlib"
)

const (
	maxSplitValues = 16 // values of an argument that is split
	maxSplitGrowth = 4  // factor by which splitting may multiply the clauses
)

// Split replaces a predicate by one per value of an argument that takes few
// values: every head has a value there, or the variable of a body argument that
// takes few values itself. Program counters and flags become control flow. One
// argument per predicate is split, the one with most values.
//
// Models join the definitions: p(x̄) is ⋁ (x_j = d ∧ p_d(…)). Values of a
// refutation come back from the equations x_j = d.
//
// Cost: linear in the size of the output, which has at most maxSplitGrowth times
// as many clauses.
func Split(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	s := newSplitter(sys)
	clauses, ok := s.clauses(ctx)
	if ctx.Err() != nil {
		return pass.Outcome{}, context.Cause(ctx)
	}
	if !ok {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for _, d := range clauses {
		if z := d.Build(sys.Store); z.Clause != nil {
			b.Add(z.Clause, z.Origin(d.index))
		}
	}
	var preds []*smtlib.Func
	for i, p := range sys.Preds {
		if q := s.plans[i]; q != nil {
			preds = append(preds, q.preds...)
		} else {
			preds = append(preds, p)
		}
	}
	z := b.Outcome(preds, lift.ModelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		q := s.plans[s.index[p]]
		if q == nil {
			return false
		}
		xs := horn.Params(sys.Store, p)
		rest := slices.Delete(slices.Clone(xs), q.arg, q.arg+1)
		var cases []*smtlib.Term
		for k, d := range q.values {
			is := sys.Store.Eq(xs[q.arg], d)
			cases = append(cases, sys.Store.And(is, m.Instance(sys.Store, q.preds[k], rest)))
		}
		z.Define(p, xs, sys.Store.Or(cases...))
		return true
	}))
	for i, p := range sys.Preds {
		if q := s.plans[i]; q != nil {
			for k, v := range q.values {
				z.Moves = append(z.Moves, placed(sys.Store, p, q.preds[k], []int{q.arg}, []*smtlib.Term{v}))
			}
		}
	}
	return z, nil
}

// splitPlan says how a predicate is split.
type splitPlan struct {
	arg    int
	values []*smtlib.Term
	preds  []*smtlib.Func // by value
}

// splitter finds out what to split.
type splitter struct {
	sys   *horn.System
	index map[*smtlib.Func]int
	plans []*splitPlan // by predicate; nil: not split
}

func newSplitter(sys *horn.System) *splitter {
	s := &splitter{sys: sys, index: sys.Index(), plans: make([]*splitPlan, len(sys.Preds))}
	values := s.values()
	for i, p := range sys.Preds {
		for j := range p.Params() {
			vs := values[site{i, j}]
			if len(vs) >= 2 && len(vs) <= maxSplitValues && (s.plans[i] == nil || len(vs) > len(s.plans[i].values)) {
				s.plans[i] = &splitPlan{arg: j, values: vs}
			}
		}
	}
	for i, q := range s.plans {
		if q == nil {
			continue
		}
		p := sys.Preds[i]
		sorts := slices.Delete(slices.Clone(p.Params()), q.arg, q.arg+1)
		for range q.values {
			q.preds = append(q.preds, sys.Store.FreshFunc(p.Name(), sorts, sys.Store.Bool))
		}
	}
	return s
}

// values returns the values that arguments take, for those with a known finite
// set, in the order in which they are found.
func (s *splitter) values() map[site][]*smtlib.Term {
	values := map[site][]*smtlib.Term{}
	open := map[site]bool{}   // other values are possible
	flow := map[site][]site{} // body argument → head arguments that copy it
	var queue []site
	add := func(x site, t *smtlib.Term) {
		if len(values[x]) <= maxSplitValues && !slices.Contains(values[x], t) {
			values[x] = append(values[x], t)
			queue = append(queue, x)
		}
	}
	for _, c := range s.sys.Clauses {
		if c.Head == nil {
			continue
		}
		from := map[*smtlib.Term]site{}
		for _, a := range c.Body {
			for j, t := range a.Args {
				from[t] = site{s.index[a.Pred], j}
			}
		}
		for j, t := range c.Head.Args {
			x := site{s.index[c.Head.Pred], j}
			if y, ok := from[t]; ok && t.IsVar() {
				flow[y] = append(flow[y], x)
			} else if t.IsValue() {
				add(x, t)
			} else if !open[x] {
				open[x] = true
				queue = append(queue, x)
			}
		}
	}
	for n := 0; n < len(queue); n++ {
		x := queue[n]
		for _, y := range flow[x] {
			if (open[x] || len(values[x]) > maxSplitValues) && !open[y] {
				open[y] = true
				queue = append(queue, y)
			}
			for _, t := range values[x] {
				add(y, t)
			}
		}
	}
	for x := range open {
		delete(values, x)
	}
	return values
}

// splitDraft is a draft made of an old clause.
type splitDraft struct {
	lift.ClauseBuilder
	index int
}

// clauses returns the clauses after splitting; ok is false when nothing is split
// or there would be too many.
func (s *splitter) clauses(ctx context.Context) (z []*splitDraft, ok bool) {
	if !slices.ContainsFunc(s.plans, func(q *splitPlan) bool { return q != nil }) {
		return nil, false
	}
	limit := maxSplitGrowth*len(s.sys.Clauses) + maxSplitValues
	for i, c := range s.sys.Clauses {
		if ctx.Err() != nil {
			return nil, false
		}
		start := splitDraft{ClauseBuilder: lift.ClauseBuilder{Conj: []*smtlib.Term{c.Constraint}, From: c}, index: i}
		variants := []splitDraft{start}
		for k := range c.Body {
			variants = s.vary(variants, &c.Body[k], func(d *splitDraft, a horn.Atom) {
				d.Body = append(slices.Clip(d.Body), a)
			})
		}
		if c.Head != nil {
			variants = s.vary(variants, c.Head, func(d *splitDraft, a horn.Atom) { d.Head = &a })
		}
		for k := range variants {
			z = append(z, &variants[k])
		}
		if len(z) > limit {
			return nil, false
		}
	}
	return z, true
}

// vary returns the drafts with atom a added by place, in all its variants that
// the draft's constraint does not obviously exclude.
func (s *splitter) vary(drafts []splitDraft, a *horn.Atom, place func(*splitDraft, horn.Atom)) []splitDraft {
	q := s.plans[s.index[a.Pred]]
	if q == nil {
		for i := range drafts {
			place(&drafts[i], *a)
		}
		return drafts
	}
	t := a.Args[q.arg]
	args := slices.Delete(slices.Clone(a.Args), q.arg, q.arg+1)
	var z []splitDraft
	for _, d := range drafts {
		for k, v := range q.values {
			is := s.sys.Store.Eq(t, v)
			if is.IsFalse() || t.IsVar() && s.sys.Store.Substitute(d.Conj[0], []*smtlib.Term{t}, []*smtlib.Term{v}).IsFalse() {
				continue
			}
			e := d
			e.Conj = append(slices.Clip(d.Conj), is)
			place(&e, horn.Atom{Pred: q.preds[k], Args: args})
			z = append(z, e)
		}
	}
	return z
}
