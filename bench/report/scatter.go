// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"math"

	"cornet/bench/result"
	"cornet/bench/task"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// edge is how far beyond the time limit, in proportion, marks of unsolved tasks lie.
const edge = 2.4

// glyphs are the marks of a scatter plot, by what is known of the task.
var glyphs = map[paint]draw.GlyphStyle{
	satMark:   {Color: satMark.mark(), Radius: 3, Shape: outline{ring}},
	unsatMark: {Color: unsatMark.mark(), Radius: 3.4, Shape: outline{triangle}},
	openMark:  {Color: openMark.mark(), Radius: 2.6, Shape: outline{square}},
	alarm:     {Color: alarm.mark(), Radius: 4.2, Shape: outline{cross}},
}

// outline is a glyph of strokes, heavier than the plotting library's own, so that marks which overlap
// stay countable and colours stay legible.
type outline struct {
	path func(at vg.Point, r vg.Length) vg.Path
}

// DrawGlyph implements draw.GlyphDrawer.
func (o outline) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: s.Color, Width: 1.2})
	c.Stroke(o.path(at, s.Radius))
}

func ring(at vg.Point, r vg.Length) (p vg.Path) {
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func triangle(at vg.Point, r vg.Length) vg.Path {
	h := r * vg.Length(math.Sqrt(3)) / 2
	return closed(vg.Point{X: at.X, Y: at.Y + r}, vg.Point{X: at.X - h, Y: at.Y - r/2}, vg.Point{X: at.X + h, Y: at.Y - r/2})
}

func square(at vg.Point, r vg.Length) vg.Path {
	return closed(vg.Point{X: at.X - r, Y: at.Y - r}, vg.Point{X: at.X + r, Y: at.Y - r},
		vg.Point{X: at.X + r, Y: at.Y + r}, vg.Point{X: at.X - r, Y: at.Y + r})
}

func cross(at vg.Point, r vg.Length) (p vg.Path) {
	r *= vg.Length(math.Sqrt2) / 2
	p.Move(vg.Point{X: at.X - r, Y: at.Y - r})
	p.Line(vg.Point{X: at.X + r, Y: at.Y + r})
	p.Move(vg.Point{X: at.X - r, Y: at.Y + r})
	p.Line(vg.Point{X: at.X + r, Y: at.Y - r})
	return p
}

func closed(points ...vg.Point) (p vg.Path) {
	p.Move(points[0])
	for _, q := range points[1:] {
		p.Line(q)
	}
	p.Close()
	return p
}

// scatter draws one mark for each task that both solvers ran.
func scatter(f *result.File, x, y int) *figure {
	nx, ny := f.Solvers[x].Name, f.Solvers[y].Name
	fig := newFigure(fmt.Sprintf("Scatter plot: wall times of %s and %s", nx, ny), 420, 440)
	limit := max(f.Limits.Wall, 10*shortest)
	p := fig.plot
	p.X.Label.Text, p.Y.Label.Text = nx+", s", ny+", s"
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Scale = plot.LogScale{}
		a.Tick.Marker = plot.TickerFunc(func(lo, _ float64) []plot.Tick {
			return append(limitTicks(lo, limit), plot.Tick{Value: limit * edge, Label: "unsolved"})
		})
		a.Min, a.Max = shortest, limit*edge*1.25
	}
	marks := &markPlotter{by: map[paint][]plotPoint{}}
	p.Add(gridLines{}, guides{limit}, marks)

	used := map[paint]bool{}
	tasks := map[string]result.Task{}
	for _, t := range f.Tasks {
		tasks[t.Name] = t
	}
	for runs := range f.ByTask() {
		a, b := find(runs, nx), find(runs, ny)
		if a == nil || b == nil {
			continue
		}
		t := tasks[a.Task]
		kind := markOf(t, *a, *b)
		at := plotPoint{place(*a, limit), place(*b, limit)}
		marks.by[kind] = append(marks.by[kind], at)
		used[kind] = true
		fig.spots = append(fig.spots, spot{at.x, at.y, fmt.Sprintf("%s\n%s: %s, %s s\n%s: %s, %s s",
			t.Name, nx, answerOf(*a, t.Language), seconds(a.Wall), ny, answerOf(*b, t.Language), seconds(b.Wall))})
	}
	yes, no := verdictWords(f)
	for _, k := range []struct {
		p    paint
		text string
	}{{satMark, yes}, {unsatMark, no}, {openMark, "verdict unknown"}, {alarm, "wrong"}} {
		if used[k.p] {
			g := glyphs[k.p]
			fig.keys = append(fig.keys, key{text: k.text, glyph: &g})
		}
	}
	return fig
}

func find(runs []result.Run, solver string) *result.Run {
	for i := range runs {
		if runs[i].Solver == solver {
			return &runs[i]
		}
	}
	return nil
}

// markOf picks the mark: alarm when either answer is wrong, else by the expected verdict, else by what
// was answered.
func markOf(t result.Task, a, b result.Run) paint {
	if a.Status == result.Wrong || b.Status == result.Wrong {
		return alarm
	}
	v := t.Expected
	for _, r := range []result.Run{a, b} {
		if v == task.Unknown && r.Status.Solved() {
			v = r.Answer
		}
	}
	switch v {
	case task.True:
		return satMark
	case task.False:
		return unsatMark
	}
	return openMark
}

// place returns a run's coordinate: its time, or the edge when the task was not solved.
func place(r result.Run, limit float64) float64 {
	if !r.Status.Solved() {
		return limit * edge
	}
	return clampTime(r.Wall, limit)
}

// plotPoint is a point in data coordinates.
type plotPoint struct{ x, y float64 }

// markPlotter draws the marks, alarms last and thus on top.
type markPlotter struct{ by map[paint][]plotPoint }

// Plot implements plot.Plotter.
func (m *markPlotter) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for _, kind := range []paint{openMark, satMark, unsatMark, alarm} {
		for _, at := range m.by[kind] {
			c.DrawGlyphNoClip(glyphs[kind], vg.Point{X: toX(at.x), Y: toY(at.y)})
		}
	}
}

// guides draws the diagonal, the lines of ten times faster and slower, and the limit on both axes.
type guides struct{ limit float64 }

// Plot implements plot.Plotter.
func (g guides) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	line := func(style draw.LineStyle, x0, y0, x1, y1 float64) {
		c.StrokeLine2(style, toX(x0), toY(y0), toX(x1), toY(y1))
	}
	diagonal := draw.LineStyle{Color: muted.mark(), Width: 0.75}
	tenth := draw.LineStyle{Color: grid.mark(), Width: 1, Dashes: []vg.Length{3, 3}}
	limits := draw.LineStyle{Color: muted.mark(), Width: 0.75, Dashes: []vg.Length{2, 2}}
	l := g.limit
	line(diagonal, shortest, shortest, l, l)
	if l > 10*shortest {
		line(tenth, shortest, 10*shortest, l/10, l)
		line(tenth, 10*shortest, shortest, l, l/10)
	}
	line(limits, l, p.Y.Min, l, p.Y.Max)
	line(limits, p.X.Min, l, p.X.Max, l)
}
