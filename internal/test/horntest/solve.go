// SPDX-License-Identifier: Apache-2.0

package horntest

import (
	"cornet/horn"
	"cornet/logic"
)

// Solve decides a system over Bool by computing what its clauses derive. It
// returns the refutation, or nil and the least interpretation that satisfies the
// clauses. Every atom has one step, the first that was found.
func Solve(sys *horn.System) (*horn.Refutation, Interpretation) {
	in := Interpretation{}
	step := map[*logic.Func][]int{}
	for _, p := range sys.Preds {
		in[p] = make([]bool, 1<<p.Arity())
		step[p] = make([]int, 1<<p.Arity())
	}
	r := &horn.Refutation{}
	for changed := true; changed; {
		changed = false
		for k, c := range sys.Clauses {
			vars := c.Vars()
			for env := range assignments(vars, nil) {
				if !fires(c, in, env) || c.Head != nil && atomHolds(c.Head, in, env) {
					continue
				}
				s := horn.Step{Clause: k, Values: map[*logic.Term]*logic.Term{}}
				for _, v := range vars {
					s.Values[v] = sys.Store.BoolValue(env[v])
				}
				for i := range c.Body {
					s.Premises = append(s.Premises, step[c.Body[i].Pred][cell(&c.Body[i], env)])
				}
				r.Steps = append(r.Steps, s)
				if c.Head == nil {
					return r, nil
				}
				in[c.Head.Pred][cell(c.Head, env)] = true
				step[c.Head.Pred][cell(c.Head, env)] = len(r.Steps) - 1
				changed = true
			}
		}
	}
	return nil, in
}

// Model returns in as a model: a disjunction of cubes for each predicate.
func Model(sys *horn.System, in Interpretation) *horn.Model {
	s := sys.Store
	m := horn.NewModel()
	for _, p := range sys.Preds {
		var params []*logic.Term
		for i := range p.Arity() {
			params = append(params, s.Var("A"+string(rune('0'+i)), s.Bool))
		}
		var cubes []*logic.Term
		for k, holds := range in[p] {
			if !holds {
				continue
			}
			var cube []*logic.Term
			for i, v := range params {
				if k>>i&1 == 0 {
					v = s.Not(v)
				}
				cube = append(cube, v)
			}
			cubes = append(cubes, s.And(cube...))
		}
		m.Define(p, params, s.Or(cubes...))
	}
	return m
}
