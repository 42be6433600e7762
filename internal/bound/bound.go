// SPDX-License-Identifier: Apache-2.0

// Package bound ends computations whose values grow without limit, such as squares of squares.
//
// Operations deep inside engines and readers make values and return no error. If a result is too
// large, the operation panics with an [*Exceeded]. Callers that run an engine, or read an input,
// recover from it and report a limit:
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
