// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/bits"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// colors has the partitions of a query in which terms have a meaning. A symbol has a meaning in the
// partitions where it occurs and on the paths between them: if such a path crosses a cut, both
// sides have the symbol. A term has a meaning in the partitions in which all its symbols have one.
// A formula with a meaning in partition p may be stated on p's side of every cut. So an inference
// belongs to p if all its terms have a meaning in p.
type colors struct {
	subtrees []partitions // by node: its subtree
	parent   []int
	all      partitions
	symbols  map[any]partitions // by variable or function: where it occurs, then closed
	memo     map[*logic.Term]partitions
}

func newColors(q *smt.Query) *colors {
	c := &colors{parent: q.Parent, subtrees: make([]partitions, len(q.Part)),
		symbols: map[any]partitions{}, memo: map[*logic.Term]partitions{}}
	for i, p := range q.Parent {
		c.all.add(i)
		c.subtrees[i].add(i)
		if p >= 0 {
			c.subtrees[p].addAll(c.subtrees[i])
		}
	}
	return c
}

// mention records that partition p is part.
func (c *colors) mention(p int, part *logic.Term) {
	note := func(x any) {
		s := c.symbols[x]
		s.add(p)
		c.symbols[x] = s
	}
	for _, v := range logic.FreeVars(part) {
		note(v)
	}
	for _, f := range logic.Funcs(part) {
		note(f)
	}
}

// local records that a new symbol belongs to partition p.
func (c *colors) local(p int, v *logic.Term) {
	var s partitions
	s.add(p)
	c.symbols[v] = s
}

// close ends the recording.
func (c *colors) close() {
	for x, in := range c.symbols {
		c.symbols[x] = c.closure(in)
	}
}

// closure adds to the set in the partitions on the paths between its elements.
func (c *colors) closure(in partitions) partitions {
	if in.count() < 2 {
		return in
	}
	// For each node: how many of the subtrees that remain without it contain elements of in.
	branches := make([]int, len(c.parent))
	for i, p := range c.parent {
		if !in.meets(c.subtrees[i]) {
			continue
		}
		if p >= 0 {
			branches[p]++
		}
		if !in.within(c.subtrees[i]) {
			branches[i]++
		}
	}
	var z partitions
	z.addAll(in)
	for i, n := range branches {
		if n > 1 {
			z.add(i)
		}
	}
	return z
}

// of returns the partitions in which t has a meaning. The set belongs to c.
func (c *colors) of(t *logic.Term) partitions {
	if z, ok := c.memo[t]; ok {
		return z
	}
	z := c.all
	for _, v := range logic.FreeVars(t) {
		z = z.common(c.symbols[v])
	}
	for _, f := range logic.Funcs(t) {
		z = z.common(c.symbols[f])
	}
	c.memo[t] = z
	return z
}

// common returns the partitions in which all of ts have a meaning.
func (c *colors) common(ts ...*logic.Term) partitions {
	z := c.all
	for _, t := range ts {
		z = z.common(c.of(t))
	}
	return z
}

func (p partitions) count() int {
	z := 0
	for _, w := range p {
		z += bits.OnesCount64(w)
	}
	return z
}

func (p partitions) isEmpty() bool {
	return !slices.ContainsFunc(p, func(w uint64) bool { return w != 0 })
}

func (p partitions) has(i int) bool { return i >= 0 && i/64 < len(p) && p[i/64]&(1<<(i%64)) != 0 }

// common returns the intersection of two sets.
func (p partitions) common(q partitions) partitions {
	z := make(partitions, min(len(p), len(q)))
	for i := range z {
		z[i] = p[i] & q[i]
	}
	return z
}

func (p partitions) meets(q partitions) bool { return !p.common(q).isEmpty() }

// within reports whether p is a subset of q.
func (p partitions) within(q partitions) bool {
	for i, w := range p {
		if i >= len(q) && w != 0 || i < len(q) && w&^q[i] != 0 {
			return false
		}
	}
	return true
}

// first returns the lowest partition of p, or -1.
func (p partitions) first() int {
	for i, w := range p {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// last returns the highest partition of p, or -1.
func (p partitions) last() int {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] != 0 {
			return 64*i + 63 - bits.LeadingZeros64(p[i])
		}
	}
	return -1
}
