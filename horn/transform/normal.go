// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// normal brings every clause into the normal form described at draft, and drops
// clauses whose constraint folds to false or whose head stands in their body.
// Predicates stay as they are.
func normal(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	b := &builder{store: sys.Store}
	changed := false
	for i, c := range sys.Clauses {
		if i%64 == 0 && ctx.Err() != nil {
			return Outcome{}, context.Cause(ctx)
		}
		d := &draft{
			body: slices.Clone(c.Body),
			conj: []*smtlib.Term{c.Constraint},
			head: c.Head,
			from: c,
		}
		switch z := d.finish(sys.Store); {
		case z.clause == nil:
			changed = true
		case sameClause(c, z.clause):
			b.add(c, same(i, len(c.Body)))
		default:
			changed = true
			b.add(z.clause, reshaped(i, z.bind, z.atoms))
		}
	}
	if !changed {
		return unchanged(sys), nil
	}
	return b.outcome(env, sys, sys.Preds, nil), nil
}

func sameClause(a, b *horn.Clause) bool {
	if a.Constraint != b.Constraint || len(a.Body) != len(b.Body) || (a.Head == nil) != (b.Head == nil) {
		return false
	}
	for i := range a.Body {
		if !equalAtoms(&a.Body[i], &b.Body[i]) {
			return false
		}
	}
	return a.Head == nil || equalAtoms(a.Head, b.Head)
}

func equalAtoms(a, b *horn.Atom) bool {
	return a.Pred == b.Pred && slices.Equal(a.Args, b.Args)
}
