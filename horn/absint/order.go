// SPDX-License-Identifier: Apache-2.0

package absint

import (
	"slices"

	"cornet/horn"
	"cornet/internal/scc"
	"cornet/internal/slice"
)

// element is a part of a weak topological order: a predicate, or a loop with its head
// and the order of the rest.
type element struct {
	pred  int
	loop  bool
	inner []element
	preds []int // of the loop, its head first
}

// maxNesting limits the depth to which loops are taken apart. Below it, all predicates of a loop
// are heads of their own loops.
const maxNesting = 40

// weakOrder returns a weak topological order of preds, which is a strongly connected
// component of g or part of one.
//
// Cost: O(edges · nesting).
func weakOrder(sys *horn.System, g *horn.Graph, preds []int, nesting int) []element {
	place := make(map[int]int, len(preds))
	for i, p := range preds {
		place[p] = i
	}
	sub := scc.Find(len(preds), func(i int) []int {
		var next []int
		for _, q := range g.Succ(preds[i]) {
			if j, ok := place[q]; ok {
				next = append(next, j)
			}
		}
		return next
	})
	var z []element
	for k, members := range sub.Components {
		own := slice.Map(members, func(m int) int { return preds[m] })
		switch {
		case !sub.Cyclic[k]:
			z = append(z, element{pred: own[0]})
		case nesting == 0:
			for _, p := range own {
				z = append(z, element{pred: p, loop: true, preds: []int{p}})
			}
		default:
			i := entry(sys, g, own)
			own[0], own[i] = own[i], own[0]
			z = append(z, element{pred: own[0], loop: true, preds: own, inner: weakOrder(sys, g, own[1:], nesting-1)})
		}
	}
	return z
}

// entry returns the index of the first predicate that a clause derives without any of the others,
// or 0.
func entry(sys *horn.System, g *horn.Graph, preds []int) int {
	inside := make(map[int]bool, len(preds))
	for _, p := range preds {
		inside[p] = true
	}
	for i, p := range preds {
		for _, c := range g.In(p) {
			if !slices.ContainsFunc(sys.Clauses[c].Body, func(a horn.Atom) bool { return inside[g.Number(a.Pred)] }) {
				return i
			}
		}
	}
	return 0
}
