// SPDX-License-Identifier: Apache-2.0

package report

import (
	"cmp"
	"fmt"
	"slices"

	"cornet/bench/plot"
	"cornet/bench/result"
	"cornet/internal/slice"
)

// shortest is the shortest time that plots distinguish. Shorter times are drawn there, since they
// only show how fast a process starts.
const shortest = 0.01

// Cactus returns the quantile plot of the normalised results as an SVG document in fixed colours.
func Cactus(f *result.File) string { return onPaper(cactus(f).SVG()) }

// cactus draws one line for each solver, and one for the best of all if there are several.
func cactus(f *result.File) *plot.Plot {
	limit := max(f.Limits.Wall, 10*shortest)
	p := newPlot("Quantile plot: tasks solved, by time for each", 620, 380)
	p.Y = plot.Axis{Label: "wall time for each, s", Log: true, Min: shortest, Max: limit, Ticks: plot.LimitTicks(shortest, limit)}
	most := 1
	draw := func(name string, times []float64, style plot.Stroke) {
		p.Key(fmt.Sprintf("%s (%d)", name, len(times)), &style, nil)
		drawQuantiles(p, times, limit, style)
		most = max(most, len(times))
	}
	for i, s := range f.Solvers {
		runs := solvedBy(f, s.Name)
		style := plot.Stroke{Colour: series(i).colour(), Width: 1.75}
		if i >= seriesCount {
			style.Dashes = []float64{4, 2}
		}
		for n, r := range runs {
			p.Title(plot.Point{X: float64(n + 1), Y: clampTime(r.Wall, limit)},
				fmt.Sprintf("%s: %d tasks within %s s\n%s", s.Name, n+1, seconds(r.Wall), r.Task))
		}
		draw(s.Name, slice.Map(runs, func(r result.Run) float64 { return r.Wall }), style)
	}
	if len(f.Solvers) > 1 {
		draw("best of all", bestTimes(f), plot.Stroke{Colour: muted.colour(), Width: 1.25, Dashes: []float64{2, 2}})
	}
	right := 1.02 * float64(most)
	p.X = plot.Axis{Label: "tasks solved", Max: right, Ticks: plot.CountTicks(right)}
	return p
}

// drawQuantiles draws the line through (n, n-th time), with a dot at its end, so that a solver with
// one solved task is visible too. Times are sorted.
func drawQuantiles(p *plot.Plot, times []float64, limit float64, style plot.Stroke) {
	points := make([]plot.Point, len(times))
	for n, t := range times {
		points[n] = plot.Point{X: float64(n + 1), Y: clampTime(t, limit)}
	}
	if len(points) > 0 {
		p.Line(style, points...)
		p.Mark(plot.Mark{Shape: plot.Dot, Colour: style.Colour, Radius: 2.5}, points[len(points)-1])
	}
}

// solvedBy returns a solver's solved runs, fastest first.
func solvedBy(f *result.File, solver string) []result.Run {
	out := slice.Filter(f.Runs, func(r result.Run) bool { return r.Solver == solver && r.Status.Solved() })
	slices.SortStableFunc(out, func(a, b result.Run) int { return cmp.Compare(a.Wall, b.Wall) })
	return out
}

// bestTimes returns, sorted, the shortest time of each task that some solver solved.
func bestTimes(f *result.File) []float64 {
	var out []float64
	for runs := range f.ByTask() {
		best := -1.0
		for _, r := range runs {
			if r.Status.Solved() && (best < 0 || r.Wall < best) {
				best = r.Wall
			}
		}
		if best >= 0 {
			out = append(out, best)
		}
	}
	slices.Sort(out)
	return out
}

func clampTime(t, limit float64) float64 { return min(max(t, shortest), limit) }
