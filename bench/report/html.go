// SPDX-License-Identifier: Apache-2.0

package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strconv"
	"strings"

	"cornet/bench/result"
	"cornet/bench/task"
)

//go:embed page/page.html
var pageTemplate string

//go:embed page/page.css
var pageStyle string

//go:embed page/page.js
var pageScript string

// HTML writes the page with plots and tables. It is self-contained. The results must be normalised
// and name at least one solver.
func HTML(w io.Writer, f *result.File, o Options) error {
	if len(f.Solvers) == 0 {
		return fmt.Errorf("page %q: the results name no solver", o.title())
	}
	t, err := template.New("page").Funcs(template.FuncMap{
		"join": func(s []string) string { return strings.Join(s, ", ") },
	}).Parse(pageTemplate)
	if err != nil {
		return fmt.Errorf("page template: %w", err)
	}
	return t.Execute(w, newPage(f, o))
}

// page is the data of the template.
type page struct {
	Title, Date, Version    string
	Limits, Machine         string
	File                    *result.File
	Expected                int // runs, when complete
	Yes, No                 string
	LightPaints, DarkPaints template.CSS
	Style                   template.CSS
	Script                  template.JS
	Wrong                   []result.Run
	Tiles                   []tile
	Cactus                  template.HTML
	Scatters                []scatterFigure
	Counts                  []countHead
	Tables                  []countRows
	Changes                 []changesSection
	Unchecked               []result.Run
	Reasons                 []reasonRow
	Rows                    []taskRow
}

// tile is the card of one solver.
type tile struct {
	Name, Command, PAR2 string
	Paint               template.CSS
	Tally               result.Tally
	Unique              bool
}

type scatterFigure struct {
	SVG                   template.HTML
	X, Y                  string
	OnlyX, OnlyY, Neither int
}

type countHead struct{ Title, Help string }

// countRows is one table of counts.
type countRows struct {
	Title string
	Names []string
	Rows  []countRow
}

type countRow struct {
	First  bool // the first row of its group
	Names  []string
	Solver string
	Paint  template.CSS
	Runs   int
	Cells  []countCell
}

type countCell struct {
	Text string
	Bad  bool
}

type changesSection struct {
	Solver string
	Facts  []string
	Lists  []changeRows
}

type changeRows struct {
	Title string
	Rows  []changeRow
}

type changeRow struct{ Task, Was, OldTime, Is, NewTime, Why string }

type reasonRow struct {
	Solver string
	reason
}

// taskRow is one line of the table of all runs.
type taskRow struct {
	Task, Track, Expected string
	Kinds                 string // filters that the row passes, separated by spaces
	Runs                  []runCell
}

type runCell struct {
	Missing                bool
	Class, Text, Title     string
	Time, SortTime, Memory string
}

func newPage(f *result.File, o Options) *page {
	p := &page{
		Title: o.title(), Date: f.Date.UTC().Format("2006-01-02 15:04 MST"), Version: f.Version,
		Limits: limitsText(f), Machine: machineText(f.Machine), File: f,
		Expected:    len(f.Tasks) * len(f.Solvers),
		LightPaints: template.CSS(paintCSS(false)), DarkPaints: template.CSS(paintCSS(true)),
		Style: template.CSS(pageStyle), Script: template.JS(pageScript),
	}
	p.Yes, p.No = verdictWords(f)
	for _, r := range f.Runs {
		if r.Status == result.Wrong {
			p.Wrong = append(p.Wrong, r)
		}
	}
	p.Unchecked = unchecked(f)
	total := f.Total()
	for j, s := range f.Solvers {
		p.Tiles = append(p.Tiles, tile{
			Name: s.Name, Command: s.Command, Paint: template.CSS(series(j).variable()),
			Tally: total.Tallies[j], PAR2: par2(total.Tallies[j]), Unique: len(f.Solvers) > 1,
		})
		for _, r := range reasons(f, s.Name) {
			p.Reasons = append(p.Reasons, reasonRow{s.Name, r})
		}
	}
	p.countTables(f, total)
	for _, c := range o.Comparisons {
		p.Changes = append(p.Changes, newChanges(c, o.Against))
	}
	p.taskRows(f)
	p.draw(f)
	return p
}

// draw adds the plots: one quantile plot, and a scatter plot for each pair of solvers.
func (p *page) draw(f *result.File) {
	p.Cactus = template.HTML(cactus(f).SVG())
	for x := range f.Solvers {
		for y := x + 1; y < len(f.Solvers); y++ {
			s := scatterFigure{SVG: template.HTML(scatter(f, x, y).SVG()), X: f.Solvers[x].Name, Y: f.Solvers[y].Name}
			s.count(f)
			p.Scatters = append(p.Scatters, s)
		}
	}
}

