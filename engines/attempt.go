// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"slices"
	"time"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/turn"
	"cornet/logic"
)

// Bounds of an attempt.
const (
	attemptTicks = 40 * logic.TicksPerMillisecond // in all
	attemptQuery = 300_000                        // of a query; see [smt.Options.Ticks]
	attemptSize  = 20_000                         // of the system
)

var (
	// errAttempted ends preprocessing after an attempt that has an answer.
	errAttempted = errors.New("decided before preprocessing has ended")
	// errAttemptOver ends an attempt without one.
	errAttemptOver = errors.New("the effort of the attempt is used up")
)

// attempt is called by preprocessing before the most expensive passes. An engine of the portfolio
// (see Entry.First) tries z, the system after the passes so far, and then another tries the input
// (see unwindFirst), for a little effort. For many systems this takes less time than the remaining
// passes. If the answer is certified, it becomes r.early, and the error is errAttempted. Otherwise
// the portfolio decides; it will meet any defect again.
func (r *runner) attempt(ctx context.Context, z pass.Outcome) error {
	entries, err := Select(r.table, r.Engine, z.System)
	if err != nil {
		return nil //nolint:nilerr // the run meets it again
	}
	if err := r.attemptSearch(ctx, z, entries); err != nil {
		return err
	}
	if early, ok := r.unwindFirst(ctx, entries); ok {
		r.early = early
		return errAttempted
	}
	return nil
}

func (r *runner) attemptSearch(ctx context.Context, z pass.Outcome, entries []Entry) error {
	first := slices.IndexFunc(entries, func(e Entry) bool { return e.First })
	if first < 0 || len(entries) == 1 || z.System.Size() > attemptSize {
		return nil
	}
	start := time.Now()
	copied := z.System.Import(logic.NewStore())
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	a := r.solve(turn.With(within, attemptLimit{cancel, copied.Store}), entries[first], copied, r.SMT.Within(attemptQuery), nil)
	r.searched += copied.Store.Effort()
	if a.err != nil || a.result.Verdict == horn.Unknown {
		return nil
	}
	before := r.stats
	r.stats.Engine, r.stats.Search, r.stats.Simplified = a.entry.Name, a.search, horn.Describe(z.System)
	r.stats.Phases = append(slices.Clip(before.Phases), Phase{"solve", time.Since(start).Seconds(), copied.Store.Effort()})
	early, err := r.certify(ctx, a.entry.Name, a.result.Import(z.System, copied), z.Back)
	if err != nil || early.Verdict == horn.Unknown {
		r.stats = before
		return nil
	}
	r.early = early
	return errAttempted
}

// attemptLimit ends the context of an attempt, with errAttemptOver, when attemptTicks have been
// spent on the terms of a store. It implements [turn.Yielder].
type attemptLimit struct {
	cancel context.CancelCauseFunc
	store  *logic.Store
}

func (l attemptLimit) Yield(context.Context) {
	if l.store.Effort() > attemptTicks {
		l.cancel(errAttemptOver)
	}
}
