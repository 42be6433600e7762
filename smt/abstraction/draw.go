// SPDX-License-Identifier: Apache-2.0

package abstraction

import (
	"fmt"
	"slices"
	"strings"

	"cornet/internal/picture"
	"cornet/internal/slice"
)

// This file draws explored lattices as the papers do: no templates at the top, all of them at the
// bottom. There is an edge if one element has more templates than another and no drawn element lies
// between them.

const (
	maxWhole = 4  // templates up to which the whole lattice is drawn
	maxDrawn = 48 // elements that are drawn of larger lattices: the last ones visited
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

// looks are indexed by status; the last one is of interpolants.
var looks = []picture.Look{
	Open:        {Meaning: "open", Colour: "plain"},
	Infeasible:  {Meaning: "infeasible", Colour: "red"},
	Feasible:    {Meaning: "feasible", Colour: "green"},
	Maximal:     {Meaning: "maximal", Colour: "green", Bold: true},
	Maximal + 1: {Meaning: "interpolants", Colour: "plain", Shape: "note"},
}

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
	words := slice.Map(choices, z.name)
	return "{" + strings.Join(words, ", ") + "}"
}

// name returns a choice as text: its template, with its group if there are several groups.
func (z *Lattice) name(c Choice) string {
	t := z.Template[c].String()
	if len(z.Groups) > 1 {
		return z.Groups[c.Group] + ": " + t
	}
	return t
}

// interpolants returns the interpolants as lines, without trivial ones.
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

// Picture draws lattices, a step for every refinement.
func Picture(all []*Lattice) *picture.Picture {
	p := &picture.Picture{Title: "Abstraction lattices", Nodes: looks, Edges: []picture.Look{
		{Meaning: "more templates", Colour: "plain", Plain: true}, {Meaning: "interpolants of an element", Colour: "plain", Dashed: true}}}
	for k, z := range all {
		s := picture.Step{Title: fmt.Sprintf("refinement %d, %d templates, %d elements visited, %d maximal", k, len(z.Base), len(z.Visited), len(z.Maximal))}
		d := z.drawing()
		for i, n := range d.nodes {
			s.Nodes = append(s.Nodes, picture.Node{ID: i, Look: int(n.status), Lines: []string{n.label}, Detail: z.detail(n)})
		}
		for _, e := range d.edges {
			n := &s.Nodes[e[1]]
			n.From = append(n.From, picture.Edge{From: e[0]})
		}
		for _, g := range z.Guided {
			i := slices.IndexFunc(d.nodes, func(n drawnNode) bool { return slices.Equal(n.choices, g.Element.Choices) })
			if lines := z.interpolants(g); i >= 0 && len(lines) > 0 {
				s.Nodes = append(s.Nodes, picture.Node{ID: len(s.Nodes), Look: int(Maximal) + 1, Lines: lines,
					Detail: [][2]string{{"Interpolants", strings.Join(lines, "\n")}}, From: []picture.Edge{{From: i, Look: 1}}})
			}
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

// detail describes what is known about an element.
func (z *Lattice) detail(n drawnNode) [][2]string {
	words := slice.Map(n.choices, z.name)
	d := [][2]string{{"Status", n.status.String()}, {"Templates", strings.Join(words, "\n")}}
	for _, e := range z.Maximal {
		if slices.Equal(e.Choices, n.choices) {
			d = append(d, [2]string{"Cost", fmt.Sprint(e.Cost)})
		}
	}
	return d
}
