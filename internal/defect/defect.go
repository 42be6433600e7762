// SPDX-License-Identifier: Apache-2.0

// Package defect reports defects of Cornet itself: panics, and witnesses that the validator
// rejects. The error says that it is a defect of Cornet, and the input is saved as a reproducer.
package defect

import (
	"errors"
	"fmt"
	"runtime/debug"

	"cornet/internal/bound"
)

// Error reports a defect. A verdict returned with it comes from another engine, and has been
// validated.
type Error struct {
	Engine string // or another part of the program
	Err    error
	// Reproducer is the file with the saved input; "" if it could not be saved.
	Reproducer string
}

func (e *Error) Error() string {
	z := fmt.Sprintf("internal error in engine %s: %v", e.Engine, e.Err)
	if e.Reproducer != "" {
		z += "\nplease report it with the input, which has been saved as " + e.Reproducer
	}
	return z
}

func (e *Error) Unwrap() error { return e.Err }

// Guard does some work and turns a panic into an error.
func Guard(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = ofPanic(p)
		}
	}()
	return work()
}

// Recover, deferred, turns a panic in a part of the program into an [Error].
func Recover(where string, err *error) {
	p := recover()
	if p == nil {
		return
	}
	*err = ofPanic(p)
	if limit := (*bound.Exceeded)(nil); !errors.As(*err, &limit) {
		*err = &Error{Engine: where, Err: *err}
	}
}

// ofPanic returns the error for a panic. If a bound was exceeded, that error is returned; it is not
// a defect.
func ofPanic(p any) error {
	if limit, ok := p.(*bound.Exceeded); ok {
		return limit
	}
	return fmt.Errorf("panic: %v\n%s", p, debug.Stack())
}
