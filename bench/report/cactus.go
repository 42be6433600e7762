// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"slices"

	"cornet/bench/result"
	"cornet/internal/slice"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shortest is the least time that plots tell apart: what takes less is drawn there. Below it one sees
// how fast a process starts.
const shortest = 0.01

// Cactus returns the quantile plot of the normalised results as an SVG document in fixed colours.
func Cactus(f *result.File) (string, error) {
	svg, err := cactus(f).svg()
	return onPaper(svg), err
}

// cactus draws one line for each solver, and one for the best of them all when there are several.
func cactus(f *result.File) *figure {
	fig := newFigure("Quantile plot: tasks solved, by time for each", 620, 380)
	p := fig.plot
	p.X.Label.Text = "tasks solved"
	p.Y.Label.Text = "wall time for each, s"
	p.Y.Scale = plot.LogScale{}
	p.Y.Tick.Marker = plot.TickerFunc(limitTicks)
	p.X.Tick.Marker = plot.TickerFunc(countTicks)
	p.X.Min, p.X.Max = 0, 1
	p.Y.Min, p.Y.Max = shortest, max(f.Limits.Wall, 10*shortest)
	p.Add(gridLines{})

	for i, s := range f.Solvers {
		runs := solvedBy(f, s.Name)
		style := draw.LineStyle{Color: series(i).mark(), Width: 1.75}
		if i >= seriesCount {
			style.Dashes = []vg.Length{4, 2}
		}
		fig.keys = append(fig.keys, key{text: fmt.Sprintf("%s (%d)", s.Name, len(runs)), line: style})
		times := make([]float64, len(runs))
		for n, r := range runs {
			times[n] = r.Wall
			fig.spots = append(fig.spots, spot{float64(n + 1), clampTime(r.Wall, p.Y.Max),
				fmt.Sprintf("%s: %d tasks within %s s\n%s", s.Name, n+1, seconds(r.Wall), r.Task)})
		}
		fig.addQuantiles(times, style)
	}
	if len(f.Solvers) > 1 {
		style := draw.LineStyle{Color: muted.mark(), Width: 1.25, Dashes: []vg.Length{2, 2}}
		best := bestTimes(f)
		fig.keys = append(fig.keys, key{text: fmt.Sprintf("best of all (%d)", len(best)), line: style})
		fig.addQuantiles(best, style)
	}
	p.X.Max *= 1.02
	return fig
}

// addQuantiles draws the line through (n, n-th time) and widens the axis to hold it. Times are sorted.
func (f *figure) addQuantiles(times []float64, style draw.LineStyle) {
	if len(times) == 0 {
		return
	}
	xy := make(plotter.XYs, len(times))
	for n, t := range times {
		xy[n] = plotter.XY{X: float64(n + 1), Y: clampTime(t, f.plot.Y.Max)}
	}
	f.plot.X.Max = max(f.plot.X.Max, float64(len(times)))
	f.plot.Add(&quantileLine{xy, style})
}

// quantileLine draws a line with a dot at its end, so that a solver with one task solved is seen too.
type quantileLine struct {
	xy    plotter.XYs
	style draw.LineStyle
}

// Plot implements plot.Plotter.
func (q *quantileLine) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	points := slice.Map(q.xy, func(v plotter.XY) vg.Point { return vg.Point{X: toX(v.X), Y: toY(v.Y)} })
	c.StrokeLines(q.style, points)
	dot := draw.GlyphStyle{Color: q.style.Color, Radius: 2.5, Shape: draw.CircleGlyph{}}
	c.DrawGlyphNoClip(dot, points[len(points)-1])
}

// solvedBy returns a solver's solved runs, fastest first.
func solvedBy(f *result.File, solver string) []result.Run {
	out := slice.Filter(f.Runs, func(r result.Run) bool { return r.Solver == solver && r.Status.Solved() })
	slices.SortStableFunc(out, func(a, b result.Run) int {
		switch {
		case a.Wall < b.Wall:
			return -1
		case a.Wall > b.Wall:
			return 1
		}
		return 0
	})
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