// count fills in the tasks that only one solver solved.
func (s *scatterFigure) count(f *result.File) {
	for runs := range f.ByTask() {
		a, b := find(runs, s.X), find(runs, s.Y)
		if a == nil || b == nil {
			continue
		}
		switch {
		case a.Status.Solved() && b.Status.Solved():
		case a.Status.Solved():
			s.OnlyX++
		case b.Status.Solved():
			s.OnlyY++
		default:
			s.Neither++
		}
	}
}

func (p *page) countTables(f *result.File, total result.Group) {
	columns := counts(f)
	for _, c := range columns {
		p.Counts = append(p.Counts, countHead{c.title, c.help})
	}
	all := grouping{"Total", nil, func(result.Group) []string { return nil }, []result.Group{total}}
	for _, g := range append([]grouping{all}, groupings(f)...) {
		t := countRows{Title: g.title, Names: g.names}
		for _, group := range g.groups {
			for j, s := range f.Solvers {
				y := group.Tallies[j]
				row := countRow{First: j == 0, Names: g.name(group), Solver: s.Name, Paint: template.CSS(series(j).variable()), Runs: y.Runs}
				for _, c := range columns {
					text := c.cell(y)
					row.Cells = append(row.Cells, countCell{text, c.bad && text != "0"})
				}
				t.Rows = append(t.Rows, row)
			}
		}
		p.Tables = append(p.Tables, t)
	}
}

func newChanges(c result.Comparison, against string) changesSection {
	s := changesSection{Solver: c.Solver, Facts: comparisonFacts(c, against)}
	for _, l := range comparisonLists(c) {
		rows := changeRows{Title: l.title}
		for _, d := range l.changes {
			was, is := d.Answers()
			rows.Rows = append(rows.Rows, changeRow{d.Task.Name, was, seconds(d.Old.Wall), is, seconds(d.New.Wall), d.New.Reason})
		}
		s.Lists = append(s.Lists, rows)
	}
	return s
}

func (p *page) taskRows(f *result.File) {
	runs := map[string][]result.Run{}
	for r := range f.ByTask() {
		runs[r[0].Task] = r
	}
	contradictory := map[string]bool{}
	for _, d := range f.Disagreements {
		contradictory[d.Task] = true
	}
	for _, t := range f.Tasks {
		row := taskRow{Task: t.Name, Track: t.Track}
		if t.Expected != task.Unknown {
			row.Expected = t.Expected.Word(t.Language)
		}
		for _, s := range f.Solvers {
			row.Runs = append(row.Runs, newRunCell(find(runs[t.Name], s.Name), t))
		}
		row.Kinds = strings.Join(kinds(f, runs[t.Name], contradictory[t.Name]), " ")
		p.Rows = append(p.Rows, row)
	}
}

// kinds returns the filters of the page that a task's row passes.
func kinds(f *result.File, runs []result.Run, contradictory bool) []string {
	var out []string
	wrong := slices.ContainsFunc(runs, func(r result.Run) bool { return r.Status == result.Wrong })
	solved := slices.ContainsFunc(runs, func(r result.Run) bool { return r.Status.Solved() })
	first := find(runs, f.Solvers[0].Name)
	if wrong || contradictory {
		out = append(out, "alarm")
	}
	if first != nil && !first.Status.Solved() {
		out = append(out, "open")
		if solved {
			out = append(out, "behind")
		}
	}
	if !solved {
		out = append(out, "none")
	}
	return out
}

func newRunCell(r *result.Run, t result.Task) runCell {
	if r == nil {
		return runCell{Missing: true}
	}
	title := r.Reason
	if v := r.Validation; v != nil && r.Status != result.Wrong {
		title = strings.TrimSpace(title + " witness " + string(v.Finding) + ": " + v.Detail)
	}
	text := answerOf(*r, t.Language)
	if r.Status == result.Wrong || r.Status == result.Disputed {
		text += " (" + r.Status.String() + ")"
	}
	sortTime := r.Wall
	if !r.Status.Solved() {
		sortTime += 1e6 // unsolved runs come after all solved ones
	}
	return runCell{
		Class: r.Status.String(), Text: text, Title: strings.TrimSuffix(title, ": "),
		Time: seconds(r.Wall), SortTime: strconv.FormatFloat(sortTime, 'f', 3, 64), Memory: mebibytes(r.Memory),
	}
}
