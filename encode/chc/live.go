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

func (s varSet) add(v *scalar.Var) { s.insert(v) }

// insert adds v. It returns false if the set has v already.
func (s varSet) insert(v *scalar.Var) bool {
	k := s.of.number[v]
	w, bit := &s.bits[k/64], uint64(1)<<(k%64)
	added := *w&bit == 0
	*w |= bit
	return added
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
	spots  []spot // by node
}

// piece is a path that control enters only at its first node and leaves only at its last node.
type piece struct {
	nodes []*scalar.Node
	live  varSet // live at the first node
	// writes has the positions of the nodes after which the path writes a variable, and written the
	// variables.
	writes  map[*scalar.Var][]int
	written varSet
}

// spot is a node, given as the k-th node of a piece. piece is -1 if no execution reaches the node.
type spot struct{ piece, k int }

// findLive computes liveness in f, which is not called and has no calls. A variable that only dead
// assignments read is not live, since these assignments can be left out. If everywhere is set, each
// node is a piece of its own, and all assignments count as reads.
func findLive(f *scalar.Function, everywhere bool, fx map[*scalar.Function]*effects) *liveness {
	z := &demands{fx: fx, of: map[*scalar.Function]*demand{}}
	d := z.enter(f, true, everywhere)
	z.follow()
	return d.liveness
}

// demandsOf computes liveness in all functions of p that have a body. It may give them new entries.
func demandsOf(p *scalar.Program) *demands {
	for _, f := range p.Functions {
		if f != p.Main && f.From == nil {
			separateEntry(f)
		}
	}
	z := &demands{fx: findEffects(p), of: map[*scalar.Function]*demand{}}
	for _, f := range p.Functions {
		if !f.Adds && f.From == nil {
			z.enter(f, f == p.Main, false)
		}
	}
	z.follow()
	return z
}

// separateEntry makes the entry of f a node that no loop of f contains.
func separateEntry(f *scalar.Function) {
	if len(f.Entry.In) > 0 {
		entry := f.NewNode(f.Entry.Pos)
		entry.Connect(f.Entry, scalar.Skip{}, f.Entry.Pos)
		f.Entry = entry
	}
}

// demands follows variables that are live at a node back to the operations that write them.
//
// The analysis is demand-driven (E. Duesterwald, R. Gupta, M. L. Soffa, "A Practical Framework for
// Demand-Driven Interprocedural Data Flow Analysis", TOPLAS 19(6), 1997): it follows each read back
// to the writes. An iteration over sets would take one round for each variable of a loop that moves
// values from one variable to the next. A global variable that is live after a call which may write
// it is live at the exit of the callee. One that is live at the entry of the callee is live before
// all its calls.
//
// Cost: linear in the operations, the pieces' live variables and their edges, times a logarithm.
type demands struct {
	fx   map[*scalar.Function]*effects
	of   map[*scalar.Function]*demand
	work []use
}

// demand is the part of [demands] in one function.
type demand struct {
	*liveness
	f      *scalar.Function
	main   bool
	calls  []call                // the calls of f
	needed map[*scalar.Edge]bool // assignments whose operands are live
}

// call is a call at a spot of a function.
type call struct {
	in *demand
	at spot
}

// use marks v as live at a node.
type use struct {
	call
	v *scalar.Var
}

// enter adds f, and what is live in it without regard to its callers. At the exit of a function
// that is called, its results are live.
func (z *demands) enter(f *scalar.Function, main, everywhere bool) *demand {
	d := z.open(f)
	d.liveness, d.main = newLiveness(f, main, everywhere, z.fx), main
	for i := range d.pieces {
		for k, n := range d.pieces[i].nodes {
			for _, e := range n.Out {
				if c, ok := e.Op.(scalar.Call); ok {
					callee := z.open(c.Callee)
					callee.calls = append(callee.calls, call{d, spot{i, k}})
				}
				if _, ok := e.Op.(scalar.Assign); !ok || everywhere {
					z.reads(d, e)
				}
			}
		}
	}
	if !main {
		z.all(d, f.Exit, f.Results)
	}
	return d
}

