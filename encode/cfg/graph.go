// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"fmt"
	"iter"
	"slices"
)

// NodeOf is a node of a control-flow graph: a location of a function of type F, whose edges have
// operations of type O.
type NodeOf[F, O any] struct {
	ID    int
	Func  *F
	Pos   Pos
	Label string // a label of the source, or ""; in a product of threads, their positions
	In    []*EdgeOf[F, O]
	Out   []*EdgeOf[F, O]
}

func (n *NodeOf[F, O]) String() string { return fmt.Sprintf("%v:%d", n.Func, n.ID) }

// EdgeOf is an edge of a control-flow graph.
type EdgeOf[F, O any] struct {
	From, To *NodeOf[F, O]
	Op       O
	Pos      Pos
}

// AddNode adds a node to the nodes of f.
func AddNode[F, O any](f *F, nodes *[]*NodeOf[F, O], pos Pos) *NodeOf[F, O] {
	n := &NodeOf[F, O]{ID: len(*nodes), Func: f, Pos: pos}
	*nodes = append(*nodes, n)
	return n
}

// CopyNodes returns nodes without edges, which add makes, at the positions and with the labels of
// some others.
func CopyNodes[F, O, G, P any](nodes []*NodeOf[F, O], add func(Pos) *NodeOf[G, P]) []*NodeOf[G, P] {
	z := make([]*NodeOf[G, P], len(nodes))
	for i, n := range nodes {
		z[i] = add(n.Pos)
		z[i].Label = n.Label
	}
	return z
}

// EdgesOf yields the edges out of nodes.
func EdgesOf[F, O any](nodes []*NodeOf[F, O]) iter.Seq[*EdgeOf[F, O]] {
	return func(yield func(*EdgeOf[F, O]) bool) {
		for _, n := range nodes {
			for _, e := range n.Out {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Connect adds an edge from n.
func (n *NodeOf[F, O]) Connect(to *NodeOf[F, O], op O, pos Pos) *EdgeOf[F, O] {
	e := &EdgeOf[F, O]{From: n, To: to, Op: op, Pos: pos}
	n.Out = append(n.Out, e)
	to.In = append(to.In, e)
	return e
}

// Disconnect removes e. Slices of edges that were read before do not change.
func (e *EdgeOf[F, O]) Disconnect() {
	is := func(x *EdgeOf[F, O]) bool { return x == e }
	e.From.Out = slices.DeleteFunc(slices.Clone(e.From.Out), is)
	e.To.In = slices.DeleteFunc(slices.Clone(e.To.In), is)
}
