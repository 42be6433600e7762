// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/pass"
)

// maxIntervalWork bounds the work of the interval analysis as a multiple of the size of the system.
const maxIntervalWork = 300

// Intervals finds bounds of the arguments of every predicate by abstract interpretation
// with intervals, adds them to the constraints of the clauses with the predicate in the
// body, and simplifies the clauses by them: see [absint.Intervals.Simplify].
//
// Cost: each predicate is interpreted a bounded number of times per argument.
func Intervals(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	return underBounds(ctx, env, sys, true)
}

// Simplify is like [Intervals], but uses the bounds only to simplify the clauses. Then arguments
// that occur nowhere else can be removed.
func Simplify(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	return underBounds(ctx, env, sys, false)
}

func underBounds(ctx context.Context, env *pass.Env, sys *horn.System, conjoin bool) (pass.Outcome, error) {
	d := absint.NewIntervals(sys)
	o := absint.Options{Delay: 2, Descents: 2, Budget: maxIntervalWork*sys.Size() + 100_000}
	r, err := absint.Run(ctx, sys, d, o)
	if err != nil {
		return pass.Outcome{}, err
	}
	if t := d.WithTemplates(ctx, r); t != nil {
		z, err := absint.Run(ctx, sys, t, o)
		if err != nil {
			return pass.Outcome{}, err
		}
		if z.Complete {
			d, r = t, z
		}
	}
	x := &strengthening{env: env, sys: sys, facts: r, conjoin: conjoin}
	x.simplify = func(i int) (*horn.Clause, bool) {
		body, ok := r.Body(i)
		if !ok {
			return nil, false
		}
		return d.Simplify(i, body)
	}
	return x.outcome(), nil
}
