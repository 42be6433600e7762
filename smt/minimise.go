// SPDX-License-Identifier: Apache-2.0

package smt

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// Unbounded as the number of tries bounds nothing.
const Unbounded = -1

// Minimise returns a part of items, in their order, that suffices, as items do. Items
// are left out one by one, the first ones first, as long as the rest suffices; each is
// tried once. suffices says whether some items do, and returns a part of them that does
// already: the core of a refutation, or all of them. At most tries questions are asked.
//
// What is left is minimal when tries are enough, and a part of what suffices never
// suffices where that did not.
//
// Cost: at most one question for each item.
func Minimise[T comparable](items []T, tries int, suffices func(rest []T) (core []T, ok bool, err error)) ([]T, error) {
	tried := map[T]bool{}
	for i := 0; i < len(items) && tries != 0; {
		if tried[items[i]] {
			i++
			continue
		}
		tried[items[i]] = true
		tries--
		core, ok, err := suffices(slices.Concat(items[:i], items[i+1:]))
		switch {
		case err != nil:
			return nil, err
		case ok:
			items, i = core, 0
		default:
			i++
		}
	}
	return items, nil
}

// Needed returns those of the assumptions that are in the core of s, in their order.
// The last answer of s was Unsat.
func Needed(s Corer, assumptions []*logic.Term) []*logic.Term {
	return Among(assumptions, s.Core())
}

// Among returns those of the terms that are in the others, in their order.
func Among(terms, others []*logic.Term) []*logic.Term {
	in := make(map[*logic.Term]bool, len(others))
	for _, t := range others {
		in[t] = true
	}
	return slice.Filter(terms, func(t *logic.Term) bool { return in[t] })
}
