// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Cone drops irrelevant parts of the system. It keeps predicates that the clauses can derive when
// constraints are ignored (forward from the facts), and from which a query can be reached (backward
// from the queries).
//
// Underivable predicates become false in models. A derivable predicate that leads to no query
// becomes true. Clauses with it in the head then hold. A clause with it in the body also holds: its
// head leads to no query either, or another body atom is false.
//
// Cost: linear in the number of atoms.
func Cone(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	index := sys.Index()
	derivable := derivablePreds(sys, index)
	relevant := relevantPreds(sys, index, derivable)

	var preds []*logic.Func
	for i, p := range sys.Preds {
		if derivable[i] && relevant[i] {
			preds = append(preds, p)
		}
	}
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		if bodyWithin(c, index, derivable) && (c.Head == nil || relevant[index[c.Head.Pred]]) {
			b.Keep(i)
		}
	}
	if len(preds) == len(sys.Preds) && b.Len() == len(sys.Clauses) {
		return pass.Unchanged(sys), nil
	}
	s := sys.Store
	return b.Outcome(preds, lift.ModelWith(sys, func(z, _ *horn.Model, p *logic.Func) bool {
		switch i := index[p]; {
		case !derivable[i]:
			z.Define(p, horn.Params(s, p), s.False())
		case !relevant[i]:
			z.Define(p, horn.Params(s, p), s.True())
		default:
			return false
		}
		return true
	})), nil
}

// bodyWithin reports whether all predicates of c's body are in the set.
func bodyWithin(c *horn.Clause, index map[*logic.Func]int, set []bool) bool {
	for _, a := range c.Body {
		if !set[index[a.Pred]] {
			return false
		}
	}
	return true
}

// derivablePreds returns the predicates that are derivable when constraints are
// ignored.
func derivablePreds(sys *horn.System, index map[*logic.Func]int) []bool {
	derivable := make([]bool, len(sys.Preds))
	missing := make([]int, len(sys.Clauses))         // by clause: body atoms not known to be derivable
	occurs := make([][]int, len(sys.Preds))          // by predicate: a clause for each body occurrence
	queue := make([]*horn.Clause, 0, len(sys.Preds)) // clauses whose missing count is 0
	for i, c := range sys.Clauses {
		missing[i] = len(c.Body)
		for _, a := range c.Body {
			k := index[a.Pred]
			occurs[k] = append(occurs[k], i)
		}
		if len(c.Body) == 0 {
			queue = append(queue, c)
		}
	}
	for len(queue) > 0 {
		c := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if c.Head == nil || derivable[index[c.Head.Pred]] {
			continue
		}
		k := index[c.Head.Pred]
		derivable[k] = true
		for _, i := range occurs[k] {
			if missing[i]--; missing[i] == 0 {
				queue = append(queue, sys.Clauses[i])
			}
		}
	}
	return derivable
}

// relevantPreds returns the predicates from which a query can be reached through
// clauses whose body is derivable.
func relevantPreds(sys *horn.System, index map[*logic.Func]int, derivable []bool) []bool {
	relevant := make([]bool, len(sys.Preds))
	defs := make([][]*horn.Clause, len(sys.Preds))
	var stack []*horn.Clause
	for _, c := range sys.Clauses {
		switch {
		case !bodyWithin(c, index, derivable):
		case c.Head == nil:
			stack = append(stack, c)
		default:
			k := index[c.Head.Pred]
			defs[k] = append(defs[k], c)
		}
	}
	for len(stack) > 0 {
		c := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, a := range c.Body {
			if k := index[a.Pred]; !relevant[k] {
				relevant[k] = true
				stack = append(stack, defs[k]...)
			}
		}
	}
	return relevant
}
