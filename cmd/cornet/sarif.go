// SPDX-License-Identifier: Apache-2.0

//go:build !js

package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"cornet/encode/cfg"
	"cornet/encode/properties"
	"cornet/verify"
)

// writeSARIF prints the findings of an answer in the format SARIF 2.1.0: a rule for each kind of errors, and the counterexample of a finding as its code
// flow.
func writeSARIF(w io.Writer, z verify.Result) error {
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("cornet").WithVersion(buildVersion())))
	for _, k := range properties.Table {
		tags := sarif.NewPropertyBag().Add("property", k.Name())
		if k.CWE > 0 {
			tags.Add("tags", []string{fmt.Sprintf("external/cwe/cwe-%d", k.CWE)})
		}
		if k.Clause != "" {
			tags.Add("clause", "ISO/IEC 9899:2018, "+k.Clause)
		}
		run.AddRule(k.Error.String()).WithDescription(k.Message).WithProperties(tags)
	}
	for _, f := range z.All() {
		level := "error"
		if properties.Of(f.Kind).Defined {
			level = "warning"
		}
		run.CreateResultForRule(f.Kind.String()).
			WithLevel(level).
			WithMessage(sarif.NewTextMessage(strings.Join(append([]string{f.Message()}, f.Remarks...), "\n"))).
			AddLocation(sarifLocation(f.Pos)).
			AddCodeFlow(sarif.NewCodeFlow().AddThreadFlow(sarifFlow(f)))
	}
	notes := sarif.NewPropertyBag().Add("verdict", z.Word())
	for _, d := range z.Properties {
		notes.Add(d.Property, verify.Result{Verdict: d.Verdict}.Word())
	}
	if z.Reason != "" {
		notes.Add("reason", z.Reason)
	}
	if len(z.Entries) > 0 {
		functions := sarif.NewPropertyBag()
		for _, e := range z.Entries {
			functions.Add(e.Function, e.Word())
		}
		notes.Add("functions", functions)
	}
	report := sarif.NewReport()
	report.AddRun(run.WithProperties(notes))
	return report.PrettyWrite(w)
}

func sarifLocation(p cfg.Pos) *sarif.Location {
	region := sarif.NewRegion().WithStartLine(max(p.Line, 1))
	if p.Column > 0 {
		region.WithStartColumn(p.Column)
	}
	return sarif.NewLocationWithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(sarif.NewSimpleArtifactLocation(p.File)).WithRegion(region))
}

// sarifFlow is the counterexample of a finding, which ends at it.
func sarifFlow(f verify.Finding) *sarif.ThreadFlow {
	z := sarif.NewThreadFlow()
	for _, l := range f.Steps() {
		z.AddLocation(sarif.NewThreadFlowLocation().WithNestingLevel(l.Depth).WithLocation(sarifLocation(l.Pos).WithMessage(sarif.NewTextMessage(l.Text))))
	}
	return z
}
