// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"
)

// This file computes the depths of the strongly connected components of a [Graph], and
// cutpoints. All searches are iterative.

// dfsCall is an interrupted visit of p: the successors before next have been visited.
type dfsCall struct{ p, next int }

// findDepths relies on the topological order of the components.
func (g *Graph) findDepths() {
	g.depth = make([]int, len(g.scc.Components))
	for k, members := range g.scc.Components {
		for _, p := range members {
			for _, q := range g.succ[p] {
				if j := g.scc.Of[q]; j != k {
					g.depth[j] = max(g.depth[j], g.depth[k]+1)
				}
			}
		}
	}
}

// findCutpoints takes the targets of the back edges of a depth-first search that starts at the
// heads of facts; every cycle has such an edge. Then it drops targets that the others make
// superfluous. It begins with the target found last, since late targets tend to be deep inside
// loops. The result is minimal with respect to inclusion, not size.
func (g *Graph) findCutpoints() {
	n := len(g.succ)
	g.cuts = make([]bool, n)
	var targets []int
	state := make([]uint8, n) // 0 unseen, 1 on the path, 2 done
	search := func(root int) {
		if state[root] != 0 {
			return
		}
		state[root] = 1
		calls := []dfsCall{{p: root}}
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			if f.next == len(g.succ[f.p]) {
				state[f.p] = 2
				calls = calls[:len(calls)-1]
				continue
			}
			q := g.succ[f.p][f.next]
			f.next++
			switch state[q] {
			case 0:
				state[q] = 1
				calls = append(calls, dfsCall{p: q})
			case 1:
				if !g.cuts[q] {
					g.cuts[q] = true
					targets = append(targets, q)
				}
			}
		}
	}
	for _, k := range g.facts {
		if h := g.sys.Clauses[k].Head; h != nil {
			search(g.number[h.Pred])
		}
	}
	for p := range n {
		search(p)
	}
	for i := len(targets) - 1; i >= 0; i-- {
		p := targets[i]
		if slices.Contains(g.succ[p], p) {
			continue
		}
		g.cuts[p] = false
		if g.hasUncutCycle(p) {
			g.cuts[p] = true
		}
	}
}

// hasUncutCycle reports whether p lies on a cycle without cutpoints.
func (g *Graph) hasUncutCycle(p int) bool {
	seen := make([]bool, len(g.succ))
	stack := []int{p}
	for len(stack) > 0 {
		q := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, r := range g.succ[q] {
			if r == p {
				return true
			}
			if !seen[r] && !g.cuts[r] && g.scc.Of[r] == g.scc.Of[p] {
				seen[r] = true
				stack = append(stack, r)
			}
		}
	}
	return false
}
