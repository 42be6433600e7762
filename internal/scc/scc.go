// SPDX-License-Identifier: Apache-2.0

// Package scc finds the strongly connected components of graphs, and searches them depth-first.
package scc

import "slices"

// Graph is a graph on the nodes 0 … n-1 with its components.
type Graph struct {
	// Components has the components in topological order: an edge leads to the same
	// component or a later one. Nodes of one component are in ascending order.
	Components [][]int
	// Of has the number of the component of each node.
	Of []int
	// Cyclic reports for each component whether it contains a cycle: it has more than one node, or
	// an edge from its node to itself.
	Cyclic []bool
}

// OnCycle reports whether node v is on a cycle.
func (g *Graph) OnCycle(v int) bool { return g.Cyclic[g.Of[v]] }

// Find returns the components of the graph with the nodes 0 … n-1 and the edges from v
// to the nodes in next(v), which is called twice for each v.
//
// It is Tarjan's algorithm (R. Tarjan, "Depth-First Search and Linear Graph
// Algorithms", SIAM Journal on Computing 1(2), 1972) with the recursion replaced by a
// stack of positions in the successor lists. The algorithm completes a component after
// all that can be reached from it, so the reverse of the order of completion is
// topological.
//
// Cost: O(nodes + edges), and sorting.
func Find(n int, next func(v int) []int) *Graph {
	type visit struct {
		v    int
		rest []int // successors that are not done
	}
	var (
		g       = &Graph{Of: make([]int, n)}
		index   = make([]int, n) // order of discovery from 1, 0 when undiscovered
		low     = make([]int, n)
		onStack = make([]bool, n)
		stack   []int // discovered and not yet in a component
		calls   []visit
		clock   int
	)
	enter := func(v int) {
		clock++
		index[v], low[v] = clock, clock
		stack, onStack[v] = append(stack, v), true
		calls = append(calls, visit{v, next(v)})
	}
	for root := range n {
		if index[root] != 0 {
			continue
		}
		enter(root)
		for len(calls) > 0 {
			top := &calls[len(calls)-1]
			v := top.v
			if len(top.rest) > 0 {
				w := top.rest[0]
				top.rest = top.rest[1:]
				if index[w] == 0 {
					enter(w)
				} else if onStack[w] {
					low[v] = min(low[v], index[w])
				}
				continue
			}
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				up := calls[len(calls)-1].v
				low[up] = min(low[up], low[v])
			}
			if low[v] < index[v] {
				continue
			}
			k := len(stack) - 1
			for stack[k] != v {
				k--
			}
			members := slices.Clone(stack[k:])
			stack = stack[:k]
			for _, w := range members {
				onStack[w] = false
			}
			slices.Sort(members)
			g.Components = append(g.Components, members)
		}
	}
	slices.Reverse(g.Components)
	g.Cyclic = make([]bool, len(g.Components))
	for k, members := range g.Components {
		for _, v := range members {
			g.Of[v] = k
		}
		g.Cyclic[k] = len(members) > 1 || slices.Contains(next(members[0]), members[0])
	}
	return g
}

// DepthFirst searches the graph depth-first from an entry: node v < n has the edges to next(v, 0),
// next(v, 1), … up to degree(v). It calls back(v, i) for each back edge, which leads to a node that
// the search has not left yet. Each cycle has a back edge. The result has the nodes in the order in
// which the search leaves them.
func DepthFirst(n, entry int, degree func(v int) int, next func(v, i int) int, back func(v, i int)) (left []int) {
	const open, closed = 1, 2
	state, at := make([]uint8, n), make([]int, n)
	state[entry] = open
	for stack := []int{entry}; len(stack) > 0; {
		v := stack[len(stack)-1]
		i := at[v]
		if i == degree(v) {
			state[v], left, stack = closed, append(left, v), stack[:len(stack)-1]
			continue
		}
		at[v]++
		switch to := next(v, i); state[to] {
		case open:
			back(v, i)
		case 0:
			state[to] = open
			stack = append(stack, to)
		}
	}
	return left
}
