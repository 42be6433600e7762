// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"cornet/encode/cfg"
	"cornet/encode/scalar"
	"cornet/horn"
	"cornet/logic"
)

// This file walks through a block: the acyclic part of a function from one node with a predicate to
// the next such nodes.

// block makes the clauses of the block that starts at n. entry is set if f starts at n.
func (b *builder) block(n *scalar.Node, entry bool) {
	b.from, b.body, b.old, b.side, b.events, b.choices, b.leads = n, nil, nil, nil, nil, nil, nil
	b.initial, b.sidesOf, b.merges = map[*logic.Term]bool{}, map[*logic.Term][]int{}, map[*scalar.Node]Merge{}
	st := b.newState(n)
	argument := func(v *scalar.Var, name string) *logic.Term {
		t := b.s.Var(name, b.tr.Sort(v.Type))
		b.initial[t] = true
		return t
	}
	switch {
	case entry && b.main && b.cuts[n] != nil:
		b.finish(st, n)
		return
	case entry && b.main:
	case entry:
		var args []*logic.Term
		for _, v := range b.summaries[b.f].in {
			t := argument(v, v.Name)
			args = append(args, t)
			st.set(v, t)
		}
		b.old = args
		b.body = []horn.Atom{{Pred: b.summaries[b.f].entry, Args: args}}
	default:
		var args []*logic.Term
		if !b.main {
			sum := b.summaries[b.f]
			for _, v := range sum.in {
				if sum.fixed[v] {
					args = append(args, argument(v, v.Name))
					st.set(v, args[len(args)-1])
				} else {
					args = append(args, argument(v, v.Name+".in"))
				}
			}
			b.old = args[:len(args):len(args)]
		}
		for _, v := range b.cuts[n].vars {
			t := argument(v, v.Name)
			args = append(args, t)
			st.set(v, t)
		}
		b.body = []horn.Atom{{Pred: b.cuts[n].pred, Args: args}}
	}
	vars := st.terms()
	b.paths(n, st)
	b.record(n, vars)
}

// paths walks through the block from n.
func (b *builder) paths(n *scalar.Node, start *state) {
	isCut := func(n *scalar.Node) bool { return b.cuts[n] != nil || n == b.f.Exit }
	arrived := map[*scalar.Node][]*state{n: {start}}
	var targets []*scalar.Node
	apart := b.o.Paths
	for m := range b.region(n, isCut) {
		states := arrived[m]
		delete(arrived, m)
		if len(states) > apart {
			states = []*state{b.merge(m, states, b.live.at(m))}
			apart = 1 // Translating a block with many paths several times would gain nothing.
		}
		for _, st := range states {
			st.pos = m.Pos
			b.leave(m, st, func(to *scalar.Node, z *state) {
				if isCut(to) && len(arrived[to]) == 0 {
					targets = append(targets, to)
				}
				arrived[to] = append(arrived[to], z)
			})
		}
	}
	for _, to := range targets {
		states := arrived[to]
		if len(states) > 2*b.o.Paths {
			states = []*state{b.merge(to, states, b.live.at(to))}
		}
		for _, st := range states {
			b.finish(st, to)
		}
	}
}

// leave moves st along the edges out of n.
func (b *builder) leave(n *scalar.Node, st *state, arrive func(*scalar.Node, *state)) {
	deterministic := len(n.Out) <= 1 || len(n.Out) == 2 && complementary(n.Out[0].Op, n.Out[1].Op)
	for i, e := range n.Out {
		z := st
		if i < len(n.Out)-1 {
			z = st.clone()
		}
		if !deterministic && i < len(n.Out)-1 {
			// The edges have no deciding condition. Fresh variables make them exclude each other:
			// an edge is taken if its variable is true, and no edge before it is taken.
			c := b.s.Fresh("choice", b.s.Bool)
			b.choices = append(b.choices, Choice{e, c})
			z.add(c)
			st.add(b.s.Not(c))
		}
		b.step(z, e, arrive)
	}
}

