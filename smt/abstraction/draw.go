// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
)

// This file draws explored lattices as the papers do: no templates on top, all of
// them at the bottom, an edge where an element has more templates than another
// one and nothing that is drawn lies between.

const (
	maxWhole = 4  // templates up to which the whole lattice is drawn
	maxDrawn = 48 // elements that are drawn otherwise: the last ones visited
)

// drawing is a lattice as a picture.
type drawing struct {
	nodes []drawnNode // by number of templates, ascending
	edges [][2]int    // from an element to one with more templates
}

type drawnNode struct {
	choices []Choice
	status  Status
	label   string
}

// colours by status
var colours = [...]string{Open: "#ffffff", Infeasible: "#f4c7c3", Feasible: "#cfe8cf", Maximal: "#6abf69"}

func (z *Lattice) drawing() *drawing {
	var d drawing
	add := func(choices []Choice) {
		if !slices.ContainsFunc(d.nodes, func(n drawnNode) bool { return slices.Equal(n.choices, choices) }) {
			d.nodes = append(d.nodes, drawnNode{choices, z.StatusOf(choices), z.label(choices)})
		}
	}
	if len(z.Base) <= maxWhole {
		for set := range 1 << len(z.Base) {
			var choices []Choice
			for k, c := range z.Base {
				if set>>k&1 == 1 {
					choices = append(choices, c)
				}
			}
			slices.SortFunc(choices, compareChoices)
			add(choices)
		}
	} else {
		for _, e := range z.Maximal {
			add(e.Choices)
		}
		for _, v := range slices.Backward(z.Visited) {
			if len(d.nodes) < maxDrawn {
				add(v.Element.Choices)
			}
		}
	}
	slices.SortStableFunc(d.nodes, func(a, b drawnNode) int { return len(a.choices) - len(b.choices) })
	below := func(i, j int) bool {
		return len(d.nodes[i].choices) < len(d.nodes[j].choices) && isSubset(d.nodes[i].choices, d.nodes[j].choices)
	}
	for j := range d.nodes {
	next:
		for i := range j {
			if !below(i, j) {
				continue
			}
			for k := i + 1; k < j; k++ {
				if below(i, k) && below(k, j) {
					continue next
				}
			}
			d.edges = append(d.edges, [2]int{i, j})
		}
	}
	return &d
}

// label names an element by its templates.
func (z *Lattice) label(choices []Choice) string {
	const most = 5
	switch n := len(choices); {
	case n == 0:
		return "∅"
	case n > most && n == len(z.Base):
		return fmt.Sprintf("all %d templates", n)
	case n > most:
		return fmt.Sprintf("%d templates", n)
	}
	words := make([]string, len(choices))
	for i, c := range choices {
		words[i] = z.name(c)
	}
	return "{" + strings.Join(words, ", ") + "}"
}

// name returns a choice as text: its template, with its group where there are
// several.
func (z *Lattice) name(c Choice) string {
	t := z.Template[c].String()
	if len(z.Groups) > 1 {
		return z.Groups[c.Group] + ": " + t
	}
	return t
}

// WriteDOT prints the lattice in the language of Graphviz.
func WriteDOT(w io.Writer, z *Lattice) error {
	b := bufio.NewWriter(w)
	b.WriteString("digraph lattice {\n  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n  edge [arrowhead=none];\n")
	d := z.drawing()
	for i, n := range d.nodes {
		fmt.Fprintf(b, "  e%d [label=%q, fillcolor=%q, tooltip=%q];\n", i, n.label, colours[n.status], n.status.String())
	}
	for _, e := range d.edges {
		fmt.Fprintf(b, "  e%d -> e%d;\n", e[0], e[1])
	}
	for k, g := range z.Guided {
		i := slices.IndexFunc(d.nodes, func(n drawnNode) bool { return slices.Equal(n.choices, g.Element.Choices) })
		if i < 0 {
			continue
		}
		fmt.Fprintf(b, "  i%d [shape=note, style=solid, label=%q];\n  e%d -> i%d [style=dashed];\n", k, strings.Join(z.interpolants(g), "\n"), i, k)
	}
	b.WriteString("}\n")
	return b.Flush()
}

