// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/smtlib"
)

// merge joins parallel clauses, those with the same predicates in the body and
// in the head, into one whose constraint is the disjunction of theirs. Clauses
// must be in normal form; others are left alone. What all disjuncts have in
// common stays outside of the disjunction.
//
// A step of a refutation comes back as an instance of a clause whose disjunct
// its values satisfy. Models stay as they are.
//
// Cost: near-linear in the size of the system.
func merge(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	groups := parallel(sys, or(env.Limits.MergedClauses, 64))
	if len(groups) == len(sys.Clauses) {
		return unchanged(sys), nil
	}
	b := &builder{store: sys.Store}
	for _, g := range groups {
		if ctx.Err() != nil {
			return Outcome{}, context.Cause(ctx)
		}
		if len(g) == 1 {
			b.add(sys.Clauses[g[0]], same(g[0], len(sys.Clauses[g[0]].Body)))
			continue
		}
		j := newJoin(sys, g[0])
		for _, i := range g {
			j.take(i)
		}
		b.add(j.clause())
	}
	return b.outcome(env, sys, sys.Preds, nil), nil
}

// parallel partitions the clauses into groups of at most limit that can be
// merged, in order of their first members.
func parallel(sys *horn.System, limit int) [][]int {
	var groups [][]int
	open := map[string]int{} // key → group with room
	for i, c := range sys.Clauses {
		if !inNormalForm(c) {
			groups = append(groups, []int{i})
			continue
		}
		key := shape(c)
		g, ok := open[key]
		if !ok || len(groups[g]) == limit {
			g = len(groups)
			groups = append(groups, nil)
			open[key] = g
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// inNormalForm reports whether the body arguments of c are distinct variables.
func inNormalForm(c *horn.Clause) bool {
	seen := map[*smtlib.Term]bool{}
	for _, a := range c.Body {
		for _, t := range a.Args {
			if !t.IsVar() || seen[t] {
				return false
			}
			seen[t] = true
		}
	}
	return true
}

// shape returns a key of the predicates of c, whatever their order in the body.
func shape(c *horn.Clause) string {
	var key []byte
	for _, i := range byPred(c.Body) {
		key = strconv.AppendUint(key, uint64(c.Body[i].Pred.ID()), 36)
		key = append(key, ' ')
	}
	if c.Head != nil {
		key = append(key, '>')
		key = strconv.AppendUint(key, uint64(c.Head.Pred.ID()), 36)
	}
	return string(key)
}

// byPred returns the positions of the atoms ordered by predicate.
func byPred(body []horn.Atom) []int {
	z := make([]int, len(body))
	for i := range z {
		z[i] = i
	}
	slices.SortStableFunc(z, func(i, j int) int { return int(body[i].Pred.ID()) - int(body[j].Pred.ID()) })
	return z
}

// join is a merged clause in the making. Its body is that of its first clause.
type join struct {
	sys   *horn.System
	store *smtlib.Store
	body  []horn.Atom
	order []int // byPred(body)
	from  *horn.Clause
	used  map[*smtlib.Term]bool // variables of the body and fresh variables
	arms  []arm
}

// arm is one disjunct.
type arm struct {
	part part
	conj []*smtlib.Term
	head []*smtlib.Term
	bind []binding
}

func newJoin(sys *horn.System, first int) *join {
	c := sys.Clauses[first]
	j := &join{sys: sys, store: sys.Store, body: c.Body, order: byPred(c.Body), from: c, used: map[*smtlib.Term]bool{}}
	for _, a := range c.Body {
		for _, v := range a.Args {
			j.used[v] = true
		}
	}
	return j
}

// take adds clause i as a disjunct: its body variables are renamed to those of
// the join. Local variables are shared between disjuncts where they have the
// same name, which is sound since ∃ distributes over ∨.
func (j *join) take(i int) {
	c := j.sys.Clauses[i]
	to := map[*smtlib.Term]*smtlib.Term{}
	premises := make([]int, len(c.Body))
	for n, k := range byPred(c.Body) {
		premises[k] = ^j.order[n]
		for m, v := range c.Body[k].Args {
			to[v] = j.body[j.order[n]].Args[m]
		}
	}
	a := arm{part: part{clause: i, premises: premises}}
	var from, into []*smtlib.Term
	for _, v := range c.Vars() {
		w := to[v]
		switch {
		case w == nil && j.used[v]:
			w = j.store.Fresh(stem(v.Name()), v.Sort())
		case w == nil || w == v:
			continue
		}
		from, into = append(from, v), append(into, w)
		a.part.rename = append(a.part.rename, binding{v, w})
	}
	sub := j.store.NewSubstitution(from, into)
	a.conj = []*smtlib.Term{sub.Apply(c.Constraint)}
	if c.Head != nil {
		a.head = sub.ApplyAll(c.Head.Args)
	}
	j.arms = append(j.arms, a)
}

// clause returns the merged clause and its origin.
func (j *join) clause() (*horn.Clause, origin) {
	c := &horn.Clause{Body: j.body, Assert: j.from.Assert, Name: j.from.Name}
	keep := map[*smtlib.Term]bool{}
	for v := range j.used {
		keep[v] = true
	}
	if j.from.Head != nil {
		c.Head = &horn.Atom{Pred: j.from.Head.Pred, Args: j.heads(keep)}
	}
	rest := make([][]*smtlib.Term, len(j.arms))
	for i := range j.arms {
		q := &equations{store: j.store, keep: keep, conj: j.arms[i].conj}
		q.solve()
		for _, f := range q.facts {
			q.conj = append(q.conj, j.store.Eq(f.v, f.t))
		}
		rest[i] = q.conj
		j.arms[i].bind = q.eliminated()
	}
	common := takeCommon(rest)
	o := make(origin, len(j.arms))
	disjuncts := make([]*smtlib.Term, len(j.arms))
	for i, a := range j.arms {
		disjuncts[i] = j.store.And(rest[i]...)
		o[i] = derivation{guard: disjuncts[i], bind: a.bind, parts: []part{a.part}}
	}
	c.Constraint = j.store.And(append(common, j.store.Or(disjuncts...))...)
	return c, o
}

// heads returns the arguments of the merged head: what all disjuncts agree on,
// or a fresh variable that each disjunct defines. It adds those to keep.
func (j *join) heads(keep map[*smtlib.Term]bool) []*smtlib.Term {
	z := make([]*smtlib.Term, len(j.arms[0].head))
	for n, t := range j.arms[0].head {
		z[n] = t
		agree := true
		for _, a := range j.arms {
			agree = agree && a.head[n] == t
		}
		if agree {
			// A local variable must stay the same in the head and in the disjuncts.
			for _, v := range smtlib.FreeVars(t) {
				keep[v] = true
			}
			continue
		}
		z[n] = j.store.Fresh("h", t.Sort())
		keep[z[n]] = true
		for i := range j.arms {
			a := &j.arms[i]
			a.conj = append(a.conj, j.store.Eq(z[n], a.head[n]))
		}
	}
	return z
}

// takeCommon removes from every list what occurs in all of them, and returns it.
func takeCommon(lists [][]*smtlib.Term) []*smtlib.Term {
	count := map[*smtlib.Term]int{}
	for _, l := range lists {
		for _, t := range l {
			count[t]++
		}
	}
	var common []*smtlib.Term
	for i, l := range lists {
		var rest []*smtlib.Term
		for _, t := range l {
			switch {
			case count[t] < len(lists):
				rest = append(rest, t)
			case i == 0:
				common = append(common, t)
			}
		}
		lists[i] = rest
	}
	return common
}
