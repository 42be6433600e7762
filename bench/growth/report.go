// SPDX-License-Identifier: Apache-2.0

package growth

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"cornet/bench/report"
	"cornet/bench/result"
	"cornet/bench/task"
)

// Schema names the format of the JSON file.
const Schema = "cornet-growth/1"

// Report is the result of a measurement.
type Report struct {
	Schema   string          `json:"schema"`
	Date     time.Time       `json:"date"`
	Version  string          `json:"version"`
	Machine  result.Machine  `json:"machine"`
	Limits   result.Limits   `json:"limits"`
	Solvers  []result.Solver `json:"solvers"` // the solver under test first
	Families []Measured      `json:"families"`
}

// Measured has the results of one family.
type Measured struct {
	Name     string        `json:"name"`
	Group    string        `json:"group"`
	Language task.Language `json:"language"`
	Grows    string        `json:"grows"`
	Expected task.Verdict  `json:"expected"`
	Curves   []Curve       `json:"curves"` // in the order of the solvers
}

// Curve has the results of one solver on a family. Sizes ascend, and all but the last one are
// decided.
type Curve struct {
	Solver string  `json:"solver"`
	Points []Point `json:"points"`
}

// Point is one run.
type Point struct {
	Size   int           `json:"size"`
	Bytes  int           `json:"input_bytes"`
	Status result.Status `json:"status"`
	Reason string        `json:"reason,omitempty"` // why the point is not decided, or wrong
	CPU    float64       `json:"cpu_s"`
	Wall   float64       `json:"wall_s"`
	Memory int64         `json:"memory_bytes"`
	Effort int64         `json:"effort,omitempty"` // ticks that Cornet counted
	// the part of the effort for the validation of the witness
	Validation int64 `json:"validation,omitempty"`
}

// Decided returns the points at which the solver gave the verdict, and the one after them, or nil
// if all sizes are decided.
func (c Curve) Decided() (points []Point, first *Point) {
	for i, p := range c.Points {
		if !p.Status.Solved() {
			return c.Points[:i], &c.Points[i]
		}
	}
	return c.Points, nil
}

// noise is CPU time, in seconds. Below it, an exponent would reflect the start of a process.
const noise = 0.1

// Exponent returns the exponent of a cost between the last two sizes that were decided. It returns
// false if one of the two costs is not above least.
func (c Curve) Exponent(cost func(Point) float64, least float64) (float64, bool) {
	points, _ := c.Decided()
	if len(points) < 2 {
		return 0, false
	}
	a, b := points[len(points)-2], points[len(points)-1]
	if cost(a) <= least || cost(b) <= least {
		return 0, false
	}
	return math.Log(cost(b)/cost(a)) / math.Log(float64(b.Size)/float64(a.Size)), true
}

func cpu(p Point) float64    { return p.CPU }
func effort(p Point) float64 { return float64(p.Effort) }

// Alarm reports whether the solver under test gave a wrong verdict.
func (r *Report) Alarm() bool {
	for _, f := range r.Families {
		for _, c := range f.Curves {
			for _, p := range c.Points {
				if p.Status == result.Wrong && c.Solver == r.Solvers[0].Name {
					return true
				}
			}
		}
	}
	return false
}

// Read reads the JSON file that WriteJSON wrote.
func Read(file string) (*Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if r.Schema != Schema || len(r.Solvers) == 0 {
		return nil, fmt.Errorf("%s: its schema is %q: expected %s, which 'cornet bench --growth' writes", file, r.Schema, Schema)
	}
	return &r, nil
}

// WriteJSON writes everything.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	return e.Encode(r)
}

// Summary returns a table with a line for each family: all results of the solver under test, and
// the largest size that each peer decides.
func (r *Report) Summary() string {
	var b strings.Builder
	head := "| family | what grows | decided up to | then | CPU s | MB | ticks | exponent of CPU | of ticks | validation |"
	rule := "|---|---|--:|---|--:|--:|--:|--:|--:|--:|"
	for _, s := range r.Solvers[1:] {
		head, rule = head+" "+s.Name+" |", rule+"--:|"
	}
	fmt.Fprintf(&b, "%s\n%s\n", head, rule)
	for _, f := range r.Families {
		fmt.Fprintf(&b, "| %s | %s | %s |", f.Name, f.Grows, f.Curves[0].row())
		for _, c := range f.Curves[1:] {
			fmt.Fprintf(&b, " %s |", c.end())
		}
		b.WriteString("\n")
	}
	return b.String()
}

