// SPDX-License-Identifier: Apache-2.0

package unwind

import (
	"cornet/horn"
	"cornet/horn/unwinding"
	"cornet/logic"
	"cornet/smt/sat"
)

// refutation returns the derivation of false that the solver has found, step by step. The solver's
// model gives the values of the inputs, and everything else follows from them. The result is nil if
// a step is not an instance of its clause. This is possible since integers may be abstracted.
func (s *search) refutation() *horn.Refutation {
	holds := func(l sat.Lit) bool { return s.solver.Value(l) == sat.True }
	var last horn.Edge
	for _, x := range s.claims {
		if holds(x.Lit) {
			last = x.Edge
		}
	}
	z := &horn.Refutation{}
	st, sorts := s.sys.Store, s.sys.Store.NewImporter()
	var state []*logic.Term
	for i, e := range s.formula.Path(last, holds) {
		c := s.sys.Clauses[e.Clause]
		m := st.NewModel()
		step := horn.Step{Clause: e.Clause, Values: map[*logic.Term]*logic.Term{}}
		set := func(v, x *logic.Term) {
			m.Set(v, x)
			step.Values[v] = x
		}
		known := map[*logic.Term]bool{}
		if len(c.Body) > 0 {
			step.Premises = []int{i - 1}
			for k, v := range c.Body[0].Args {
				if v.IsVar() && !known[v] {
					known[v] = true
					set(v, state[k])
				}
			}
		}
		inputs := s.formula.Inputs(e, holds, st, sorts)
		for _, v := range c.Vars() {
			if x, ok := inputs[unwinding.Symbol(v)]; ok && !known[v] {
				known[v] = true
				set(v, x)
			}
		}
		determine(c, known, m, set, st)
		if !m.Holds(c.Constraint) {
			return nil
		}
		for k := range c.Body {
			for j, t := range c.Body[k].Args {
				if m.Eval(t) != state[j] {
					return nil
				}
			}
		}
		z.Steps = append(z.Steps, step)
		if c.Head == nil {
			return z
		}
		state = make([]*logic.Term, len(c.Head.Args))
		for k, t := range c.Head.Args {
			state[k] = m.Eval(t)
		}
	}
	return nil
}

// determine sets the variables that equations define, and then the others.
func determine(c *horn.Clause, known map[*logic.Term]bool, m *logic.Model, set func(v, x *logic.Term), st *logic.Store) {
	var equations []*logic.Term
	for _, t := range logic.AppendConjuncts(nil, c.Constraint) {
		if t.Op() == logic.OpEq && (t.Arg(0).IsVar() || t.Arg(1).IsVar()) {
			equations = append(equations, t)
		}
	}
	ready := func(t *logic.Term) bool {
		for _, v := range logic.FreeVars(t) {
			if !known[v] {
				return false
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for _, t := range equations {
			for i, v := range t.Args() {
				if v.IsVar() && !known[v] && ready(t.Arg(1-i)) {
					known[v], again = true, true
					set(v, m.Eval(t.Arg(1-i)))
				}
			}
		}
	}
	for _, v := range c.Vars() {
		if !known[v] {
			set(v, st.DefaultValue(v.Sort()))
		}
	}
}
