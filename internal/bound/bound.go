// SPDX-License-Identifier: Apache-2.0

// Package bound ends computations whose values grow without end, such as squares of squares.
//
// Values are made by operations that return no error, deep inside of engines and readers. One whose result is too large panics with an
// [*Exceeded]. Who runs an engine, or reads an input, recovers from it and reports a limit:
//
//	defer func() {
//		if p := recover(); p != nil {
//			if x, ok := p.(*bound.Exceeded); ok { … }
//			…
//		}
//	}()
package bound

import "errors"

// Exceeded is the error that a value is too large. It wraps [errors.ErrUnsupported].
type Exceeded struct{ What string }

func (e *Exceeded) Error() string { return e.What + " are not supported" }

// Unwrap returns [errors.ErrUnsupported].
func (e *Exceeded) Unwrap() error { return errors.ErrUnsupported }
