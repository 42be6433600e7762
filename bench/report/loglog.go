// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"math"

	"cornet/internal/slice"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Line is one line of a log-log plot.
type Line struct {
	Name   string    // in the legend; empty: none
	Colour int       // lines that belong together have the same
	Peer   int       // 0: a full line; others are thinner, and broken, each in its own way
	X, Y   []float64 // positive
	Titles []string  // of the points, shown when the pointer rests there
	// Cut is where the line ends at the limit, marked by a cross; 0 if it does not.
	Cut float64
}

// Axes say what a log-log plot shows.
type Axes struct {
	Label, X, Y string
	Limit       float64 // of Y, where lines are cut
}

// peerDashes tell the lines of peers apart: dashes, dots, and both.
var peerDashes = [][]vg.Length{{5, 3}, {1.5, 2.5}, {5, 2, 1, 2}}

// LogLog returns a plot of lines with logarithmic axes as an SVG document, for light and for dark surroundings. Dotted lines rise
// in proportion to X.
func LogLog(a Axes, lines []Line) (string, error) {
	fig := newFigure(a.Label, 760, 360)
	p := fig.plot
	p.X.Label.Text, p.Y.Label.Text = a.X, a.Y
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.TickerFunc(logTicks), plot.TickerFunc(logTicks)
	p.X.Min, p.X.Max = math.Inf(1), 1
	p.Y.Min, p.Y.Max = shortest, a.Limit*1.5
	for _, l := range lines {
		for _, x := range append([]float64{max(l.Cut, 1)}, l.X...) {
			p.X.Max = max(p.X.Max, x*1.1)
		}
		for _, x := range l.X {
			p.X.Min = min(p.X.Min, x/1.1)
		}
	}
	p.X.Min = min(p.X.Min, p.X.Max/10)
	p.Add(gridLines{}, proportional{})
	for _, l := range lines {
		style := draw.LineStyle{Color: series(l.Colour).mark(), Width: 1.75}
		if l.Peer > 0 {
			style.Width, style.Dashes = 1.25, peerDashes[(l.Peer-1)%len(peerDashes)]
		}
		if l.Name != "" {
			fig.keys = append(fig.keys, key{text: l.Name, line: style})
		}
		at := make([]plotPoint, len(l.X))
		for i := range at {
			at[i] = plotPoint{l.X[i], clampTime(l.Y[i], a.Limit)}
			fig.spots = append(fig.spots, spot{at[i].x, at[i].y, l.Titles[i]})
		}
		p.Add(&logLine{at, l.Cut, a.Limit, style})
	}
	svg, err := fig.svg()
	return onBoth(svg), err
}

// logLine draws a line with a dot for each point, and a cross where it is cut.
type logLine struct {
	at         []plotPoint
	cut, limit float64
	style      draw.LineStyle
}

// Plot implements plot.Plotter.
func (l *logLine) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	place := func(v plotPoint) vg.Point { return vg.Point{X: toX(v.x), Y: toY(v.y)} }
	points := slice.Map(l.at, place)
	if l.cut > 0 {
		end := place(plotPoint{l.cut, l.limit})
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: l.style.Color, Radius: 4, Shape: outline{cross}}, end)
		points = append(points, end)
	}
	c.StrokeLines(l.style, points)
	for _, at := range points[:len(l.at)] {
		c.DrawGlyphNoClip(draw.GlyphStyle{Color: l.style.Color, Radius: 2, Shape: draw.CircleGlyph{}}, at)
	}
}

// proportional draws lines along which Y is proportional to X, one for each power of ten.
type proportional struct{}

// Plot implements plot.Plotter.
func (proportional) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	style := draw.LineStyle{Color: muted.mark(), Width: 0.5, Dashes: []vg.Length{1, 4}}
	decades := math.Floor(math.Log10(p.Y.Max / p.Y.Min))
	for x := p.X.Max; x > p.X.Min; x /= 10 {
		for d := 0.0; d <= decades; d++ {
			from, y := x/10, p.Y.Min*math.Pow(10, d)
			low, high := max(from, p.X.Min), min(x, from*p.Y.Max/y)
			if low < high {
				c.StrokeLine2(style, toX(low), toY(y*low/from), toX(high), toY(y*high/from))
			}
		}
	}
}

// onBoth makes a drawing a document whose colours follow those of the surroundings.
func onBoth(svg string) string {
	const dark = "@media (prefers-color-scheme: dark)"
	style := fmt.Sprintf("<style>svg{--plot-ground:#ffffff;%s}%s{svg{--plot-ground:#0d1117;%s}}</style>", paintCSS(false), dark, paintCSS(true))
	return afterTag(onPage(svg), style+`<rect width="100%" height="100%" style="fill:var(--plot-ground)"/>`)
}
