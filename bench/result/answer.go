// SPDX-License-Identifier: Apache-2.0

package result

import (
	"bufio"
	"bytes"
	"strings"

	"cornet/bench/task"
)

// Answer is the answer in a solver's standard output.
type Answer struct {
	Verdict task.Verdict // Unknown if there is no verdict at all, too
	Given   bool         // a verdict line was found, even if only "unknown"
	TimeUp  bool         // the solver reports that its time is over
	Reason  string       // why the verdict is Unknown, as far as the output shows
}

// verdictLines maps whole lines to their verdicts. Solvers for programs print the words in
// capitals.
var verdictLines = map[string]Answer{
	"sat":                     {Verdict: task.True, Given: true},
	"unsat":                   {Verdict: task.False, Given: true},
	"unknown":                 {Given: true},
	"TRUE":                    {Verdict: task.True, Given: true},
	"FALSE":                   {Verdict: task.False, Given: true},
	"UNKNOWN":                 {Given: true},
	"YES":                     {Verdict: task.True, Given: true}, // the termination competition
	"NO":                      {Verdict: task.False, Given: true},
	"MAYBE":                   {Given: true},
	"VERIFICATION SUCCESSFUL": {Verdict: task.True, Given: true}, // cbmc
	"VERIFICATION FAILED":     {Verdict: task.False, Given: true},
	"timeout":                 {Given: true, TimeUp: true, Reason: "the solver reports a timeout"}, // z3 -T
}

// ReadAnswer finds the verdict in a solver's standard output: the first line that is a verdict word
// on its own, or for programs a word with the property in parentheses, such as
// "FALSE(unreach-call)". Lines before it (banners, warnings) and after it (models, errors of
// commands that need one) do not matter, with one exception: an answer after an error does not
// count. A solver that prints "(error ...)" has dropped part of the input, so its answer is about a
// different problem.
func ReadAnswer(stdout []byte) Answer {
	lines := bufio.NewScanner(bytes.NewReader(stdout))
	lines.Buffer(make([]byte, 0, 64<<10), len(stdout)+1)
	var fault string
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if fault == "" && strings.HasPrefix(line, "(error") {
			fault = line
			continue
		}
		a, ok := verdictLines[verdictWord(line)]
		if !ok {
			continue
		}
		if fault != "" {
			return Answer{Given: true, Reason: clip("an error before the verdict: " + fault)}
		}
		for first := true; a.Verdict == task.Unknown && a.Reason == "" && lines.Scan(); first = false {
			next := strings.TrimSpace(lines.Text())
			if reason, ok := strings.CutPrefix(next, "reason: "); ok || first && strings.HasPrefix(next, "(:reason-unknown") {
				a.Reason = clip(reason)
			}
		}
		return a
	}
	if fault != "" {
		return Answer{Reason: clip(fault)}
	}
	return Answer{}
}

// verdictWord drops the parenthesised property from a verdict on a program.
func verdictWord(line string) string {
	word, rest, ok := strings.Cut(line, "(")
	if ok && strings.HasSuffix(rest, ")") && (word == "TRUE" || word == "FALSE" || word == "UNKNOWN") {
		return word
	}
	return line
}

// crashMarks begin the most informative line of an error stream after a crash. If there is no such
// line, the last nonblank line is used.
var crashMarks = []string{"panic:", "fatal error:", "runtime: out of memory", "terminate called", "Assertion"}

// reasonFrom picks one line of an error stream.
func reasonFrom(stderr string) string {
	last := ""
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		for _, mark := range crashMarks {
			if strings.HasPrefix(line, mark) {
				return clip(line)
			}
		}
		if line != "" {
			last = line
		}
	}
	return clip(last)
}

const maxReason = 300 // bytes; enough for a position and a sentence

// clip shortens a reason, at a rune boundary, and makes it valid UTF-8.
func clip(s string) string {
	s = strings.ToValidUTF8(s, "?")
	if len(s) <= maxReason {
		return s
	}
	cut := maxReason
	for cut > 0 && s[cut]&0xC0 == 0x80 {
		cut--
	}
	return s[:cut] + "…"
}
