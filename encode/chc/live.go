// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/bits"
	"slices"

	"cornet/encode/scalar"
)

// liveSets has the variables that are live at nodes: their values may be read before they are written.
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

func (s varSet) remove(v *scalar.Var) {
	k := s.of.number[v]
	s.bits[k/64] &^= 1 << (k % 64)
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

// liveness has the variables that are live at the first nodes of the straight pieces of a function.
type liveness struct {
	vars   *variables
	fx     map[*scalar.Function]*effects
	keep   bool
	pieces []piece
	first  map[*scalar.Node]int // the piece that begins there
}

// piece is a path that control enters at its first node and leaves at its last one only.
type piece struct {
	nodes []*scalar.Node
	live  varSet // at the first node
}

// findLive computes liveness in f. At the exit of a function that is called, its results and the
// globals it writes are live. With everywhere, each node is a piece of its own, and values that are
// assigned count as read even if the variable is not.
//
// It is the usual backward analysis (A. Aho, M. Lam, R. Sethi, J. Ullman, "Compilers", §9.2.5) on sets
// of bits, piece by piece.
//
// Cost: for each round, of which there are a few more than loops are nested, linear in the operations,
// and in the pieces times the variables over 64.
func findLive(f *scalar.Function, main, everywhere bool, fx map[*scalar.Function]*effects) *liveness {
	z := &liveness{vars: variablesOf(f, fx), fx: fx, keep: everywhere, first: map[*scalar.Node]int{}}
	z.cut(f, everywhere)
	exit := z.empty()
	if !main {
		for _, v := range slices.Concat(f.Results, fx[f].written) {
			exit.add(v)
		}
	}
	now := z.empty()
	for changed := true; changed; {
		changed = false
		for i := range slices.Backward(z.pieces) { // successors come first, but for loops
			p := &z.pieces[i]
			z.before(p, exit, f.Exit, now)
			if !slices.Equal(now.bits, p.live.bits) {
				copy(p.live.bits, now.bits)
				changed = true
			}
		}
	}
	return z
}

// cut divides f into pieces, in reverse postorder.
func (z *liveness) cut(f *scalar.Function, everywhere bool) {
	order, _ := depthFirst(f)
	in := map[*scalar.Node]bool{}
	for _, n := range order {
		if in[n] {
			continue
		}
		p := piece{live: z.empty()}
		for {
			in[n] = true
			p.nodes = append(p.nodes, n)
			if everywhere || len(n.Out) != 1 || in[n.Out[0].To] || len(n.Out[0].To.In) != 1 || endsPiece(n.Out[0].Op) {
				break
			}
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

// at implements liveSets. n is the first node of a piece, or nothing leads to it.
func (z *liveness) at(n *scalar.Node) varSet {
	if k, ok := z.first[n]; ok {
		return z.pieces[k].live
	}
	return z.empty()
}

// before computes into now what is live at the first node of p.
func (z *liveness) before(p *piece, exit varSet, exitNode *scalar.Node, now varSet) {
	last := p.nodes[len(p.nodes)-1]
	clear(now.bits)
	if last == exitNode {
		now.addAll(exit)
	}
	after := now
	if len(last.Out) > 1 {
		after = z.empty()
	}
	for _, e := range last.Out {
		clear(after.bits)
		after.addAll(z.at(e.To))
		z.flow(after, e.Op)
		if len(last.Out) > 1 {
			now.addAll(after)
		}
	}
	for i := len(p.nodes) - 2; i >= 0; i-- {
		z.flow(now, p.nodes[i].Out[0].Op)
	}
}

// flow turns what is live after op into what is live before it.
func (z *liveness) flow(live varSet, op scalar.Op) {
	if terminal(op) {
		clear(live.bits)
		return
	}
	if o, ok := op.(scalar.Assign); ok && !live.has(o.To) && !z.keep {
		return // a dead assignment reads nothing
	}
	scalar.Written(op, live.remove)
	scalar.Operands(op, func(x *scalar.Expr) {
		x.Walk(func(y *scalar.Expr) {
			if y.Operator == scalar.Read {
				live.add(y.Var)
			}
		})
	})
	if c, ok := op.(scalar.Call); ok {
		for _, v := range z.fx[c.Callee].touched {
			live.add(v)
		}
	}
}

// variablesOf numbers the variables that operations of f, and functions it calls, mention.
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

// mentioned calls visit for the variables that op reads or writes itself.
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
