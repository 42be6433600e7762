// SPDX-License-Identifier: Apache-2.0

package witness

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/internal/child"
)

// This file compares the error of a run with the error of the path: its kind and its place. A
// different error is not evidence.

// reached returns the number of the place at which the harness has ended a run because of an error.
// ok is false if it has not ended the run.
func (r *replay) reached(stderr string) (n int, ok bool) {
	_, said, ok := strings.Cut(stderr, r.word+" ")
	if !ok || r.word == "" {
		return 0, false
	}
	digits, _, _ := strings.Cut(said, "\n")
	n, err := strconv.Atoi(digits)
	return n, err == nil && n <= len(r.marks.ends)
}

// compare returns the evidence of a run that ended with the status of an error.
func (r *replay) compare(out child.Outcome) Outcome {
	n, ok := r.reached(out.Stderr)
	claim := r.path.Failure
	switch sanitizer := properties.Of(claim.Error).Sanitizer; {
	case !ok:
		return unconfirmed(fmt.Sprintf("the run ended with status %d, which does not indicate an error", out.ExitCode))
	case out.ExitCode == statusAddress:
		return r.addressReport(out.Stderr)
	case isCheck(claim) && sanitizer != "address":
		return r.report(out.Stderr)
	case n == r.marks.claimed || claim.To.Line == 0 || len(r.marks.ends) == 1 && n == 1:
		return Outcome{Replayed: Confirmed}
	case n == 0:
		return unconfirmed("the run reaches an error, but not where the counterexample does")
	}
	other := r.marks.ends[n-1]
	if isCheck(claim) { // memory was lost at another end of the program
		return unconfirmed("the run shows another error, at another end of the program")
	}
	return another(other, properties.Of(other.Error).Message)
}

// another returns the outcome of a run with a different error, and a description of that error.
func another(other chc.Step, text string) Outcome {
	return Outcome{Unconfirmed, fmt.Sprintf("the run shows another error: %s:%d: %s", other.To.File, other.To.Line, text), &other}
}

// at returns the outcome of a run in which the sanitizer reports an error of a kind at a line.
func (r *replay) at(kind cfg.ErrorKind, l line, text string) Outcome {
	claim := r.path.Failure
	if kind == claim.Error && r.marks.lines.together(claim.To, l) {
		return Outcome{Replayed: Confirmed, Why: text}
	}
	return another(chc.Step{Kind: chc.Failure, From: l.position(), To: l.position(), Error: kind}, text)
}

var reportPattern = regexp.MustCompile(`(?m)^(\S+?):(\d+):\d+: (runtime error: .*)$`)

// report compares the line of a sanitizer's report that names the error. Columns are those of the
// compiled text.
func (r *replay) report(stderr string) Outcome {
	m := reportPattern.FindStringSubmatch(stderr)
	if m == nil {
		return unconfirmed("the sanitizer has stopped the run")
	}
	n, _ := strconv.Atoi(m[2])
	l, ok := r.prog.lineOf(m[1], n)
	if !ok {
		return unconfirmed("the sanitizer has stopped the run at a place that is not the program's: " + m[0])
	}
	return r.at(r.path.Failure.Error, l, fmt.Sprintf("%v: %s", l, m[3]))
}

var framePattern = regexp.MustCompile(`(?m)^ +#\d+ .*?(\S+):(\d+)(?::\d+)?(?: \(.*\))?$`)

// place returns the first line of the program in a stack that a sanitizer prints.
func (r *replay) place(stack string) (line, bool) {
	stack, _, _ = strings.Cut(strings.TrimLeft(stack, "\n"), "\n\n")
	for _, m := range framePattern.FindAllStringSubmatch(stack, -1) {
		n, _ := strconv.Atoi(m[2])
		if l, ok := r.prog.lineOf(m[1], n); ok {
			return l, true
		}
	}
	return line{}, false
}
