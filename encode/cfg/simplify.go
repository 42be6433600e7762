// SPDX-License-Identifier: Apache-2.0

package cfg

// Simplify removes parts that no execution needs: branches whose condition is constant, nodes that
// cannot be reached from their function's entry, and Skip edges that merely join two nodes. Nodes
// that remain keep their labels and positions. Linear in the size of the program.
func (p *Program) Simplify() {
	for _, f := range p.Functions {
		f.Simplify()
	}
	if p.Init != nil {
		p.Init.Simplify()
	}
}

// Simplify simplifies one function.
func (f *Function) Simplify() {
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			if a, ok := e.Op.(Assume); ok {
				if c, ok := a.Cond.(Const); ok && (c.Value.Sign() != 0) != a.Negate {
					e.Op = Skip{}
				}
			}
		}
	}
	target := f.skipTargets()
	reached := make([]bool, len(f.Nodes))
	var order []*Node
	visit := func(n *Node) {
		if !reached[n.ID] {
			reached[n.ID] = true
			order = append(order, n)
		}
	}
	if n := target[f.Entry.ID]; n != f.Exit { // Entry stays apart from Exit
		f.Entry = n
	}
	visit(f.Entry)
	for i := 0; i < len(order); i++ {
		out := order[i].Out[:0]
		for _, e := range order[i].Out {
			if a, ok := e.Op.(Assume); ok {
				if _, constant := a.Cond.(Const); constant {
					continue // the condition is false; a true one would be a Skip
				}
			}
			e.To = target[e.To.ID]
			out = append(out, e)
			visit(e.To)
		}
		order[i].Out = out
	}
	reached[f.Exit.ID] = true
	kept := f.Nodes[:0]
	for _, n := range f.Nodes {
		if reached[n.ID] {
			kept = append(kept, n)
		}
	}
	f.Nodes = kept
	for i, n := range f.Nodes {
		n.ID = i
		n.In = nil
	}
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			e.To.In = append(e.To.In, e)
		}
	}
}

// skipTargets maps each node, by ID, to the node that control reaches from it by Skip edges alone.
// Each of these edges must be the only one out of its node. A cycle of them (an empty endless loop)
// keeps one node.
func (f *Function) skipTargets() []*Node {
	target := make([]*Node, len(f.Nodes))
	const underway = -1
	state := make([]int, len(f.Nodes))
	for _, n := range f.Nodes {
		var path []*Node
		m := n
		for target[m.ID] == nil && state[m.ID] != underway && m != f.Exit {
			next := skip(m)
			if next == nil {
				break
			}
			state[m.ID] = underway
			path = append(path, m)
			m = next
		}
		end := target[m.ID]
		if end == nil {
			end = m
			target[m.ID] = m
		}
		for _, k := range path {
			if target[k.ID] == nil {
				target[k.ID] = end
			}
			if k.Label != "" && end.Label == "" {
				end.Label, end.Pos = k.Label, k.Pos
			}
		}
	}
	return target
}

// skip returns the node after n if the only edge out of n does nothing, or nil.
func skip(n *Node) *Node {
	var next *Node
	for _, e := range n.Out {
		switch op := e.Op.(type) {
		case Skip:
			if next != nil {
				return nil
			}
			next = e.To
		case Assume:
			if _, constant := op.Cond.(Const); !constant {
				return nil
			}
		default:
			return nil
		}
	}
	return next
}
