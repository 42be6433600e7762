// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/expr"
	"cornet/encode/scalar"
	"cornet/internal/persist"
	"cornet/logic"
)

// state has the known facts at a node on some paths of a block. Copies share the parts that they do
// not change.
type state struct {
	guard     *Guard // the conditions passed
	vals      persist.Map[value]
	pos       cfg.Pos
	intervals *expr.Intervals
	trail     *trail
}

// value is the term that a variable has, or nil if it is not known. Maps have it at the variable's
// ID.
type value struct {
	v    *scalar.Var
	term *logic.Term
}

// trail is a position that a state has passed in the block, after others.
type trail struct {
	pos    cfg.Pos
	before *trail
}

// pass adds a position to the trail, unless it is in the same line as the last one.
func (st *state) pass(p cfg.Pos) {
	if last := st.trail; p.Line > 0 && (last == nil || last.pos.Line != p.Line || last.pos.File != p.File || last.pos.Thread != p.Thread) {
		st.trail = &trail{p, last}
	}
}

func (b *builder) newState(n *scalar.Node) *state {
	return &state{pos: n.Pos, intervals: b.tr.NewIntervals()}
}

// clone returns a copy. Cost: O(1), apart from the intervals of floating-point variables.
func (st *state) clone() *state {
	z := *st
	z.intervals = st.intervals.Clone()
	return &z
}

// value returns the term of v, or nil if it has none.
func (st *state) value(v *scalar.Var) *logic.Term {
	z, _ := st.vals.Get(v.ID)
	return z.term
}

// set gives v a value.
func (st *state) set(v *scalar.Var, t *logic.Term) { st.vals = st.vals.Set(v.ID, value{v, t}) }

// terms returns the values of all variables that have one.
func (st *state) terms() map[*scalar.Var]*logic.Term {
	z := map[*scalar.Var]*logic.Term{}
	persist.Differ(st.vals, persist.Map[value]{}, func(id int) {
		if x, _ := st.vals.Get(id); x.term != nil {
			z[x.v] = x.term
		}
	})
	return z
}

// add appends a condition. It returns false if the condition cannot hold.
func (st *state) add(c *logic.Term) bool {
	st.guard = st.guard.and(c)
	return !c.IsFalse()
}

// branch is a state on its way back to the node where its path left those of others.
type branch struct {
	*state
	since []*logic.Term // the conditions passed since then, the last one first
}

// merge joins states at n whose paths exclude each other. live are the variables that matter.
//
// The guards of the states form a tree, which merge contracts from its leaves. When all paths that
// parted at a node have come back to it, they become one path. So branches of inner conditions meet
// before those of outer ones, and complementary conditions cancel.
//
// Cost: linear in the guards since all paths parted, and O(log v) for each variable that differs.
func (b *builder) merge(n *scalar.Node, states []*state, live varSet) *state {
	merged := map[*scalar.Var]*logic.Term{}
	at := map[*Guard][]branch{}   // the branches that have come back to a guard
	waiting := map[int][]*Guard{} // by size
	depth := 0
	arrive := func(g *Guard, x branch) {
		if at[g] == nil {
			waiting[g.size()] = append(waiting[g.size()], g)
		}
		at[g] = append(at[g], x)
	}
	for _, st := range states {
		arrive(st.guard, branch{state: st})
		depth = max(depth, st.guard.size())
	}
	for left := len(states); ; depth-- {
		for _, g := range waiting[depth] {
			here := at[g]
			slices.SortStableFunc(here, func(x, y branch) int { return len(y.since) - len(x.since) })
			z := here[0]
			for _, x := range here[1:] {
				z = b.join(g, z, x, live, merged)
				left--
			}
			if left == 1 {
				b.merges[n] = Merge{z.guard, merged}
				return z.state
			}
			z.since = append(z.since, g.condition)
			arrive(g.before, z)
		}
	}
}

// join merges two branches where they parted, at guard g. It records the values that it merges.
func (b *builder) join(g *Guard, x, y branch, live varSet, merged map[*scalar.Var]*logic.Term) branch {
	s := b.s
	if len(x.since) > len(y.since) {
		x, y = y, x
	}
	slices.Reverse(x.since)
	slices.Reverse(y.since)
	cx, cy := s.And(x.since...), s.And(y.since...)
	z := &state{guard: g, vals: x.vals, pos: x.pos, intervals: x.intervals.Join(y.intervals), trail: &trail{}}
	persist.Differ(x.vals, y.vals, func(id int) {
		v := variableOf(id, x.state, y.state)
		if !live.has(v) {
			z.set(v, nil) // The values on the two paths differ, and events explain it.
			return
		}
		tx, ty := b.read(x.state, v), b.read(y.state, v)
		if t := s.Ite(cx, tx, ty); t != z.value(v) {
			z.set(v, t)
		}
		merged[v] = z.value(v)
	})
	either := s.Or(cx, cy)
	z.add(either)
	if either.IsTrue() {
		return branch{state: z}
	}
	return branch{z, []*logic.Term{either}}
}

// variableOf returns the variable with the given ID. One of the states must have a value for it.
func variableOf(id int, states ...*state) *scalar.Var {
	for _, st := range states {
		if x, ok := st.vals.Get(id); ok {
			return x.v
		}
	}
	return nil
}
