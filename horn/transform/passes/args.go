// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Args removes arguments that affect no constraint and no query: redundant argument filtering
// (Leuschel and Sørensen, LOPSTR 1996), backward.
//
// An argument of a body atom is live if it is not a variable, occurs twice in the body, occurs in
// the constraint, or occurs in a live argument of the head. An argument of a predicate is live if
// it is live in some body. Values of removed arguments are taken from the premises of a step.
//
// Cost: linear in the size of the system.
func Args(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	live := newLiveness(sys).live
	cut := newCutter(sys.Store, sys.Preds, func(i, j int) bool { return live[i][j] })
	if !cut.any {
		return pass.Unchanged(sys), nil
	}
	return cut.outcome(env, sys), nil
}

// position is an argument of a predicate.
type position struct{ pred, arg int }

// liveness has, for every predicate, the live arguments.
type liveness struct {
	index map[*logic.Func]int
	live  [][]bool
	queue []position // live arguments that are not propagated yet
}

func newLiveness(sys *horn.System) *liveness {
	z := &liveness{index: sys.Index(), live: make([][]bool, len(sys.Preds))}
	for i, p := range sys.Preds {
		z.live[i] = make([]bool, p.Arity())
	}
	// needs[s] are the body arguments that are live if head argument s is live.
	needs := map[position][]position{}
	for _, c := range sys.Clauses {
		at := z.body(c)
		if c.Head == nil {
			continue
		}
		for j, t := range c.Head.Args {
			h := position{z.index[c.Head.Pred], j}
			for _, v := range logic.FreeVars(t) {
				if x, ok := at[v]; ok {
					needs[h] = append(needs[h], x)
				}
			}
		}
	}
	for n := 0; n < len(z.queue); n++ {
		for _, y := range needs[z.queue[n]] {
			z.mark(y)
		}
	}
	return z
}

func (z *liveness) mark(x position) {
	if !z.live[x.pred][x.arg] {
		z.live[x.pred][x.arg] = true
		z.queue = append(z.queue, x)
	}
}

// body marks the arguments that the constraint or the body of c reads. It returns the positions of
// the variables of the body.
func (z *liveness) body(c *horn.Clause) map[*logic.Term]position {
	at := map[*logic.Term]position{}
	for _, a := range c.Body {
		for j, t := range a.Args {
			x := position{z.index[a.Pred], j}
			if !t.IsVar() {
				z.mark(x)
			}
			for _, v := range logic.FreeVars(t) {
				if y, ok := at[v]; ok { // v occurs twice
					z.mark(x)
					z.mark(y)
				}
				at[v] = x
			}
		}
	}
	for _, v := range logic.FreeVars(c.Constraint) {
		if x, ok := at[v]; ok {
			z.mark(x)
		}
	}
	return at
}
