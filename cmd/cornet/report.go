// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"cornet/encode/cfg"
	"cornet/encode/properties"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/slice"
	"cornet/verify"
)

// reportVersion is the version of the form of reports. It increases when a field is removed or
// changes its meaning, but not when a field is added.
const reportVersion = 1

// report is the answer of a command in the form of --format=json. docs/answer.schema.json describes
// it.
type report struct {
	// Version is [reportVersion].
	Version  int    `json:"version"`
	Command  string `json:"command"`
	ExitCode int    `json:"exit_code"`
	// Error is the reason why the command failed.
	Error    string   `json:"error,omitempty"`
	Warnings []string `json:"warnings,omitempty"`

	Verdict    string           `json:"verdict,omitempty"`
	Reason     string           `json:"reason,omitempty"`
	DataModel  string           `json:"data_model,omitempty"`
	Model      *modelReport     `json:"model,omitempty"`
	Unwinding  *unwindingReport `json:"unwinding,omitempty"`
	Refutation []stepReport     `json:"refutation,omitempty"`
	Loops      []loopReport     `json:"loops,omitempty"`
	Trace      []string         `json:"trace,omitempty"`
	Steps      []traceStep      `json:"steps,omitempty"`
	Remarks    []string         `json:"remarks,omitempty"`
	Properties []propertyReport `json:"properties,omitempty"`
	Entries    []entryReport    `json:"entries,omitempty"`
	Findings   []finding        `json:"findings,omitempty"`
	Checks     []checkReport    `json:"checks,omitempty"`
	Invariants []invariant      `json:"invariants,omitempty"`
	Rankings   []rankingReport  `json:"rankings,omitempty"`
	Statistics []map[string]any `json:"statistics,omitempty"`
	// Output is the output of a command without a verdict.
	Output string `json:"output,omitempty"`
}

type modelReport struct {
	Text        string                   `json:"text"` // in the form of --model
	Definitions []horn.PrintedDefinition `json:"definitions"`
}

type unwindingReport struct {
	Text      string `json:"text"` // in the form of --model
	Instances int    `json:"instances"`
}

type stepReport struct {
	Clause   int           `json:"clause"`
	Values   []valueReport `json:"values"`
	Premises []int         `json:"premises"`
}

type loopReport struct {
	Steps [2]int          `json:"steps"`
	Entry int             `json:"entry"`
	Times string          `json:"times"`
	Next  [][]valueReport `json:"next"`
}

type valueReport struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type rankingReport struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Function string   `json:"function"`
	Measures []string `json:"measures"`
}

type propertyReport struct {
	Name    string `json:"name"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
}

type place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

type finding struct {
	place
	Kind     string      `json:"kind"`
	Property string      `json:"property"`
	Message  string      `json:"message"`
	CWE      int         `json:"cwe,omitempty"`
	Trace    []string    `json:"trace"`
	Steps    []traceStep `json:"steps,omitempty"`
	Remarks  []string    `json:"remarks"`
}

type checkReport struct {
	place
	Kind    string `json:"kind"`
	What    string `json:"what"`
	Verdict string `json:"verdict"`
}

type entryReport struct {
	place
	Function string   `json:"function"`
	Verdict  string   `json:"verdict"`
	Reason   string   `json:"reason,omitempty"`
	Remarks  []string `json:"remarks,omitempty"`
}

// addProperties adds the requested properties, and the findings.
func (r *report) addProperties(z verify.Result, limit int) {
	for _, d := range z.Properties {
		r.Properties = append(r.Properties, propertyReport{d.Property, verify.Result{Verdict: d.Verdict}.Word(), d.Reason})
	}
	for _, f := range z.Findings {
		kind := properties.Of(f.Kind)
		r.Findings = append(r.Findings, finding{placeOf(f.Pos), f.Kind.String(), kind.Name(), f.Message(), kind.CWE, f.Trace(limit), stepsOf(f.Path), f.Remarks.Lines()})
	}
	for _, d := range z.Checks {
		r.Checks = append(r.Checks, checkReport{placeOf(d.Site.Pos), d.Site.Kind.String(), d.Site.What, verify.Result{Verdict: d.Verdict}.Word()})
	}
}

func placeOf(p cfg.Pos) place { return place{p.File, p.Line, p.Column} }

type invariant struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function"`
	C        string `json:"c,omitempty"`
	Formula  string `json:"formula"`
}

