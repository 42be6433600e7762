// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"cornet/encode/properties"
	"cornet/horn"
	"cornet/verify"
)

// The elements of JUnit's reports, in the form that CI servers read. There is a suite for the
// program. It has a case for each check, or for each property if there are no checks.
type (
	junitSuites struct {
		XMLName  xml.Name   `xml:"testsuites"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Suite    junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitOutcome `xml:"failure"`
		Error   *junitOutcome `xml:"error"`
		Skipped *junitOutcome `xml:"skipped"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit prints an answer as JUnit's XML. An undecided check is an error of the test.
func writeJUnit(w io.Writer, z verify.Result, limit int) error {
	decisions := z.Checks
	if len(decisions) == 0 {
		decisions = z.Properties
	}
	if len(decisions) == 0 {
		decisions = []verify.Decision{{Property: properties.Unreachability, Verdict: z.Verdict, Reason: z.Reason}}
	}
	suite := junitSuite{Name: "cornet"}
	if z.Program != nil {
		suite.Name = z.Program.Name
	}
	if z.Unchanged != "" && z.Entries == nil {
		suite.add(junitCase{Class: suite.Name, Name: z.Reason}, z.Unchanged, horn.Unknown, z.Reason, nil)
		decisions = nil
	}
	for _, e := range z.Entries {
		decisions = nil
		suite.add(junitCase{Class: suite.Name, Name: e.Function}, e.Unchanged, e.Verdict, e.Reason, func() *junitOutcome {
			return junitFailures(e.All(), limit)
		})
	}
	for _, d := range decisions {
		c := junitCase{Class: suite.Name + "." + d.Property, Name: d.Property}
		if d.Site != nil {
			c.Name = fmt.Sprintf("%v: %v: %s", d.Site.Pos, d.Site.Kind, d.Site.What)
		}
		suite.add(c, "", d.Verdict, d.Reason, func() *junitOutcome { return junitFailure(z, d, limit) })
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitSuites{Tests: suite.Tests, Failures: suite.Failures, Errors: suite.Errors, Suite: suite}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add adds a case with its outcome.
func (s *junitSuite) add(c junitCase, unchanged string, verdict horn.Verdict, reason string, failure func() *junitOutcome) {
	s.Tests++
	switch {
	case unchanged != "":
		c.Skipped = &junitOutcome{Message: reason}
		s.Skipped++
	case verdict == horn.Unsafe:
		c.Failure = failure()
		s.Failures++
	case verdict == horn.Unknown:
		c.Error = &junitOutcome{Message: reason}
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

// junitFailure has the counterexamples of a check or a property.
func junitFailure(z verify.Result, d verify.Decision, limit int) *junitOutcome {
	return junitFailures(slices.DeleteFunc(slices.Clone(z.All()), func(f verify.Finding) bool {
		return d.Site == nil && properties.Of(f.Kind).Name() != d.Property || d.Site != nil && d.Site.Number != f.Number
	}), limit)
}

func junitFailures(all []verify.Finding, limit int) *junitOutcome {
	out := &junitOutcome{}
	for _, f := range all {
		out.Message = cmp.Or(out.Message, f.String())
		out.Text += strings.Join(append(f.Trace(limit), f.Remarks.Lines()...), "\n") + "\n"
	}
	return out
}
