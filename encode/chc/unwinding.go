// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"

	"cornet/encode/cfg"
	"cornet/encode/lower"
	"cornet/encode/scalar"
	"cornet/encode/threads"
	"cornet/logic"
)

// Unwinding encodes a program with threads on demand, state by state. It makes the clauses that
// leave a state of the product when a caller asks for them. The steps of the threads are lowered
// once, into the product's skeleton. Liveness is computed there, too, and holds for all
// interleavings.
//
// A state has a predicate if several threads may move, if a thread is at a loop head, and after
// Options.BlockSize steps. The steps in between are one block (adjustable blocks, D. Beyer, M. E.
// Keremoglu, P. Wendler, FMCAD 2010). With size 1, every step is a block. A program without threads
// counts as a product, too. Clauses to states from which no thread can reach an error are left out.
//
// An Unwinding is not safe for concurrent use. Its methods return the same results each time.
type Unwinding struct {
	b       *builder
	product *threads.Product
	noCalls bool // calls return arbitrary values

	// These fields describe the skeleton.
	flow         *scalar.Function
	labels       map[string]*scalar.Node
	rank         []int
	live         *liveness
	sets         nodeSets // liveness in the product
	reachesError []bool
	heads        map[*scalar.Node]bool

	// These fields describe the part of the product that has been unwound, by node of b.f.
	at    []position
	nodes map[threads.State]*scalar.Node
	moves map[*scalar.Node][][]*scalar.Edge // edges out, grouped by thread
	froms map[*logic.Func]*scalar.Node
	leave map[*logic.Func][]int // numbers of the clauses from a predicate
	begin []int
	begun bool
}

// position is a position of the threads: a state of the product, or a position of one thread inside
// a step from that state.
type position struct {
	state  threads.State
	thread int
	inside *scalar.Node // a node of the skeleton; nil for the state itself
}

// Unwind prepares to encode a product over the terms of s. Recursive functions return arbitrary
// values. Unwind fails with errors.ErrUnsupported if a recursive function may reach an error.
func Unwind(s *logic.Store, product *threads.Product, o Options) (*Unwinding, error) {
	o = o.withDefaults()
	p := lower.Program(product.Skeleton())
	p.Oblige(o.Pointers)
	noCalls := len(p.Functions) > 1
	if noCalls {
		if err := withoutCalls(p); err != nil {
			return nil, err
		}
	}
	u := &Unwinding{
		product: product, noCalls: noCalls, flow: p.Main, labels: map[string]*scalar.Node{},
		nodes: map[threads.State]*scalar.Node{}, moves: map[*scalar.Node][][]*scalar.Edge{},
		froms: map[*logic.Func]*scalar.Node{}, leave: map[*logic.Func][]int{},
	}
	u.b = newBuilder(s, p, o)
	u.analyse()
	u.b.f = &scalar.Function{Name: p.Main.Name, Pos: p.Main.Pos}
	u.b.f.Exit = u.b.f.NewNode(p.Main.Pos)
	u.sets, u.b.rank = nodeSets{u.live.empty()}, []int{0}
	u.b.live = &u.sets
	u.at = []position{{inside: p.Main.Entry}}
	u.b.main, u.b.heads, u.b.cuts = true, map[*scalar.Node]bool{}, map[*scalar.Node]*place{}
	return u, nil
}

// System returns the part of the system made so far. It grows; clauses and predicates keep their
// numbers.
func (u *Unwinding) System() *System {
	u.b.sys.CallsLeftOut = u.noCalls
	return u.b.system()
}

// Entries returns the numbers of the clauses without body atoms.
func (u *Unwinding) Entries() []int {
	if !u.begun {
		u.begun = true
		at := position{inside: u.flow.Entry}
		start := u.newNode(at, u.flow.Entry.Pos)
		u.copySteps(start, u.flow.Entry, at, u.state(0))
		u.findBlock(start)
		u.begin = u.clausesOf(start, true)
	}
	return u.begin
}

