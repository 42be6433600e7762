// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"maps"
	"sort"

	"cornet/encode/cfg"
	"cornet/encode/expr"
	"cornet/encode/scalar"
	"cornet/logic"
)

// state is what is known at a node on some paths of a block.
type state struct {
	guard     []*logic.Term // the conditions passed
	vals      map[*scalar.Var]*logic.Term
	pos       cfg.Pos
	intervals *expr.Intervals
	trail     *trail
}

// trail is a position that a state has passed in the block, behind others.
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
	return &state{vals: map[*scalar.Var]*logic.Term{}, pos: n.Pos, intervals: b.tr.NewIntervals()}
}

func (st *state) clone() *state {
	return &state{guard: st.guard[:len(st.guard):len(st.guard)], vals: maps.Clone(st.vals), pos: st.pos, intervals: st.intervals.Clone(), trail: st.trail}
}

// guardTerm is the conjunction of the conditions passed.
func (st *state) guardTerm(s *logic.Store) *logic.Term { return s.And(st.guard...) }

// add appends a condition; false says that it cannot hold.
func (st *state) add(c *logic.Term) bool {
	if !c.IsTrue() {
		st.guard = append(st.guard[:len(st.guard):len(st.guard)], c)
	}
	return !c.IsFalse()
}

// merge joins states of paths that exclude each other. live are the variables that matter.
func (b *builder) merge(states []*state, live varSet) *state {
	// Longest guards first, so that the branches of inner conditions meet before those of outer
	// ones, and complementary residues cancel.
	states = append([]*state(nil), states...)
	sort.SliceStable(states, func(i, j int) bool { return len(states[i].guard) > len(states[j].guard) })
	for len(states) > 1 {
		// The partner of the first is the state that shares the longest prefix with it.
		best, length := 1, -1
		for i := 1; i < len(states); i++ {
			if n := commonPrefix(states[0].guard, states[i].guard); n > length {
				best, length = i, n
			}
		}
		z := b.merge2(states[0], states[best], length, live)
		states = append(states[1:best:best], states[best+1:]...)
		at := sort.Search(len(states), func(i int) bool { return len(states[i].guard) <= len(z.guard) })
		states = append(states[:at:at], append([]*state{z}, states[at:]...)...)
	}
	return states[0]
}

func commonPrefix(x, y []*logic.Term) int {
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

func (b *builder) merge2(x, y *state, prefix int, live varSet) *state {
	s := b.s
	rx, ry := x.guard[prefix:], y.guard[prefix:]
	if len(rx) > len(ry) {
		x, y, rx, ry = y, x, ry, rx
	}
	cx, cy := s.And(rx...), s.And(ry...)
	z := &state{guard: x.guard[:prefix:prefix], vals: map[*scalar.Var]*logic.Term{}, pos: x.pos, intervals: x.intervals.Join(y.intervals), trail: &trail{}}
	if c := s.Or(cx, cy); !c.IsTrue() {
		z.guard = append(z.guard, c)
	}
	for _, v := range live.sorted() {
		tx, ty := b.read(x, v), b.read(y, v)
		if tx == ty {
			z.vals[v] = tx
		} else {
			z.vals[v] = s.Ite(cx, tx, ty)
		}
	}
	return z
}
