// SPDX-License-Identifier: Apache-2.0

package transform

import (
	"context"

	"cornet/horn"
	"cornet/horn/absint"
)

// intervalOptions are those of the interval analysis.
var intervalOptions = absint.Options{Delay: 2, Descents: 2}

// intervals finds bounds of the arguments of every predicate by abstract
// interpretation with intervals, adds them to the constraints of the clauses
// with the predicate in the body, and removes clauses that cannot be used.
//
// Cost: each predicate is interpreted a bounded number of times per argument.
func intervals(ctx context.Context, env *Env, sys *horn.System) (Outcome, error) {
	d := absint.NewIntervals(sys)
	r, err := absint.Run(ctx, sys, d, intervalOptions)
	if err != nil {
		return Outcome{}, err
	}
	return strengthen(env, sys, r, func(i int) bool {
		body, ok := r.Body(i)
		return ok && d.Usable(i, body)
	}), nil
}
