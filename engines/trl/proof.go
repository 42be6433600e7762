// SPDX-License-Identifier: Apache-2.0

package trl

import (
	"context"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/smt"
)

// prove returns a model when all runs, with the relations as steps, are shorter than the present
// depth. Then steps and relations reach no bad state. A safe inductive invariant of steps and
// relations is also an invariant of the system. Images under both compute it. Few images are
// needed, since a relation makes many steps at once.
func (s *search) prove(ctx context.Context) (horn.Result, error) {
	ts := s.system
	steps := s.base.Trans
	for _, r := range s.relations {
		if !r.banned {
			steps = s.store.Or(steps, r.formula)
		}
	}
	ts.Trans = steps
	solver := s.tools.Solvers[2]
	images := transition.Images{System: ts, Solver: solver, Interpolator: s.tools.Interpolator}
	lemmas := transition.Lemmas{System: s.base, Solver: solver}
	images.Seen = lemmas.Offer
	lemmas.OfferClauses()
	defer func() { s.stats.ImageStats, s.stats.LemmaStats = images.Stats, lemmas.Stats }()
	last := s.depth + 3
	for k := 1; k <= last; k++ {
		for _, strength := range []smt.Strength{smt.Weak, smt.Strong} {
			if turn.Yield(ctx) != nil {
				return horn.Result{}, context.Cause(ctx)
			}
			inv, outcome, reason, err := images.Run(ctx, k, 4*(s.depth+k), strength)
			s.opts.Log.Debug("images", "horizon", k, "images", images.Stats.Images, "outcome", outcome, "reason", reason)
			if err != nil {
				return horn.Result{}, err
			}
			if outcome == transition.Fixpoint {
				inv, stats, err := s.tools.Minimise(ctx, inv)
				s.stats.MinimiseStats = stats
				return horn.Result{Verdict: horn.Safe, Model: s.base.Model(inv)}, err
			}
		}
		more, err := lemmas.Exchange(ctx, s.opts.Board)
		if err != nil {
			return horn.Result{}, err
		}
		if more {
			images.Lemma = lemmas.Proven()
			if safe, err := lemmas.Safe(ctx); err != nil || safe {
				return horn.Result{Verdict: horn.Safe, Model: s.base.Model(lemmas.Proven())}, err
			}
		}
	}
	return horn.GiveUp("safe, but no invariant was found"), nil
}
