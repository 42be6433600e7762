// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"errors"
	"fmt"
)

// Pos is a place in an input. The zero value is not a place.
type Pos struct {
	File   string // name given to the reader
	Line   int    // from 1
	Column int    // from 1, in bytes
	Offset int64  // from 0, in bytes
}

// IsValid reports whether p is a place.
func (p Pos) IsValid() bool { return p.Line > 0 }

// String returns "file:line:column"; without a file name "line:column".
func (p Pos) String() string {
	switch {
	case !p.IsValid():
		return "-"
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Code classifies an [Error]. Codes are stable; messages are not.
type Code string

// The codes, each with an input that causes it.
const (
	// CodeRead: the input cannot be read; Error.Err says why.
	CodeRead Code = "read"
	// CodeCharacter: a byte that SMT-LIB does not allow at this place, such
	// as NUL, or invalid UTF-8.
	CodeCharacter Code = "character"
	// CodeUnclosed: the input ends inside a parenthesis, string or quoted
	// symbol: (assert true
	CodeUnclosed Code = "unclosed"
	// CodeSyntax: the input does not follow the grammar: (assert)
	CodeSyntax Code = "syntax"
	// CodeCommand: an unknown command: (asert true)
	CodeCommand Code = "command"
	// CodeUnknown: a symbol or sort that is not declared: (assert x)
	CodeUnknown Code = "unknown"
	// CodeDuplicate: a second declaration of a symbol, or a symbol twice in
	// one list: (declare-const x Int) (declare-const x Int)
	CodeDuplicate Code = "duplicate"
	// CodeArity: a wrong number of arguments: (assert (not))
	CodeArity Code = "arity"
	// CodeSort: an ill-sorted term: (assert 1)
	CodeSort Code = "sort"
	// CodeIndex: an index out of range: ((_ extract 8 0) #x00)
	CodeIndex Code = "index"
	// CodeDatatype: a datatype without finite values, or an incomplete match:
	// (declare-datatype T ((c (s T))))
	CodeDatatype Code = "datatype"
	// CodeScope: pop of more levels than were pushed: (pop 1)
	CodeScope Code = "scope"
	// CodeLimit: a documented limit of the reader is exceeded.
	CodeLimit Code = "limit"
	// CodeStrict: a departure from SMT-LIB that [ReadStrict] refuses
	CodeStrict Code = "strict"
	// CodeUnsupported: correct SMT-LIB that Cornet does not support. Such
	// errors satisfy errors.Is(err, errors.ErrUnsupported).
	CodeUnsupported Code = "unsupported"
)

// Error is an error in an input, with its place.
type Error struct {
	Pos  Pos
	Code Code
	Msg  string // what was found, what was expected, what to do
	Err  error  // cause, for CodeRead; else nil
}

// Error returns "file:line:column: message".
func (e *Error) Error() string {
	if !e.Pos.IsValid() {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// Unwrap returns the cause: that of a read error, [errors.ErrUnsupported] for
// unsupported constructs, else nil.
func (e *Error) Unwrap() error {
	if e.Code == CodeUnsupported {
		return errors.ErrUnsupported
	}
	return e.Err
}
