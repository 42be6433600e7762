// SPDX-License-Identifier: Apache-2.0

package plot

import (
	"fmt"
	"math"
	"strings"
)

// A Shape is the form of a mark. All shapes except Dot are outlines, so that overlapping marks can
// be counted.
type Shape uint8

// The shapes of marks.
const (
	Dot Shape = iota
	Ring
	Triangle
	Square
	Cross
)

// A Mark is drawn at a point.
type Mark struct {
	Shape  Shape
	Colour string
	Radius float64
}

// markWidth is the width of the lines of outlines.
const markWidth = 1.2

// write draws the mark at a place in pixels.
func (m Mark) write(b *strings.Builder, x, y float64) {
	r := m.Radius
	line := Stroke{Colour: m.Colour, Width: markWidth}
	path := func(d string) { fmt.Fprintf(b, `<path d="%s" fill="none"%s/>`+"\n", d, line.attributes()) }
	switch m.Shape {
	case Dot:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%g" style="fill:%s"/>`+"\n", pixels(x), pixels(y), r, m.Colour)
	case Ring:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%g" fill="none"%s/>`+"\n", pixels(x), pixels(y), r, line.attributes())
	case Triangle:
		h := r * math.Sqrt(3) / 2
		path(fmt.Sprintf("M%s,%sL%s,%sH%sZ", pixels(x), pixels(y-r), pixels(x-h), pixels(y+r/2), pixels(x+h)))
	case Square:
		path(fmt.Sprintf("M%s,%sh%s", pixels(x-r), pixels(y-r), pixels(2*r)) + "v" + pixels(2*r) + "h" + pixels(-2*r) + "Z")
	case Cross:
		d := r / math.Sqrt2
		path(fmt.Sprintf("M%s,%sl%s,%s", pixels(x-d), pixels(y-d), pixels(2*d), pixels(2*d)) + fmt.Sprintf("M%s,%sl%s,%s", pixels(x-d), pixels(y+d), pixels(2*d), pixels(-2*d)))
	}
}
