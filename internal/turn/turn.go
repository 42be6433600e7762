// SPDX-License-Identifier: Apache-2.0

// Package turn lets computations take turns on few processors.
//
// For example, a portfolio runs ten engines on two processors. Each engine, solver and pass calls
// [Yield] where it can wait. Yield returns at once while the engine's slice lasts, and else when
// the next one begins:
//
//	for {
//		if err := turn.Yield(ctx); err != nil {
//			return err
//		}
//		step()
//	}
//
// A context without a [Yielder] takes no turns: Yield only reports whether it is done.
//
// A computation that shares its turns among parts reports the effort that they have spent, by
// [Spend]. The caller that started it can count this effort ([Metered]) or limit it ([Limit]).
package turn

import "context"

// Yielder decides how long a computation waits.
type Yielder interface {
	// Yield returns when the computation may go on, or when ctx is done. ctx is the context that
	// [With] was given. The goroutine of the computation calls it.
	Yield(ctx context.Context)
}

// Promised is a [Yielder] that favours computations that near their end.
type Promised interface {
	// Promise is told that the computation has only one bounded step left.
	Promise()
}

type key struct{}

// turns is the value of key. Contexts that are derived for a part of the computation, as with a
// deadline, wait for the turns of the whole.
type turns struct {
	whole context.Context
	Yielder
}

// With returns a context whose computation takes the turns that y gives. It replaces the turns of
// ctx.
func With(ctx context.Context, y Yielder) context.Context {
	return context.WithValue(ctx, key{}, turns{ctx, y})
}

// Yield waits until the computation of ctx may go on. The error is the cause of the end of ctx, or
// nil. It costs a walk through the values of ctx, some ten nanoseconds.
func Yield(ctx context.Context) error {
	if ctx.Err() == nil {
		if t, ok := ctx.Value(key{}).(turns); ok {
			t.Yield(t.whole)
		}
	}
	return context.Cause(ctx)
}

// Promise says that the computation will decide its task by one more step. The scheduler of ctx may
// give it more turns. For example, all loops of a program have ended, and only a formula remains to
// be decided.
func Promise(ctx context.Context) {
	if t, ok := ctx.Value(key{}).(turns); ok {
		if p, ok := t.Yielder.(Promised); ok {
			p.Promise()
		}
	}
}

// Around returns a context whose computation calls f instead of waiting. f must call wait, which
// waits as the computation of ctx does.
func Around(ctx context.Context, f func(wait func())) context.Context {
	outer, ok := ctx.Value(key{}).(turns)
	return With(ctx, around(func() {
		f(func() {
			if ok {
				outer.Yield(outer.whole)
			}
		})
	}))
}

type around func()

func (f around) Yield(context.Context) { f() }
