// SPDX-License-Identifier: Apache-2.0

// Package plot draws plots as SVG: axes with ticks, lines, marks, and a legend above.
//
//	p := plot.New("Time by size", 760, 360)
//	p.X = plot.Axis{Label: "size", Log: true, Min: 10, Max: 1e4, Ticks: plot.LogTicks(10, 1e4)}
//	p.Y = plot.Axis{Label: "CPU time, s", Log: true, Min: 0.01, Max: 60, Ticks: plot.LogTicks(0.01, 60)}
//	p.Line(plot.Stroke{Colour: "teal", Width: 1.75}, plot.Point{X: 10, Y: 0.1}, plot.Point{X: 1000, Y: 9})
//	p.Key("cornet", plot.Stroke{Colour: "teal", Width: 1.75}, nil)
//	io.WriteString(w, p.SVG())
//
// A colour is any paint of SVG, also a variable of the page, as "var(--ink)". Later drawings cover
// earlier ones. Points are in the units of the axes; sizes are in pixels. Equal calls give equal
// bytes.
package plot
