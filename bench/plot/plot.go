// SPDX-License-Identifier: Apache-2.0

package plot

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// A Point is a place in the units of the axes.
type Point struct{ X, Y float64 }

// A Stroke is the style of a line.
type Stroke struct {
	Colour string
	Width  float64
	Dashes []float64 // lengths of dashes and gaps; nil for a full line
}

// Axis is one of the two axes. A logarithmic axis needs a positive Min.
type Axis struct {
	Label    string
	Log      bool
	Min, Max float64 // Min < Max
	Ticks    []Tick
}

// at returns the part of the axis, from 0 to 1, that lies before v.
func (a Axis) at(v float64) float64 {
	if a.Log {
		return math.Log(v/a.Min) / math.Log(a.Max/a.Min)
	}
	return (v - a.Min) / (a.Max - a.Min)
}

// Style has the colours of the common parts of plots.
type Style struct {
	Ink   string // labels of axes and of the legend
	Muted string // axes, ticks and their labels
	Grid  string // lines through labelled ticks
}

// A Plot is drawn by its methods and printed by SVG.
type Plot struct {
	Style
	X, Y          Axis
	label         string
	width, height float64
	keys          []key
	items         []item
	spots         []spot
}

// key is one entry of the legend: samples, and a text.
type key struct {
	text string
	line *Stroke
	mark *Mark
}

// item is an element of the plot: a line through points, or a mark at each point.
type item struct {
	points []Point
	line   *Stroke
	mark   *Mark
}

// spot is a place where a title appears under the pointer.
type spot struct {
	at    Point
	title string
}

// Sizes in pixels.
const (
	legendHeight = 20.0
	textSize     = 10.0
	tickSize     = 9.0
	tickLength   = 4.0
	margin       = 8.0
	spotRadius   = 5.0
)

// New returns an empty plot. The label describes it to readers who do not see it.
func New(label string, width, height float64) *Plot {
	return &Plot{Style: Style{Ink: "black", Muted: "gray", Grid: "lightgray"}, label: label, width: width, height: height}
}

// Line draws a line through points. With fewer than two points it draws nothing.
func (p *Plot) Line(s Stroke, points ...Point) {
	if len(points) > 1 {
		p.items = append(p.items, item{points: points, line: &s})
	}
}

// Mark draws a mark at each of some points.
func (p *Plot) Mark(m Mark, points ...Point) {
	if len(points) > 0 {
		p.items = append(p.items, item{points: points, mark: &m})
	}
}

// Title makes a title appear when the pointer rests at a point.
func (p *Plot) Title(at Point, title string) { p.spots = append(p.spots, spot{at, title}) }

// Key adds an entry to the legend, with a sample of a line or of a mark.
func (p *Plot) Key(text string, line *Stroke, mark *Mark) {
	p.keys = append(p.keys, key{text, line, mark})
}

