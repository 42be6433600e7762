// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/encode/flat"
)

// This file runs the beginning of a program, as far as its control does not depend on inputs, or only one of the ways that it
// may take leads to an error at all: loops with constant bounds are unwound there, at the price of one clause.

// Limits of such a run. Loops that are longer are left to the engines from their first iteration.
const (
	maxSteps  = 30000
	maxInputs = 400
	maxChecks = 100 // assertions that depend on inputs
)

// run follows the only way through the program from n until a condition that depends on inputs. It returns
// where the block goes on, which is a node with a predicate if one was passed, and the state there. With a
// nil node the program ends, or errs, and all has been said.
func (b *builder) run(n *flat.Node, st *state) (*flat.Node, *state) {
	type mark struct {
		node   *flat.Node
		st     *state
		events int
		side   int
		inputs int
		// clauses are those made before: what is made again behind the mark is dropped.
		clauses int
		passed  int
	}
	here := func(n *flat.Node, passed int) mark {
		return mark{n, st.clone(), len(b.events), len(b.side), b.inputs, len(b.sys.Horn.Clauses), passed}
	}
	at := here(n, 0)
	first := map[*flat.Node]*mark{}
	visits := map[*flat.Node]int{}
	var longest *flat.Node
	var passed []*flat.Node // cuts, in the order of visits
	end := func() (*flat.Node, *state) {
		b.pass(passed)
		return nil, nil
	}
	resume := func(m mark) (*flat.Node, *state) {
		b.pass(passed[:m.passed])
		// Clauses may hold on to the events behind the mark.
		b.events, b.side = slices.Clone(b.events[:m.events]), slices.Clone(b.side[:m.side])
		b.sys.Horn.Clauses, b.sys.Steps = b.sys.Horn.Clauses[:m.clauses], b.sys.Steps[:m.clauses]
		return m.node, m.st
	}
	checks := 0
	for steps := 0; ; steps++ {
		if b.cuts[n] != nil {
			at = here(n, len(passed))
			passed = append(passed, n)
			if first[n] == nil {
				m := at
				first[n] = &m
			}
			if visits[n]++; longest == nil || visits[n] > visits[longest] {
				longest = n
			}
		}
		if longest != nil && (steps > maxSteps || b.inputs-first[longest].inputs > maxInputs) {
			return resume(*first[longest])
		}
		if n == b.f.Exit {
			return end()
		}
		e, ok := b.only(n, st)
		if !ok {
			if checks++; checks > maxChecks && longest != nil {
				return resume(*first[longest])
			}
			if e = b.check(n, st); e == nil {
				return resume(at)
			}
		}
		if e == nil {
			return end()
		}
		switch e.Op.(type) {
		case flat.Call:
			return resume(at)
		case flat.Error:
			b.step(st, e, nil)
			return end()
		}
		guards := len(st.guard)
		arrived := false
		b.step(st, e, func(*flat.Node, *state) { arrived = true })
		if !arrived {
			return end()
		}
		if _, ok := e.Op.(flat.Assume); len(st.guard) > guards && (!ok || b.o.Overflow != Wrap) { // an operation that must not overflow
			return resume(at)
		}
		n = e.To
	}
}

// check makes the clauses of an assertion at n, one of whose two ways leads to an error and nowhere else, and returns the other
// way; nil if that is not what n is.
func (b *builder) check(n *flat.Node, st *state) *flat.Edge {
	if b.o.Overflow != Wrap || len(n.Out) != 2 || !complementary(n.Out[0].Op, n.Out[1].Op) {
		return nil
	}
	for i, e := range n.Out {
		if fails(e.To) {
			z := st.clone()
			for arrived := true; arrived; e = e.To.Out[0] {
				arrived = false
				b.step(z, e, func(*flat.Node, *state) { arrived = true })
				if len(e.To.Out) == 0 {
					break
				}
			}
			return n.Out[1-i]
		}
	}
	return nil
}

// fails reports whether the only way from n is short and leads to an error.
func fails(n *flat.Node) bool {
	for range 20 {
		if len(n.Out) != 1 {
			return false
		}
		switch n.Out[0].Op.(type) {
		case flat.Error:
			return true
		case flat.Skip, flat.Assign, flat.Havoc:
			n = n.Out[0].To
		default:
			return false
		}
	}
	return false
}

// pass notes that the beginning of the program goes through cuts whose predicates do not
// hold of it.
func (b *builder) pass(cuts []*flat.Node) {
	for _, n := range cuts {
		for i := range b.sys.Places {
			if b.sys.Places[i].Pred == b.cuts[n].pred {
				b.sys.Places[i].Skipped++
			}
		}
	}
}

// only is the edge out of n that st takes whatever the inputs are, nil if there is none; false says
// that it depends on them.
func (b *builder) only(n *flat.Node, st *state) (*flat.Edge, bool) {
	if len(n.Out) == 1 {
		if o, ok := n.Out[0].Op.(flat.Assume); ok {
			if e, ok := b.decided(n.Out[0], o, st); ok {
				if e == nil && o.Trap != nil && o.Trap.Division {
					b.divides(n.Out[0].Pos)
				}
				return e, true
			}
			return n.Out[0], b.o.Overflow == Wrap // whoever does not pass does not matter
		}
		return n.Out[0], true
	}
	if len(n.Out) == 0 {
		return nil, true
	}
	if len(n.Out) != 2 || !complementary(n.Out[0].Op, n.Out[1].Op) {
		return nil, false
	}
	for _, e := range n.Out {
		z, ok := b.decided(e, e.Op.(flat.Assume), st)
		if z != nil || !ok {
			return z, ok
		}
	}
	return nil, true
}

// decided is e if its condition holds for all inputs, nil if for none.
func (b *builder) decided(e *flat.Edge, o flat.Assume, st *state) (*flat.Edge, bool) {
	events, side := len(b.events), len(b.side)
	probe := &state{guard: st.guard, vals: st.vals, env: st.env, pos: e.Pos}
	c := b.tr.cond(probe, o.Cond)
	b.overflows = nil
	b.events, b.side = b.events[:events], b.side[:side]
	switch {
	case c.IsTrue() && !o.Negate, c.IsFalse() && o.Negate:
		return e, true
	case c.IsTrue(), c.IsFalse():
		return nil, true
	}
	return nil, false
}
