// SPDX-License-Identifier: Apache-2.0

// Package picture draws graphs that explain answers: in the language of Graphviz, as SVG, and as a
// page with search, folding and zoom. Packages describe a drawing by a [Picture]; this package
// draws it.
//
// The page is self-contained. It has the graph as JSON, viewer.js, and Graphviz as WebAssembly
// (viz.js.gz, see README.md), which lays out the unfolded part. One table has the colours for light
// and dark screens.
package picture

import (
	"encoding/json"
	"io"
	"reflect"
	"slices"
)

// Picture is a directed graph that changes in steps. Edges other than Weak ones form its hierarchy:
// folding a node hides what can be reached only through it.
type Picture struct {
	Title   string // what is drawn, and the name of the file
	Verdict string
	Empty   string // the reason why there is nothing to draw
	Up      bool   // the roots are drawn at the bottom, and arrows point to them
	Nodes   []Look // looks of nodes
	Edges   []Look // looks of edges
	Steps   []Step
}

// Look is how nodes or edges are drawn, and what that means.
type Look struct {
	Meaning string // "" is not in the legend
	Colour  Colour
	Shape   string // of Graphviz; "" is a box
	Dashed  bool
	Bold    bool
	Plain   bool // an edge without an arrowhead
}

// Step is a graph at one moment.
type Step struct {
	Title string
	Nodes []Node
}

// Node is a node with the edges that lead to it.
type Node struct {
	ID     int // the same in all steps
	Look   int
	Lines  []string    // the text in the node; the first line is its name
	Detail [][2]string // further names and values
	From   []Edge
}

// Edge leads from a node.
type Edge struct {
	From int // its ID
	Look int
	Weak bool
}

// looked is the input of the viewer. Only this package translates looks to Graphviz's words.
type looked struct {
	Title    string   `json:"title"`
	Verdict  string   `json:"verdict"`
	Empty    string   `json:"empty"`
	Style    string   `json:"style"`
	Defaults string   `json:"defaults"`
	Legend   []legend `json:"legend"`
	Steps    []delta  `json:"steps"`
}

type legend struct {
	Meaning string `json:"meaning"`
	Class   string `json:"class"`
	Edge    bool   `json:"edge,omitempty"`
	Dashed  bool   `json:"dashed,omitempty"`
	Bold    bool   `json:"bold,omitempty"`
}

// delta is a step, as far as it differs from the one before.
type delta struct {
	Title string       `json:"title"`
	Nodes []lookedNode `json:"nodes"`
	Gone  []int        `json:"gone,omitempty"`
}

type lookedNode struct {
	ID     int          `json:"id"`
	Name   string       `json:"name"`
	Dot    string       `json:"dot"`
	Detail [][2]string  `json:"detail"`
	From   []lookedEdge `json:"from,omitempty"`
}

type lookedEdge struct {
	From int    `json:"id"`
	Dot  string `json:"dot,omitempty"`
	Weak bool   `json:"weak,omitempty"`
}

// WriteJSON writes the data that viewer.js shows.
//
// Cost: linear in the steps; a node is written once for every step that changes it.
func (p *Picture) WriteJSON(w io.Writer) error {
	z := looked{Title: p.Title, Verdict: p.Verdict, Empty: p.Empty, Style: style(), Defaults: p.defaults(), Legend: []legend{}, Steps: []delta{}}
	for i, looks := range [][]Look{p.Nodes, p.Edges} {
		for _, k := range p.used(looks, i == 1) {
			l := looks[k]
			z.Legend = append(z.Legend, legend{l.Meaning, string(l.Colour), i == 1, l.Dashed, l.Bold})
		}
	}
	last := map[int]Node{}
	for _, s := range p.Steps {
		d := delta{Title: s.Title, Nodes: []lookedNode{}}
		now := make(map[int]Node, len(s.Nodes))
		for _, n := range s.Nodes {
			now[n.ID] = n
			if old, ok := last[n.ID]; !ok || !reflect.DeepEqual(old, n) {
				d.Nodes = append(d.Nodes, p.looked(&n))
			}
		}
		for id := range last {
			if _, ok := now[id]; !ok {
				d.Gone = append(d.Gone, id)
			}
		}
		slices.Sort(d.Gone)
		last = now
		z.Steps = append(z.Steps, d)
	}
	return json.NewEncoder(w).Encode(z)
}

func (p *Picture) looked(n *Node) lookedNode {
	z := lookedNode{ID: n.ID, Name: n.Lines[0], Dot: p.Nodes[n.Look].node(n), Detail: slices.Clone(n.Detail)}
	for i := range z.Detail {
		z.Detail[i][1] = cut(z.Detail[i][1], MaxDetail)
	}
	for _, e := range n.From {
		z.From = append(z.From, lookedEdge{e.From, p.edge(e), e.Weak})
	}
	return z
}

// used returns the looks that occur and have a meaning, in their order.
func (p *Picture) used(looks []Look, edges bool) (z []int) {
	found := make([]bool, len(looks))
	for _, s := range p.Steps {
		for _, n := range s.Nodes {
			if !edges {
				found[n.Look] = true
				continue
			}
			for _, e := range n.From {
				found[e.Look] = true
			}
		}
	}
	for k, l := range looks {
		if found[k] && l.Meaning != "" {
			z = append(z, k)
		}
	}
	return z
}
