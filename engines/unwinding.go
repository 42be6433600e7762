// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"slices"
	"time"

	"cornet/engines/unwind"
	"cornet/horn"
	"cornet/logic"
)

// What an unwinding may take before the other engines begin: until all loops end, and in all.
// Loops without bounds cost the first, so it is small.
const (
	firstLoopTicks   = 120 * logic.TicksPerMillisecond
	firstUnwindTicks = 800 * logic.TicksPerMillisecond
)

// unwindFirst lets the engine that unwinds try the input before the portfolio begins. Where
// executions are short, that takes less time than the first turns of all engines. It works on the
// terms of the input, so nothing is copied. It is tried once. Without an answer, the portfolio
// decides.
func (r *runner) unwindFirst(ctx context.Context, entries []Entry) (Outcome, bool) {
	k := slices.IndexFunc(entries, func(e Entry) bool { return e.Unwinds })
	if k < 0 || len(entries) == 1 || r.Race || r.unwound {
		return Outcome{}, false
	}
	r.unwound = true
	start, before, stats := time.Now(), r.sys.Store.Effort(), r.stats
	first := entries[k]
	first.New = func(e Env) Engine {
		return unwind.New(unwind.Options{LoopTicks: firstLoopTicks, Ticks: firstUnwindTicks, Log: e.Log})
	}
	z := r.solve(ctx, first, r.sys, r.SMT, nil)
	if z.err != nil || z.result.Verdict == horn.Unknown {
		return Outcome{}, false
	}
	r.stats.Engine, r.stats.Search = z.entry.Name, z.search
	r.stats.Phases = append(slices.Clip(stats.Phases), Phase{"solve", time.Since(start).Seconds(), r.sys.Store.Effort() - before})
	answer, err := r.certify(ctx, z.entry.Name, z.result, nil)
	if err != nil || answer.Verdict == horn.Unknown {
		r.stats = stats
		return Outcome{}, false
	}
	return answer, true
}
