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

// trial lets a strategy try a system alone, with little effort, before the most expensive passes.
// Many systems take less time than these passes and the first turns of all strategies.
type trial struct {
	strategy string
	ticks    int64  // bound on the whole effort
	last     int64  // bound on the last step of a strategy that promises an answer
	query    uint64 // bound on a query, see [smt.Options.Ticks]; 0 means none
	size     int    // maximal size of the system; 0 means no limit
}

// trials are made in this order. Strategies that take the input unchanged get the input. The others
// get the result of the passes that have run.
var trials = []trial{
	{strategy: "pdr", ticks: 40 * logic.TicksPerMillisecond, query: 300_000, size: 20_000},
	{strategy: "unwind", ticks: 1_000 * logic.TicksPerMillisecond, last: 2_400 * logic.TicksPerMillisecond},
}

var (
	// errTried ends preprocessing after a trial that has an answer.
	errTried = errors.New("decided before preprocessing has ended")
	// errTrialOver ends a trial without one.
	errTrialOver = errors.New("the effort of the trial is used up")
)

// try makes the trials on z, the system after the passes so far. If one has a validated answer,
// this becomes r.early, and the error is errTried. Otherwise the portfolio decides. Defects are not
// reported here, since the portfolio meets them again.
func (r *runner) try(ctx context.Context, z pass.Outcome) error {
	if r.tried {
		return nil
	}
	r.tried = true
	members, err := r.members(z.System, horn.Describe(z.System))
	if err != nil || len(members) == 1 {
		return nil //nolint:nilerr // the run meets it again
	}
	for _, t := range r.trials {
		i := slices.IndexFunc(members, func(m member) bool { return m.Name == t.strategy })
		if i < 0 {
			continue
		}
		in := preparedBy(z)
		if members[i].Passes == asWritten {
			in = prepared{system: r.sys}
		}
		if t.size > 0 && in.system.Size() > t.size {
			continue
		}
		if r.tryOne(ctx, t, members[i].Strategy, in) {
			return errTried
		}
	}
	return nil
}

// tryOne makes a trial. It reports whether it has a validated answer. On the input, an engine works
// on the original terms, so that nothing is copied.
func (r *runner) tryOne(ctx context.Context, t trial, s Strategy, in prepared) bool {
	start, stats, sys := time.Now(), r.stats, in.system
	before := sys.Store.Effort()
	if s.Passes != asWritten {
		sys, before = sys.Import(logic.NewStore()), 0
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	limit := trialLimit{outer: ctx, cancel: cancel, store: sys.Store, most: before + t.ticks, last: t.last}
	o := r.SMT
	if t.query > 0 {
		o = o.Within(t.query)
	}
	a := r.solve(turn.With(within, &limit), task{strategy: s, sys: sys, solver: o, ticks: t.ticks, last: t.last})
	effort := sys.Store.Effort() - before
	result := a.result
	if sys != in.system {
		r.searched += effort
		result = result.Import(in.system, sys)
	}
	if a.err != nil || result.Verdict == horn.Unknown {
		if limit.promised {
			r.promised = append(r.promised, s.Name)
		}
		return false
	}
	r.stats.Engine, r.stats.Search, r.stats.Simplified = s.Name, a.search, horn.Describe(in.system)
	r.stats.Phases = append(slices.Clip(stats.Phases), Phase{"solve", time.Since(start).Seconds(), effort})
	early, err := r.certify(ctx, s.Name, result, in.back)
	if err != nil || early.Verdict == horn.Unknown {
		r.stats = stats
		return false
	}
	r.early = early
	return true
}

// trialLimit ends the context of a trial, with errTrialOver, when the effort spent on the terms of
// a store passes a bound.
type trialLimit struct {
	outer  context.Context
	cancel context.CancelCauseFunc
	store  *logic.Store
	most   int64
	last   int64
	// promised means that the strategy had one step left when its effort was used up.
	promised bool
}

// Promise implements [turn.Promised].
func (l *trialLimit) Promise() {
	l.promised = true
	l.most = l.store.Effort() + l.last
}

// Yield implements [turn.Yielder].
func (l *trialLimit) Yield(context.Context) {
	if l.store.Effort() > l.most {
		l.cancel(errTrialOver)
		return
	}
	_ = turn.Yield(l.outer) // this ends when the trial's context ends
}
