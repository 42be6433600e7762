// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"time"

	"cornet/horn"
)

// A Cache keeps witnesses between runs, as package horn/cache does. What it returns is not trusted.
type Cache interface {
	// Find returns a witness of a system with the same text, nil if there is none.
	Find(sys *horn.System) *horn.Witness
	// Near returns a model of a system with the same predicates, nil if there is none.
	Near(sys *horn.System) *horn.Model
	Keep(sys *horn.System, w *horn.Witness) error
}

// recalled is what Stats.Engine says of an answer from the cache.
const recalled = "cache"

// nearTime is how long the model of another system is looked at.
const nearTime = 2 * time.Second

// recall validates what the cache has for the system, or for one that was like it, and returns it if it is a witness.
func (r *runner) recall(ctx context.Context) (Outcome, bool) {
	if w := r.Cache.Find(r.sys); w != nil {
		z := Outcome{Verdict: horn.Safe, Model: w.Model, Proof: w.Proof}
		if w.Model == nil {
			z.Verdict = horn.Unsafe
		}
		if r.valid(ctx, z) {
			return r.fromCache(z), true
		}
	}
	m := r.Cache.Near(r.sys)
	if m == nil {
		return Outcome{}, false
	}
	ctx, stop := context.WithTimeout(ctx, nearTime)
	defer stop()
	if z := (Outcome{Verdict: horn.Safe, Model: m}); r.valid(ctx, z) {
		r.remember(z)
		return r.fromCache(z), true
	}
	return Outcome{}, false
}

// valid reports whether an answer from the cache is one.
func (r *runner) valid(ctx context.Context, z Outcome) bool {
	err := guarded(func() error { return r.stats.time("check", func() error { return r.check(ctx, z) }) })
	r.Log.Info("cache", "verdict", z.Verdict, "err", err)
	return err == nil
}

func (r *runner) fromCache(z Outcome) Outcome {
	r.stats.Engine, r.stats.Input, r.stats.Options = recalled, horn.Describe(r.sys), r.changed()
	z.Stats = r.stats
	return z
}

// remember keeps an answer for the next run.
func (r *runner) remember(z Outcome) {
	if z.Verdict == horn.Unknown {
		return
	}
	if err := r.Cache.Keep(r.sys, &horn.Witness{Verdict: z.Verdict, Model: z.Model, Proof: z.Proof}); err != nil {
		r.Log.Warn("the cache keeps nothing", "err", err)
	}
}
