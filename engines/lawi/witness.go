// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"cornet/engines/unroll"
	"cornet/horn"
	"cornet/smtlib"
)

// refutation returns the derivation along steps and the query edge, whose instance is last, under a
// model of their formulas.
func (s *search) refutation(steps []*node, query *edge, last *unroll.Instance, m *smtlib.Model) *horn.Refutation {
	r := &horn.Refutation{}
	add := func(clause int, x *unroll.Instance) {
		step := horn.Step{Clause: clause, Values: x.Values(m)}
		if k := len(r.Steps); k > 0 {
			step.Premises = []int{k - 1}
		}
		r.Steps = append(r.Steps, step)
	}
	for _, n := range steps {
		add(n.edge.clause, s.graph.instance(n.edge, n.depth-1))
	}
	add(query.clause, last)
	return r
}

// model returns the interpretation of every predicate by the labels of its
// explored nodes.
func (s *search) model() *horn.Model {
	m := horn.NewModel()
	for _, l := range s.graph.locs {
		var labels []*smtlib.Term
		for _, n := range l.nodes {
			if n.explored() {
				labels = append(labels, n.labelTerm)
			}
		}
		m.Define(l.pred, l.formals, s.store.Or(labels...))
	}
	return m
}
