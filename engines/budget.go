// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// Budget bounds a run. The zero value bounds nothing.
type Budget struct {
	// Time is wall-clock time, from the call of [Budget.Context] on.
	Time time.Duration
	// Memory is the resident memory of the process in bytes, libraries
	// included. It is looked at every few milliseconds, and the run is cancelled a little before it is used up.
	Memory uint64
}

// BudgetError is the cause of a context that a budget has cancelled.
type BudgetError struct {
	Reason string
	// OutOfMemory is whether it is memory that was used up: what goes on may use more by the moment.
	OutOfMemory bool
}

func (e *BudgetError) Error() string { return e.Reason }

const (
	// memoryInterval is the time between two looks at the process's memory.
	memoryInterval = 5 * time.Millisecond
	// memoryReserve is what is left of the bound for winding up, up to a quarter of it, and memoryPart the part of it that is left
	// at the least.
	memoryReserve = 16 << 20
	memoryPart    = 16
	// memoryStep is the least change of the collector's limit.
	memoryStep = 4 << 20
)

// Context returns a context that is cancelled, with a [BudgetError] as its
// cause, when b is exhausted. The caller must call stop.
func (b Budget) Context(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	done := func() {}
	if b.Memory > 0 {
		watch, end := context.WithCancel(context.WithoutCancel(parent))
		done = end
		go b.watchMemory(watch, cancel)
	}
	if b.Time > 0 {
		timer := time.AfterFunc(b.Time, func() {
			cancel(&BudgetError{Reason: fmt.Sprintf("timeout after %v", b.Time)})
		})
		context.AfterFunc(ctx, func() { timer.Stop() })
	}
	return ctx, func() { cancel(nil); done() }
}

// watchMemory cancels the run when the process has used up the bound. Until ctx is done, which may be after that, it has
// the collector keep the heap within what the memory outside of it, the program and libraries, leaves: work that is being
// abandoned still allocates.
func (b Budget) watchMemory(ctx context.Context, cancel context.CancelCauseFunc) {
	soft := int64(min(b.Memory-max(b.Memory/memoryPart, min(memoryReserve, b.Memory/4)), 1<<62))
	old, last := debug.SetMemoryLimit(-1), int64(0)
	defer func() { debug.SetMemoryLimit(old) }()
	ticker := time.NewTicker(memoryInterval)
	defer ticker.Stop()
	for {
		used := int64(residentMemory())
		outside := max(used-goMemory(), 0)
		if limit := max(soft-soft/memoryPart-outside, 1); limit > last+memoryStep || limit < last-memoryStep {
			debug.SetMemoryLimit(limit)
			last = limit
		}
		if used > soft {
			cancel(&BudgetError{fmt.Sprintf("out of memory: %d MiB in use, the bound is %d MiB", used>>20, b.Memory>>20), true})
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// goMemory returns the bytes that the runtime holds, as debug.SetMemoryLimit counts them.
func goMemory() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// residentMemory returns the bytes of memory that the process occupies, 0 where
// the system does not tell.
func residentMemory() uint64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}
