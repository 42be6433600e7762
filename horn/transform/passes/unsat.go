// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
	"cornet/smt"
)

// Unsat removes clauses whose constraint has no model. A solver decides this with bounded effort
// per clause. Without a back end it does nothing. A pipeline checks each constraint once.
//
// Cost: one check per constraint that is more than a literal.
func Unsat(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	satisfiable := map[*logic.Term]bool{}
	if env.Run != nil {
		satisfiable = env.Run.Satisfiable
	}
	fresh := func(c *horn.Clause) bool {
		return len(c.Constraint.Args()) >= 2 && !c.Constraint.Arg(0).Sort().IsArith() && !satisfiable[c.Constraint]
	}
	if !slices.ContainsFunc(sys.Clauses, fresh) {
		return pass.Unchanged(sys), nil
	}
	solver := env.NewSolver(sys.Store, cmp.Or(env.Limits.CheckTicks, 200000))
	if solver == nil {
		return pass.Unchanged(sys), nil
	}
	defer solver.Close()
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		if fresh(c) {
			st, err := solver.Check(ctx, c.Constraint)
			switch {
			case ctx.Err() != nil:
				return pass.Outcome{}, context.Cause(ctx)
			case err != nil:
				env.Logger().Debug("transform: check of a constraint failed", "clause", i, "err", err)
			case st == smt.Unsat:
				continue
			}
			satisfiable[c.Constraint] = true
		}
		b.Keep(i)
	}
	if b.Len() == len(sys.Clauses) {
		return pass.Unchanged(sys), nil
	}
	return b.Outcome(sys.Preds, nil), nil
}
