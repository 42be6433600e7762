// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
)

// This file finds intervals for programs with threads from their steps alone, without looking at
// interleavings: what a thread has for itself is followed along its control flow; for what threads share
// there is one interval, of all values that any step stores.
//
// A step that is on no cycle of its thread happens once. So as many stores of that kind as there are can
// follow each other, and instead of widening what they store, as many rounds are made: a counter that ten
// threads increment is at most ten.

// maxRounds is the most stores that rounds are made for; those of larger programs are widened.
const maxRounds = 64

// interference computes intervals over the skeleton of a product.
type interference struct {
	r      ranges
	f      *flat.Function
	order  []*flat.Node
	heads  map[*flat.Node]bool
	thread []int             // of nodes
	owner  map[*flat.Var]int // threads that a variable belongs to; or nobody
	cyclic []bool            // nodes that lie on a cycle
	steps  []*big.Int
	local  []env // by node; nil of nodes that are not reached
	visits []int
	shared env                    // of shared variables that have been assigned
	stored map[*flat.Var]interval // what steps that happen once store, to be published
	grown  map[*flat.Var]int      // how often a shared variable's interval has been widened
}

// nobody owns variables that several threads touch.
const nobody = -1

// interfere returns the intervals of the variables that threads have for themselves, for each node, nil
// for nodes that are never reached, and those of shared variables. thread tells which thread a node of f
// belongs to, live which variables may be read before they are assigned.
//
// Cost: a few passes over f for each round and each widening.
func (r ranges) interfere(f *flat.Function, thread []int, live varSet) (local []env, shared env) {
	order, heads := depthFirst(f)
	a := &interference{
		r: r, f: f, order: order, heads: heads, thread: thread, owner: map[*flat.Var]int{},
		cyclic: onCycles(f), steps: thresholds(f), local: make([]env, len(f.Nodes)), visits: make([]int, len(f.Nodes)),
		shared: env{}, stored: map[*flat.Var]interval{}, grown: map[*flat.Var]int{},
	}
	a.findOwners()
	for v := range live {
		if a.owner[v] == nobody {
			a.shared[v] = r.typeRange(v.Type)
		}
	}
	a.local[f.Entry.ID] = env{}
	rounds := a.stores()
	for round := 0; ; round++ {
		for a.pass() {
		}
		if round == rounds && rounds <= maxRounds {
			return a.local, a.shared
		}
		changed := false
		for v, x := range a.stored { // each by itself: the order does not matter
			changed = a.publish(v, x, rounds > maxRounds) || changed
		}
		if !changed {
			return a.local, a.shared
		}
	}
}

// stores counts the steps that happen once and store in a shared variable what is not the same always.
func (a *interference) stores() int {
	z := 0
	for _, n := range a.order {
		for _, e := range n.Out {
			flat.Written(e.Op, func(v *flat.Var) {
				if a.owner[v] == nobody && !a.atOnce(n, e.Op) {
					z++
				}
			})
		}
	}
	return z
}

// atOnce reports whether what op stores at n is published without waiting for the next round: what is stored
// again and again, and constants.
func (a *interference) atOnce(n *flat.Node, op flat.Op) bool {
	o, ok := op.(flat.Assign)
	return a.cyclic[n.ID] || !ok || o.Value.IsConst()
}

// findOwners finds the thread that touches a variable, for each.
func (a *interference) findOwners() {
	touch := func(v *flat.Var, thread int) {
		if old, ok := a.owner[v]; ok && old != thread {
			thread = nobody
		}
		a.owner[v] = thread
	}
	for _, n := range a.f.Nodes {
		for _, e := range n.Out {
			flat.Operands(e.Op, func(x *flat.Expr) {
				x.Walk(func(y *flat.Expr) {
					if y.Operator == flat.Read {
						touch(y.Var, a.thread[n.ID])
					}
				})
			})
			flat.Written(e.Op, func(v *flat.Var) { touch(v, a.thread[n.ID]) })
		}
	}
}

