// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"container/heap"
	"slices"
)

// frontier holds the open nodes in the order of the search.
type frontier interface {
	// push adds open nodes that belong together: siblings, or leaves that have
	// been opened again.
	push(nodes ...*node)
	// pop removes the next node, or returns nil.
	pop() *node
}

// breadth pops the node of least depth. Among equals it pops the oldest.
type breadth struct{ nodes []*node }

func (q *breadth) Len() int { return len(q.nodes) }
func (q *breadth) Less(i, j int) bool {
	a, b := q.nodes[i], q.nodes[j]
	if a.depth != b.depth {
		return a.depth < b.depth
	}
	return a.id < b.id
}
func (q *breadth) Swap(i, j int) { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *breadth) Push(x any)    { q.nodes = append(q.nodes, x.(*node)) }
func (q *breadth) Pop() any {
	n := q.nodes[len(q.nodes)-1]
	q.nodes = q.nodes[:len(q.nodes)-1]
	return n
}

func (q *breadth) push(nodes ...*node) {
	for _, n := range nodes {
		heap.Push(q, n)
	}
}

func (q *breadth) pop() *node {
	if len(q.nodes) == 0 {
		return nil
	}
	return heap.Pop(q).(*node)
}

// depth pops a sibling among those that were opened last. The current weights of the edges choose
// the sibling, and among equals the order of edges.
type depth struct{ families [][]*node }

func (q *depth) push(nodes ...*node) {
	if len(nodes) > 0 {
		q.families = append(q.families, slices.Clone(nodes))
	}
}

func (q *depth) pop() *node {
	if len(q.families) == 0 {
		return nil
	}
	last := len(q.families) - 1
	f := q.families[last]
	best := 0
	for i, n := range f {
		if f[best].edge.weight.before(n.edge.weight) {
			best = i
		}
	}
	n := f[best]
	if f = slices.Delete(f, best, best+1); len(f) == 0 {
		q.families = q.families[:last]
	} else {
		q.families[last] = f
	}
	return n
}
