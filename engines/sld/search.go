// SPDX-License-Identifier: Apache-2.0

package sld

import (
	"context"
	"math/bits"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// bit is the cost of a choice between two rules; a step without a choice costs 1.
const bit = 64

// node is a step of the derivation: the rule that derives a goal, and how.
type node struct {
	rule     *rule
	frame    []*term
	children []*node
}

// goal is an atom to be derived.
type goal struct {
	atom
	node *node
	// live has the rules that might derive the atom when watch was computed. watch has the free
	// variables that this depends on. live is nil until then.
	live  []*rule
	watch []*term
	// tested tells that filter has also considered the bodies of the rules. reach has the variables
	// that this depends on.
	tested bool
	reach  []*term
}

// order chooses a goal if all goals have several rules.
type order uint8

const (
	oldest order = iota
	fewest       // the one with the fewest rules; among these the oldest
	newest
)

// machine searches for a derivation.
type machine struct {
	store
	ctx        context.Context
	logic      *logic.Store
	rules      [][]*rule
	solver     smt.Solver
	order      order
	cut        bool // the search has left something out
	stats      *Stats
	asked      int // constraints that waited at the last check
	root       *node
	system     *horn.System
	refutation *horn.Refutation
}

// derive reports whether the goals have a derivation of at most the given cost. If so, m.refutation
// is it.
func (m *machine) derive(goals []goal, budget int) bool {
	for {
		m.stats.Steps++
		m.logic.Spend(stepTicks)
		if turn.Yield(m.ctx) != nil {
			m.cut = true
			return false
		}
		if !m.consistent() {
			return false
		}
		if len(goals) == 0 {
			return m.finish()
		}
		if budget--; budget < 0 {
			m.cut = true
			return false
		}
		i, again := m.choose(goals)
		if again {
			continue
		}
		if i < 0 {
			return false
		}
		g := goals[i]
		if len(g.live) > 1 {
			return m.branch(goals, i, budget)
		}
		if !m.apply(g.live[0], &g) {
			return false
		}
		goals = append(slices.Delete(goals, i, i+1), m.children(&g)...)
	}
}

// branch tries the rules for the goal at position i one after the other.
func (m *machine) branch(goals []goal, i, budget int) bool {
	g := goals[i]
	total := 0
	for _, r := range g.live {
		total += r.weight()
	}
	if !m.satisfiable() {
		return false
	}
	rest := slices.Delete(slices.Clone(goals), i, i+1)
	for _, r := range g.live {
		k := m.mark()
		budget := budget - logarithm(total) + logarithm(r.weight())
		if budget < 0 {
			m.cut = true
			continue
		}
		if m.apply(r, &g) && m.derive(append(slices.Clone(rest), m.children(&g)...), budget) {
			return true
		}
		m.undo(k)
	}
	return false
}

// weight returns the weight of r in a choice. A rule without atoms weighs more, since it ends a
// branch of the derivation.
func (r *rule) weight() int {
	if len(r.body) == 0 {
		return factWeight
	}
	return 1
}

const factWeight = 4

// logarithm returns the binary logarithm of n in units of 1/bit, linear between powers of two.
func logarithm(n int) int {
	k := bits.Len(uint(n)) - 1
	return bit*k + bit*(n-1<<k)>>k
}

// children are the goals of g's rule.
func (m *machine) children(g *goal) []goal {
	z := instances(m, g.node.rule, g.node.frame)
	for i := range z {
		z[i].node = g.node.children[i]
	}
	return z
}

// instances are the goals of the body of r.
func instances(m *machine, r *rule, frame []*term) []goal {
	z := make([]goal, len(r.body))
	for k, a := range r.body {
		z[k].atom = atom{a.pred, make([]*term, len(a.args))}
		for i, x := range a.args {
			z[k].args[i] = m.instance(x, frame)
		}
	}
	return z
}

// choose returns the position of a goal with a single rule. Otherwise it returns the first
// goal in the order. It returns -1 if some goal has no rule. again tells that variables have
// received values without a choice, so that other rules may apply.
func (m *machine) choose(goals []goal) (best int, again bool) {
	if i, done, again := m.determinate(goals); done {
		return i, again
	}
	best = 0
	for n := range goals {
		i := n
		if m.order == newest {
			i = len(goals) - 1 - n
		}
		g := &goals[i]
		if !g.tested || bound(g.reach) {
			again = m.filter(g, true)
		}
		switch {
		case len(g.live) == 0:
			return -1, false
		case len(g.live) == 1 || again:
			return i, again
		case n == 0:
			best = i
		}
	}
	return best, false
}

// determinate looks for a goal with at most one rule.
func (m *machine) determinate(goals []goal) (best int, done, again bool) {
	for i := len(goals) - 1; i >= 0; i-- {
		g := &goals[i]
		if g.live == nil || bound(g.watch) {
			again = m.filter(g, false)
		}
		switch {
		case len(g.live) == 0:
			return -1, true, false
		case len(g.live) == 1 || again:
			return i, true, again
		}
	}
	return 0, false, false
}

func bound(vars []*term) bool {
	return slices.ContainsFunc(vars, func(v *term) bool { return v.ref != nil })
}

// filter finds the rules that may derive g, by their heads and constraints. If bodies is set, it
// also uses the consequences of their body atoms that need no choice. If all rules agree on the
// constructor or number of a variable of g, the variable gets it (generalised propagation). The
// result reports whether there is such a variable.
func (m *machine) filter(g *goal, bodies bool) bool {
	from := m.rules[g.pred]
	if g.live != nil {
		from = g.live
	}
	live := make([]*rule, 0, len(from))
	var watch []*term
	note := func(v *term, k mark) {
		if v.id < k.next && !slices.Contains(watch, v) {
			watch = append(watch, v)
		}
	}
	var common []agreement
	for _, r := range from {
		if !r.fits(g.args) {
			continue
		}
		k := m.mark()
		frame := make([]*term, len(r.sorts))
		ok := m.try(r, g.args, frame)
		if ok && bodies {
			rest, possible := m.settle(instances(m, r, frame))
			ok = possible
			for i := range rest {
				for _, v := range rest[i].watch {
					note(v, k)
				}
			}
		}
		for _, v := range m.trail[k.trail:] {
			note(v, k)
		}
		if ok {
			live = append(live, r)
			common = agreed(common, m.trail[k.trail:], k, len(live) == 1)
		}
		m.undo(k)
	}
	g.live = live
	if bodies {
		g.tested, g.reach = true, watch
	} else {
		g.watch = watch
	}
	again := false
	for _, a := range common {
		if len(live) > 1 && a.v.ref == nil {
			m.bind(a.v, m.top(a.value))
			again = true
		}
	}
	return again
}

// settleSteps bounds the steps of a look-ahead.
const settleSteps = 100

// settle derives goals as long as there is no choice. It returns the remaining goals, and whether
// there was no contradiction.
func (m *machine) settle(goals []goal) ([]goal, bool) {
	for range settleSteps {
		m.stats.Steps++
		if !m.consistent() {
			return nil, false
		}
		i, done, again := m.determinate(goals)
		switch {
		case !done:
			return goals, true
		case again:
			continue
		case i < 0:
			return nil, false
		}
		r := goals[i].live[0]
		frame := make([]*term, len(r.sorts))
		if !m.try(r, goals[i].args, frame) {
			return nil, false
		}
		goals = append(slices.Delete(goals, i, i+1), instances(m, r, frame)...)
	}
	return goals, true
}

// agreement is a variable with the value that it has in all cases so far.
type agreement struct{ v, value *term }

// agreed returns the variables older than k that trail has bound, if their values agree with those
// in common. In the first case, it returns all of them.
func agreed(common []agreement, trail []*term, k mark, first bool) []agreement {
	var z []agreement
	for _, v := range trail {
		x := deref(v)
		if v.id >= k.next || x.kind == variable || len(x.sum) > 0 {
			continue
		}
		if first || slices.ContainsFunc(common, func(a agreement) bool { return a.v == v && alike(a.value, x) }) {
			z = append(z, agreement{v, x})
		}
	}
	return z
}

// alike reports whether x and y have the same constructor, or are the same number.
func alike(x, y *term) bool {
	return x.kind == y.kind && x.cons == y.cons && x.offset == y.offset
}

// top returns the constructor of x with variables for the fields.
func (m *machine) top(x *term) *term {
	if x.kind == sum || len(x.args) == 0 {
		return x
	}
	z := &term{kind: construct, sort: x.sort, cons: x.cons}
	for _, a := range x.args {
		z.args = append(z.args, m.fresh(a.sort))
	}
	return z
}

// fits reports false if a constructor in the head of r differs from the one in args.
func (r *rule) fits(args []*term) bool {
	for i, p := range r.head {
		if t := deref(args[i]); p.kind == construct && t.kind == construct && (p.cons != t.cons || p.offset != t.offset) {
			return false
		}
	}
	return true
}

// try unifies the head of r with args and makes its constraints hold, in the frame.
func (m *machine) try(r *rule, args, frame []*term) bool {
	for i, p := range r.head {
		if !m.match(p, frame, args[i]) {
			return false
		}
	}
	for i := range r.lits {
		if !m.literal(&r.lits[i], frame) {
			return false
		}
	}
	return true
}

// literal makes a constraint hold, or lets it wait.
func (m *machine) literal(l *literal, frame []*term) bool {
	w := &wait{kind: l.kind}
	switch l.kind {
	case equal:
		return m.unify(m.instance(l.x, frame), m.instance(l.y, frame))
	case differ:
		w.x, w.y = m.instance(l.x, frame), m.instance(l.y, frame)
		if w.x.sort.IsInt() {
			d, ok := m.difference(w.x, w.y)
			if !ok {
				return false
			}
			w = &wait{kind: unlike, sum: d}
		}
	case atMost:
		m.over = false
		w.sum = m.linearOf(l.x, frame)
		if m.over {
			return false
		}
	default:
		for _, k := range l.locals {
			m.instance(&term{kind: local, sort: m.sortOf(l, k), id: k}, frame)
		}
		w.literal, w.frame = l, frame
	}
	switch m.decide(w) {
	case no:
		return false
	case open:
		m.wait(w)
	}
	return true
}

func (m *machine) sortOf(l *literal, place int) *logic.Sort {
	return l.vars[slices.Index(l.locals, place)].Sort()
}

// apply derives g by r. Its children are the atoms of the rule's body.
func (m *machine) apply(r *rule, g *goal) bool {
	frame := make([]*term, len(r.sorts))
	if !m.try(r, g.args, frame) {
		return false
	}
	n := g.node
	n.rule, n.frame, n.children = r, frame, make([]*node, len(r.body))
	for i := range r.body {
		n.children[i] = &node{}
	}
	return true
}

// satisfiable reports whether the waiting constraints may hold together. It asks the solver only if
// their number has grown since the last query.
func (m *machine) satisfiable() bool {
	n := len(m.waits)
	if n <= m.asked || n < 2 {
		m.asked = min(n, m.asked)
		return true
	}
	m.asked = n
	st, _ := m.solve(m.ctx)
	return st != smt.Unsat
}

// finish reports whether the waiting constraints have a solution.
func (m *machine) finish() bool {
	st, values := m.solve(m.ctx)
	if st == smt.Unknown {
		m.cut = true
	}
	if st != smt.Sat {
		return false
	}
	if m.refutation = m.refute(values); m.refutation == nil {
		m.cut = true
	}
	return m.refutation != nil
}
