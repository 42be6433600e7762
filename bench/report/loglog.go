// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"math"
	"strings"

	"cornet/bench/plot"
)

// Line is one line of a log-log plot.
type Line struct {
	Name   string // name in the legend; empty for none
	Colour int    // lines with the same number have the same colour
	// 0 for a full line; the lines of peers are thinner and broken, each with different dashes
	Peer   int
	X, Y   []float64 // positive
	Titles []string  // of the points, shown when the pointer rests there
	// Cut is where the line ends at the limit, marked by a cross. It is 0 for other lines.
	Cut float64
}

// Axes describe the axes of a log-log plot.
type Axes struct {
	Label, X, Y string
	Limit       float64 // of Y, where lines are cut
}

// peerDashes distinguish the lines of peers: dashes, dots, and both.
var peerDashes = [][]float64{{5, 3}, {1.5, 2.5}, {5, 2, 1, 2}}

// LogLog returns a plot of lines with logarithmic axes as an SVG document, for light and for dark
// surroundings. Dotted lines rise in proportion to X.
func LogLog(a Axes, lines []Line) string {
	p := newPlot(a.Label, 760, 360)
	low, high := math.Inf(1), 1.0
	for _, l := range lines {
		for _, x := range append([]float64{max(l.Cut, 1)}, l.X...) {
			high = max(high, x*1.1)
		}
		for _, x := range l.X {
			low = min(low, x/1.1)
		}
	}
	low = min(low, high/10)
	p.X = plot.Axis{Label: a.X, Log: true, Min: low, Max: high, Ticks: plot.LogTicks(low, high)}
	p.Y = plot.Axis{Label: a.Y, Log: true, Min: shortest, Max: a.Limit * 1.5, Ticks: plot.LogTicks(shortest, a.Limit*1.5)}
	drawProportional(p)
	for _, l := range lines {
		l.draw(p, a.Limit)
	}
	return onBoth(p.SVG())
}

// draw draws a line with a dot for each point, and a cross where it is cut.
func (l Line) draw(p *plot.Plot, limit float64) {
	style := plot.Stroke{Colour: series(l.Colour).colour(), Width: 1.75}
	if l.Peer > 0 {
		style.Width, style.Dashes = 1.25, peerDashes[(l.Peer-1)%len(peerDashes)]
	}
	if l.Name != "" {
		p.Key(l.Name, &style, nil)
	}
	points := make([]plot.Point, len(l.X))
	for i, x := range l.X {
		points[i] = plot.Point{X: x, Y: clampTime(l.Y[i], limit)}
		p.Title(points[i], l.Titles[i])
	}
	p.Mark(plot.Mark{Shape: plot.Dot, Colour: style.Colour, Radius: 2}, points...)
	if l.Cut > 0 {
		end := plot.Point{X: l.Cut, Y: limit}
		p.Mark(plot.Mark{Shape: plot.Cross, Colour: style.Colour, Radius: 4}, end)
		points = append(points[:len(points):len(points)], end)
	}
	p.Line(style, points...)
}

// drawProportional draws lines along which Y is proportional to X, one for each power of ten.
func drawProportional(p *plot.Plot) {
	style := plot.Stroke{Colour: muted.colour(), Width: 0.5, Dashes: []float64{1, 4}}
	decades := math.Floor(math.Log10(p.Y.Max / p.Y.Min))
	for x := p.X.Max; x > p.X.Min; x /= 10 {
		for d := 0.0; d <= decades; d++ {
			from, y := x/10, p.Y.Min*math.Pow(10, d)
			low, high := max(from, p.X.Min), min(x, from*p.Y.Max/y)
			if low < high {
				p.Line(style, plot.Point{X: low, Y: y * low / from}, plot.Point{X: high, Y: y * high / from})
			}
		}
	}
}

// onBoth turns a drawing into a document whose colours follow those of the surroundings.
func onBoth(svg string) string {
	const dark = "@media (prefers-color-scheme: dark)"
	head, rest, _ := strings.Cut(svg, ">")
	return head + fmt.Sprintf("><style>svg{--plot-ground:#ffffff;%s}%s{svg{--plot-ground:#0d1117;%s}}</style>", paintCSS(false), dark, paintCSS(true)) +
		`<rect width="100%" height="100%" style="fill:var(--plot-ground)"/>` + rest
}
