// SPDX-License-Identifier: Apache-2.0

package horn

import (
	"errors"
	"fmt"

	"cornet/smtlib"
)

// Code classifies an [Error]. Codes are stable; messages are not.
type Code string

// The codes, each with an input that causes it.
const (
	// CodeNotHorn: a clause of the assertion has two positive atoms, or a predicate occurs where
	// Horn clauses cannot have one: (assert (forall ((x Int)) (or (p x) (q x))))
	CodeNotHorn Code = "not-horn"
	// CodeFreeSymbol: a constant that is neither quantified nor a predicate.
	// SMT-LIB reads it existentially, Horn clauses cannot:
	// (declare-const c Int) (assert (p c))
	CodeFreeSymbol Code = "free-symbol"
	// CodeFunction: an uninterpreted function that is not a predicate: (declare-fun f (Int) Int)
	// (assert (forall ((x Int)) (p (f x))))
	CodeFunction Code = "function"
	// CodeCommand: a command without a meaning for a Horn system:
	// (declare-rel p ()) (query p) (rule p)
	CodeCommand Code = "command"
	// CodeChecks: a script with several questions, or with assumptions; conversations answer these:
	// (check-sat) (check-sat)
	CodeChecks Code = "checks"
	// CodeLimit: an assertion that exceeds [MaxClauses] or another documented
	// limit.
	CodeLimit Code = "limit"
	// CodeWitness: a printed model or refutation that cannot be read: (refutation (step 0 (clause
	// two) (values) (premises)))
	CodeWitness Code = "witness"
)

// Error rejects an input or a witness. It has the place, a code and the reason. Except for
// CodeWitness, errors.Is(err, errors.ErrUnsupported) holds: the input is correct SMT-LIB, but
// outside the supported fragment.
type Error struct {
	Pos  smtlib.Pos
	Code Code
	Msg  string
}

// Error returns "position: message".
func (e *Error) Error() string {
	if e.Pos.Line == 0 {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Unwrap returns errors.ErrUnsupported for inputs that are refused.
func (e *Error) Unwrap() error {
	if e.Code == CodeWitness {
		return nil
	}
	return errors.ErrUnsupported
}

// refuse returns an error without a position. A caller that has the position adds it.
func refuse(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Msg: fmt.Sprintf(format, args...)}
}