// interpolants returns the interpolants as lines, without those that say nothing.
func (z *Lattice) interpolants(g Guided) []string {
	var lines []string
	for i, f := range g.Formulas {
		if f.IsValue() {
			continue
		}
		line := f.String()
		if i < len(z.Nodes) {
			line = z.Nodes[i] + ": " + line
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// Geometry of SVG pictures, in pixels.
const (
	charWidth  = 7
	boxHeight  = 26
	rowHeight  = 76
	boxSpacing = 18
	maxLabel   = 60 // characters
)

// WriteSVG prints the lattice as a picture: a row per number of templates.
func WriteSVG(w io.Writer, z *Lattice) error {
	d := z.drawing()
	type box struct{ x, y, width int }
	boxes := make([]box, len(d.nodes))
	labels := make([]string, len(d.nodes))
	var rows [][]int // nodes by row
	for i, n := range d.nodes {
		labels[i] = n.label
		if r := []rune(n.label); len(r) > maxLabel {
			labels[i] = string(r[:maxLabel]) + "…"
		}
		if i == 0 || len(n.choices) > len(d.nodes[i-1].choices) {
			rows = append(rows, nil)
		}
		boxes[i].width = charWidth*len([]rune(labels[i])) + 20
		rows[len(rows)-1] = append(rows[len(rows)-1], i)
	}
	total := 0
	widths := make([]int, len(rows))
	for r, row := range rows {
		widths[r] = boxSpacing
		for _, i := range row {
			widths[r] += boxes[i].width + boxSpacing
		}
		total = max(total, widths[r])
	}
	for r, row := range rows {
		x := (total-widths[r])/2 + boxSpacing
		for _, i := range row {
			boxes[i].x, boxes[i].y = x, 20+r*rowHeight
			x += boxes[i].width + boxSpacing
		}
	}
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">`+"\n",
		max(total, 1), 40+len(rows)*rowHeight)
	for _, e := range d.edges {
		p, q := boxes[e[0]], boxes[e[1]]
		fmt.Fprintf(b, `<line x1="%d" y1="%d" x2="%d" y2="%d" stroke="#888"/>`+"\n", p.x+p.width/2, p.y+boxHeight, q.x+q.width/2, q.y)
	}
	for i, n := range d.nodes {
		p := boxes[i]
		fmt.Fprintf(b, `<g><title>%s: %s</title><rect x="%d" y="%d" width="%d" height="%d" rx="6" fill="%s" stroke="#444"/><text x="%d" y="%d" text-anchor="middle">%s</text></g>`+"\n",
			n.status, html.EscapeString(n.label), p.x, p.y, p.width, boxHeight, colours[n.status], p.x+p.width/2, p.y+17, html.EscapeString(labels[i]))
	}
	b.WriteString("</svg>\n")
	return b.Flush()
}

// WriteHTML prints a page with the pictures of several refinements, their
// templates and interpolants. It loads nothing.
func WriteHTML(w io.Writer, title string, all []*Lattice) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>%[1]s</title>
<style>body{font-family:sans-serif;margin:2em}svg{display:block}.picture{overflow-x:auto}td,th{text-align:left;padding:2px 1em 2px 0}
.key span{padding:2px 8px;border:1px solid #444;border-radius:6px;margin-right:6px}code{white-space:pre-wrap}</style></head>
<body><h1>Abstraction lattices: %[1]s</h1>
<p class="key">`, html.EscapeString(title))
	for st, colour := range colours {
		fmt.Fprintf(b, `<span style="background:%s">%s</span>`, colour, Status(st))
	}
	b.WriteString("</p>\n")
	for k, z := range all {
		fmt.Fprintf(b, "<details%s><summary>Refinement %d: %d templates, %d elements visited, %d maximal</summary>\n<div class=\"picture\">",
			map[bool]string{true: " open"}[k == len(all)-1], k, len(z.Base), len(z.Visited), len(z.Maximal))
		if err := b.Flush(); err != nil {
			return err
		}
		if err := WriteSVG(b, z); err != nil {
			return err
		}
		b.WriteString("</div>\n<table><tr><th>maximal element</th><th>cost</th></tr>\n")
		for _, e := range z.Maximal {
			words := make([]string, len(e.Choices))
			for i, c := range e.Choices {
				words[i] = z.name(c)
			}
			fmt.Fprintf(b, "<tr><td><code>%s</code></td><td>%d</td></tr>\n", html.EscapeString(strings.Join(words, ", ")), e.Cost)
		}
		b.WriteString("</table>\n")
		for _, g := range z.Guided {
			fmt.Fprintf(b, "<p>Interpolants at cost %d:</p><ul>\n", g.Element.Cost)
			for _, line := range z.interpolants(g) {
				fmt.Fprintf(b, "<li><code>%s</code></li>\n", html.EscapeString(line))
			}
			b.WriteString("</ul>\n")
		}
		b.WriteString("</details>\n")
	}
	b.WriteString("</body></html>\n")
	return b.Flush()
}