// pass moves intervals along all edges once and reports whether any has grown.
func (a *interference) pass() bool {
	changed := false
	for _, n := range a.order {
		if a.local[n.ID] == nil {
			continue
		}
		for _, e := range n.Out {
			changed = a.edge(n, e) || changed
		}
	}
	return changed
}

func (a *interference) edge(n *flat.Node, e *flat.Edge) bool {
	if terminal(e.Op) {
		return false
	}
	out := a.at(a.local[n.ID])
	if !a.r.apply(out, e.Op, nil) {
		return false
	}
	changed := false
	flat.Written(e.Op, func(v *flat.Var) {
		if a.owner[v] != nobody || v.Type.Array {
			return
		}
		x := a.r.of(out, v)
		if a.atOnce(n, e.Op) {
			changed = a.publish(v, x, a.cyclic[n.ID])
		} else if old, ok := a.stored[v]; ok {
			a.stored[v] = old.join(x)
		} else {
			a.stored[v] = x
		}
	})
	for v := range out {
		if a.owner[v] == nobody || a.thread[n.ID] != a.thread[e.To.ID] {
			delete(out, v)
		}
	}
	to := e.To.ID
	old := a.local[to]
	if old == nil {
		a.local[to] = out
		return true
	}
	next := a.r.joinEnv(old, out)
	if sameEnv(old, next) {
		return changed
	}
	if a.heads[e.To] {
		if a.visits[to]++; a.visits[to] > widenAfter {
			next = a.r.widenEnv(old, next, a.steps)
		}
	}
	a.local[to] = next
	return true
}

// at is what is known where local is known of a thread's own variables.
func (a *interference) at(local env) env {
	z := local.clone()
	for v, x := range a.shared {
		z[v] = x
	}
	return z
}

// publish makes x values of the shared variable v; it reports whether some are new.
func (a *interference) publish(v *flat.Var, x interval, widen bool) bool {
	old, ok := a.shared[v]
	if !ok {
		a.shared[v] = x
		return true
	}
	if x.within(old) {
		return false
	}
	next := old.join(x)
	if widen {
		if a.grown[v]++; a.grown[v] > widenAfter {
			next = a.r.widen(old, next, v.Type, a.steps)
		}
	}
	a.shared[v] = next
	return true
}

// onCycles marks the nodes that lie on a cycle of f: those in strongly connected components with an edge
// inside (Tarjan).
func onCycles(f *flat.Function) []bool {
	z := make([]bool, len(f.Nodes))
	index, low := make([]int, len(f.Nodes)), make([]int, len(f.Nodes))
	on := make([]bool, len(f.Nodes))
	var stack []*flat.Node
	count := 0
	type frame struct {
		n *flat.Node
		i int
	}
	for _, root := range f.Nodes {
		if index[root.ID] != 0 {
			continue
		}
		var path []frame
		enter := func(n *flat.Node) {
			count++
			index[n.ID], low[n.ID], on[n.ID] = count, count, true
			stack = append(stack, n)
			path = append(path, frame{n, 0})
		}
		enter(root)
		for len(path) > 0 {
			top := &path[len(path)-1]
			n := top.n
			if top.i < len(n.Out) {
				to := n.Out[top.i].To
				top.i++
				switch {
				case index[to.ID] == 0:
					enter(to)
				case on[to.ID]:
					low[n.ID] = min(low[n.ID], index[to.ID])
					z[n.ID] = z[n.ID] || to == n
				}
				continue
			}
			path = path[:len(path)-1]
			if len(path) > 0 {
				up := path[len(path)-1].n
				low[up.ID] = min(low[up.ID], low[n.ID])
			}
			if low[n.ID] != index[n.ID] {
				continue
			}
			size := 0
			for i := len(stack) - 1; ; i-- {
				size++
				if stack[i] == n {
					break
				}
			}
			for _, m := range stack[len(stack)-size:] {
				on[m.ID] = false
				z[m.ID] = z[m.ID] || size > 1
			}
			stack = stack[:len(stack)-size]
		}
	}
	return z
}
