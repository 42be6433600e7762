// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"

	"cornet/horn"
)

// prove tries the step case for k. The base case must have excluded runs of at most k steps from an
// initial to a bad state. It returns a model, a reason for giving up, or the zero result.
func (s *search) prove(ctx context.Context, k int) (horn.Result, error) {
	proved, err := s.step.next(ctx)
	if err != nil {
		return horn.Result{}, err
	}
	s.opts.Log.Debug("induction", "k", k, "proved", proved)
	switch {
	case !proved:
		return horn.Result{}, nil
	case k == 0: // the lemmas exclude all bad states
		return horn.Result{Verdict: horn.Safe, Model: s.base.System.Model(s.lemmas.Proven())}, nil
	}
	inv, reason, err := s.images.Inductive(ctx, k)
	switch {
	case err != nil:
		return horn.Result{}, err
	case inv != nil:
		return horn.Result{Verdict: horn.Safe, Model: s.base.System.Model(inv)}, nil
	}
	return horn.GiveUp("the property is k-inductive, but no invariant without quantifiers was found: " + reason), nil
}