// Successors returns the numbers of the clauses from p.
func (u *Unwinding) Successors(p *logic.Func) []int {
	if z, ok := u.leave[p]; ok {
		return z
	}
	n := u.froms[p]
	if n == nil {
		return nil
	}
	u.expand(n)
	all := n.Out
	z := []int{}
	for _, moves := range u.moves[n] {
		n.Out = moves
		u.findBlock(n)
		z = append(z, u.clausesOf(n, false)...)
	}
	n.Out = all
	u.leave[p] = z
	return z
}

// Names returns names of p's arguments. A variable has the same name wherever it is an argument.
func (u *Unwinding) Names(p *logic.Func) []string {
	var z []string
	for _, v := range u.b.cuts[u.froms[p]].vars {
		z = append(z, fmt.Sprintf("%s.%d", v.Name, v.ID))
	}
	return z
}

// clausesOf makes the clauses of the block from n. entry is set if the program starts at n.
func (u *Unwinding) clausesOf(n *scalar.Node, entry bool) []int {
	before := len(u.b.sys.Horn.Clauses)
	u.b.block(n, entry)
	z := []int{}
	for i := before; i < len(u.b.sys.Horn.Clauses); i++ {
		z = append(z, i)
	}
	return z
}

// findBlock finds the block that begins at n. It passes through all states without a predicate.
func (u *Unwinding) findBlock(n *scalar.Node) {
	work := []*scalar.Node{n}
	steps := map[*scalar.Node]int{n: 0} // number of steps from n
	for i := 0; i < len(work); i++ {
		if work[i] != n {
			u.expand(work[i])
		}
		for _, e := range work[i].Out {
			to := e.To
			if _, seen := steps[to]; seen || u.b.cuts[to] != nil {
				continue
			}
			// Ranks grow within a block, so the block can be walked in their order.
			back := u.b.rank[to.ID] <= u.b.rank[work[i].ID]
			n := steps[work[i]]
			if u.at[to.ID].inside == nil {
				n++
			}
			if u.needsPredicate(to) || back || n >= u.b.o.BlockSize && u.at[to.ID].inside == nil {
				u.cut(to)
				continue
			}
			steps[to] = n
			work = append(work, to)
		}
	}
}

// needsPredicate reports whether n always needs a predicate. It needs one if several threads may
// move, or if a thread stands at a loop head.
func (u *Unwinding) needsPredicate(n *scalar.Node) bool {
	at := u.at[n.ID]
	if at.inside != nil {
		return false
	}
	first := -1
	for _, m := range u.product.Moves(at.state) {
		if first >= 0 && m.Thread != first {
			return true
		}
		first = m.Thread
	}
	return first >= 0 && u.heads[u.location(first, u.product.Points(at.state)[first])]
}

func (u *Unwinding) cut(n *scalar.Node) {
	at := u.at[n.ID]
	m := at.inside
	if m == nil {
		m = u.first(at.state)
	}
	u.b.heads[n] = m != nil && u.heads[m]
	u.b.cuts[n] = u.b.newPlace(n)
	u.froms[u.b.cuts[n].pred] = n
}

// expand makes the edges out of a state.
func (u *Unwinding) expand(n *scalar.Node) {
	at := u.at[n.ID]
	if at.inside != nil || u.moves[n] != nil {
		return
	}
	u.moves[n] = [][]*scalar.Edge{}
	standing := u.product.Points(at.state)
	last := -1
	for _, m := range u.product.Moves(at.state) {
		step := u.labels[threads.StepLabel(m.Thread, standing[m.Thread], m.Step)]
		if step == nil || !u.reachesError[step.ID] && !u.mayReachError(m.To) {
			continue
		}
		before := len(n.Out)
		u.copySteps(n, step, position{state: at.state, thread: m.Thread}, u.state(m.To))
		if m.Thread != last {
			u.moves[n] = append(u.moves[n], nil)
			last = m.Thread
		}
		k := len(u.moves[n]) - 1
		u.moves[n][k] = append(u.moves[n][k], n.Out[before:]...)
	}
}

