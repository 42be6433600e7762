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
	why      Reason
}

// Explain adds to z why a and b, which must be equal, are. Of several links by
// congruence in a row only the ends matter: they are applications of one function.
//
// The links on a path were there when the arguments of applications that it joins
// became equal, so that expansion ends: links of arguments are older.
func (g *Graph) Explain(a, b Node, z *Explanation) {
	if !g.Same(a, b) {
		panic(fmt.Sprintf("euf: explanation of %d and %d, which are not equal", a, b))
	}
	done := map[[2]Node]bool{}
	work := append(g.explainWork[:0], pair{a: a, b: b})
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		path := g.path(p.a, p.b)
		for i := 0; i < len(path); i++ {
			from, why := path[i].from, path[i].why
			switch why {
			case Hub:
				i++
				z.addPair(from, path[i].to)
				continue
			case congruence:
			default:
				if !slices.Contains(z.Reasons, why) {
					z.Reasons = append(z.Reasons, why)
				}
				continue
			}
			for i+1 < len(path) && path[i+1].why == congruence {
				i++
			}
			to := path[i].to
			if key := [2]Node{min(from, to), max(from, to)}; !done[key] {
				done[key] = true
				work = g.arguments(work, from, to)
			}
		}
	}
	g.explainWork = work
}

// Path appends to buf the nodes on the way from a to b, which must be equal: each is
// merged with the next, or congruent to it.
func (g *Graph) Path(a, b Node, buf []Node) []Node {
	buf = append(buf, a)
	for _, l := range g.path(a, b) {
		buf = append(buf, l.to)
	}
	return buf
}

// arguments adds to work the pairs of different arguments of a and b.
func (g *Graph) arguments(work []pair, a, b Node) []pair {
	x, y := &g.nodes[a].args, &g.nodes[b].args
	for i := range x {
		if x[i] != y[i] {
			work = append(work, pair{a: x[i], b: y[i]})
		}
	}
	return work
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
		z = append(z, link{n, g.nodes[n].parent, g.nodes[n].why})
	}
	down := len(z)
	for n := b; n != top; n = g.nodes[n].parent {
		z = append(z, link{g.nodes[n].parent, n, g.nodes[n].why})
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
