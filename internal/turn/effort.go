// SPDX-License-Identifier: Apache-2.0

package turn

import (
	"context"
	"sync/atomic"
)

type watched struct{}

// watch is the value of watched.
type watch struct {
	outer *watch
	total atomic.Int64
	f     func(effort int64)
}

// Spend records that the computation of ctx has spent some effort, in ticks. It calls all watches
// of the context. Its cost grows with their number.
func Spend(ctx context.Context, ticks int64) {
	w, _ := ctx.Value(watched{}).(*watch)
	for ; w != nil; w = w.outer {
		w.f(w.total.Add(ticks))
	}
}

// Watch returns a context that calls f whenever its computation spends effort. f gets the sum of
// the effort so far, in ticks. Parts of the computation that run side by side may call it at the
// same time.
func Watch(ctx context.Context, f func(effort int64)) context.Context {
	outer, _ := ctx.Value(watched{}).(*watch)
	return context.WithValue(ctx, watched{}, &watch{outer: outer, f: f})
}

// Limit returns a context that ends for the given cause when its computation has spent more than
// some effort, in ticks.
func Limit(ctx context.Context, ticks int64, cause error) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	ctx = Watch(ctx, func(effort int64) {
		if effort > ticks {
			cancel(cause)
		}
	})
	return ctx, func() { cancel(nil) }
}

// A Meter counts the effort of a computation.
type Meter struct{ w *watch }

// Metered returns a context, and a meter of its computation.
func Metered(ctx context.Context) (context.Context, Meter) {
	ctx = Watch(ctx, func(int64) {})
	w, _ := ctx.Value(watched{}).(*watch)
	return ctx, Meter{w}
}

// Effort returns the effort so far, in ticks. It is safe for concurrent use.
func (m Meter) Effort() int64 { return m.w.total.Load() }

// Counting returns a context whose computation spends the effort of a counter at each Yield. For
// example, a store of terms counts the effort of a solver.
func Counting(ctx context.Context, counter interface{ Effort() int64 }) context.Context {
	told := counter.Effort()
	return Around(ctx, func(wait func()) {
		now := counter.Effort()
		Spend(ctx, now-told)
		told = now
		wait()
	})
}