// open returns the demand of f, which may have no liveness yet.
func (z *demands) open(f *scalar.Function) *demand {
	if z.of[f] == nil {
		z.of[f] = &demand{f: f, needed: map[*scalar.Edge]bool{}}
	}
	return z.of[f]
}

func newLiveness(f *scalar.Function, main, everywhere bool, fx map[*scalar.Function]*effects) *liveness {
	z := &liveness{vars: variablesOf(f, fx), spots: make([]spot, len(f.Nodes))}
	for i := range z.spots {
		z.spots[i].piece = -1
	}
	z.cut(f, main, everywhere)
	return z
}

// cut divides f into pieces, in reverse postorder.
func (z *liveness) cut(f *scalar.Function, main, everywhere bool) {
	order, _ := depthFirst(f)
	for _, n := range order {
		if z.spots[n.ID].piece >= 0 {
			continue
		}
		p := piece{live: z.empty(), written: z.empty(), writes: map[*scalar.Var][]int{}}
		for {
			z.spots[n.ID] = spot{len(z.pieces), len(p.nodes)}
			p.nodes = append(p.nodes, n)
			if everywhere || len(n.Out) != 1 || endsPiece(n.Out[0].Op) {
				break
			}
			next := n.Out[0].To
			if z.spots[next.ID].piece >= 0 || len(next.In) != 1 || next == f.Exit && !main {
				break
			}
			k := len(p.nodes) - 1
			scalar.Written(n.Out[0].Op, func(v *scalar.Var) {
				p.writes[v] = append(p.writes[v], k)
				p.written.add(v)
			})
			n = next
		}
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
	if at := z.spots[n.ID]; at.piece >= 0 {
		return z.pieces[at.piece].live
	}
	return z.empty()
}

// all marks variables as live at n.
func (z *demands) all(d *demand, n *scalar.Node, vs []*scalar.Var) {
	if at := d.spots[n.ID]; at.piece >= 0 {
		for _, v := range vs {
			z.work = append(z.work, use{call{d, at}, v})
		}
	}
}

// reads marks the operands of e as live where e begins.
func (z *demands) reads(d *demand, e *scalar.Edge) {
	at := call{d, d.spots[e.From.ID]}
	scalar.Operands(e.Op, func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read {
				z.work = append(z.work, use{at, y.Var})
			}
		})
	})
}

// need marks what e assigns as live after e.
func (z *demands) need(d *demand, e *scalar.Edge) {
	if _, ok := e.Op.(scalar.Assign); ok && !d.needed[e] {
		d.needed[e] = true
		z.reads(d, e)
	}
}

// follow computes everything that is live.
func (z *demands) follow() {
	for len(z.work) > 0 {
		u := z.work[len(z.work)-1]
		z.work = z.work[:len(z.work)-1]
		d := u.in
		p := &d.pieces[u.at.piece]
		if p.written.has(u.v) {
			writes := p.writes[u.v]
			if last, _ := slices.BinarySearch(writes, u.at.k); last > 0 {
				z.need(d, p.nodes[writes[last-1]].Out[0])
				continue
			}
		}
		if !p.live.insert(u.v) {
			continue
		}
		if p.nodes[0] == d.f.Entry && !d.main && u.v.Func == nil {
			for _, c := range d.calls {
				z.work = append(z.work, use{c, u.v})
			}
		}
		for _, e := range p.nodes[0].In {
			z.back(d, e, u.v)
		}
	}
}

// back follows v, which is live after e.
func (z *demands) back(d *demand, e *scalar.Edge, v *scalar.Var) {
	at := d.spots[e.From.ID]
	if at.piece < 0 || terminal(e.Op) {
		return
	}
	switch o := e.Op.(type) {
	case scalar.Assign:
		if o.To == v {
			z.need(d, e)
			return
		}
	case scalar.Havoc:
		if o.To == v {
			return
		}
	case scalar.Call:
		if slices.Contains(o.Results, v) {
			return
		}
		if callee := z.of[o.Callee]; v.Func == nil && callee.liveness != nil && z.fx[o.Callee].writes(v) {
			z.all(callee, o.Callee.Exit, []*scalar.Var{v})
			return
		}
	}
	z.work = append(z.work, use{call{d, at}, v})
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
	slices.SortFunc(z.list, byID)
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
