// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"strconv"
	"strings"

	"cornet/bench/result"
)

// Options are additions to a page. The zero value adds nothing.
type Options struct {
	Title       string              // default "Benchmark results"
	Comparisons []result.Comparison // see result.Compare
	// Against names the file that the comparisons are with, for the heading.
	Against string
}

func (o Options) title() string {
	if o.Title == "" {
		return "Benchmark results"
	}
	return o.Title
}

// Markdown returns the whole page.
func Markdown(f *result.File, o Options) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", o.title())
	writeFacts(&b, f)
	writeAlarms(&b, f)
	writeTotal(&b, f)
	for _, g := range groupings(f) {
		writeGroups(&b, f, g)
	}
	writeUnchecked(&b, f)
	writeReasons(&b, f)
	writeComparisons(&b, o)
	return b.String()
}

// Summary returns the alarms, the counts and the comparisons, as Markdown that reads well on a
// terminal.
func Summary(f *result.File, o Options) string {
	var b strings.Builder
	writeAlarms(&b, f)
	writeTotal(&b, f)
	if g := groupings(f)[0]; len(g.groups) > 1 {
		writeGroups(&b, f, g)
	}
	writeComparisons(&b, o)
	return b.String()
}

func code(s string) string { return "`" + strings.ReplaceAll(s, "`", "'") + "`" }

func writeFacts(b *strings.Builder, f *result.File) {
	fmt.Fprintf(b, "- date: %s\n", f.Date.UTC().Format("2006-01-02 15:04 MST"))
	fmt.Fprintf(b, "- version: %s\n", f.Version)
	fmt.Fprintf(b, "- machine: %s\n", machineText(f.Machine))
	fmt.Fprintf(b, "- limits: %s; %d at a time\n", limitsText(f), f.Jobs)
	fmt.Fprintf(b, "- tasks: %d\n", len(f.Tasks))
	for _, s := range f.Solvers {
		fmt.Fprintf(b, "- %s: %s", s.Name, code(s.Command))
		if s.CommandC != "" {
			fmt.Fprintf(b, ", for programs %s", code(s.CommandC))
		}
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
}

// writeAlarms writes the parts that must not be overlooked: missing runs, wrong answers, answers
// against doubtful labels, contradictions.
func writeAlarms(b *strings.Builder, f *result.File) {
	if !f.Complete {
		fmt.Fprintf(b, "**Interrupted: %d of %d runs are done.**\n\n", len(f.Runs), len(f.Tasks)*len(f.Solvers))
	}
	for _, kind := range []struct {
		status        result.Status
		title, reason string
	}{{result.Wrong, "WRONG ANSWERS", "what is wrong"}, {result.Disputed, "Disputed labels", "answer and evidence"}} {
		t := table{head: []column{{"task", left}, {"solver", left}, {kind.reason, left}}}
		for _, r := range f.Runs {
			if r.Status == kind.status {
				t.add(code(r.Task), r.Solver, oneLine(r.Reason))
			}
		}
		if n := len(t.rows); n > 0 {
			fmt.Fprintf(b, "## %s: %d\n\n", kind.title, n)
			t.write(b)
			b.WriteByte('\n')
		}
	}
	if n := len(f.Disagreements); n > 0 {
		fmt.Fprintf(b, "## SOLVERS DISAGREE: %d\n\n", n)
		yes, no := verdictWords(f)
		t := table{head: []column{{"task", left}, {yes, left}, {no, left}}}
		for _, d := range f.Disagreements {
			t.add(code(d.Task), strings.Join(d.True, ", "), strings.Join(d.False, ", "))
		}
		t.write(b)
		b.WriteByte('\n')
	}
}

func countTable(f *result.File, before ...column) table {
	t := table{head: before}
	for _, c := range counts(f) {
		t.head = append(t.head, column{c.title, right})
	}
	return t
}

func countCells(f *result.File, y result.Tally, before ...string) []string {
	for _, c := range counts(f) {
		before = append(before, c.cell(y))
	}
	return before
}

func writeTotal(b *strings.Builder, f *result.File) {
	total := f.Total()
	t := countTable(f, column{"solver", left}, column{"tasks", right})
	for j, s := range f.Solvers {
		y := total.Tallies[j]
		t.add(countCells(f, y, s.Name, strconv.Itoa(y.Runs))...)
	}
	b.WriteString("## Total\n\n")
	t.write(b)
	b.WriteByte('\n')
}

// grouping is one table of counts by groups of tasks.
type grouping struct {
	title  string
	names  []string                    // titles of the columns that name a group
	name   func(result.Group) []string // and their cells
	groups []result.Group
}

// groupings returns the tables: by track, and by family if that adds information.
func groupings(f *result.File) []grouping {
	tracks, families := f.Tracks(), f.Families()
	out := []grouping{{
		"By track", []string{"track"},
		func(g result.Group) []string { return []string{g.Track} }, tracks,
	}}
	if len(families) > len(tracks) {
		out = append(out, grouping{
			"By family", []string{"track", "family"},
			func(g result.Group) []string { return []string{g.Track, familyName(g.Family)} }, families,
		})
	}
	return out
}

func writeGroups(b *strings.Builder, f *result.File, g grouping) {
	var first []column
	for _, name := range g.names {
		first = append(first, column{name, left})
	}
	t := countTable(f, append(first, column{"solver", left}, column{"tasks", right})...)
	for _, group := range g.groups {
		for j, s := range f.Solvers {
			y := group.Tallies[j]
			t.add(countCells(f, y, append(g.name(group), s.Name, strconv.Itoa(y.Runs))...)...)
		}
	}
	fmt.Fprintf(b, "## %s\n\n", g.title)
	t.write(b)
	b.WriteByte('\n')
}

func familyName(family string) string {
	if family == "" {
		return "–"
	}
	return family
}

// unchecked returns the runs with a witness that the validator could not decide.
func unchecked(f *result.File) []result.Run {
	var out []result.Run
	for _, r := range f.Runs {
		if v := r.Validation; v != nil && (v.Finding == result.Undecided || v.Finding == result.Failed) {
			out = append(out, r)
		}
	}
	return out
}

func writeUnchecked(b *strings.Builder, f *result.File) {
	runs := unchecked(f)
	if len(runs) == 0 {
		return
	}
	t := table{head: []column{{"task", left}, {"solver", left}, {"validation", left}, {"detail", left}}}
	for _, r := range runs {
		t.add(code(r.Task), r.Solver, string(r.Validation.Finding), oneLine(r.Validation.Detail))
	}
	b.WriteString("## Witnesses without a finding\n\n")
	t.write(b)
	b.WriteByte('\n')
}

func writeReasons(b *strings.Builder, f *result.File) {
	t := table{head: []column{{"solver", left}, {"status", left}, {"runs", right}, {"reason", left}, {"for example", left}}}
	for _, s := range f.Solvers {
		for _, r := range reasons(f, s.Name) {
			t.add(s.Name, r.Status.String(), strconv.Itoa(r.Count), oneLine(r.Text), code(r.Example))
		}
	}
	if len(t.rows) == 0 {
		return
	}
	b.WriteString("## Why runs gave up or crashed\n\n")
	t.write(b)
	b.WriteByte('\n')
}

// oneLine makes a text fit for a cell.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "<", "&lt;", "&", "&amp;").Replace(s)
}