// step moves z over e.
func (b *builder) step(z *state, e *scalar.Edge, arrive func(*scalar.Node, *state)) {
	z.pos = e.Pos
	z.pass(e.Pos)
	if b.concurrent {
		b.event(z, Event{Kind: Moves, Pos: e.Pos})
	}
	switch o := e.Op.(type) {
	case scalar.Skip:
	case scalar.Assume:
		c := b.tr.Cond(b.at(z), o.Cond)
		if o.Division && !c.IsTrue() {
			b.divides(z, c, e.Pos)
		}
		if o.Negate {
			c = b.s.Not(c)
		}
		if !z.add(c) {
			return
		}
		z.intervals.Assume(o.Cond, o.Negate)
		b.tr.Cut(b.at(z), o.Cond)
	case scalar.Assign:
		t := b.tr.Value(b.at(z), o.Value)
		z.intervals.Assign(o.To, o.Value)
		changed := z.value(o.To) != t
		z.set(o.To, t)
		if changed && o.To.Source != "" && !o.To.Type.Array {
			b.event(z, Event{Kind: Assigns, Value: t, Name: o.To.Source, Var: o.To, Type: o.To.Type, Pos: e.Pos})
		}
	case scalar.Havoc:
		b.havoc(z, o, e.Pos)
	case scalar.Call:
		b.doubtful = b.doubtful || o.Callee.From != nil
		if o.Callee.From != nil && b.o.Certain {
			// A call may yield any value of the callee's set, even one that is added later.
			b.sys.LeftOut = true
			return
		}
		if b.call(z, o, e); !o.Callee.Adds {
			return
		}
	case scalar.Error:
		z.intervals.MarkError()
		b.clause(Step{Kind: Failure, From: b.from.Pos, To: e.Pos, Error: o.Kind, Function: o.Function, Site: o.Site, What: o.What, trail: z.trail}, nil, nil, z.guard.Term(b.s))
		return
	case scalar.Stop:
		return
	case scalar.Obligation:
		b.doubtful = true
		if b.o.Certain {
			if !z.add(b.tr.Cond(b.at(z), o.Cond)) {
				return
			}
		} else if o.Proved {
			c := b.tr.Cond(b.at(z), o.Cond)
			b.clause(Step{Kind: Failure, From: b.from.Pos, To: e.Pos, Error: cfg.WrongPointer, trail: z.trail}, nil, nil, b.s.And(z.guard.Term(b.s), b.s.Not(c)))
		}
	}
	arrive(e.To, z)
}

// divides records a division at pos. The divisor is not zero if c holds.
func (b *builder) divides(z *state, c *logic.Term, pos cfg.Pos) {
	q := b.instance(nil, nil, b.s.And(z.guard.Term(b.s), b.s.Not(c)))
	if !q.Constraint.IsFalse() {
		b.sys.Divisions = append(b.sys.Divisions, Division{pos, q})
	}
}

func (b *builder) havoc(z *state, o scalar.Havoc, pos cfg.Pos) {
	t := b.fresh(o.To.Name, o.To.Type)
	z.intervals.Havoc(o.To)
	z.set(o.To, t)
	ev := Event{Kind: Unset, Value: t, Name: o.To.Source, Var: o.To, Type: o.To.Type, Pos: pos}
	switch {
	case o.Note != "":
		ev.Kind, ev.Name = Inexact, o.Note
	case o.Input != "":
		ev.Kind, ev.Name = Input, o.Input
	}
	b.event(z, ev)
}

func (b *builder) event(z *state, ev Event) {
	ev.Guard = z.guard
	b.occur(ev)
}

// occur adds an event, with its guard, to those of the block.
func (b *builder) occur(ev Event) {
	b.doubtful = b.doubtful || ev.Kind == Inexact
	b.events = append(b.events, ev)
}