// answerFormat is the option of commands that print text or JSON.
type answerFormat struct {
	Format string `default:"text" enum:"text,json" help:"How to print the answer: ${enum}. docs/answer.schema.json describes json."`
}

func valuesOf(values []horn.Value) []valueReport {
	z := make([]valueReport, len(values))
	for i, v := range values {
		z[i] = valueReport{v.Name, v.Term.String()}
	}
	return z
}

// ofSystem returns the report about the answer to a system.
func ofSystem(sys *horn.System, z engines.Outcome) (r report, err error) {
	r = report{Verdict: z.Verdict.String(), Reason: z.Reason}
	r.addStats(z)
	switch {
	case z.Model != nil:
		var text strings.Builder
		r.Model = &modelReport{}
		if r.Model.Definitions, err = horn.Definitions(sys, z.Model); err == nil {
			err = horn.WriteModel(&text, sys, z.Model)
		}
		r.Model.Text = text.String()
	case z.Unwinding != nil:
		var text strings.Builder
		err = horn.WriteUnwinding(&text, sys, z.Unwinding)
		r.Unwinding = &unwindingReport{text.String(), len(z.Unwinding.Instances)}
	case z.Proof != nil:
		for _, s := range z.Proof.Steps {
			r.Refutation = append(r.Refutation, stepReport{Clause: s.Assert, Values: valuesOf(s.Values), Premises: append([]int{}, s.Premises...)})
		}
		for _, l := range z.Proof.Loops {
			r.Loops = append(r.Loops, loopReport{[2]int{l.First, l.Last}, l.Entry, l.Times.String(), slice.Map(l.Next, valuesOf)})
		}
	}
	return r, err
}

// ofProgram returns the report about the answer to a program. It has at most limit lines of a
// counterexample, or all if limit is 0.
func ofProgram(z verify.Result, limit int) report {
	r := report{Verdict: z.Word(), Reason: z.Reason, Remarks: z.Remarks.Lines(), Trace: z.Trace(limit), Steps: stepsOf(z.Path)}
	if z.Program != nil {
		r.DataModel = z.Program.Model.String()
	}
	for _, run := range z.Runs {
		r.addStats(run)
	}
	r.addProperties(z, limit)
	for _, e := range z.Entries {
		r.Entries = append(r.Entries, entryReport{placeOf(e.Pos), e.Function, e.Word(), e.Reason, e.Remarks.Lines()})
	}
	for _, i := range z.Invariants {
		r.Invariants = append(r.Invariants, invariant{i.Pos.File, i.Pos.Line, i.Func, i.Text, i.Formula})
	}
	for _, i := range z.Rankings {
		r.Rankings = append(r.Rankings, rankingReport{i.Pos.File, i.Pos.Line, i.Func, i.Measures})
	}
	return r
}

// addStats adds the statistics of a run.
func (r *report) addStats(z engines.Outcome) {
	var stats map[string]any
	data, err := json.Marshal(z.Stats)
	if err == nil {
		err = json.Unmarshal(data, &stats)
	}
	if err == nil {
		r.Statistics = append(r.Statistics, stats)
	}
}

// reporter collects the report of a command that runs with --format=json. For a nil reporter, all
// methods do nothing.
type reporter struct {
	mutex  sync.Mutex // needed because background work may give warnings
	report report
	text   strings.Builder
}

// newReporter returns a reporter if the command line requests JSON.
func newReporter(line *kong.Context) *reporter {
	command := line.Selected()
	if command == nil || !command.Target.IsValid() || command.Target.Kind() != reflect.Struct {
		return nil
	}
	if format := command.Target.FieldByName("Format"); !format.IsValid() || format.String() != "json" {
		return nil
	}
	return &reporter{report: report{Version: reportVersion, Command: command.Name}}
}

func (r *reporter) warn(text string) {
	if r != nil {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.report.Warnings = append(r.report.Warnings, text)
	}
}

// answer sets the answer of the command. Text that the command prints is not part of the report.
func (r *reporter) answer(z report) {
	if r != nil {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		z.Version, z.Command, z.Warnings = reportVersion, r.report.Command, r.report.Warnings
		r.report = z
	}
}

// write prints the report about a command that has ended with err.
func (r *reporter) write(w io.Writer, err error) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.report.Verdict == "" {
		r.report.Output = r.text.String()
	}
	r.report.ExitCode = exitCode(err)
	if r.report.ExitCode > exitNegative {
		r.report.Error = err.Error()
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(&r.report)
}
