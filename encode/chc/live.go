// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/bits"
	"slices"

	"cornet/encode/scalar"
)

// liveSets has the live variables of nodes. A variable is live at a node if a path from there may
// read it before writing it.
type liveSets interface {
	at(n *scalar.Node) varSet
}

// nodeSets has a set for each node, by ID.
type nodeSets []varSet

func (z *nodeSets) at(n *scalar.Node) varSet { return (*z)[n.ID] }

// variables numbers the variables of a function and the globals that it touches.
type variables struct {
	number map[*scalar.Var]int
	list   []*scalar.Var // by ID
}

// varSet is a set of variables.
type varSet struct {
	of   *variables
	bits []uint64
}

func (s varSet) has(v *scalar.Var) bool {
	k, ok := s.of.number[v]
	return ok && s.bits[k/64]>>(k%64)&1 != 0
}

func (s varSet) add(v *scalar.Var) {
	k := s.of.number[v]
	s.bits[k/64] |= 1 << (k % 64)
}

func (s varSet) addAll(t varSet) {
	for i, w := range t.bits {
		s.bits[i] |= w
	}
}

// sorted lists the variables by ID.
func (s varSet) sorted() []*scalar.Var {
	var z []*scalar.Var
	for i, w := range s.bits {
		for ; w != 0; w &= w - 1 {
			z = append(z, s.of.list[i*64+bits.TrailingZeros64(w)])
		}
	}
	return z
}

// liveness has the variables that are live at the first nodes of the pieces of a function.
type liveness struct {
	vars   *variables
	pieces []piece
	first  map[*scalar.Node]int // the piece that begins at the node
}

// piece is a path that control enters only at its first node and leaves only at its last node.
type piece struct {
	nodes []*scalar.Node
	live  varSet // live at the first node
	// writes has the positions of the nodes after which the path writes a variable.
	writes map[*scalar.Var][]int
}

// findLive computes liveness in f. At the exit of a function that is called, its results and the
// globals that it writes are live. A variable that only dead assignments read is not live, since
// these assignments can be left out. If everywhere is set, each node is a piece of its own, and all
// assignments count as reads.
//
// The analysis is demand-driven (E. Duesterwald, R. Gupta, M. L. Soffa, "A Practical Framework for
// Demand-Driven Interprocedural Data Flow Analysis", TOPLAS 19(6), 1997): it follows each read back
// to the writes. An iteration over sets would take one round for each variable of a loop that moves
// values from one variable to the next.
//
// Cost: linear in the operations, the pieces' live variables and their edges, times a logarithm.
func findLive(f *scalar.Function, main, everywhere bool, fx map[*scalar.Function]*effects) *liveness {
	return demandsOf(f, main, everywhere, fx).liveness
}

// demandsOf computes liveness, which may be extended.
func demandsOf(f *scalar.Function, main, everywhere bool, fx map[*scalar.Function]*effects) *demand {
	z := &liveness{vars: variablesOf(f, fx), first: map[*scalar.Node]int{}}
	z.cut(f, everywhere)
	d := &demand{liveness: z, needed: map[*scalar.Edge]bool{}, in: map[*scalar.Node]spot{}}
	for i := range z.pieces {
		for k, n := range z.pieces[i].nodes {
			d.in[n] = spot{i, k}
		}
	}
	for i := range z.pieces {
		for _, n := range z.pieces[i].nodes {
			for _, e := range n.Out {
				if _, ok := e.Op.(scalar.Assign); ok && !everywhere {
					continue
				}
				d.reads(e)
				if c, ok := e.Op.(scalar.Call); ok {
					d.all(n, fx[c.Callee].touched)
				}
			}
		}
	}
	if _, reached := d.in[f.Exit]; reached && !main {
		d.all(f.Exit, f.Results)
		d.all(f.Exit, fx[f].written)
	}
	d.follow()
	return d
}

