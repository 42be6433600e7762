// SPDX-License-Identifier: Apache-2.0

package queries

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// least is where times on the plot begin, in seconds: shorter ones are noise.
const least = 1e-4

// beyond is where queries that are not decided stand, in time limits.
const beyond = 2

// WriteScatter writes an SVG plot with a mark per query: the time of the second solver to the right, that of
// the first upwards, both logarithmic. Queries that a solver does not decide stand beyond the limit.
func (r *Report) WriteScatter(w io.Writer) error {
	p := plot.New()
	p.Title.Text = "Processor time per query, in seconds"
	p.X.Label.Text, p.Y.Label.Text = r.Second, r.First
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.LogTicks{Prec: -1}, plot.LogTicks{Prec: -1}
	highest := 1.2 * beyond * r.Limit
	p.X.Min, p.Y.Min, p.X.Max, p.Y.Max = least, least, highest, highest
	for _, line := range []plotter.XYs{
		{{X: least, Y: least}, {X: highest, Y: highest}},
		{{X: least, Y: r.Limit}, {X: highest, Y: r.Limit}},
		{{X: r.Limit, Y: least}, {X: r.Limit, Y: highest}},
	} {
		l, err := plotter.NewLine(line)
		if err != nil {
			return err
		}
		l.Color = color.Gray{Y: 170}
		p.Add(l)
	}
	for _, kind := range []struct {
		name          string
		interpolation bool
		style         draw.GlyphStyle
	}{
		{"satisfiability", false, draw.GlyphStyle{Color: color.RGBA{R: 0x1f, G: 0x77, B: 0xb4, A: 0xff}, Radius: 2, Shape: draw.RingGlyph{}}},
		{"interpolation", true, draw.GlyphStyle{Color: color.RGBA{R: 0xd6, G: 0x52, B: 0x1c, A: 0xff}, Radius: 2.4, Shape: draw.TriangleGlyph{}}},
	} {
		var points plotter.XYs
		for _, q := range r.Queries {
			if q.Interpolation == kind.interpolation {
				points = append(points, plotter.XY{X: r.place(q.Second), Y: r.place(q.First)})
			}
		}
		if len(points) == 0 {
			continue
		}
		s, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		s.GlyphStyle = kind.style
		p.Add(s)
		p.Legend.Add(kind.name, s)
	}
	p.Legend.Left, p.Legend.Top = true, true
	to, err := p.WriterTo(14*vg.Centimeter, 14*vg.Centimeter, "svg")
	if err != nil {
		return err
	}
	_, err = to.WriteTo(w)
	return err
}

// place returns the coordinate of a result.
func (r *Report) place(x Result) float64 {
	if x.Status == "unknown" {
		return beyond * r.Limit
	}
	return min(max(x.Seconds, least), r.Limit)
}
