// SPDX-License-Identifier: Apache-2.0

package euf

import (
	"fmt"
	"slices"
)

// This file explains equalities. The links of the proof forest join equal nodes. The path between
// two nodes shows why they are equal. A link by congruence represents the paths between the
// arguments.

// Hub is the reason of merges with a hub, a leaf that represents a common value. Several nodes are
// merged with the hub. It is not merged with other nodes, and is not an argument. If an explanation
// goes through a hub, it has the two nodes on its sides instead of two reasons.
const Hub Reason = 1<<31 - 1

// Explanation lists the reasons why two nodes are equal.
type Explanation struct {
	Reasons []Reason  // reasons of merges, without repetitions
	Pairs   [][2]Node // nodes that were merged with one hub, without repetitions
}

// Link is one step between equal nodes: they were merged, are hub neighbours, or are applications
// of one function to equal arguments.
type Link struct {
	From, To Node
	Why      Reason // reason of the merge; Hub or Congruence
}

// Congruence is the reason of links between applications of one function to equal arguments.
const Congruence Reason = -1

// Links appends to buf the links from a to b, which must be equal. Two merges with one hub count as
// one link. Several consecutive links by congruence also count as one link. Only their ends matter,
// which are applications of one function.
//
// A caller may ask for the links between arguments of such applications, and so on. This ends,
// because the arguments of two applications became equal before the last link between the
// applications was made.
func (g *Graph) Links(a, b Node, buf []Link) []Link {
	if !g.Same(a, b) {
		panic(fmt.Sprintf("euf: explanation of %d and %d, which are not equal", a, b))
	}
	path := g.path(a, b)
	for i := 0; i < len(path); i++ {
		z := path[i]
		switch z.Why {
		case Hub:
			i++
			z.To = path[i].To
			if z.From == z.To {
				continue
			}
		case Congruence:
			for i+1 < len(path) && path[i+1].Why == Congruence {
				i++
			}
			z.To = path[i].To
		}
		buf = append(buf, z)
	}
	return buf
}

// Explain adds to z the reasons why a and b are equal. They must be equal.
func (g *Graph) Explain(a, b Node, z *Explanation) {
	done := map[[2]Node]bool{}
	var links []Link
	work := append(g.explainWork[:0], pair{a: a, b: b})
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		links = g.Links(p.a, p.b, links[:0])
		for _, l := range links {
			switch l.Why {
			case Hub:
				z.addPair(l.From, l.To)
			case Congruence:
				if key := [2]Node{min(l.From, l.To), max(l.From, l.To)}; !done[key] {
					done[key] = true
					work = g.arguments(work, l.From, l.To)
				}
			default:
				if !slices.Contains(z.Reasons, l.Why) {
					z.Reasons = append(z.Reasons, l.Why)
				}
			}
		}
	}
	g.explainWork = work
}

// Args appends all arguments of an application to buf.
func (g *Graph) Args(n Node, buf []Node) []Node {
	x := &g.nodes[n]
	if x.fn == leaf {
		return buf
	}
	for i, a := range x.args {
		switch {
		case a == NoNode:
		case i == 0 && g.nodes[a].fn == tuple:
			buf = g.Args(a, buf)
		default:
			buf = append(buf, a)
		}
	}
	return buf
}

// Path appends to buf the nodes on the path from a to b, which must be equal. Each is merged with
// the next, or congruent to it.
func (g *Graph) Path(a, b Node, buf []Node) []Node {
	buf = append(buf, a)
	for _, l := range g.path(a, b) {
		buf = append(buf, l.To)
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
func (g *Graph) path(a, b Node) []Link {
	top := g.meet(a, b)
	z := g.explainPath[:0]
	for n := a; n != top; n = g.nodes[n].parent {
		z = append(z, Link{n, g.nodes[n].parent, g.nodes[n].why})
	}
	down := len(z)
	for n := b; n != top; n = g.nodes[n].parent {
		z = append(z, Link{g.nodes[n].parent, n, g.nodes[n].why})
	}
	slices.Reverse(z[down:])
	g.explainPath = z
	return z
}

// meet returns the node where the paths from a and b towards the root meet.
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
