// SPDX-License-Identifier: Apache-2.0

package smt

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// Unbounded, as a number of tries, means no bound.
const Unbounded = -1

// Minimise returns a subset of items that suffices, in their order. All items together suffice. It
// removes items one by one, from the first, as long as the rest suffices. It tries each item once.
// The function suffices reports whether some items suffice. It returns a subset of them that also
// suffices, such as the core of a refutation, or all of them. Minimise asks at most tries
// questions.
//
// The result is minimal under two conditions: there are enough tries, and no subset of an
// insufficient set suffices.
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

// Needed returns the assumptions that are in the core of s, in their order. The last answer of s
// was Unsat.
func Needed(s Corer, assumptions []*logic.Term) []*logic.Term {
	return Among(assumptions, s.Core())
}

// Among returns the terms that are in others, in their order.
func Among(terms, others []*logic.Term) []*logic.Term {
	in := make(map[*logic.Term]bool, len(others))
	for _, t := range others {
		in[t] = true
	}
	return slice.Filter(terms, func(t *logic.Term) bool { return in[t] })
}
