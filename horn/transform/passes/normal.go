// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// Normal brings every clause into the normal form described at [lift.ClauseBuilder], and drops
// clauses whose constraint folds to false or whose head is in their body. Predicates do not change.
func Normal(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	b := lift.NewSystemBuilder(env, sys)
	changed := false
	for i, c := range sys.Clauses {
		if i%64 == 0 && turn.Yield(ctx) != nil {
			return pass.Outcome{}, context.Cause(ctx)
		}
		d := &lift.ClauseBuilder{
			Body: slices.Clone(c.Body),
			Conj: []*logic.Term{c.Constraint},
			Head: c.Head,
			From: c,
		}
		switch z := d.Build(sys.Store); {
		case z.Clause == nil:
			changed = true
		case sameClause(c, z.Clause):
			b.Keep(i)
		default:
			changed = true
			b.Add(z.Clause, z.Origin(i))
		}
	}
	if !changed {
		return pass.Unchanged(sys), nil
	}
	return b.Outcome(sys.Preds, nil), nil
}

func sameClause(a, b *horn.Clause) bool {
	if a.Constraint != b.Constraint || len(a.Body) != len(b.Body) || (a.Head == nil) != (b.Head == nil) {
		return false
	}
	for i := range a.Body {
		if !a.Body[i].Equal(&b.Body[i]) {
			return false
		}
	}
	return a.Head == nil || a.Head.Equal(b.Head)
}
