// SPDX-License-Identifier: Apache-2.0

package report

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// figure is one drawing: a plot, a legend above it, and titles that appear when the pointer rests on a
// mark.
type figure struct {
	plot   *plot.Plot
	label  string // what the figure shows, for readers who do not see it
	width  vg.Length
	height vg.Length
	keys   []key
	spots  []spot
}

// key is one entry of the legend: a sample and a word.
type key struct {
	text  string
	line  draw.LineStyle   // drawn when its width is not zero
	glyph *draw.GlyphStyle // drawn when not nil
}

// spot is a place in data coordinates with a title.
type spot struct {
	x, y  float64
	title string
}

const (
	legendHeight = 20.0
	spotRadius   = 5.0
	textSize     = 10.0
)

func sans(size vg.Length) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

// newFigure returns an empty figure in the house style.
func newFigure(label string, width, height vg.Length) *figure {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = draw.LineStyle{Color: muted.mark(), Width: 0.75}
		a.Padding = 0
		a.Label.TextStyle.Font = sans(textSize)
		a.Label.TextStyle.Color = ink.mark()
		a.Label.Padding = 5
		a.Tick.Label.Font = sans(textSize - 1)
		a.Tick.Label.Color = muted.mark()
		a.Tick.LineStyle = draw.LineStyle{Color: muted.mark(), Width: 0.5}
		a.Tick.Length = 4
	}
	return &figure{plot: p, label: label, width: width, height: height}
}

// svg draws the figure. Colours are still the markers.
func (f *figure) svg() (string, error) {
	canvas := vgsvg.New(f.width, f.height)
	whole := draw.New(canvas)
	f.drawLegend(draw.Crop(whole, 0, 0, f.height-legendHeight, 0))
	area := draw.Crop(whole, 3, -8, 0, -legendHeight)
	f.plot.Draw(area)
	data := f.plot.DataCanvas(area)
	toX, toY := f.plot.Transforms(&data)

	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("drawing %s: %w", f.label, err)
	}
	text := b.String()
	start, end := strings.Index(text, "<svg"), strings.LastIndex(text, "</svg>")
	if start < 0 || end < 0 {
		return "", fmt.Errorf("drawing %s: the writer gave no <svg> element", f.label)
	}
	body := text[start:end]
	body = body[strings.IndexByte(body, '>')+1:]
	var out strings.Builder
	fmt.Fprintf(&out, `<svg class="plot" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" role="img" aria-label="%s">`,
		f.width.Points(), f.height.Points(), html.EscapeString(f.label))
	out.WriteString(body)
	for _, s := range f.spots {
		fmt.Fprintf(&out, `<circle class="spot" cx="%.2f" cy="%.2f" r="%g" fill="transparent"><title>%s</title></circle>`+"\n",
			toX(s.x).Points(), (f.height - toY(s.y)).Points(), spotRadius, html.EscapeString(s.title))
	}
	out.WriteString("</svg>\n")
	return out.String(), nil
}

// drawLegend writes the keys from left to right.
func (f *figure) drawLegend(c draw.Canvas) {
	style := f.plot.X.Label.TextStyle
	style.Font = sans(textSize)
	style.XAlign, style.YAlign = draw.XLeft, draw.YCenter
	x, y := c.Min.X+36, (c.Min.Y+c.Max.Y)/2
	for _, k := range f.keys {
		if k.line.Width > 0 {
			c.StrokeLine2(k.line, x, y, x+16, y)
			x += 20
		}
		if k.glyph != nil {
			c.DrawGlyphNoClip(*k.glyph, vg.Point{X: x + 4, Y: y})
			x += 12
		}
		c.FillText(style, vg.Point{X: x, Y: y}, k.text)
		x += style.Width(k.text) + 16
	}
}

// logTicks labels 1, 2 and 5 times the powers of ten, or the powers alone when the range is wide, and
// leaves small marks at the other digits. Bounds must be positive.
func logTicks(lo, hi float64) []plot.Tick {
	labelled := "125"
	if hi/lo > 500 {
		labelled = "1"
	}
	var out []plot.Tick
	for e := math.Floor(math.Log10(lo)); math.Pow(10, e) <= hi; e++ {
		for d := 1; d <= 9; d++ {
			// Parsing the decimal gives the closest number, which a product would not.
			v, err := strconv.ParseFloat(fmt.Sprintf("%de%d", d, int(e)), 64)
			if err != nil || v < lo || v > hi {
				continue
			}
			t := plot.Tick{Value: v}
			if strings.Contains(labelled, strconv.Itoa(d)) {
				t.Label = strconv.FormatFloat(v, 'g', -1, 64)
			}
			out = append(out, t)
		}
	}
	return out
}

// limitTicks are logTicks with a label at the upper bound, the time limit, in place of one that is close.
func limitTicks(lo, limit float64) []plot.Tick {
	out := logTicks(lo, limit)
	for i := range out {
		if out[i].Value > limit/1.5 {
			out[i].Label = ""
		}
	}
	return append(out, plot.Tick{Value: limit, Label: strconv.FormatFloat(limit, 'g', 4, 64)})
}

// countTicks labels about five round numbers from 0.
func countTicks(_, hi float64) []plot.Tick {
	step := 1.0
	for _, s := range []float64{1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000} {
		step = s
		if hi/s <= 7 {
			break
		}
	}
	var out []plot.Tick
	for v := 0.0; v <= hi; v += step {
		out = append(out, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64)})
	}
	return out
}

// gridLines draws a line at every labelled tick. It is a plot.Plotter, added before the data.
type gridLines struct{}

// Plot implements plot.Plotter.
func (gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	style := draw.LineStyle{Color: grid.mark(), Width: 0.75}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if x := toX(t.Value); !t.IsMinor() && c.ContainsX(x) {
			c.StrokeLine2(style, x, c.Min.Y, x, c.Max.Y)
		}
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := toY(t.Value); !t.IsMinor() && c.ContainsY(y) {
			c.StrokeLine2(style, c.Min.X, y, c.Max.X, y)
		}
	}
}

// afterTag inserts text after the first tag of a document.
func afterTag(svg, text string) string {
	head, rest, _ := strings.Cut(svg, ">")
	return head + ">" + text + rest
}
