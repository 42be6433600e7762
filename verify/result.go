// SPDX-License-Identifier: Apache-2.0

package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/chc"
	"cornet/encode/properties"
	"cornet/encode/witness"
	"cornet/engines"
	"cornet/horn"
	"cornet/internal/defect"
)

// Result is the answer to a program.
type Result struct {
	// Verdict is Safe if no error can be reached.
	Verdict horn.Verdict
	// Reason is the reason why the verdict is Unknown.
	Reason string
	// Path leads to the error, for Unsafe; for Unknown it may be an unconfirmed one.
	Path *chc.Path
	// Remarks are further lines: confirmations of the counterexample, and the assumptions of the
	// answer.
	Remarks witness.Remarks
	// Invariants hold at loops of the program. For Safe they come from the proof, for Unknown they
	// are those proved so far.
	Invariants []witness.Invariant
	// Rankings show why the loops end, if termination is proved.
	Rankings []witness.Ranking
	// bounds means that bounds are printed with the rankings.
	bounds bool
	// Validation reports whether the validated witness is confirmed or refuted.
	Validation string
	failing    int // the claim of the witness that does not hold, or -1
	// Properties are the verdicts about the requested properties, if these differ from the default.
	// Findings are the checks that fail. Checks, with Options.AllFindings, are all checks.
	Properties []Decision
	Findings   []Finding
	Checks     []Decision
	// Unchanged is the revision since which nothing has changed. In that case nothing was decided.
	// Otherwise it is "".
	Unchanged string
	// Entries are the answers for each of several functions that the program may start with; this
	// answer is the worst of them.
	Entries []EntryResult
	// Coverage is the result of --cover, instead of a verdict; Remarks describe it.
	Coverage *Coverage
	// Program is the program that the answer is about, or nil if it could not be read.
	Program *Program
	// Runs are the answers of the engines, one for each encoding that was tried in turn.
	Runs []engines.Outcome
	// Defect is a defect that occurred although the verdict was found, or nil.
	Defect *defect.Error

	// decided has the properties and findings in the order in which they were decided, if there are
	// several.
	decided []event
	// pending means that this entry has not been decided yet.
	pending bool
	// undefined is the end of a counterexample at an access that is undefined or inexact and goes
	// through a pointer outside its points-to set, or nil.
	undefined *chc.Step
	// unsupported means that an execution may reach an unsupported construct.
	unsupported bool
}

// remark adds a remark on the answer.
func (z *Result) remark(kind witness.RemarkKind, format string, args ...any) {
	z.Remarks = append(z.Remarks, kind.Say(format, args...))
}

// Unknown returns an answer without a verdict.
func Unknown(format string, args ...any) Result { return Result{Reason: fmt.Sprintf(format, args...)} }

// unchanged is the word for a program that is not decided again. It is not a verdict.
const unchanged = "UNCHANGED"

// Word returns the word for the verdict: TRUE, FALSE, UNKNOWN, or UNCHANGED if nothing was decided
// because nothing has changed.
func (z Result) Word() string {
	if z.Unchanged != "" {
		return unchanged
	}
	return word(z.Verdict)
}

func word(v horn.Verdict) string {
	return map[horn.Verdict]string{horn.Safe: "TRUE", horn.Unsafe: "FALSE", horn.Unknown: "UNKNOWN"}[v]
}

// Text returns the answer in its printed form: the word, the reason, the counterexample and the
// remarks. It has at most limit lines of a counterexample, or all if limit is 0.
func (z Result) Text(limit int) string {
	if z.Coverage != nil {
		return strings.Join(z.Remarks.Lines(), "\n") + "\n"
	}
	lines := z.head(limit)
	if z.Entries != nil {
		return strings.Join(lines, "\n") + "\n"
	}
	for _, d := range z.Properties {
		if z.has(d) {
			continue
		}
		line := d.Property + ": " + word(d.Verdict)
		if d.Reason != "" && z.Verdict != horn.Unknown {
			line += " (" + d.Reason + ")"
		}
		lines = append(lines, line)
	}
	if z.Validation != "" {
		lines = append(lines, "witness: "+z.Validation)
	}
	if z.Verdict == horn.Unknown {
		lines = append(lines, "reason: "+z.Reason)
	}
	if len(z.Findings) == 0 {
		lines = append(lines, z.Trace(limit)...)
	}
	return strings.Join(append(append(lines, z.notes()...), z.table()...), "\n") + "\n"
}

// Head returns the beginning of the answer's text that later decisions cannot change. It returns ""
// while that is unknown.
func (z Result) Head(limit int) string {
	if z.Verdict != horn.Unsafe {
		return ""
	}
	return strings.Join(z.head(limit), "\n") + "\n"
}

// head returns the word and the lines about the decisions so far.
func (z Result) head(limit int) []string {
	lines, shown := []string{z.Word()}, false
	for _, e := range z.decided {
		if e.finding == nil {
			lines = append(lines, e.Property+": "+word(e.Verdict))
			continue
		}
		lines = append(lines, e.finding.String())
		if !shown {
			lines = append(lines, e.finding.Trace(limit)...)
		}
		lines, shown = append(lines, e.finding.Remarks.Lines()...), true
	}
	for _, e := range z.Entries {
		if e.pending {
			break
		}
		lines = append(lines, e.text(limit))
	}
	return lines
}

// has reports whether a property has been decided.
func (z Result) has(d Decision) bool {
	return slices.ContainsFunc(z.decided, func(e event) bool { return e.finding == nil && e.Property == d.Property })
}

// Decided returns a line for each property and each function that has been decided so far.
func (z Result) Decided() (lines []string) {
	for _, e := range z.decided {
		if e.finding == nil {
			lines = append(lines, e.Property+": "+word(e.Verdict))
		}
	}
	for _, e := range z.Entries {
		if !e.pending {
			lines = append(lines, e.Function+": "+e.Word())
		}
	}
	return lines
}