func writeComparisons(b *strings.Builder, o Options) {
	for _, c := range o.Comparisons {
		fmt.Fprintf(b, "## Changes of %s\n\n", c.Solver)
		for _, line := range comparisonFacts(c, o.Against) {
			fmt.Fprintf(b, "- %s\n", line)
		}
		b.WriteByte('\n')
		for _, l := range comparisonLists(c) {
			if len(l.changes) == 0 {
				continue
			}
			fmt.Fprintf(b, "### %s: %d\n\n", l.title, len(l.changes))
			t := table{head: []column{{"task", left}, {"before", left}, {"s", right}, {"now", left}, {"s", right}, {"why", left}}}
			for _, d := range l.changes {
				was, is := d.Answers()
				t.add(code(d.Task.Name), was, seconds(d.Old.Wall), is, seconds(d.New.Wall), oneLine(d.New.Reason))
			}
			t.write(b)
			b.WriteByte('\n')
		}
	}
}

// changeList is one of a comparison's lists with its title.
type changeList struct {
	title   string
	changes []result.Change
}

func comparisonLists(c result.Comparison) []changeList {
	return []changeList{
		{"Changed verdicts", c.Verdicts},
		{"Lost", c.Lost},
		{"Gained", c.Gained},
		{"Slower", c.Slower},
		{"Faster", c.Faster},
	}
}

// comparisonFacts describes in sentences what was compared.
func comparisonFacts(c result.Comparison, against string) []string {
	if against == "" {
		against = "the old results"
	}
	old := c.OldSolver
	if c.OldVersion != "" {
		old += " " + c.OldVersion
	}
	out := []string{
		fmt.Sprintf("compared with %s in %s, on %d common tasks", old, against, c.Common),
		fmt.Sprintf("solved %d → %d, wrong %d → %d, PAR-2 %s → %s",
			c.OldTally.Solved(), c.NewTally.Solved(), c.OldTally.Wrong, c.NewTally.Wrong, par2(c.OldTally), par2(c.NewTally)),
	}
	if c.OnlyOld+c.OnlyNew > 0 {
		out = append(out, fmt.Sprintf("not compared: %d tasks only in the old results, %d only in the new", c.OnlyOld, c.OnlyNew))
	}
	if c.LimitsDiffer {
		out = append(out, "the limits differ, so times and timeouts do not compare")
	}
	return out
}
