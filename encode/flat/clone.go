// SPDX-License-Identifier: Apache-2.0

package flat

// Clone returns a copy of p with nodes and edges of its own, and the copy of each node. Variables and expressions, which are
// immutable, are shared.
//
// Cost: linear in p.
func (p *Program) Clone() (*Program, map[*Node]*Node) {
	z := *p
	z.Functions = make([]*Function, len(p.Functions))
	nodes := map[*Node]*Node{}
	functions := map[*Function]*Function{}
	for i, f := range p.Functions {
		g := *f
		z.Functions[i], functions[f] = &g, &g
		g.Nodes = make([]*Node, len(f.Nodes))
		for j, n := range f.Nodes {
			m := *n
			m.Func, m.In, m.Out = &g, nil, nil
			g.Nodes[j], nodes[n] = &m, &m
		}
		g.Entry, g.Exit = nodes[f.Entry], nodes[f.Exit]
	}
	for _, f := range p.Functions {
		for _, n := range f.Nodes {
			for _, e := range n.Out {
				op := e.Op
				if c, ok := op.(Call); ok {
					c.Callee = functions[c.Callee]
					op = c
				}
				Connect(nodes[n], nodes[e.To], op, e.Pos)
			}
		}
	}
	z.Main = functions[p.Main]
	return &z, nodes
}
