// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cornet/encode/chc"
	"cornet/encode/witness"
	"cornet/internal/slice"
)

// traceStep is a step of a counterexample in the form of --format=json.
type traceStep struct {
	place
	Thread int    `json:"thread"` // 0 is the main thread
	Depth  int    `json:"depth"`  // the number of calls around the step
	Kind   string `json:"kind"`
	Name   string `json:"name,omitempty"`
	Value  string `json:"value,omitempty"`
	Text   string `json:"text"`
}

// stepKinds name the kinds of steps.
var stepKinds = map[chc.EventKind]string{
	chc.Input: "input", chc.Assigns: "assign", chc.Inexact: "inexact", chc.Branch: "branch", chc.Reads: "read",
	chc.Undefined: "undefined", chc.Calls: "call", chc.Returns: "return", chc.Acts: "act",
}

// stepsOf returns the steps of a path and the error at its end, or nil if there is no path.
func stepsOf(p *chc.Path) []traceStep {
	if p == nil {
		return nil
	}
	z := slice.Map(witness.Lines(p), func(l witness.Line) traceStep {
		kind := stepKinds[l.Kind]
		if l.Assumed {
			kind = "assume"
		}
		return traceStep{placeOf(l.Pos), l.Pos.Thread, l.Depth, kind, l.Name, l.Value, l.Text}
	})
	to := p.Failure.To
	return append(z, traceStep{place: placeOf(to), Thread: to.Thread, Kind: "error", Text: witness.ErrorText(p.Failure)})
}
