// SPDX-License-Identifier: Apache-2.0

// Package netlist keeps circuits as graphs of gates, for engines that make many copies of them.
//
// It is an and-inverter graph with more kinds of gates: exclusive or, majority and multiplexers
// stay whole, since their clauses propagate better than those of their parts. Package bits makes
// the gates, folds constants and shares equal gates.
package netlist

import (
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// Node is a gate or an input.
type Node struct {
	Kind bits.GateKind
	// In has the inputs of a gate; NoLit represents an input that the kind lacks. A node without
	// inputs is an input of the graph.
	In [3]sat.Lit
}

// IsInput reports whether the node is an input of the graph.
func (n *Node) IsInput() bool { return n.In[0] == sat.NoLit }

// Graph is a circuit. Its nodes are numbered so that the inputs of a gate have smaller numbers. The
// zero value is empty. It implements [bits.Netlist].
type Graph struct {
	// Nodes has the nodes by variable.
	Nodes []Node
	// True is the literal that is true; NoLit until it is needed.
	True sat.Lit
}

// NewVar adds an input. It implements [bits.Sink].
func (g *Graph) NewVar() sat.Var {
	if len(g.Nodes) == 0 {
		g.Nodes = append(g.Nodes, Node{}) // the node of NoVar
	}
	g.Nodes = append(g.Nodes, Node{})
	return sat.Var(len(g.Nodes) - 1)
}

// Clause accepts the clause of the literal that is true. A netlist has no other clauses. It
// implements [bits.Sink].
func (g *Graph) Clause(lits ...sat.Lit) { g.True = lits[0] }

// Gate makes the node of z a gate. It implements [bits.Netlist].
func (g *Graph) Gate(kind bits.GateKind, z, a, b, d sat.Lit) {
	g.Nodes[z.Var()] = Node{kind, [3]sat.Lit{a, b, d}}
}

// Walker finds cones repeatedly, at a cost that does not depend on the size of the graph.
type Walker struct {
	graph *Graph
	stamp uint32
	last  []uint32 // by variable: stamp if it waits, stamp + 1 if it is in the cone
	cone  []sat.Var
	stack []sat.Var
}

// Walker returns a walker.
func (g *Graph) Walker() *Walker { return &Walker{graph: g, last: make([]uint32, len(g.Nodes))} }

// Cone returns the nodes that the roots depend on, inputs of gates before the gates. The slice is
// valid until the next call.
//
// Cost: linear in the size of the cone.
func (w *Walker) Cone(roots ...sat.Lit) []sat.Var {
	w.stamp += 2
	w.cone = w.cone[:0]
	for _, root := range roots {
		w.wait(root)
		for len(w.stack) > 0 {
			v := w.stack[len(w.stack)-1]
			if w.last[v] >= w.stamp {
				w.stack = w.stack[:len(w.stack)-1]
				if w.last[v] == w.stamp {
					w.last[v]++
					w.cone = append(w.cone, v)
				}
				continue
			}
			w.last[v] = w.stamp
			for _, l := range w.graph.Nodes[v].In {
				w.wait(l)
			}
		}
	}
	return w.cone
}

// wait adds a node that is not reached yet.
func (w *Walker) wait(l sat.Lit) {
	if v := l.Var(); v != sat.NoVar && w.last[v] < w.stamp {
		w.stack = append(w.stack, v)
	}
}

// Evaluate computes the values of the gates among nodes, which are in order, from those of the
// inputs.
func (g *Graph) Evaluate(nodes []sat.Var, values []bool) {
	at := func(l sat.Lit) bool { return values[l.Var()] != l.IsNeg() }
	for _, v := range nodes {
		n := &g.Nodes[v]
		if n.IsInput() {
			if g.True.Var() == v {
				values[v] = !g.True.IsNeg()
			}
			continue
		}
		a, b := at(n.In[0]), at(n.In[1])
		switch n.Kind {
		case bits.AndGate:
			values[v] = a && b
		case bits.XorGate:
			values[v] = a != b
		case bits.Xor3Gate:
			values[v] = a != b != at(n.In[2])
		case bits.MajorityGate:
			d := at(n.In[2])
			values[v] = a && b || a && d || b && d
		case bits.MuxGate:
			values[v] = a && b || !a && at(n.In[2])
		}
	}
}

// Copy makes a copy of gate v in another circuit, over the images of its inputs.
func (g *Graph) Copy(c *bits.Circuit, v sat.Var, image func(sat.Lit) sat.Lit) sat.Lit {
	n := &g.Nodes[v]
	a, b := image(n.In[0]), image(n.In[1])
	switch n.Kind {
	case bits.AndGate:
		return c.And(a, b)
	case bits.XorGate:
		return c.Xor(a, b)
	case bits.Xor3Gate:
		return c.Xor3(a, b, image(n.In[2]))
	case bits.MajorityGate:
		return c.Majority(a, b, image(n.In[2]))
	}
	return c.Mux(a, b, image(n.In[2]))
}

// Support yields inputs of gate v whose values alone determine its value. If there is a choice, it
// yields those with the least cost.
func (g *Graph) Support(v sat.Var, values []bool, cost []int32, yield func(sat.Var)) {
	n := &g.Nodes[v]
	at := func(l sat.Lit) bool { return values[l.Var()] != l.IsNeg() }
	a, b, d := n.In[0], n.In[1], n.In[2]
	cheap := func(x, y sat.Lit) sat.Lit {
		if cost[x.Var()] <= cost[y.Var()] {
			return x
		}
		return y
	}
	switch n.Kind {
	case bits.AndGate:
		switch {
		case at(a) && at(b):
			yield(a.Var())
			yield(b.Var())
		case at(a):
			yield(b.Var())
		case at(b):
			yield(a.Var())
		default:
			yield(cheap(a, b).Var())
		}
	case bits.XorGate:
		yield(a.Var())
		yield(b.Var())
	case bits.Xor3Gate:
		yield(a.Var())
		yield(b.Var())
		yield(d.Var())
	case bits.MajorityGate:
		// Two equal inputs decide; of three, the costliest is left out.
		switch x, y, z := at(a), at(b), at(d); {
		case x == y && y == z:
			first := cheap(a, b)
			other := a
			if first == a {
				other = b
			}
			yield(first.Var())
			yield(cheap(other, d).Var())
		case x == y:
			yield(a.Var())
			yield(b.Var())
		case x == z:
			yield(a.Var())
			yield(d.Var())
		default:
			yield(b.Var())
			yield(d.Var())
		}
	case bits.MuxGate:
		chosen, other := b, d
		if !at(a) {
			chosen, other = d, b
		}
		yield(chosen.Var())
		if at(other) == at(chosen) && cost[other.Var()] < cost[a.Var()] {
			yield(other.Var())
		} else {
			yield(a.Var())
		}
	}
}