// copySteps copies the steps of the skeleton from step to the next labels. n is the copy of step.
// The labels become the state to; the other nodes lie inside a step from at.
func (u *Unwinding) copySteps(n, step *scalar.Node, at position, to *scalar.Node) {
	copies := map[*scalar.Node]*scalar.Node{step: n}
	work := []*scalar.Node{step}
	for i := 0; i < len(work); i++ {
		for _, e := range work[i].Out {
			image := to
			if e.To.Label == "" {
				if image = copies[e.To]; image == nil {
					image = u.newNode(position{at.state, at.thread, e.To}, e.To.Pos)
					copies[e.To] = image
					work = append(work, e.To)
				}
			}
			copies[work[i]].Connect(image, e.Op, e.Pos)
		}
	}
}

// state returns the node of a state.
func (u *Unwinding) state(s threads.State) *scalar.Node {
	n := u.nodes[s]
	if n == nil {
		n = u.newNode(position{state: s}, u.posOf(s))
		u.nodes[s] = n
	}
	return n
}

// posOf returns the position of the first thread that has not ended.
func (u *Unwinding) posOf(s threads.State) cfg.Pos {
	if n := u.first(s); n != nil {
		return n.Pos
	}
	return u.flow.Pos
}

// first returns the skeleton's node of the first thread that has not ended, or nil if all have
// ended.
func (u *Unwinding) first(s threads.State) *scalar.Node {
	for i, point := range u.product.Points(s) {
		if n := u.location(i, point); n != nil && len(n.Out) > 0 {
			return n
		}
	}
	return nil
}

// location returns the skeleton's node for a thread at a point, or nil if the thread has not
// started.
func (u *Unwinding) location(thread, point int) *scalar.Node {
	if point < 0 {
		return nil
	}
	return u.labels[threads.PointLabel(thread, point)]
}

// mayReachError reports whether some thread alone can reach an error from s.
func (u *Unwinding) mayReachError(s threads.State) bool {
	for i, point := range u.product.Points(s) {
		if n := u.location(i, point); n != nil && u.reachesError[n.ID] {
			return true
		}
	}
	return false
}

// newNode makes a node with the liveness and rank of the skeleton. Ranks grow along steps, except
// to loop heads.
func (u *Unwinding) newNode(at position, pos cfg.Pos) *scalar.Node {
	n := u.b.f.NewNode(pos)
	if at.inside == nil {
		n.Label = u.product.Label(at.state)
	}
	live, rank := u.live.empty(), 0
	for i, point := range u.product.Points(at.state) {
		if point < 0 {
			continue
		}
		m := u.location(i, point)
		if i == at.thread && at.inside != nil {
			m = at.inside
		}
		if m == nil { // no execution reaches it
			break
		}
		live.addAll(u.live.at(m))
		rank += u.rank[m.ID] + 1
	}
	u.at = append(u.at, at)
	u.sets = append(u.sets, live)
	u.b.rank = append(u.b.rank, rank)
	return n
}

// analyse computes liveness, ranks and reachability of errors in the skeleton.
func (u *Unwinding) analyse() {
	f := u.flow
	var order []*scalar.Node
	order, u.heads = depthFirst(f)
	u.rank = make([]int, len(f.Nodes))
	for i, n := range order {
		u.rank[n.ID] = i
	}
	// Other threads may read the value that a thread stores, so the operands of all stores count as
	// read.
	u.live = findLive(f, true, u.b.fx)
	for _, n := range order {
		if n.Label != "" {
			u.labels[n.Label] = n
		}
	}
	u.reachesError = make([]bool, len(f.Nodes))
	var work []*scalar.Node
	reach := func(n *scalar.Node) {
		if !u.reachesError[n.ID] {
			u.reachesError[n.ID] = true
			work = append(work, n)
		}
	}
	for _, n := range f.Nodes {
		for _, e := range n.Out {
			if _, ok := e.Op.(scalar.Error); ok {
				reach(n)
			}
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range n.In {
			if !blocked(e.Op) && !terminal(e.Op) {
				reach(e.From)
			}
		}
	}
}
