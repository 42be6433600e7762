// SPDX-License-Identifier: Apache-2.0

package euf

import (
	"fmt"
	"slices"
)

// This file explains equalities. The links of the proof forest join equal nodes; the
// path between two nodes says why they are equal, where a link by congruence stands
// for the paths between the arguments.

// Hub is the reason of merges with a node that stands for a common value: several
// nodes are merged with a leaf, the hub, that nothing else is merged with or has for
// an argument. An explanation that goes through a hub gives the two nodes on its
// sides instead of two reasons.
const Hub Reason = 1<<31 - 1

// Explanation is why two nodes are equal.
type Explanation struct {
	Reasons []Reason  // of merges, each once
	Pairs   [][2]Node // nodes that were merged with one hub, each pair once
}

// link is one step of a path.
type link struct {
	from, to Node
	owner    Node // the node that has the link, from or to
}

// Explain adds to z why a and b, which must be equal, are.
//
// The links on the path were there when the arguments became equal, so expansion
// ends: every link is expanded once, and those of arguments are older.
func (g *Graph) Explain(a, b Node, z *Explanation) {
	if !g.Same(a, b) {
		panic(fmt.Sprintf("euf: explanation of %d and %d, which are not equal", a, b))
	}
	g.stamp++
	told := g.stamp
	work := append(g.explainWork[:0], pair{a: a, b: b})
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		path := g.path(p.a, p.b)
		for i := 0; i < len(path); i++ {
			x := &g.nodes[path[i].owner]
			if x.why == Hub {
				z.addPair(path[i].from, path[i+1].to)
				i++
				continue
			}
			if x.told == told {
				continue
			}
			x.told = told
			if x.why != congruence {
				if !slices.Contains(z.Reasons, x.why) {
					z.Reasons = append(z.Reasons, x.why)
				}
				continue
			}
			y := &g.nodes[x.parent]
			for i := range x.args {
				if x.args[i] != y.args[i] {
					work = append(work, pair{a: x.args[i], b: y.args[i]})
				}
			}
		}
	}
	g.explainWork = work
}

func (z *Explanation) addPair(a, b Node) {
	if a > b {
		a, b = b, a
	}
	if p := [2]Node{a, b}; a != b && !slices.Contains(z.Pairs, p) {
		z.Pairs = append(z.Pairs, p)
	}
}

// path returns the links from a to b.
func (g *Graph) path(a, b Node) []link {
	top := g.meet(a, b)
	z := g.explainPath[:0]
	for n := a; n != top; n = g.nodes[n].parent {
		z = append(z, link{from: n, to: g.nodes[n].parent, owner: n})
	}
	down := len(z)
	for n := b; n != top; n = g.nodes[n].parent {
		z = append(z, link{from: g.nodes[n].parent, to: n, owner: n})
	}
	slices.Reverse(z[down:])
	g.explainPath = z
	return z
}

// meet returns the node where the ways up from a and b meet.
func (g *Graph) meet(a, b Node) Node {
	g.stamp++
	for n := a; n != NoNode; n = g.nodes[n].parent {
		g.nodes[n].seen = g.stamp
	}
	for g.nodes[b].seen != g.stamp {
		b = g.nodes[b].parent
	}
	return b
}
