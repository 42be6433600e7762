// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"image/color"
	"strings"
)

// paint is a role that a colour plays in a plot. Plots are drawn in one marker colour for each role,
// which no drawing needs otherwise; finish then replaces the markers by what belongs there.
type paint uint8

const (
	ink       paint = iota // text and axes
	muted                  // labels of ticks, notes
	grid                   // lines behind the data
	satMark                // tasks expected or answered sat
	unsatMark              // tasks expected or answered unsat
	openMark               // tasks without an expected verdict
	alarm                  // wrong answers
	series0                // the solver under test; the others follow
)

const seriesCount = 8 // colours for solvers, series0 to series0+7

// paints gives each role its colour in light and in dark surroundings. Solvers' colours differ in
// lightness as well as in hue, so that they stay apart for colour-blind readers and in print.
var paints = [series0 + seriesCount]struct{ name, light, dark string }{
	ink:         {"ink", "#1f2328", "#e6edf3"},
	muted:       {"muted", "#656d76", "#8d96a0"},
	grid:        {"grid", "#e3e7ec", "#2b313a"},
	satMark:     {"sat", "#0a6ebd", "#58a6ff"},
	unsatMark:   {"unsat", "#c4560a", "#f0883e"},
	openMark:    {"open", "#7d8590", "#8d96a0"},
	alarm:       {"alarm", "#cf222e", "#ff6a69"},
	series0:     {"s0", "#0a6ebd", "#58a6ff"},
	series0 + 1: {"s1", "#c4560a", "#f0883e"},
	series0 + 2: {"s2", "#1a7f37", "#3fb950"},
	series0 + 3: {"s3", "#8250df", "#bc8cff"},
	series0 + 4: {"s4", "#bf3989", "#f778ba"},
	series0 + 5: {"s5", "#0e7c86", "#39c5cf"},
	series0 + 6: {"s6", "#8a6100", "#d8a826"},
	series0 + 7: {"s7", "#57606a", "#afb8c1"},
}

// series returns the role of the i-th solver.
func series(i int) paint { return series0 + paint(i%seriesCount) }

// mark returns the marker colour of a role. Steps of 8 keep roles apart whatever the rounding.
func (p paint) mark() color.Color { return color.RGBA{R: 7, G: 11, B: 16 + 8*uint8(p), A: 255} }

// hex returns the marker colour as the SVG writer spells it; the arithmetic, with its truncation, is
// that of gonum.org/v1/plot/vg/vgsvg.
func (p paint) hex() string {
	r, g, b, a := p.mark().RGBA()
	scale := 255 / float64(a)
	return fmt.Sprintf("#%02X%02X%02X", int(float64(r)*scale), int(float64(g)*scale), int(float64(b)*scale))
}

// variable returns the CSS variable that holds the role's colour on the HTML page.
func (p paint) variable() string { return "--plot-" + paints[p].name }

// onPage replaces marker colours by CSS variables.
func onPage(svg string) string {
	return replacePaints(svg, func(p paint) string { return "var(" + p.variable() + ")" })
}

// onPaper replaces marker colours by those for light surroundings.
func onPaper(svg string) string {
	return replacePaints(svg, func(p paint) string { return paints[p].light })
}

func replacePaints(svg string, by func(paint) string) string {
	var pairs []string
	for p := range paint(len(paints)) {
		pairs = append(pairs, p.hex(), by(p))
	}
	return strings.NewReplacer(pairs...).Replace(svg)
}

// paintCSS returns the declarations of the variables, for one kind of surroundings.
func paintCSS(dark bool) string {
	var b strings.Builder
	for p := range paint(len(paints)) {
		c := paints[p].light
		if dark {
			c = paints[p].dark
		}
		fmt.Fprintf(&b, "%s:%s;", p.variable(), c)
	}
	return b.String()
}
