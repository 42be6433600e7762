// SPDX-License-Identifier: Apache-2.0

package solctest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Verdict is the verdict of the model checker about a target.
type Verdict string

// The verdicts.
const (
	Safe    Verdict = "safe"
	Happens Verdict = "happens"
	Might   Verdict = "might happen"
)

// A Finding is the verdict on one target: something that can go wrong at a place.
type Finding struct {
	File    string
	Line    int
	Column  int // 1 is the first
	Target  string
	Verdict Verdict
}

func (f Finding) String() string {
	return fmt.Sprintf("%d:%d %s: %s", f.Line, f.Column, f.Target, f.Verdict)
}

// Targets are the compiler's names of what it can check, among them overflow, which it leaves out
// by default.
var Targets = []string{"assert", "underflow", "overflow", "divByZero", "popEmptyArray", "outOfBounds", "balance"}

// targets are the descriptions of targets in messages.
var targets = []struct{ phrase, target string }{
	{"Assertion violation", "assertion"},
	{"Underflow", "underflow"},
	{"Overflow", "overflow"},
	{"Division by zero", "division by zero"},
	{"Empty array \"pop\"", "empty pop"},
	{"Out of bounds access", "bounds"},
	{"Insufficient funds", "balance"},
}

// verdicts are the ends of the first lines of messages.
var verdicts = []struct {
	phrase  string
	verdict Verdict
}{
	{"check is safe!", Safe},
	{"might happen here.", Might},
	{"happens here.", Happens},
}

// engine is the beginning of messages of the checker that uses Horn solvers.
const engine = "CHC: "

// Findings returns the targets that the messages report, in sources by name, ordered by place and
// without duplicates: a function in two contracts is checked for both.
func Findings(messages []Message, sources map[string]string) []Finding {
	var findings []Finding
	for _, m := range messages {
		line, _, _ := strings.Cut(m.Text, "\n")
		said, ok := strings.CutPrefix(line, engine)
		if !ok {
			continue
		}
		text, ok := sources[m.Location.File]
		if !ok || m.Location.Start < 0 || m.Location.Start > len(text) {
			continue
		}
		f := Finding{File: m.Location.File}
		f.Line, f.Column = position(text, m.Location.Start)
		for _, t := range targets {
			if strings.HasPrefix(said, t.phrase) {
				f.Target = t.target
			}
		}
		for _, v := range verdicts {
			if strings.HasSuffix(said, v.phrase) {
				f.Verdict = v.verdict
				break
			}
		}
		if f.Target != "" && f.Verdict != "" {
			findings = append(findings, f)
		}
	}
	slices.SortFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Target, b.Target), cmp.Compare(a.Verdict, b.Verdict))
	})
	return slices.Compact(findings)
}

// position returns the line and column of an offset.
func position(text string, offset int) (line, column int) {
	before := text[:offset]
	return strings.Count(before, "\n") + 1, offset - strings.LastIndexByte(before, '\n')
}

// invariants starts the message about a contract, reentrancy the part of it that is not an
// invariant of its state.
const (
	invariants = "Contract invariant(s) for "
	reentrancy = "Reentrancy property(ies) for "
)

// Invariants returns the invariants of contracts' states in the messages, as the compiler prints
// them: the contract's name, a colon, the formula.
func Invariants(messages []Message) []string {
	var found []string
	for _, m := range messages {
		contract := ""
		for line := range strings.Lines(m.Text) {
			line = strings.TrimSpace(line)
			if name, ok := strings.CutPrefix(line, invariants); ok {
				_, contract, _ = strings.Cut(strings.TrimSuffix(name, ":"), ":")
				continue
			}
			if line == "" || strings.HasPrefix(line, reentrancy) {
				contract = ""
			}
			if contract != "" {
				found = append(found, contract+": "+line)
			}
		}
	}
	return found
}
