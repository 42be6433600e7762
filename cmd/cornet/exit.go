// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"cornet/encode/cc"
	"cornet/horn"
	"cornet/internal/defect"
	"cornet/server/session"
	"cornet/smtlib"
)

// The exit codes, documented in docs/command-line.md.
const (
	exitOK       = 0 // there is a verdict, or unknown
	exitNegative = 1 // check: the witness is wrong; verify --fail-on; bench: a wrong answer
	exitUsage    = 2 // the command line is wrong
	exitInput    = 3 // the input is malformed, unsupported or unreadable
	exitInternal = 4 // a defect of the program: a panic, a rejected witness
)

// exitMeanings are the descriptions in the manual.
var exitMeanings = map[int]string{
	exitOK:       "A verdict, or unknown.",
	exitNegative: "check: the witness is not valid; verify --fail-on: the verdict is one of those named; bench: some answer was wrong.",
	exitUsage:    "The command line is wrong.",
	exitInput:    "The input is malformed, not supported or unreadable.",
	exitInternal: "A defect of the program: a rejected witness or an internal error.",
}

// errNegative makes the command exit with exitNegative. The message
// has been printed.
var errNegative = errors.New("negative outcome")

// toldError is an error that is already part of the answer on standard output.
type toldError struct{ error }

func (e toldError) Unwrap() error { return e.error }

// reportDefect reports a defect in a run that found a verdict all the same.
func reportDefect(w io.Writer, defect *defect.Error) {
	fmt.Fprintf(w, "cornet: %v\nthe verdict is another engine's, or was found without preprocessing; its witness has been validated\n", defect)
}

// exitCode returns the exit code for an error of a command.
func exitCode(err error) int {
	var syntax *smtlib.Error
	var clause *horn.Error
	var program *cc.Error
	var path *fs.PathError
	var internal *defect.Error
	var refused *session.RefusedError
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, errNegative):
		return exitNegative
	case errors.As(err, &internal):
		return exitInternal
	case errors.As(err, &refused), errors.As(err, &syntax), errors.As(err, &clause), errors.As(err, &program), errors.As(err, &path), errors.Is(err, errors.ErrUnsupported):
		return exitInput
	}
	return exitUsage
}
