// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/smtlib"
)

// Args removes arguments that matter to no constraint and no query: redundant
// argument filtering (Leuschel and Sørensen, LOPSTR 1996), backward.
//
// An argument of a body atom is live when it is not a variable, occurs twice in
// the body, occurs in the constraint, or occurs in a live argument of the head;
// an argument of a predicate is live when it is live in some body. Values of
// removed arguments come back from the premises of a step.
//
// Cost: linear in the size of the system.
func Args(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	index := sys.Index()
	live := liveness(sys, index)
	cut := newCutter(sys.Store, sys.Preds, func(i, j int) bool { return live[i][j] })
	if !cut.any {
		return pass.Unchanged(sys), nil
	}
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		b.Add(cut.clause(c), lift.Same(i, len(c.Body)))
	}
	z := b.Outcome(cut.preds, lift.ModelWith(sys, func(z, m *horn.Model, p *smtlib.Func) bool {
		return cut.restore(z, m, p, nil)
	}))
	z.Moves = cut.moves(sys.Preds, nil)
	return z, nil
}

// site is an argument of a predicate.
type position struct{ pred, arg int }

// liveness returns for every predicate which of its arguments are live.
func liveness(sys *horn.System, index map[*smtlib.Func]int) [][]bool {
	live := make([][]bool, len(sys.Preds))
	for i, p := range sys.Preds {
		live[i] = make([]bool, p.Arity())
	}
	// needs[s] are the body arguments that are live when head argument s is.
	needs := map[position][]position{}
	var stack []position
	mark := func(x position) {
		if !live[x.pred][x.arg] {
			live[x.pred][x.arg] = true
			stack = append(stack, x)
		}
	}
	for _, c := range sys.Clauses {
		at := map[*smtlib.Term]position{} // where the variables of the body stand
		for _, a := range c.Body {
			for j, t := range a.Args {
				x := position{index[a.Pred], j}
				switch y, twice := at[t]; {
				case !t.IsVar():
					mark(x)
					for _, v := range smtlib.FreeVars(t) {
						if y, ok := at[v]; ok {
							mark(y)
						}
						at[v] = x
					}
				case twice:
					mark(x)
					mark(y)
				default:
					at[t] = x
				}
			}
		}
		for _, v := range smtlib.FreeVars(c.Constraint) {
			if x, ok := at[v]; ok {
				mark(x)
			}
		}
		if c.Head == nil {
			continue
		}
		for j, t := range c.Head.Args {
			h := position{index[c.Head.Pred], j}
			for _, v := range smtlib.FreeVars(t) {
				if x, ok := at[v]; ok {
					needs[h] = append(needs[h], x)
				}
			}
		}
	}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, y := range needs[x] {
			mark(y)
		}
	}
	return live
}
