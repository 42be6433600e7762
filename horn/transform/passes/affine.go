// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/pass"
	"cornet/smt"
)

// maxAffineSize bounds the systems that affine analyses.
const maxAffineSize = 20000

// Affine finds linear equations and congruences that hold between the arguments of predicates, see
// [absint.Affine]. It adds them to the constraints of the clauses with the predicate in the body,
// and removes clauses that cannot be used. They become conjuncts of models. Values of refutations
// do not change.
func Affine(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if sys.Size() > maxAffineSize {
		return pass.Unchanged(sys), nil
	}
	d := absint.NewAffine(sys, func(ticks uint64) smt.Solver { return env.NewSolver(sys.Store, ticks) })
	defer d.Close()
	r, err := absint.Run(ctx, sys, d, absint.Options{})
	if err != nil {
		return pass.Outcome{}, err
	}
	return (&strengthening{env: env, sys: sys, facts: r, conjoin: true}).outcome(), nil
}
