// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"strings"

	"cornet/internal/picture"
)

// Nodes have the colours of the papers' figures. Green nodes were pruned by a safety interpolant.
// Yellow nodes come before an error that an error interpolant announced. Grey branches were cut off
// by a conditional interpolant. Red nodes are on a refuted path. References: figures 2 to 7 of C.
// Tian et al., ASE 2017, and 2 and 3 of J. Su et al., ESEC/FSE 2021.

// NodeState is the state of a node in a picture.
type NodeState uint8

// The states of nodes, in the order of the legend.
const (
	stateOpen NodeState = iota
	stateExplored
	stateCovered
	stateBelow // an ancestor is covered, pruned or unreachable
	stateUnreachable
	stateSafe        // pruned by a safety interpolant
	stateErroneous   // an error interpolant announced an error after the node
	stateConditional // a branch cut off by a conditional interpolant
	stateInfeasible  // a branch that the region excludes
	stateReached     // the error, at the end of a counterexample
)

// looks has the look of each state.
var looks = [...]picture.Look{
	stateOpen:        {Meaning: "open", Colour: "plain"},
	stateExplored:    {Meaning: "explored", Colour: "blue"},
	stateCovered:     {Meaning: "covered by an earlier node", Colour: "purple"},
	stateBelow:       {Meaning: "below a closed node", Colour: "faint"},
	stateUnreachable: {Meaning: "unreachable", Colour: "red"},
	stateSafe:        {Meaning: "pruned by a safety interpolant", Colour: "green"},
	stateErroneous:   {Meaning: "announced by an error interpolant", Colour: "yellow"},
	stateConditional: {Meaning: "cut off by a conditional interpolant", Colour: "grey"},
	stateInfeasible:  {Meaning: "branch that the region excludes", Colour: "faint", Dashed: true},
	stateReached:     {Meaning: "error that is reached", Colour: "red", Shape: "box"},
}

// The looks of edges.
const (
	edgeTree = iota
	edgePath
	edgeCover
)

var edgeLooks = []picture.Look{
	edgeTree:  {Meaning: "clause", Colour: "plain"},
	edgePath:  {Meaning: "path of this step", Colour: "red", Bold: true},
	edgeCover: {Meaning: "leads to the node that covers", Colour: "purple", Dashed: true},
}

// String returns what x means.
func (x NodeState) String() string { return looks[x].Meaning }

// Snapshot is a tree at one moment.
type Snapshot struct {
	// Title describes the last event.
	Title string
	// Nodes of the tree; a parent comes before its children.
	Nodes []SnapshotNode
}

// Size returns the approximate number of bytes in the text of x.
func (x *Snapshot) Size() int {
	z := 0
	for i := range x.Nodes {
		z += 100 + min(len(x.Nodes[i].Label), picture.MaxDetail)
	}
	return z
}

// SnapshotNode is a node of the tree, or a branch without a node.
type SnapshotNode struct {
	// ID is the node's number, not negative and the same in all snapshots.
	ID int
	// Parent is the ID of the parent, -1 for the root.
	Parent int
	// Location and Clause name the predicate and the clause that led to it.
	Location, Clause string
	// Label is the reachable region, a line for each conjunct.
	Label string
	State NodeState
	// CoveredBy is the ID of the covering node for covered nodes, and -1 for others.
	CoveredBy int
	// Spurious reports that the node is on a path that has been refuted. OnPath reports that it is
	// on the path of the title.
	Spurious, OnPath bool
}

// Picture draws a search, with a step for every snapshot. Nodes on a refuted path have a bold
// frame.
func Picture(steps []Snapshot) *picture.Picture {
	p := &picture.Picture{Title: "Abstract reachability tree", Edges: edgeLooks}
	for k := range 2 * len(looks) { // the second half has the looks of nodes on refuted paths
		l := looks[k/2]
		if l.Bold = k%2 == 1; l.Bold {
			l.Meaning += ", on a refuted path"
		}
		p.Nodes = append(p.Nodes, l)
	}
	for _, x := range steps {
		s := picture.Step{Title: x.Title}
		by := map[int][]picture.Edge{} // the covers, by covering node
		for _, n := range x.Nodes {
			if n.CoveredBy >= 0 {
				by[n.CoveredBy] = append(by[n.CoveredBy], picture.Edge{From: n.ID, Look: edgeCover, Weak: true})
			}
		}
		for _, n := range x.Nodes {
			s.Nodes = append(s.Nodes, n.drawn(by[n.ID]))
		}
		p.Steps = append(p.Steps, s)
	}
	return p
}

// drawn returns the drawing of n and the edges that lead to it, covers included.
func (n *SnapshotNode) drawn(covers []picture.Edge) picture.Node {
	z := picture.Node{ID: n.ID, Look: 2 * int(n.State), Lines: []string{n.Location}, Detail: [][2]string{{"State", n.State.String()}}}
	if n.Spurious {
		z.Look++
	}
	if n.Clause != "" {
		z.Detail = append(z.Detail, [2]string{"Clause", n.Clause})
	}
	if n.Label != "" && n.Label != "true" {
		z.Lines = append(z.Lines, strings.Split(n.Label, "\n")...)
		z.Detail = append(z.Detail, [2]string{"Region", n.Label})
	}
	if n.Parent >= 0 {
		e := picture.Edge{From: n.Parent}
		if n.OnPath {
			e.Look = edgePath
		}
		z.From = append(z.From, e)
	}
	z.From = append(z.From, covers...)
	return z
}
