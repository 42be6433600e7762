// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// Merge joins parallel clauses, those with the same predicates in the body and in the head, into
// one whose constraint is the disjunction of theirs. Clauses must be in normal form; others are
// skipped. Conjuncts that all disjuncts share stay outside the disjunction.
//
// A step of a refutation becomes an instance of a clause whose disjunct its values satisfy. Models
// do not change.
//
// Cost: near-linear in the size of the system.
func Merge(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	groups := parallel(sys, cmp.Or(env.Limits.MergedClauses, 64))
	if len(groups) == len(sys.Clauses) {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for _, g := range groups {
		if turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		if len(g) == 1 {
			b.Keep(g[0])
			continue
		}
		j := newJoin(sys, g[0])
		for _, i := range g {
			j.add(i)
		}
		b.Add(j.clause())
	}
	return b.Outcome(sys.Preds, nil), nil
}

// parallel partitions the clauses into groups of at most limit that can be
// merged, in order of their first members.
func parallel(sys *horn.System, limit int) [][]int {
	var groups [][]int
	open := map[string]int{} // key → group with room
	for i, c := range sys.Clauses {
		if !lift.IsNormal(c) {
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

// shape returns a key of the predicates of c that does not depend on their order in the body.
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

// join is a merged clause under construction. Its body is that of its first clause.
type join struct {
	sys   *horn.System
	store *logic.Store
	body  []horn.Atom
	order []int // byPred(body)
	from  *horn.Clause
	used  map[*logic.Term]bool // variables of the body and fresh variables
	arms  []arm
}

// arm is a disjunct of the merged clause.
type arm struct {
	part lift.Part
	conj []*logic.Term
	head []*logic.Term
	bind []lift.Binding
}

func newJoin(sys *horn.System, first int) *join {
	c := sys.Clauses[first]
	j := &join{sys: sys, store: sys.Store, body: c.Body, order: byPred(c.Body), from: c, used: map[*logic.Term]bool{}}
	for _, a := range c.Body {
		for _, v := range a.Args {
			j.used[v] = true
		}
	}
	return j
}

// add adds clause i as a disjunct: its body variables are renamed to those of the join. Disjuncts
// share local variables of the same name, which is sound since ∃ distributes over ∨.
func (j *join) add(i int) {
	c := j.sys.Clauses[i]
	to := map[*logic.Term]*logic.Term{}
	premises := make([]int, len(c.Body))
	for n, k := range byPred(c.Body) {
		premises[k] = ^j.order[n]
		for m, v := range c.Body[k].Args {
			to[v] = j.body[j.order[n]].Args[m]
		}
	}
	a := arm{part: lift.Part{Clause: i, Premises: premises}}
	var from, into []*logic.Term
	for _, v := range c.Vars() {
		w := to[v]
		switch {
		case w == nil && j.used[v]:
			w = lift.FreshLike(j.store, v)
		case w == nil || w == v:
			continue
		}
		from, into = append(from, v), append(into, w)
		a.part.Rename = append(a.part.Rename, lift.Binding{Var: v, Term: w})
	}
	sub := j.store.NewSubstitution(from, into)
	a.conj = []*logic.Term{sub.Apply(c.Constraint)}
	if c.Head != nil {
		a.head = sub.ApplyAll(c.Head.Args)
	}
	j.arms = append(j.arms, a)
}

// clause returns the merged clause and its origin.
func (j *join) clause() (*horn.Clause, lift.Origin) {
	c := &horn.Clause{Body: j.body, Assert: j.from.Assert, Name: j.from.Name}
	keep := map[*logic.Term]bool{}
	for v := range j.used {
		keep[v] = true
	}
	if j.from.Head != nil {
		c.Head = &horn.Atom{Pred: j.from.Head.Pred, Args: j.heads(keep)}
	}
	rest := make([][]*logic.Term, len(j.arms))
	for i := range j.arms {
		z := lift.Solve(j.store, keep, j.arms[i].conj, nil)
		rest[i], j.arms[i].bind = z.Conj(), z.Bind()
	}
	common := takeCommon(rest)
	o := make(lift.Origin, len(j.arms))
	disjuncts := make([]*logic.Term, len(j.arms))
	for i, a := range j.arms {
		disjuncts[i] = j.store.And(rest[i]...)
		o[i] = lift.Derivation{Guard: disjuncts[i], Bind: a.bind, Parts: []lift.Part{a.part}}
	}
	c.Constraint = j.store.And(append(common, j.store.Or(disjuncts...))...)
	return c, o
}

// heads returns the arguments of the merged head: those that all disjuncts share, or a fresh
// variable that each disjunct defines. It adds these variables to keep.
func (j *join) heads(keep map[*logic.Term]bool) []*logic.Term {
	z := make([]*logic.Term, len(j.arms[0].head))
	for n, t := range j.arms[0].head {
		z[n] = t
		agree := true
		for _, a := range j.arms {
			agree = agree && a.head[n] == t
		}
		if agree {
			// A local variable must have the same name in the head and in the disjuncts.
			for _, v := range logic.FreeVars(t) {
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

// takeCommon removes the elements that occur in all lists, and returns them.
func takeCommon(lists [][]*logic.Term) []*logic.Term {
	count := map[*logic.Term]int{}
	for _, l := range lists {
		for _, t := range l {
			count[t]++
		}
	}
	var common []*logic.Term
	for i, l := range lists {
		var rest []*logic.Term
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