// end returns a cell with the largest size that is decided and the CPU time for it.
func (c Curve) end() string {
	points, _ := c.Decided()
	if len(points) == 0 {
		return "–"
	}
	p := points[len(points)-1]
	return fmt.Sprintf("%d in %.2f s", p.Size, p.CPU)
}

// row returns the cells for the solver under test.
func (c Curve) row() string {
	points, after := c.Decided()
	cells := make([]string, 8)
	if after != nil {
		cells[1] = fmt.Sprintf("%d: %s", after.Size, short(after.Reason))
	}
	if len(points) == 0 {
		cells[0] = "–"
		return strings.Join(cells, " | ")
	}
	p := points[len(points)-1]
	cells[0] = strconv.Itoa(p.Size)
	cells[2], cells[3] = fmt.Sprintf("%.2f", p.CPU), fmt.Sprintf("%.0f", float64(p.Memory)/1e6)
	cells[5] = exponent(c.Exponent(cpu, noise))
	if p.Effort > 0 {
		cells[4], cells[6] = strconv.FormatInt(p.Effort, 10), exponent(c.Exponent(effort, 0))
		cells[7] = fmt.Sprintf("%.0f %%", 100*float64(p.Validation)/float64(p.Effort))
	}
	return strings.Join(cells, " | ")
}

func exponent(e float64, ok bool) string {
	if !ok {
		return ""
	}
	return fmt.Sprintf("%.1f", e)
}

// short returns a cell with the beginning of a reason.
func short(reason string) string {
	const most = 60
	reason = strings.ReplaceAll(strings.ReplaceAll(reason, "|", "/"), "\n", " ")
	if r := []rune(reason); len(r) > most {
		return string(r[:most]) + "…"
	}
	return reason
}

// Details returns a table with all points, for one family.
func (f Measured) Details() string {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s: %s\n\n| size | solver | status | CPU s | MB | ticks |\n|--:|---|---|--:|--:|--:|\n", f.Name, f.Grows)
	for _, c := range f.Curves {
		for _, p := range c.Points {
			ticks := ""
			if p.Effort > 0 {
				ticks = strconv.FormatInt(p.Effort, 10)
			}
			fmt.Fprintf(&b, "| %d | %s | %s | %.2f | %.0f | %s |\n", p.Size, c.Solver, p.Status, p.CPU, float64(p.Memory)/1e6, ticks)
		}
	}
	return b.String()
}

// Markdown returns the page of a run.
func (r *Report) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Growth\n\n%s\n\n%s", r.Facts(), r.Summary())
	for _, f := range r.Families {
		b.WriteString("\n" + f.Details())
	}
	return b.String()
}

// Facts describes when and with what limits the report was measured.
func (r *Report) Facts() string {
	return fmt.Sprintf("%s, each run with %s; a solver gets no larger size after one that it does not decide.", r.Date.UTC().Format("2006-01-02"), limits(r.Limits))
}

func limits(l result.Limits) string {
	z := fmt.Sprintf("%g s of wall time", l.Wall)
	if l.CPU > 0 {
		z = fmt.Sprintf("%g s of CPU time", l.CPU)
	}
	if l.Memory > 0 {
		z += fmt.Sprintf(" and %d MiB", l.Memory>>20)
	}
	return z
}

// Groups returns the names of the groups of families, in their order.
func (r *Report) Groups() (z []string) {
	for _, f := range r.Families {
		if len(z) == 0 || z[len(z)-1] != f.Group {
			z = append(z, f.Group)
		}
	}
	return z
}

// Plot returns the log-log plot of a group as SVG: CPU time by size, a colour for each family, and
// broken lines for peers.
func (r *Report) Plot(group string) string {
	limit := r.Limits.Wall
	if r.Limits.CPU > 0 {
		limit = r.Limits.CPU
	}
	var lines []report.Line
	colour := 0
	for _, f := range r.Families {
		if f.Group != group {
			continue
		}
		for i, c := range f.Curves {
			l := report.Line{Colour: colour, Peer: i}
			if i == 0 {
				l.Name = f.Name
			}
			points, after := c.Decided()
			for _, p := range points {
				l.X, l.Y = append(l.X, float64(p.Size)), append(l.Y, p.CPU)
				l.Titles = append(l.Titles, fmt.Sprintf("%s %d\n%s: %.2f s", f.Name, p.Size, c.Solver, p.CPU))
			}
			if after != nil {
				l.Cut = float64(after.Size)
			}
			lines = append(lines, l)
		}
		colour++
	}
	return report.LogLog(report.Axes{Label: "Growth of " + group + ": CPU time by size", X: "size", Y: "CPU time, s", Limit: limit}, lines)
}