// SVG prints the plot. It takes time linear in the number of elements.
func (p *Plot) SVG() string {
	f := p.frame()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="Liberation Sans, Arial, Helvetica, sans-serif" role="img" aria-label="%s">`+"\n",
		pixels(p.width), pixels(p.height), html.EscapeString(p.label))
	p.writeLegend(&b, f)
	p.writeGrid(&b, f)
	for _, it := range p.items {
		if it.mark != nil {
			for _, at := range it.points {
				it.mark.write(&b, f.x(at.X), f.y(at.Y))
			}
			continue
		}
		d := make([]string, len(it.points))
		for i, at := range it.points {
			d[i] = pixels(f.x(at.X)) + "," + pixels(f.y(at.Y))
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none"%s/>`+"\n", strings.Join(d, " "), it.line.attributes())
	}
	p.writeAxes(&b, f)
	for _, s := range p.spots {
		fmt.Fprintf(&b, `<circle class="spot" cx="%s" cy="%s" r="%g" fill="transparent"><title>%s</title></circle>`+"\n",
			pixels(f.x(s.at.X)), pixels(f.y(s.at.Y)), spotRadius, html.EscapeString(s.title))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// frame is the rectangle of the data, in pixels from the upper left.
type frame struct {
	left, right, top, bottom float64
	xAxis, yAxis             Axis
}

func (p *Plot) frame() frame {
	widest, last := 0.0, 0.0
	for _, t := range p.Y.Ticks {
		widest = max(widest, textWidth(t.Label, tickSize))
	}
	for _, t := range p.X.Ticks {
		last = textWidth(t.Label, tickSize) / 2
	}
	return frame{
		left: margin + textSize*1.4 + widest + tickLength + 3, right: p.width - max(margin, last),
		top: legendHeight + margin, bottom: p.height - (textSize + 4) - (tickSize + 4) - tickLength - 3, xAxis: p.X, yAxis: p.Y,
	}
}

func (f frame) x(v float64) float64 { return f.left + f.xAxis.at(v)*(f.right-f.left) }
func (f frame) y(v float64) float64 { return f.bottom - f.yAxis.at(v)*(f.bottom-f.top) }

// writeLegend writes the keys from left to right.
func (p *Plot) writeLegend(b *strings.Builder, f frame) {
	x, y := f.left, legendHeight/2
	for _, k := range p.keys {
		if k.line != nil {
			fmt.Fprintf(b, `<path d="M%s,%sh16"%s/>`+"\n", pixels(x), pixels(y), k.line.attributes())
			x += 20
		}
		if k.mark != nil {
			k.mark.write(b, x+4, y)
			x += 12
		}
		writeText(b, x, y+textSize*0.35, textSize, p.Ink, "start", k.text)
		x += textWidth(k.text, textSize) + 16
	}
}

// writeGrid draws a line at each labelled tick.
func (p *Plot) writeGrid(b *strings.Builder, f frame) {
	line := Stroke{Colour: p.Grid, Width: 0.75}
	for _, t := range p.X.Ticks {
		if t.Label != "" {
			fmt.Fprintf(b, `<path d="M%s,%sV%s"%s/>`+"\n", pixels(f.x(t.Value)), pixels(f.top), pixels(f.bottom), line.attributes())
		}
	}
	for _, t := range p.Y.Ticks {
		if t.Label != "" {
			fmt.Fprintf(b, `<path d="M%s,%sH%s"%s/>`+"\n", pixels(f.left), pixels(f.y(t.Value)), pixels(f.right), line.attributes())
		}
	}
}

func (p *Plot) writeAxes(b *strings.Builder, f frame) {
	axis, small := Stroke{Colour: p.Muted, Width: 0.75}, Stroke{Colour: p.Muted, Width: 0.5}
	fmt.Fprintf(b, `<path d="M%s,%sV%sH%s" fill="none"%s/>`+"\n", pixels(f.left), pixels(f.top), pixels(f.bottom), pixels(f.right), axis.attributes())
	for _, t := range p.X.Ticks {
		x := f.x(t.Value)
		fmt.Fprintf(b, `<path d="M%s,%sv%g"%s/>`+"\n", pixels(x), pixels(f.bottom), t.length(), small.attributes())
		writeText(b, x, f.bottom+tickLength+tickSize+2, tickSize, p.Muted, "middle", t.Label)
	}
	for _, t := range p.Y.Ticks {
		y := f.y(t.Value)
		fmt.Fprintf(b, `<path d="M%s,%sh%g"%s/>`+"\n", pixels(f.left), pixels(y), -t.length(), small.attributes())
		writeText(b, f.left-tickLength-3, y+tickSize*0.35, tickSize, p.Muted, "end", t.Label)
	}
	writeText(b, (f.left+f.right)/2, p.height-4, textSize, p.Ink, "middle", p.X.Label)
	x, y := textSize+2, (f.top+f.bottom)/2
	fmt.Fprintf(b, `<g transform="rotate(-90 %s %s)">`, pixels(x), pixels(y))
	writeText(b, x, y, textSize, p.Ink, "middle", p.Y.Label)
	b.WriteString("</g>\n")
}

// attributes returns the attributes of an SVG element that is a line. Paints are in a style, since
// attributes do not support variables.
func (s Stroke) attributes() string {
	z := fmt.Sprintf(` style="stroke:%s" stroke-width="%g" stroke-linejoin="round"`, s.Colour, s.Width)
	if len(s.Dashes) > 0 {
		z += fmt.Sprintf(` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(s.Dashes), "[]"))
	}
	return z
}

func writeText(b *strings.Builder, x, y, size float64, colour, anchor, text string) {
	if text != "" {
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%g" text-anchor="%s" style="fill:%s">%s</text>`+"\n",
			pixels(x), pixels(y), size, anchor, colour, html.EscapeString(text))
	}
}

// textWidth returns the approximate width of a text. The viewer chooses the fonts.
func textWidth(text string, size float64) float64 {
	z := 0.0
	for _, c := range text {
		switch {
		case strings.ContainsRune("ijl.,:;|'! ()[]ftr", c):
			z += 0.31
		case c >= 'A' && c <= 'Z' || strings.ContainsRune("mw%", c):
			z += 0.72
		default:
			z += 0.56
		}
	}
	return z * size
}

// pixels prints a length.
func pixels(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
}
