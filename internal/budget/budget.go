// SPDX-License-Identifier: Apache-2.0

// Package budget bounds the time and the memory of a run, and gives the reason why a run has ended.
package budget

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"

	"cornet/internal/defect"
	"cornet/internal/option"
)

// Budget bounds a run. The zero value bounds nothing.
type Budget struct {
	// Timeout is wall-clock time, from the call of [Budget.Context] on.
	Timeout time.Duration `placeholder:"TIME" help:"Give up after this time: seconds, or a duration such as 1m30s."`
	// Memory is the limit on the resident memory of the process in bytes, including libraries. It
	// is checked every few milliseconds, and the run is cancelled shortly before the limit.
	Memory option.Bytes `placeholder:"SIZE" help:"Give up when the process uses more memory, such as 2G."`
}

// OutOfTime is the beginning of the reason if the time is used up.
const OutOfTime = "out of time"

// Error is the cause of a context that a budget has cancelled.
type Error struct {
	Reason string
	// OutOfMemory reports whether memory ran out. Work that continues may then use more at any
	// moment.
	OutOfMemory bool
}

func (e *Error) Error() string { return e.Reason }

const (
	// memoryInterval is the time between two checks of the process's memory.
	memoryInterval = 5 * time.Millisecond
	// memoryReserve is the memory kept for ending a run, up to a quarter of the limit. memoryPart
	// is the part of it that is kept at least.
	memoryReserve = 16 << 20
	memoryPart    = 16
	// memoryStep is the least change of the collector's limit.
	memoryStep = 4 << 20
)

// Context returns a context that is cancelled, with a [Error] as its
// cause, when b is exhausted. The caller must call stop.
func (b Budget) Context(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	done := func() {}
	if b.Memory > 0 {
		watch, end := context.WithCancel(context.WithoutCancel(parent))
		done = end
		go b.watchMemory(watch, cancel)
	}
	if b.Timeout <= 0 {
		return ctx, func() { cancel(nil); done() }
	}
	ctx, expire := context.WithTimeoutCause(ctx, b.Timeout, &Error{Reason: fmt.Sprintf("%s (%s)", OutOfTime, seconds(b.Timeout))})
	return ctx, func() { expire(); cancel(nil); done() }
}

// seconds returns a duration in the usual notation.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s" }

// ErrInterrupted is the cause of a context that a user or a caller has cancelled.
var ErrInterrupted = errors.New("interrupted")

// Why returns the reason why ctx has ended, in words for users.
func Why(ctx context.Context) string {
	switch err := context.Cause(ctx); {
	case errors.Is(err, context.DeadlineExceeded):
		return OutOfTime
	case errors.Is(err, context.Canceled):
		return ErrInterrupted.Error()
	case err != nil:
		return err.Error()
	}
	return ""
}

// ForSolver returns the memory limit of a single solver, half of the process's. libz3 then uses up
// to two thirds of its limit and gives up by itself, whereas a check from outside may come too
// late.
func (b Budget) ForSolver() uint64 { return uint64(b.Memory) / 2 }

// cancelTimeout is the time that a cancelled run has to end before its caller continues without it.
// After running out of memory, it is a twentieth of this.
const cancelTimeout = 800 * time.Millisecond

// Within returns the result of work, or of late if work has not ended some time after the end of
// ctx.
func Within[T any](ctx context.Context, work func() (T, error), late func() T) (T, error) {
	type outcome struct {
		answer T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var z outcome
		defer func() { done <- z }()
		defer defect.Recover("cornet", &z.err)
		z.answer, z.err = work()
	}()
	select {
	case z := <-done:
		return z.answer, z.err
	case <-ctx.Done():
	}
	wait := cancelTimeout
	var budget *Error
	if errors.As(context.Cause(ctx), &budget) && budget.OutOfMemory {
		wait /= 20
	}
	select {
	case z := <-done:
		return z.answer, z.err
	case <-time.After(wait):
		return late(), nil
	}
}

// watchMemory cancels the run when the process has used up the limit. Until ctx is done, possibly
// after that, it makes the collector keep the heap within the memory that the program and its
// libraries leave, since abandoned work still allocates.
func (b Budget) watchMemory(ctx context.Context, cancel context.CancelCauseFunc) {
	soft := int64(min(b.Memory-max(b.Memory/memoryPart, min(memoryReserve, b.Memory/4)), 1<<62))
	old, last, begun := debug.SetMemoryLimit(-1), int64(0), false
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
		switch {
		case used > soft && !begun:
			cancel(&Error{fmt.Sprintf("out of memory: before any work %s are in use, and the bound is %s; give a larger one", size(used), size(int64(b.Memory))), true})
		case used > soft:
			cancel(&Error{fmt.Sprintf("out of memory: %s in use, the bound is %s", size(used), size(int64(b.Memory))), true})
		}
		begun = true
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// size returns an amount of memory in the usual notation.
func size(bytes int64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}

// goMemory returns the bytes that the runtime holds, as debug.SetMemoryLimit counts them.
func goMemory() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// residentMemory returns the resident memory of the process in bytes, or 0 if the system does not
// tell.
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
