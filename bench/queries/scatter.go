// SPDX-License-Identifier: Apache-2.0

package queries

import (
	"io"

	"cornet/bench/plot"
)

// least is the start of the time axes of the plot, in seconds. Shorter times are noise.
const least = 1e-4

// beyond is the position of undecided queries, in time limits.
const beyond = 2

// WriteScatter writes an SVG plot with a mark for each query. The horizontal axis is the time of
// the second solver, and the vertical axis that of the first, both logarithmic. Queries that a
// solver does not decide are beyond the limit.
func (r *Report) WriteScatter(w io.Writer) error {
	highest := 1.2 * beyond * r.Limit
	p := plot.New("Processor time per query, in seconds", 530, 530)
	axis := func(solver string) plot.Axis {
		return plot.Axis{Label: solver + ", s", Log: true, Min: least, Max: highest, Ticks: plot.LogTicks(least, highest)}
	}
	p.X, p.Y = axis(r.Second), axis(r.First)
	for _, line := range [][]plot.Point{
		{{X: least, Y: least}, {X: highest, Y: highest}},
		{{X: least, Y: r.Limit}, {X: highest, Y: r.Limit}},
		{{X: r.Limit, Y: least}, {X: r.Limit, Y: highest}},
	} {
		p.Line(plot.Stroke{Colour: "#aaaaaa", Width: 1}, line...)
	}
	for _, kind := range []struct {
		name          string
		interpolation bool
		mark          plot.Mark
	}{
		{"satisfiability", false, plot.Mark{Shape: plot.Ring, Colour: "#1f77b4", Radius: 2}},
		{"interpolation", true, plot.Mark{Shape: plot.Triangle, Colour: "#d6521c", Radius: 2.4}},
	} {
		var points []plot.Point
		for _, q := range r.Queries {
			if q.Interpolation == kind.interpolation {
				points = append(points, plot.Point{X: r.place(q.Second), Y: r.place(q.First)})
			}
		}
		if len(points) > 0 {
			p.Mark(kind.mark, points...)
			p.Key(kind.name, nil, &kind.mark)
		}
	}
	_, err := io.WriteString(w, p.SVG())
	return err
}

// place returns the coordinate of a result.
func (r *Report) place(x Result) float64 {
	if x.Status == "unknown" {
		return beyond * r.Limit
	}
	return min(max(x.Seconds, least), r.Limit)
}
