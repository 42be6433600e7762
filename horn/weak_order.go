// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"slices"

	"cornet/internal/scc"
	"cornet/internal/slice"
)

// Element is a part of a weak topological order: a predicate, or a loop, which has a head and the
// order of its other predicates.
type Element struct {
	Pred  int
	Loop  bool
	Inner []Element
	Preds []int // predicates of the loop; the head comes first
}

// maxNesting limits the nesting of loops. At greater depth, each predicate of a loop becomes the
// head of a loop of its own.
const maxNesting = 40

// WeakOrder returns a weak topological order of preds, in which inner loops are inside of outer
// ones. preds must be a union of strongly connected components of g.
//
// Reference: F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", FMPA 1993.
//
// Cost: O(edges · nesting).
func (g *Graph) WeakOrder(preds []int) []Element { return g.weakOrder(preds, maxNesting) }

func (g *Graph) weakOrder(preds []int, nesting int) []Element {
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
	var z []Element
	for k, members := range sub.Components {
		own := slice.Map(members, func(m int) int { return preds[m] })
		switch {
		case !sub.Cyclic[k]:
			z = append(z, Element{Pred: own[0]})
		case nesting == 0:
			for _, p := range own {
				z = append(z, Element{Pred: p, Loop: true, Preds: []int{p}})
			}
		default:
			i := g.entry(own)
			own[0], own[i] = own[i], own[0]
			z = append(z, Element{Pred: own[0], Loop: true, Preds: own, Inner: g.weakOrder(own[1:], nesting-1)})
		}
	}
	return z
}

// entry returns the index of the first predicate that a clause derives without the others, or 0.
func (g *Graph) entry(preds []int) int {
	inside := make(map[int]bool, len(preds))
	for _, p := range preds {
		inside[p] = true
	}
	for i, p := range preds {
		for _, c := range g.In(p) {
			if !slices.ContainsFunc(g.sys.Clauses[c].Body, func(a Atom) bool { return inside[g.Number(a.Pred)] }) {
				return i
			}
		}
	}
	return 0
}
