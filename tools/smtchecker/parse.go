// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"cornet/internal/test/solctest"
)

// A test is a file of the compiler's tests.
type test struct {
	name     string
	sources  map[string]string
	settings map[string]string
	expected map[place]solctest.Verdict
}

// Marks in tests.
const (
	settingsRule = "\n// ====\n"
	expectedRule = "\n// ----"
	sourceRule   = "==== Source:"
	externalRule = "==== ExternalSource:"
)

// expectation is a line such as: // Warning 6328: (B.sol:80-94): CHC: Assertion violation happens
// here.\nCounterexample:…
var expectation = regexp.MustCompile(`^// +(?:Warning|Info) (\d+): \((?:([^()]*):)?(\d+)-(\d+)\): (CHC: .*)$`)

// parse reads a test, or returns the reason why it is left out.
func parse(name, text string) (t *test, reason string) {
	t = &test{name: name, sources: map[string]string{}, settings: map[string]string{}, expected: map[place]solctest.Verdict{}}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text, expected, _ := strings.Cut(text, expectedRule)
	text, settings, _ := strings.Cut(text+"\n", settingsRule)
	for line := range strings.Lines(settings) {
		if key, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "// "), ": "); ok {
			t.settings[key] = value
		}
	}
	switch {
	case t.settings["SMTEngine"] == "bmc":
		return nil, "of the other engine"
	case t.settings["SMTSolvers"] == "none" || t.settings["SMTSolvers"] == "cvc5":
		return nil, "of another solver"
	case strings.Contains(text, externalRule):
		return nil, "with files beside them"
	}
	t.split(text)
	for line := range strings.Lines(expected) {
		m := expectation.FindStringSubmatch(strings.TrimRight(line, "\n"))
		if m == nil {
			continue
		}
		var message solctest.Message
		message.Text = strings.ReplaceAll(m[5], `\n`, "\n")
		message.Location.File = m[2]
		message.Location.Start, _ = strconv.Atoi(m[3])
		for _, f := range solctest.Findings([]solctest.Message{message}, t.sources) {
			p := place{t.name, f.Target, fmt.Sprintf("%s:%d:%d", f.File, f.Line, f.Column)}
			if rank[f.Verdict] > rank[t.expected[p]] {
				t.expected[p] = f.Verdict
			}
		}
	}
	return t, ""
}

// split separates the sources of a test.
func (t *test) split(text string) {
	name := ""
	var part strings.Builder
	add := func() {
		if name != "" || strings.TrimSpace(part.String()) != "" {
			t.sources[name] = part.String()
		}
		part.Reset()
	}
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, sourceRule); ok {
			add()
			name = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "===="))
			continue
		}
		part.WriteString(line)
	}
	add()
}

// job returns the question about the test.
func (t *test) job(command []string) solctest.Job {
	settings := map[string]any{
		"engine": "chc", "solvers": []string{"smtlib2"}, "showProvedSafe": true, "showUnproved": true, "targets": solctest.Targets,
	}
	if v, ok := t.settings["SMTTargets"]; ok && v != "all" && v != "default" {
		settings["targets"] = strings.Split(v, ",")
	}
	if v, ok := t.settings["SMTExtCalls"]; ok {
		settings["extCalls"] = v
	}
	if v, ok := t.settings["SMTContract"]; ok {
		contracts := map[string]any{}
		for name := range t.sources {
			contracts[name] = []string{v}
		}
		settings["contracts"] = contracts
	}
	input := solctest.Input(t.sources, settings)
	return solctest.Job{Way: solctest.Callback, Command: command, Input: input}
}
