// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"

	"cornet/engines/reach"
	"cornet/horn"
)

// prove turns a proof with parameter k ≥ 1 into an invariant: there are no runs
// of k or fewer steps in the base case, and none of k steps in the step case. The
// result is the zero one when the proof rests on simple paths and no invariant is
// found.
func (s *search) prove(ctx context.Context, k int) (horn.Result, error) {
	induction := reach.Induction{Images: &s.images, Paths: s.opts.SimplePaths, Limit: s.opts.Images}
	inv, reason, err := induction.Invariant(ctx, k)
	switch {
	case err != nil:
		return horn.Result{}, err
	case inv != nil:
		return horn.Result{Verdict: horn.Safe, Model: s.base.System.Model(inv)}, nil
	case s.opts.SimplePaths:
		return horn.Result{}, nil
	}
	return horn.GiveUp("the property is k-inductive, but no invariant without quantifiers was found: " + reason), nil
}
