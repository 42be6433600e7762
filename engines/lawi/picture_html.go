// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"html"
	"io"
)

//go:embed viewer.html
var viewer []byte

// page is what the viewer shows.
type page struct {
	Title  string       `json:"title"`
	Legend []legendLine `json:"legend"`
	Steps  []pageStep   `json:"steps"`
}

type legendLine struct {
	Name    string `json:"name"`
	Meaning string `json:"meaning"`
	Fill    string `json:"fill"`
	Border  string `json:"border"`
}

// pageStep is a snapshot, as far as it differs from the one before.
type pageStep struct {
	Title string     `json:"title"`
	Nodes []pageNode `json:"nodes"`
}

// pageNode is a node with the state as an index into the legend.
type pageNode struct {
	ID        int    `json:"id"`
	Parent    int    `json:"parent"`
	Location  string `json:"loc"`
	Clause    string `json:"clause,omitempty"`
	Label     string `json:"label,omitempty"`
	State     int    `json:"state"`
	CoveredBy int    `json:"by"`
	Spurious  bool   `json:"spurious,omitempty"`
	OnPath    bool   `json:"path,omitempty"`
}

// WriteHTML writes a page that steps through the snapshots of one search. It
// needs nothing but a browser.
//
// Cost: linear in the snapshots; the page has a node once for every step that
// changes it.
func WriteHTML(w io.Writer, title string, steps []Snapshot) error {
	p := page{Title: title}
	for _, l := range looks {
		p.Legend = append(p.Legend, legendLine{l.name, l.meaning, l.fill, l.border})
	}
	last := map[int]SnapshotNode{}
	for _, x := range steps {
		step := pageStep{Title: x.Title, Nodes: []pageNode{}}
		for _, n := range x.Nodes {
			if old, ok := last[n.ID]; ok && old == n {
				continue
			}
			last[n.ID] = n
			step.Nodes = append(step.Nodes, pageNode{
				n.ID, n.Parent, n.Location, n.Clause, n.Label, int(n.State), n.CoveredBy, n.Spurious, n.OnPath,
			})
		}
		p.Steps = append(p.Steps, step)
	}
	// json escapes <, > and &, so the data cannot end the script.
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	text := bytes.Replace(viewer, []byte("{{title}}"), []byte(html.EscapeString(title)), 1)
	text = bytes.Replace(text, []byte("{{data}}"), data, 1)
	_, err = w.Write(text)
	return err
}
