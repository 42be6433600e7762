// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"math"
	"time"

	"cornet/horn"
)

// A Cache keeps witnesses between runs, as package horn/cache does. What it returns is not trusted.
type Cache interface {
	// Find returns a witness of a system with the same clauses, nil if there is none.
	Find(sys *horn.System) *horn.Witness
	// Near returns the last system that was kept with the label, or, without one, the same predicates, in a store of its own, and its witness;
	// nil if there is none.
	Near(sys *horn.System, label string) (*horn.System, *horn.Witness)
	Keep(sys *horn.System, label string, w *horn.Witness) error
}

// recalled is what Stats.Engine says of an answer from the cache.
const recalled = "cache"

// recallShare is the part of the time, one in so many, in which a witness of the same system must be found valid, and nearShare that in which one of
// another system is looked at, at most nearTime; nearTicks is the effort for a query about it. The rest is for the engines.
const (
	recallShare = 2
	nearShare   = 10
	nearTime    = 10 * time.Second
	nearTicks   = 1_000_000
)

// Recall returns what the cache of c knows about a system, if that is a witness.
func Recall(ctx context.Context, sys *horn.System, c Config) (Outcome, bool) {
	if c.Cache == nil || c.Trust {
		return Outcome{}, false
	}
	return newRunner(sys, c).recall(ctx)
}

// recall validates what the cache has for the system, or for one that was like it, and returns it if it is a witness.
func (r *runner) recall(ctx context.Context) (Outcome, bool) {
	if w := r.Cache.Find(r.sys); w != nil {
		same, stop := partOf(ctx, recallShare, math.MaxInt64)
		defer stop()
		if z := outcomeOf(w); r.valid(same, z) {
			return r.fromCache(z), true
		}
	}
	old, w := r.Cache.Near(r.sys, r.label())
	if w == nil {
		return Outcome{}, false
	}
	ctx, stop := partOf(ctx, nearShare, nearTime)
	defer stop()
	var z Outcome
	if err := guarded(func() (err error) { z, err = r.near(ctx, old, w); return err }); err != nil || z.Verdict == horn.Unknown {
		r.Log.Info("cache", "near", z.Verdict, "err", err, "known", r.known != nil)
		return Outcome{}, false
	}
	r.remember(z)
	return r.fromCache(z), true
}

// partOf is one part in so many of the time that is left, but no more than most.
func partOf(ctx context.Context, parts int, most time.Duration) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		most = min(most, time.Until(deadline)/time.Duration(parts))
	}
	return context.WithTimeout(ctx, most)
}

// label is that of the configuration for systems of these theories.
func (r *runner) label() string {
	if r.CacheLabel == "" {
		return ""
	}
	return fmt.Sprint(r.CacheLabel, horn.Describe(r.sys).Theories)
}

func outcomeOf(w *horn.Witness) Outcome {
	z := Outcome{Verdict: horn.Safe, Model: w.Model, Proof: w.Proof}
	if w.Model == nil {
		z.Verdict = horn.Unsafe
	}
	return z
}

// valid reports whether an answer from the cache is one.
func (r *runner) valid(ctx context.Context, z Outcome) bool {
	err := guarded(func() error { return r.stats.time("check", r.sys.Store, func() error { return r.check(ctx, z) }) })
	r.Log.Info("cache", "verdict", z.Verdict, "err", err)
	return err == nil
}

func (r *runner) fromCache(z Outcome) Outcome {
	r.stats.Engine, r.stats.Input, r.stats.Options = recalled, horn.Describe(r.sys), r.changed()
	r.stats.Effort = r.sys.Store.Effort()
	z.Stats = r.stats
	return z
}

// remember keeps an answer for the next run.
func (r *runner) remember(z Outcome) {
	if z.Verdict == horn.Unknown {
		return
	}
	if err := r.Cache.Keep(r.sys, r.label(), &horn.Witness{Verdict: z.Verdict, Model: z.Model, Proof: z.Proof}); err != nil {
		r.Log.Warn("the cache keeps nothing", "err", err)
	}
}
