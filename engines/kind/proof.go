// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"
	"math"

	"cornet/horn"
)

// The base case has excluded the runs of k or fewer steps from an initial to a bad
// state when forward and backward are called; both return a model, a reason for
// giving up, or the zero result.

// forward looks for a proof with parameter k by the step case.
func (s *search) forward(ctx context.Context, k int) (horn.Result, error) {
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

// backward looks for a proof with parameter k by the step case against the steps:
// the complement of an invariant of the mirror image.
func (s *search) backward(ctx context.Context, k int) (horn.Result, error) {
	proved, err := s.back.next(ctx, k)
	if err != nil || !proved {
		return horn.Result{}, err
	}
	ts := s.base.System
	if k == 0 { // there are no initial states
		return horn.Result{Verdict: horn.Safe, Model: ts.Model(ts.Store.False())}, nil
	}
	images := s.images
	images.System, images.Bad, images.Lemma = ts.Mirror(), s.back.init, nil
	inv, reason, err := images.Inductive(ctx, k)
	s.images.Stats = images.Stats
	s.opts.Log.Debug("induction against the steps", "k", k, "found", inv != nil, "reason", reason)
	switch {
	case err != nil:
		return horn.Result{}, err
	case inv != nil:
		return horn.Result{Verdict: horn.Safe, Model: ts.Model(ts.Store.Not(inv))}, nil
	}
	s.back.due = math.MaxInt
	return horn.Result{}, nil
}
