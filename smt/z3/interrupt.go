// SPDX-License-Identifier: Apache-2.0

package z3

import (
	"context"
	"errors"
	"sync"
	"time"
)

// repeatInterrupt is how long to wait before an interrupt is sent again.
const repeatInterrupt = 10 * time.Millisecond

// interruptible runs call, a call into Z3, and interrupts it when ctx is
// cancelled. It returns context.Cause(ctx) when the call was interrupted.
//
// Z3_interrupt is safe to call from another goroutine, but has two gaps. An
// interrupt that arrives before the call has installed its handler and reset its
// flag is lost: so it is repeated until the call returns. And one that arrives when
// the call's own scope is over stays behind as a raised flag, which would fail the
// next operation for no reason: so after any interrupt the context is revived.
// No interrupt is sent after interruptible has returned.
func (c *Context) interruptible(ctx context.Context, call func()) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if ctx.Done() == nil {
		call()
		return nil
	}
	w := &watch{done: make(chan struct{})}
	stop := context.AfterFunc(ctx, func() { w.run(c) })
	call()
	close(w.done)
	if stop() {
		return nil // never ran and never will
	}
	w.mu.Lock() // wait for an interrupt that is being sent
	w.over = true
	sent := w.sent
	w.mu.Unlock()
	if sent {
		c.revive()
	}
	return context.Cause(ctx)
}

// watch is the state that a call and its interrupter share.
type watch struct {
	done chan struct{} // closed when the call has returned
	mu   sync.Mutex
	over bool // no interrupt any more
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
		// Not c.call, whose argument list belongs to the context's goroutine.
		c.lib.call(fnInterrupt, c.ref)
		w.mu.Unlock()
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
	}
}

// errBroken is the error of a context that an interrupt has left unusable.
var errBroken = errors.New("z3: the context did not recover from an interrupt")

// revive clears a flag that an interrupt may have left behind: a check on a
// solver of its own resets it. A context that does not recover is marked as broken.
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
	const attempts, satisfiable = 3, 1
	for range attempts {
		if int32(c.call(fnSolverCheckAssumptions, c.ref, uintptr(c.probe), 0, 0)) == satisfiable {
			return
		}
	}
	c.broken = errBroken
}
