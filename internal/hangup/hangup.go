// SPDX-License-Identifier: Apache-2.0

// Package hangup detects that the reader of a process's output is gone. A client that dies
// closes its end of the pipe; a solver in the middle of a long query would not notice before its
// next answer.
package hangup

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// ErrGone is the cause of a context that has ended because the reader is gone.
var ErrGone = errors.New("the reader of the output is gone")

// interval is the time between two checks.
const interval = 200 * time.Millisecond

// Context returns a context that ends when w is a pipe or a socket whose other end has been closed.
// The caller must call stop. For other files, and on systems without this information, it ends only
// with its parent.
func Context(parent context.Context, w io.Writer) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	f, ok := w.(*os.File)
	if !ok {
		return ctx, func() { cancel(nil) }
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
				if gone(f) {
					cancel(ErrGone)
					return
				}
			}
		}
	}()
	return ctx, func() { cancel(nil); <-watched }
}
