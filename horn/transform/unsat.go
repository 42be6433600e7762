// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/smt"
)

// unsat removes clauses whose constraint has no model, by a solver with a bounded
// effort per clause. Without a back end it does nothing. A pipeline asks about
// each constraint once.
//
// Cost: one check per constraint that is more than a literal.
func unsat(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	fresh := func(c *horn.Clause) bool {
		return len(c.Constraint.Args()) >= 2 && !c.Constraint.Arg(0).Sort().IsArith() && !env.satisfied[c.Constraint]
	}
	if !slices.ContainsFunc(sys.Clauses, fresh) {
		return unchanged(sys), nil
	}
	solver := env.solver(sys.Store, or(env.Limits.CheckTicks, 200000))
	if solver == nil {
		return unchanged(sys), nil
	}
	defer solver.Close()
	b := &builder{store: sys.Store}
	for i, c := range sys.Clauses {
		if fresh(c) {
			st, err := solver.Check(ctx, c.Constraint)
			switch {
			case ctx.Err() != nil:
				return Outcome{}, context.Cause(ctx)
			case err != nil:
				env.log().Debug("transform: check of a constraint failed", "clause", i, "err", err)
			case st == smt.Unsat:
				continue
			}
			if env.satisfied != nil {
				env.satisfied[c.Constraint] = true
			}
		}
		b.add(c, same(i, len(c.Body)))
	}
	if len(b.clauses) == len(sys.Clauses) {
		return unchanged(sys), nil
	}
	return b.outcome(env, sys, sys.Preds, nil), nil
}
