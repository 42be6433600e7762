// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"sync"
	"time"

	"cornet/internal/turn"
)

const (
	// repeatInterrupt is the time after which an interrupt is sent again.
	repeatInterrupt = 10 * time.Millisecond
	// interruptTimeout is the time after which an interrupted call is abandoned.
	interruptTimeout = 700 * time.Millisecond
)

// interruptible calls f and interrupts it when ctx is cancelled. The error is then
// context.Cause(ctx).
//
// Z3_interrupt is safe to call from another goroutine, but has two gaps. First, an interrupt is
// lost if it arrives before f has installed its handler and reset its flag. So it is repeated until
// f returns. Second, an interrupt that arrives after f's own scope leaves its flag raised. The next
// operation would then fail without a reason. So after any interrupt the context is revived. No
// interrupt is sent after interruptible has returned.
//
// There is a third gap: Z3 does not check the flag while it multiplies huge numbers, which its
// nonlinear arithmetic produces. Once a context has translated a nonlinear term, f therefore runs
// in a separate goroutine. If interrupts do not help, the goroutine is abandoned and the context is
// broken. The goroutine frees the context if f returns after all. The goroutine costs some
// microseconds a call.
func (c *Context) interruptible(ctx context.Context, f fn, args ...uintptr) (uintptr, error) {
	if turn.Yield(ctx) != nil {
		return 0, context.Cause(ctx)
	}
	if ctx.Done() == nil {
		return c.call(f, args...), nil
	}
	if c.nonlinear {
		return c.abandonable(ctx, f, args)
	}
	w := &watch{done: make(chan struct{})}
	stop := context.AfterFunc(ctx, func() { w.run(c) })
	r := c.call(f, args...)
	close(w.done)
	if stop() {
		return r, nil // no interrupt was sent and none will be
	}
	w.mu.Lock() // wait for one that is being sent
	w.over = true
	sent := w.sent
	w.mu.Unlock()
	if sent {
		c.revive()
	}
	return 0, context.Cause(ctx)
}

// watch is the state that a call and its interrupter share.
type watch struct {
	done chan struct{} // closed when the call has returned
	mu   sync.Mutex
	over bool // no more interrupts may be sent
	sent bool
}

// run sends interrupts until the call has returned.
func (w *watch) run(c *Context) {
	tick := time.NewTicker(repeatInterrupt)
	defer tick.Stop()
	for {
		w.mu.Lock()
		if w.over {
			w.mu.Unlock()
			return
		}
		w.sent = true
		c.interrupt()
		w.mu.Unlock()
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
	}
}

// interrupt interrupts the running call. It does not use c.call, since its argument list belongs to
// the context's goroutine.
func (c *Context) interrupt() { c.lib.call(fnInterrupt, c.ref) }

// errAbandoned and errBroken are the reasons why a context can no longer be used.
var (
	errAbandoned = errors.New("z3: a call did not end when it was interrupted")
	errBroken    = errors.New("z3: the context did not recover from an interrupt")
)

// abandonable calls f in a separate goroutine.
func (c *Context) abandonable(ctx context.Context, f fn, args []uintptr) (uintptr, error) {
	done := make(chan uintptr, 1)
	n := copy(c.argv[:], args)
	go func(argv []uintptr) { done <- c.lib.call(f, argv...) }(c.argv[:n])
	select {
	case r := <-done:
		return r, nil
	case <-ctx.Done():
	}
	tick := time.NewTicker(repeatInterrupt)
	defer tick.Stop()
	for start := time.Now(); time.Since(start) < interruptTimeout; {
		c.interrupt()
		select {
		case <-done:
			c.revive()
			return 0, context.Cause(ctx)
		case <-tick.C:
		}
	}
	c.broken = errAbandoned
	c.retain() // for the goroutine that waits for f
	go func() {
		<-done
		c.Close()
	}()
	return 0, context.Cause(ctx)
}

// revive clears a flag that an interrupt may have left raised: a check by a separate solver resets
// it. A context that does not recover is marked as broken.
func (c *Context) revive() {
	if c.probe == 0 {
		r := c.call(fnMkSimpleSolver, c.ref)
		if r == 0 {
			c.broken = errBroken
			return
		}
		c.call(fnSolverIncRef, c.ref, r)
		c.probe = object(r)
	}
	const attempts = 3
	for range attempts {
		if int32(c.call(fnSolverCheckAssumptions, c.ref, uintptr(c.probe), 0, 0)) == zTrueBool {
			return
		}
	}
	c.broken = errBroken
}
