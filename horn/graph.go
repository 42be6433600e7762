// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"cornet/internal/scc"
	"cornet/logic"
)

// Graph is the hypergraph view of a system: predicates are vertices, and a
// clause is a hyperedge from the predicates of its body to that of its head.
// Predicates are numbered as in System.Preds, clauses as in System.Clauses.
//
// A Graph is immutable and safe for concurrent use. Slices that it returns
// belong to it.
type Graph struct {
	sys    *System
	number map[*logic.Func]int

	in, out        [][]int // clauses by predicate
	facts, queries []int
	succ           [][]int // predicates by predicate, without duplicates

	scc   *scc.Graph
	depth []int // depth of each component
	cuts  []bool
}

// NewGraph returns the graph of sys.
//
// Cost: O(predicates + body atoms), and O(cutpoints · body atoms) for the
// cutpoints.
func NewGraph(sys *System) *Graph {
	n := len(sys.Preds)
	g := &Graph{
		sys: sys, number: sys.Index(),
		in: make([][]int, n), out: make([][]int, n), succ: make([][]int, n),
	}
	seen := map[[2]int]bool{}
	for k, c := range sys.Clauses {
		head := -1
		if c.Head != nil {
			head = g.number[c.Head.Pred]
			g.in[head] = append(g.in[head], k)
		} else {
			g.queries = append(g.queries, k)
		}
		if len(c.Body) == 0 {
			g.facts = append(g.facts, k)
		}
		for i := range c.Body {
			p := g.number[c.Body[i].Pred]
			if m := len(g.out[p]); m == 0 || g.out[p][m-1] != k {
				g.out[p] = append(g.out[p], k)
			}
			if edge := [2]int{p, head}; head >= 0 && !seen[edge] {
				seen[edge] = true
				g.succ[p] = append(g.succ[p], head)
			}
		}
	}
	g.scc = scc.Find(n, g.Succ)
	g.findDepths()
	g.findCutpoints()
	return g
}

// Number returns the number of predicate p, which belongs to the system.
func (g *Graph) Number(p *logic.Func) int {
	i, ok := g.number[p]
	if !ok {
		panic("horn: predicate " + p.String() + " is not of the system")
	}
	return i
}

// In returns the clauses whose head is predicate p, in order.
func (g *Graph) In(p int) []int { return g.in[p] }

// Out returns the clauses that have predicate p in their body, in order, without repetitions.
func (g *Graph) Out(p int) []int { return g.out[p] }

// Facts returns the clauses without body atoms, queries included.
func (g *Graph) Facts() []int { return g.facts }

// Queries returns the clauses with head false.
func (g *Graph) Queries() []int { return g.queries }

// Succ returns the head predicates of the clauses in Out(p), without repetitions, in order of first
// occurrence.
func (g *Graph) Succ(p int) []int { return g.succ[p] }

// Components returns the strongly connected components in topological order: a predicate in the
// body of a clause comes before the predicate of the head, or is in the same component. Predicates
// of one component are in ascending order.
func (g *Graph) Components() [][]int { return g.scc.Components }

// Component returns the number of the component of predicate p.
func (g *Graph) Component(p int) int { return g.scc.Of[p] }

// IsCyclic reports whether the component numbered k contains a cycle: more than
// one predicate, or a clause from a predicate to itself.
func (g *Graph) IsCyclic(k int) bool { return g.scc.Cyclic[k] }

// Recursive reports whether some predicate depends on itself.
func (g *Graph) Recursive() bool {
	for _, c := range g.scc.Cyclic {
		if c {
			return true
		}
	}
	return false
}

// Cutpoints returns a set of predicates without which the graph has no cycle, in ascending order.
// For a program's system these are its loop heads and recursive procedures.
func (g *Graph) Cutpoints() []int {
	var z []int
	for p, cut := range g.cuts {
		if cut {
			z = append(z, p)
		}
	}
	return z
}

// MaxDepth returns the largest number of components on a chain, not counting the last one.
func (g *Graph) MaxDepth() int {
	z := 0
	for _, d := range g.depth {
		z = max(z, d)
	}
	return z
}
