// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
)

// refutation returns the derivation along steps and the edges after them, under a model of their
// formulas. The last edge is a query.
func (s *search) refutation(steps []*node, after []*edge, m *logic.Model) *horn.Refutation {
	r := &horn.Refutation{}
	add := func(e *edge, x *kernel.Instance) {
		step := horn.Step{Clause: e.number, Values: x.Values(m)}
		if k := len(r.Steps); k > 0 {
			step.Premises = []int{k - 1}
		}
		r.Steps = append(r.Steps, step)
	}
	for _, n := range steps {
		add(n.edge, s.graph.instance(n.edge, n.depth-1))
	}
	for i, e := range after {
		add(e, s.graph.instance(e, len(steps)+i))
	}
	return r
}

// model defines every predicate by the labels of its explored nodes, and by the full sets of safety
// interpolants that have pruned nodes. Such a set excludes errors, and all clauses preserve it.
// Predicates from which no query can be reached may be true.
func (s *search) model() *horn.Model {
	labels := map[*location][]*logic.Term{}
	used := map[*safeSet]bool{}
	for _, n := range s.tree.nodes {
		switch {
		case n.loc == nil:
		case n.explored():
			labels[n.loc] = append(labels[n.loc], n.labelTerm)
		case n.pruned() && !used[n.safe]:
			used[n.safe] = true
			for _, l := range n.safe.locs {
				labels[l] = append(labels[l], n.safe.formula[l])
			}
		}
	}
	m := horn.NewModel()
	for _, l := range s.graph.locs {
		if l.cannotReachError {
			labels[l] = []*logic.Term{s.store.True()}
		}
		m.Define(l.pred, l.formals, s.store.Or(labels[l]...))
	}
	return m
}
