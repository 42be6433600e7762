// SPDX-License-Identifier: Apache-2.0

package report

import (
	"fmt"
	"strings"

	"cornet/bench/plot"
)

// paint is a role that a colour plays in a plot. Plots are drawn with a CSS variable for each role,
// so that one drawing can be used on light and dark screens.
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
// lightness as well as in hue, so that colour-blind readers can distinguish them, also in print.
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

// colour returns the paint of SVG for the role.
func (p paint) colour() string { return "var(" + p.variable() + ")" }

// variable returns the CSS variable that holds the role's colour.
func (p paint) variable() string { return "--plot-" + paints[p].name }

// onPaper replaces the variables by the colours for light surroundings, for files that stand alone.
func onPaper(svg string) string {
	var pairs []string
	for p := range paint(len(paints)) {
		pairs = append(pairs, p.colour(), paints[p].light)
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

// newPlot returns an empty plot in the house style.
func newPlot(label string, width, height float64) *plot.Plot {
	p := plot.New(label, width, height)
	p.Style = plot.Style{Ink: ink.colour(), Muted: muted.colour(), Grid: grid.colour()}
	return p
}