// vacuous states that a program contains nothing that could violate a property, which therefore
// holds. It returns nothing for other programs.
func (z Result) vacuous() witness.Remarks {
	p := z.Program
	holds := z.Verdict == horn.Safe || slices.ContainsFunc(z.Properties, func(d Decision) bool {
		return d.Property == properties.Unreachability && d.Verdict == horn.Safe
	})
	switch {
	case !holds || p.kinds&properties.Reachability == 0 || p.source.Marked || z.Coverage != nil:
		return nil
	case p.property.OnlyFunctions:
		return witness.Remarks{witness.Vacuous.Say("the program does not mention %s", strings.Join(p.property.Functions, " or "))}
	case p.asked:
		return witness.Remarks{witness.Vacuous.Say("no assertion or error function")}
	}
	return witness.Remarks{witness.Vacuous.Say("no assertion or error function; `--check all` looks for undefined behaviour")}
}

// Interrupted returns the answer so far of a run that ends for a reason.
func (z Result) Interrupted(reason string) Result {
	z.Properties, z.Entries = slices.Clone(z.Properties), slices.Clone(z.Entries)
	for i, d := range z.Properties {
		if d.Verdict == horn.Unknown && d.Reason == "" {
			z.Properties[i].Reason = reason
		}
	}
	for i, e := range z.Entries {
		if e.pending {
			z.Entries[i].Result = Unknown("%s", reason)
		}
	}
	switch {
	case z.Entries != nil:
		return together(z.Entries)
	case z.Verdict != horn.Unknown:
	case len(z.Properties) > 0:
		z.Reason = reasonOf(z.Properties)
	case z.Reason == "":
		z.Reason = reason
	}
	return z
}

// table returns the lines about the checks of each kind, if each was decided.
func (z Result) table() (lines []string) {
	if len(z.Checks) == 0 {
		return nil
	}
	lines = []string{fmt.Sprintf("%-20s %7s %7s %7s", "checks", "TRUE", "FALSE", "UNKNOWN")}
	for _, row := range properties.Table {
		n := map[horn.Verdict]int{}
		for _, d := range z.Checks {
			if d.Site.Kind == row.Error {
				n[d.Verdict]++
			}
		}
		if len(n) > 0 {
			lines = append(lines, fmt.Sprintf("%-20v %7d %7d %7d", row.Error, n[horn.Safe], n[horn.Unsafe], n[horn.Unknown]))
		}
	}
	return lines
}

// Trace returns the lines of the counterexample, if there is one: at most limit, or all if limit is
// 0.
func (z Result) Trace(limit int) []string {
	if z.Path == nil {
		return nil
	}
	return witness.Describe(z.Path, limit)
}

// notes returns the remarks, and a line for each invariant, those of each function together.
func (z Result) notes() []string {
	var lines []string
	for _, r := range z.Rankings {
		lines = append(lines, r.String())
		if b := r.Bound(); z.bounds && b != "" {
			lines = append(lines, b)
		}
	}
	lines = append(lines, z.Remarks.Lines()...)
	if z.Verdict != horn.Unknown {
		lines = append(slices.Clip(lines), z.Program.model()...)
	}
	var functions []string
	of := map[string][]witness.Invariant{}
	for _, inv := range z.Invariants {
		f := inv.Func
		if z.Program != nil {
			f = z.Program.functionAt(inv.Pos, f)
		}
		if of[f] == nil {
			functions = append(functions, f)
		}
		of[f] = append(of[f], inv)
	}
	for _, f := range functions {
		at := ""
		if len(functions) > 1 {
			at = " (" + f + ")"
		}
		for _, inv := range of[f] {
			lines = append(lines, fmt.Sprintf("%s:%d%s: invariant %s", inv.Pos.File, inv.Pos.Line, at, cmp.Or(inv.Text, inv.Formula)))
		}
	}
	return lines
}

// functionAt returns the function of the program's text that contains a place: the last one that
// begins before it, or otherwise if there is no such function.
func (p *Program) functionAt(at cfg.Pos, otherwise string) string {
	begin := cfg.Pos{}
	for _, f := range p.source.Functions {
		if b := f.Pos; b.File == at.File && cmp.Or(cmp.Compare(b.Line, at.Line), cmp.Compare(b.Column, at.Column)) <= 0 && cmp.Or(cmp.Compare(b.Line, begin.Line), cmp.Compare(b.Column, begin.Column)) > 0 {
			begin, otherwise = b, f.Name
		}
	}
	return otherwise
}

// minSteps is the minimal number of steps of a counterexample that a page shows, since it can be
// scrolled.
const minSteps = 2000

// Page returns the answer as a page, with at most limit steps of a counterexample, or all if limit
// is 0.
func (z Result) Page(limit int) witness.Page {
	if limit > 0 {
		limit = max(limit, minSteps)
	}
	p := witness.Page{Verdict: z.Word(), Path: z.Path, Limit: limit, Invariants: z.Invariants}
	for _, f := range z.Findings {
		p.Notes = append(append(p.Notes, f.String()), f.Remarks.Lines()...)
	}
	p.Notes = append(p.Notes, z.Remarks.Lines()...)
	if z.Verdict != horn.Unknown {
		p.Notes = append(slices.Clip(p.Notes), z.Program.model()...)
	}
	for _, e := range z.Entries {
		p.Notes = append(p.Notes, e.Function+": "+e.Word())
	}
	if z.Verdict == horn.Unknown {
		p.Notes = append([]string{"reason: " + z.Reason}, p.Notes...)
	}
	if z.Program != nil {
		p.Program = z.Program.Program
	}
	return p
}
