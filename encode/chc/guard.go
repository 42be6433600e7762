// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"slices"

	"cornet/logic"
)

// A Guard is the conjunction of the conditions that a path of a block has passed. Paths with a
// common beginning share its guard, so the guards of a block form a tree. The nil guard is true.
type Guard struct {
	condition *logic.Term
	before    *Guard
	depth     int // the number of conditions
}

// and returns the guard with one more condition.
func (g *Guard) and(c *logic.Term) *Guard {
	if c.IsTrue() {
		return g
	}
	return &Guard{c, g, g.size() + 1}
}

func (g *Guard) size() int {
	if g == nil {
		return 0
	}
	return g.depth
}

// Conditions returns the conditions in the order in which the path passed them. The caller owns the
// slice.
func (g *Guard) Conditions() []*logic.Term {
	z := make([]*logic.Term, 0, g.size())
	for ; g != nil; g = g.before {
		z = append(z, g.condition)
	}
	slices.Reverse(z)
	return z
}

// Term returns the conjunction as a term.
func (g *Guard) Term(s *logic.Store) *logic.Term { return s.And(g.Conditions()...) }

// guardEvaluator evaluates the guards of a block under one model, each guard once.
type guardEvaluator struct {
	model *logic.Model
	memo  map[*Guard]bool
}

func newGuardEvaluator(m *logic.Model) *guardEvaluator {
	return &guardEvaluator{m, map[*Guard]bool{nil: true}}
}

// holds reports whether g holds.
func (e *guardEvaluator) holds(g *Guard) bool {
	var open []*Guard
	for ; ; g = g.before {
		if _, known := e.memo[g]; known {
			break
		}
		open = append(open, g)
	}
	z := e.memo[g]
	for _, g := range slices.Backward(open) {
		z = z && e.model.Holds(g.condition)
		e.memo[g] = z
	}
	return z
}
