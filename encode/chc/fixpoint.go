// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
)

// widenAfter is how often the interval of a loop head grows before it is widened.
const widenAfter = 3

// solveRanges computes, for each node of f with other than one edge in, the intervals of variables
// there; nil for nodes that are never reached. Other nodes follow from their predecessor.
func (r ranges) solveRanges(f *flat.Function, heads map[*flat.Node]bool, fx map[*flat.Function]*effects) []env {
	z := make([]env, len(f.Nodes))
	z[f.Entry.ID] = env{}
	steps := thresholds(f)
	visits := make([]int, len(f.Nodes))
	order := reversePostorder(f)
	rank := make([]int, len(f.Nodes))
	for i, n := range order {
		rank[n.ID] = i
	}
	dirty := make([]bool, len(f.Nodes))
	dirty[f.Entry.ID] = true
	budget := 60 * (len(f.Nodes) + 10)
	for changed := true; changed; {
		changed = false
		for _, n := range order {
			if !dirty[n.ID] || z[n.ID] == nil {
				continue
			}
			dirty[n.ID] = false
			for _, e := range n.Out {
				out := z[n.ID].clone()
				if terminal(e.Op) || !r.apply(out, e.Op, fx) {
					continue
				}
				to := e.To
				switch old := z[to.ID]; {
				case old == nil:
					z[to.ID] = out
				default:
					next := r.joinEnv(old, out)
					if heads[to] {
						visits[to.ID]++
						if visits[to.ID] > widenAfter {
							next = r.widenEnv(old, next, steps)
						}
					}
					if sameEnv(old, next) {
						continue
					}
					z[to.ID] = next
				}
				dirty[to.ID], changed = true, true
				if budget--; budget < 0 {
					return r.unknownRanges(f)
				}
			}
		}
	}
	for range 2 {
		r.descend(f, order, z, fx)
	}
	return z
}

// unknownRanges says nothing about all nodes.
func (r ranges) unknownRanges(f *flat.Function) []env {
	z := make([]env, len(f.Nodes))
	for i := range z {
		z[i] = env{}
	}
	return z
}

// descend computes every node's intervals once more from its predecessors', which can only make them
// smaller, and is sound as they are a post-fixpoint.
func (r ranges) descend(f *flat.Function, order []*flat.Node, z []env, fx map[*flat.Function]*effects) {
	for _, n := range order {
		if n == f.Entry || z[n.ID] == nil {
			continue
		}
		var next env
		for _, e := range n.In {
			if z[e.From.ID] == nil || terminal(e.Op) {
				continue
			}
			out := z[e.From.ID].clone()
			if !r.apply(out, e.Op, fx) {
				continue
			}
			if next == nil {
				next = out
			} else {
				next = r.joinEnv(next, out)
			}
		}
		z[n.ID] = next
	}
}

func (r ranges) widenEnv(old, next env, steps []*big.Int) env {
	z := env{}
	for v, y := range next {
		w := r.widen(r.of(old, v), y, v.Type, steps)
		if !w.equal(r.typeRange(v.Type)) {
			z[v] = w
		}
	}
	return z
}

func sameEnv(a, b env) bool {
	if len(a) != len(b) {
		return false
	}
	for v, x := range a {
		if y, ok := b[v]; !ok || !x.equal(y) {
			return false
		}
	}
	return true
}

// reversePostorder lists the nodes that can be reached from the entry, predecessors first except along
// back edges.
func reversePostorder(f *flat.Function) []*flat.Node {
	order, _ := depthFirst(f)
	return order
}

// depthFirst is the reverse postorder of f, and the targets of its back edges.
func depthFirst(f *flat.Function) (order []*flat.Node, heads map[*flat.Node]bool) {
	heads = map[*flat.Node]bool{}
	const open, done = 1, 2
	state := make([]int, len(f.Nodes))
	type frame struct {
		n *flat.Node
		i int
	}
	stack := []frame{{f.Entry, 0}}
	state[f.Entry.ID] = open
	for len(stack) > 0 {
		fr := &stack[len(stack)-1]
		if fr.i == len(fr.n.Out) {
			state[fr.n.ID] = done
			order = append(order, fr.n)
			stack = stack[:len(stack)-1]
			continue
		}
		to := fr.n.Out[fr.i].To
		fr.i++
		switch state[to.ID] {
		case 0:
			state[to.ID] = open
			stack = append(stack, frame{to, 0})
		case open:
			heads[to] = true
		}
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order, heads
}
