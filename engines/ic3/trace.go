// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"errors"
	"math/big"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// trace is a run to a bad state. It lists the inputs that are true in each state, and the latches
// that are true in the first. All other values can be computed.
type trace struct{ inputs [][]sat.Lit }

// refutation runs the machine on a trace, and returns the run as a derivation over the clauses.
//
// Cost: O(length · circuit).
func (m *machine) refutation(t *trace) (*horn.Refutation, error) {
	all := make([]sat.Var, 0, len(m.graph.Nodes))
	roots := []sat.Lit{m.constraint, m.bad}
	for i := range m.latches {
		roots = append(roots, m.latches[i].v.Pos(), m.latches[i].next)
	}
	for _, s := range append(append([]*clause{}, m.steps...), m.queries...) {
		roots = append(roots, s.guard, m.isAt(s.from))
		for _, w := range s.words {
			roots = append(roots, w...)
		}
	}
	if m.fact != nil {
		for _, w := range m.fact.words {
			roots = append(roots, w...)
		}
	}
	all = append(all, m.graph.Walker().Cone(roots...)...)
	states := make([][]bool, len(t.inputs)) // values of all nodes
	for i, inputs := range t.inputs {
		now := make([]bool, len(m.graph.Nodes))
		if i > 0 {
			for k := range m.latches {
				l := &m.latches[k]
				now[l.v] = value(states[i-1], l.next)
			}
		} else {
			for k := range m.latches {
				now[m.latches[k].v] = m.latches[k].init == sat.True
			}
		}
		for _, l := range inputs {
			if k, ok := m.at[l.Var()]; !ok || m.latches[k].free || i == 0 && m.latches[k].init == sat.Undef {
				now[l.Var()] = !l.IsNeg()
			}
		}
		for k := range m.latches {
			l := &m.latches[k]
			if l.free && i > 0 { // the value is the input that the previous step has chosen
				states[i-1][l.next.Var()] = now[l.v] != l.next.IsNeg()
			}
		}
		m.graph.Evaluate(all, now)
		states[i] = now
	}
	z := &horn.Refutation{}
	add := func(c *clause, values []bool) {
		s := horn.Step{Clause: c.number, Values: map[*logic.Term]*logic.Term{}}
		if n := len(z.Steps); n > 0 {
			s.Premises = []int{n - 1}
		}
		for v, w := range c.words {
			s.Values[v] = wordValue(m.sys.Store, v.Sort(), w, values)
		}
		z.Steps = append(z.Steps, s)
	}
	if m.fact != nil {
		for in, l := range m.first {
			states[0][in] = states[0][l]
		}
		begin := append([]bool{}, states[0]...)
		m.graph.Evaluate(all, begin)
		add(m.fact, begin)
	}
	for _, now := range states[:len(states)-1] {
		m.graph.Evaluate(all, now)
		k := 0
		for j, l := range m.choice {
			if value(now, l) {
				k |= 1 << j
			}
		}
		if k = m.reached(k); !value(now, m.constraint) {
			return nil, errors.New("ic3: the trace violates the constraint of a step")
		}
		add(m.steps[k], now)
	}
	last := states[len(states)-1]
	for _, q := range m.queries {
		if value(last, q.guard) && value(last, m.isAt(q.from)) {
			add(q, last)
			return z, nil
		}
	}
	return nil, errors.New("ic3: the trace does not end in a bad state")
}

// reached returns the step that the number selects; see chosen.
func (m *machine) reached(k int) int {
	n, base := len(m.steps), 0
	for bit := len(m.choice) - 1; bit >= 0; bit-- {
		if half := 1 << bit; n > half {
			if k>>bit&1 == 1 {
				base, n = base+half, n-half
			} else {
				n = half
			}
		}
	}
	return base
}

func value(values []bool, l sat.Lit) bool { return values[l.Var()] != l.IsNeg() }

// wordValue returns the value of a word as a term.
func wordValue(s *logic.Store, sort *logic.Sort, w bits.Word, values []bool) *logic.Term {
	switch {
	case sort.IsBool():
		return s.BoolValue(value(values, w[0]))
	case sort.IsBitVec():
		z := new(big.Int)
		for k, l := range w {
			if value(values, l) {
				z.SetBit(z, k, 1)
			}
		}
		return s.BVNum(z, len(w))
	}
	n := 1 << sort.Index().Width()
	size := len(w) / n
	z := s.ConstArray(sort, wordValue(s, sort.Elem(), w[:size], values))
	for k := 1; k < n; k++ {
		z = s.Store(z, s.BVNum(big.NewInt(int64(k)), sort.Index().Width()), wordValue(s, sort.Elem(), w[k*size:(k+1)*size], values))
	}
	return z
}
