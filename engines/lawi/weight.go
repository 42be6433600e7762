// SPDX-License-Identifier: Apache-2.0

package lawi

// This file is the weight-guided search of the InterpChecker paper, §IV-B: a safety interpolant
// prunes only when it is full. So when one side of a branch has been refuted, the search explores
// the other sides next. Edges have weights, and the heaviest is followed first. Positive weights
// come before undefined ones, and these come before zero.
//
// Differences from the paper. A changed weight also changes the weights of the edges that lead to
// it, and so on. But a refinement sets each edge at most once: on a loop, the paper's rule does not
// terminate. The search stays depth-first; weights order the branches of one node. Ties are broken
// by the order of the clauses instead of at random.

// weight of an edge; undefined is the paper's ⊥.
type weight int

const undefined weight = -1

// before reports whether an edge of weight y is followed before one of weight w.
func (w weight) before(y weight) bool { return w.rank() < y.rank() }

// rank orders weights: 0, undefined, 1, 2, ….
func (w weight) rank() int {
	switch {
	case w == 0:
		return 0
	case w == undefined:
		return 1
	}
	return 1 + int(w)
}

// reweigh updates the weights after a refinement. filled has the locations whose safety
// interpolants it has made full. reached is the edge to the location of the last reachable state on
// the path, or nil.
func (s *search) reweigh(filled []*location, reached *edge) {
	done := map[*edge]bool{}
	var work []*edge
	set := func(e *edge, w weight) {
		if e.weight != w && !done[e] {
			e.weight = w
			done[e] = true
			work = append(work, e)
		}
	}
	for _, l := range filled {
		for _, e := range l.in {
			set(e, 0)
		}
	}
	if reached != nil && !reached.to.safety.full {
		set(reached, weight(max(0, reached.to.branches()-1)))
	}
	for len(work) > 0 {
		e := work[0]
		work = work[1:]
		if e.from == nil {
			continue
		}
		w := e.from.weigh()
		for _, x := range e.from.in {
			set(x, w)
		}
	}
}

// branches returns the number of edges that leave l.
func (l *location) branches() int { return len(l.out) + len(l.queries) }

// weigh returns the weight of an edge into l: the sum of the weights of the edges out of l.
// Undefined weights count as one.
func (l *location) weigh() weight {
	z := weight(0)
	for _, edges := range [][]*edge{l.out, l.queries} {
		for _, e := range edges {
			if e.weight == undefined {
				z++
			} else {
				z += e.weight
			}
		}
	}
	return z
}