// cut divides f into pieces, in reverse postorder.
func (z *liveness) cut(f *scalar.Function, everywhere bool) {
	order, _ := depthFirst(f)
	in := map[*scalar.Node]bool{}
	for _, n := range order {
		if in[n] {
			continue
		}
		p := piece{live: z.empty(), writes: map[*scalar.Var][]int{}}
		for {
			in[n] = true
			p.nodes = append(p.nodes, n)
			if everywhere || len(n.Out) != 1 || in[n.Out[0].To] || len(n.Out[0].To.In) != 1 || endsPiece(n.Out[0].Op) {
				break
			}
			k := len(p.nodes) - 1
			scalar.Written(n.Out[0].Op, func(v *scalar.Var) { p.writes[v] = append(p.writes[v], k) })
			n = n.Out[0].To
		}
		z.first[p.nodes[0]] = len(z.pieces)
		z.pieces = append(z.pieces, p)
	}
}

// endsPiece reports whether a predicate may stand after op.
func endsPiece(op scalar.Op) bool {
	_, ok := op.(scalar.Call)
	return ok
}

func (z *liveness) empty() varSet {
	return varSet{z.vars, make([]uint64, (len(z.vars.list)+63)/64)}
}

// at implements liveSets. n is the first node of a piece, or cannot be reached.
func (z *liveness) at(n *scalar.Node) varSet {
	if k, ok := z.first[n]; ok {
		return z.pieces[k].live
	}
	return z.empty()
}

// demand follows variables that are live at a node back to the operations that write them.
type demand struct {
	*liveness
	in     map[*scalar.Node]spot
	needed map[*scalar.Edge]bool // assignments whose operands are live
	work   []use
}

// spot is a node, given as the k-th node of a piece.
type spot struct{ piece, k int }

// use marks v as live at a node.
type use struct {
	spot
	v *scalar.Var
}

// all marks variables as live at n.
func (d *demand) all(n *scalar.Node, vs []*scalar.Var) {
	for _, v := range vs {
		d.work = append(d.work, use{d.in[n], v})
	}
}

// reads marks the operands of e as live where e begins.
func (d *demand) reads(e *scalar.Edge) {
	at := d.in[e.From]
	scalar.Operands(e.Op, func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read {
				d.work = append(d.work, use{at, y.Var})
			}
		})
	})
}

// need marks what e assigns as live after e.
func (d *demand) need(e *scalar.Edge) {
	if _, ok := e.Op.(scalar.Assign); ok && !d.needed[e] {
		d.needed[e] = true
		d.reads(e)
	}
}

// follow computes everything that is live.
func (d *demand) follow() {
	for len(d.work) > 0 {
		u := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		p := &d.pieces[u.piece]
		if writes := p.writes[u.v]; len(writes) > 0 {
			if last, _ := slices.BinarySearch(writes, u.k); last > 0 {
				d.need(p.nodes[writes[last-1]].Out[0])
				continue
			}
		}
		if p.live.has(u.v) {
			continue
		}
		p.live.add(u.v)
		for _, e := range p.nodes[0].In {
			at, reached := d.in[e.From]
			switch {
			case !reached || terminal(e.Op):
			case writes(e.Op, u.v):
				d.need(e)
			default:
				d.work = append(d.work, use{at, u.v})
			}
		}
	}
}

// writes reports whether op assigns v.
func writes(op scalar.Op, v *scalar.Var) bool {
	found := false
	scalar.Written(op, func(w *scalar.Var) { found = found || v == w })
	return found
}

// variablesOf numbers the variables that the operations of f, and of functions that it calls,
// mention.
func variablesOf(f *scalar.Function, fx map[*scalar.Function]*effects) *variables {
	z := &variables{number: map[*scalar.Var]int{}}
	mention := func(vs ...*scalar.Var) {
		for _, v := range vs {
			if _, ok := z.number[v]; !ok {
				z.number[v] = 0
				z.list = append(z.list, v)
			}
		}
	}
	mention(f.Results...)
	mention(fx[f].written...)
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			mentioned(e.Op, func(v *scalar.Var) { mention(v) })
			if c, ok := e.Op.(scalar.Call); ok {
				mention(fx[c.Callee].touched...)
			}
		}
	}
	slices.SortFunc(z.list, func(v, w *scalar.Var) int { return v.ID - w.ID })
	for i, v := range z.list {
		z.number[v] = i
	}
	return z
}

// mentioned calls visit for each variable that op itself reads or writes.
func mentioned(op scalar.Op, visit func(*scalar.Var)) {
	scalar.Written(op, visit)
	scalar.Operands(op, func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read {
				visit(y.Var)
			}
		})
	})
}
