// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// Budget bounds a run. The zero value bounds nothing.
type Budget struct {
	// Time is wall-clock time, from the call of [Budget.Context] on.
	Time time.Duration
	// Memory is the resident memory of the process in bytes, libraries
	// included. It is sampled, so short peaks may pass.
	Memory uint64
}

// BudgetError is the cause of a context that a budget has cancelled.
type BudgetError struct{ Reason string }

func (e *BudgetError) Error() string { return e.Reason }

// memoryInterval is the time between two looks at the process's memory.
const memoryInterval = 50 * time.Millisecond

// Context returns a context that is cancelled, with a [BudgetError] as its
// cause, when b is exhausted. The caller must call stop.
func (b Budget) Context(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	if b.Memory > 0 {
		// The collector works harder when the heap comes near the bound.
		old := debug.SetMemoryLimit(int64(min(b.Memory-b.Memory/8, 1<<62)))
		context.AfterFunc(ctx, func() { debug.SetMemoryLimit(old) })
		go b.watchMemory(ctx, cancel)
	}
	if b.Time > 0 {
		timer := time.AfterFunc(b.Time, func() {
			cancel(&BudgetError{fmt.Sprintf("timeout after %v", b.Time)})
		})
		context.AfterFunc(ctx, func() { timer.Stop() })
	}
	return ctx, func() { cancel(nil) }
}

func (b Budget) watchMemory(ctx context.Context, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(memoryInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if used := residentMemory(); used > b.Memory {
				cancel(&BudgetError{fmt.Sprintf("out of memory: %d MiB in use, the bound is %d MiB", used>>20, b.Memory>>20)})
				return
			}
		}
	}
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
