// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"

	"cornet/engines/regular"
	"cornet/horn"
	"cornet/horn/check"
)

// finite is the engine regular with a check of its models, since they may need an induction that
// package check does not do.
type finite struct {
	*regular.Engine
	env Env
}

func newRegular(e Env) finite { return finite{regular.New(regular.Options{Log: e.Log}), e} }

// Solve returns Safe with a model, or Unknown.
func (e finite) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	result, err := e.Engine.Solve(ctx, sys)
	if err != nil || result.Verdict != horn.Safe {
		return result, err
	}
	o := check.Options{Solver: guessSolver(e.env, e.env.Backend, sys.Store), Log: e.env.Log}
	if err := check.Model(ctx, sys, result.Model, o); err != nil {
		return horn.GiveUp(err.Error()), context.Cause(ctx)
	}
	return result, nil
}
