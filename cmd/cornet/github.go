// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"strings"

	"cornet/encode/cfg"
	"cornet/verify"
)

// writeAnnotations prints an answer as workflow commands of GitHub Actions: an error for each
// finding, and a warning for each undecided function.
func writeAnnotations(w io.Writer, z verify.Result, limit int) error {
	var b strings.Builder
	annotate := func(level string, at cfg.Pos, title, text string) {
		property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace
		message := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace
		place := ""
		if at.Line > 0 {
			place = fmt.Sprintf("file=%s,line=%d,col=%d,", property(at.File), at.Line, max(at.Column, 1))
		}
		fmt.Fprintf(&b, "::%s %stitle=%s::%s\n", level, place, property("cornet: "+title), message(text))
	}
	fmt.Fprintf(&b, "cornet: %s\n", z.Word())
	for _, e := range z.Entries {
		fmt.Fprintf(&b, "%s: %s\n", e.Function, e.Word())
	}
	for _, f := range z.All() {
		annotate("error", f.Pos, f.Kind.String(), strings.Join(append(append([]string{f.Message()}, f.Trace(limit)...), f.Remarks.Lines()...), "\n"))
	}
	for _, e := range entriesOf(z) {
		if e.Word() == "UNKNOWN" {
			annotate("warning", e.Pos, e.Function, "UNKNOWN: "+e.Reason)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// entriesOf returns the answers for the functions, or the answer for the whole program.
func entriesOf(z verify.Result) []verify.EntryResult {
	if z.Entries != nil {
		return z.Entries
	}
	e := verify.EntryResult{Function: "program", Result: z}
	if z.Program != nil {
		e.Function = z.Program.Name
	}
	return []verify.EntryResult{e}
}

// writeMarkdown prints an answer as a table of functions, followed by the counterexamples.
func writeMarkdown(w io.Writer, z verify.Result, limit int) error {
	var b strings.Builder
	cell := strings.NewReplacer("|", "\\|", "<", "&lt;", ">", "&gt;", "\n", " ").Replace
	fmt.Fprintf(&b, "### Cornet: %s\n\n| function | answer | |\n|---|---|---|\n", z.Word())
	for _, e := range entriesOf(z) {
		what := e.Remarks.Lines()
		if e.Reason != "" {
			what = append([]string{e.Reason}, what...)
		}
		if found := e.All(); found != nil {
			what = nil
			for _, f := range found {
				what = append(what, f.String())
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", cell(e.Function), e.Word(), cell(strings.Join(what, "; ")))
	}
	for _, f := range z.All() {
		fmt.Fprintf(&b, "\n<details><summary>%s</summary>\n\n", cell(f.String()))
		for _, line := range append(f.Trace(limit), f.Remarks.Lines()...) {
			fmt.Fprintf(&b, "    %s\n", line)
		}
		b.WriteString("\n</details>\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
