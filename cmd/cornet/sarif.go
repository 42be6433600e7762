// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/properties"
	"cornet/verify"
)

// The part of SARIF that findings need. Source: OASIS, Static Analysis Results Interchange Format
// (SARIF) Version 2.1.0, 2020.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool struct {
			Driver sarifDriver `json:"driver"`
		} `json:"tool"`
		// present even if empty: the run has looked for findings
		Results    []sarifResult  `json:"results"`
		Properties map[string]any `json:"properties"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string         `json:"id"`
		ShortDescription sarifMessage   `json:"shortDescription"`
		Properties       map[string]any `json:"properties"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		CodeFlows []sarifCodeFlow `json:"codeFlows,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location     sarifLocation `json:"location"`
		NestingLevel int           `json:"nestingLevel"`
	}
	sarifLocation struct {
		Physical sarifPlace    `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifPlace struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			StartLine   int `json:"startLine"`
			StartColumn int `json:"startColumn,omitempty"`
		} `json:"region"`
	}
)

// writeSARIF prints the findings of an answer in the format SARIF 2.1.0: a rule for each kind of
// errors, and the counterexample of a finding as its code flow.
func writeSARIF(w io.Writer, z verify.Result) error {
	run := sarifRun{Results: []sarifResult{}, Properties: map[string]any{"verdict": z.Word()}}
	driver := sarifDriver{Name: "cornet", Version: buildVersion()}
	rules := map[string]int{}
	for _, k := range properties.Table {
		r := sarifRule{ID: k.Error.String(), ShortDescription: sarifMessage{k.Message}, Properties: map[string]any{"property": k.Name()}}
		if k.CWE > 0 {
			r.Properties["tags"] = []string{fmt.Sprintf("external/cwe/cwe-%d", k.CWE)}
		}
		if k.Clause != "" {
			r.Properties["clause"] = "ISO/IEC 9899:2018, " + k.Clause
		}
		rules[r.ID] = len(driver.Rules)
		driver.Rules = append(driver.Rules, r)
	}
	run.Tool.Driver = driver
	for _, f := range z.All() {
		level := "error"
		if properties.Of(f.Kind).Defined {
			level = "warning"
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: f.Kind.String(), RuleIndex: rules[f.Kind.String()], Level: level,
			Message:   sarifMessage{strings.Join(append([]string{f.Message()}, f.Remarks.Lines()...), "\n")},
			Locations: []sarifLocation{sarifAt(f.Pos)}, CodeFlows: sarifFlow(f),
		})
	}
	for _, d := range z.Properties {
		run.Properties[d.Property] = verify.Result{Verdict: d.Verdict}.Word()
	}
	if z.Reason != "" {
		run.Properties["reason"] = z.Reason
	}
	if len(z.Entries) > 0 {
		functions := map[string]string{}
		for _, e := range z.Entries {
			functions[e.Function] = e.Word()
		}
		run.Properties["functions"] = functions
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(sarifLog{Version: "2.1.0", Schema: "https://json.schemastore.org/sarif-2.1.0.json", Runs: []sarifRun{run}})
}

func sarifAt(p cfg.Pos) (z sarifLocation) {
	z.Physical.Artifact.URI = p.File
	z.Physical.Region.StartLine, z.Physical.Region.StartColumn = max(p.Line, 1), max(p.Column, 0)
	return z
}

// sarifFlow returns the counterexample that ends at a finding, or nil if it has no steps.
func sarifFlow(f verify.Finding) []sarifCodeFlow {
	var z sarifThreadFlow
	for _, l := range f.Steps() {
		at := sarifAt(l.Pos)
		at.Message = &sarifMessage{l.Text}
		z.Locations = append(z.Locations, sarifStep{at, l.Depth})
	}
	if z.Locations == nil {
		return nil
	}
	return []sarifCodeFlow{{[]sarifThreadFlow{z}}}
}
