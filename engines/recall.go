// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"math"
	"time"

	"cornet/engines/edited"
	"cornet/horn"
	"cornet/internal/defect"
)

// A Cache keeps witnesses between runs, as in package horn/cache. Its results are not trusted.
type Cache interface {
	// Find returns a witness of a system with the same clauses, or nil.
	Find(sys *horn.System) *horn.Witness
	// Near returns the last system kept under the label, with its witness, or nil. Without a label,
	// it returns the last system with the same predicates. The system has a store of its own.
	Near(sys *horn.System, label string) (*horn.System, *horn.Witness)
	Keep(sys *horn.System, label string, w *horn.Witness) error
}

// recalled is the value of Stats.Engine for an answer from the cache.
const recalled = "cache"

// The cache gets a part of the remaining time, and the engines get the rest. Validating a witness
// of the same system may take one part in recallShare. Using a witness of another system may take
// one part in warmShare, but at most warmTime, with warmTicks of effort for each query.
const (
	recallShare = 2
	warmShare   = 10
	warmTime    = 10 * time.Second
	warmTicks   = 1_000_000
)

// Recall returns the answer that the cache of c has for a system, if any.
func Recall(ctx context.Context, sys *horn.System, c Config) (Outcome, bool) {
	if c.Cache == nil || c.Trust {
		return Outcome{}, false
	}
	return newRunner(sys, c).recall(ctx)
}

// recall looks up a witness of the system, or of a similar one, and returns it if it is valid.
func (r *runner) recall(ctx context.Context) (Outcome, bool) {
	if w := r.Cache.Find(r.sys); w != nil && (w.Unwinding == nil || r.Unwindings) {
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
	ctx, stop := partOf(ctx, warmShare, warmTime)
	defer stop()
	o := edited.Options{Backend: r.Backend, Solver: r.SMT.Within(warmTicks), Valid: func(ctx context.Context, w *horn.Witness) bool { return r.valid(ctx, outcomeOf(w)) }}
	var found *horn.Witness
	if err := defect.Guard(func() (err error) { found, r.known, err = edited.Witness(ctx, r.sys, old, w, o); return err }); err != nil || found == nil {
		r.Log.Info("cache", "near", false, "err", err, "known", r.known != nil)
		return Outcome{}, false
	}
	z := outcomeOf(found)
	r.remember(z)
	return r.fromCache(z), true
}

// partOf returns a context for a fraction of the remaining time, at most the given time.
func partOf(ctx context.Context, parts int, most time.Duration) (context.Context, context.CancelFunc) {
	if deadline, ok := ctx.Deadline(); ok {
		most = min(most, time.Until(deadline)/time.Duration(parts))
	}
	return context.WithTimeout(ctx, most)
}

// label returns the label of the configuration for systems of these theories.
func (r *runner) label() string {
	if r.CacheLabel == "" {
		return ""
	}
	return fmt.Sprint(r.CacheLabel, r.sys.Theories())
}

func outcomeOf(w *horn.Witness) Outcome {
	z := Outcome{Verdict: horn.Safe, Model: w.Model, Unwinding: w.Unwinding, Proof: w.Proof}
	if w.Proof != nil {
		z.Verdict = horn.Unsafe
	}
	return z
}

// valid reports whether an answer from the cache is valid.
func (r *runner) valid(ctx context.Context, z Outcome) bool {
	err := defect.Guard(func() error { return r.stats.time("check", r.sys.Store, func() error { return r.check(ctx, z) }) })
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
	if err := r.Cache.Keep(r.sys, r.label(), &horn.Witness{Verdict: z.Verdict, Model: z.Model, Unwinding: z.Unwinding, Proof: z.Proof}); err != nil {
		r.Log.Warn("the cache keeps nothing", "err", err)
	}
}
