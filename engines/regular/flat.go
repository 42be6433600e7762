// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"slices"

	"cornet/logic"
)

// clause is a Horn clause over states: cells and body imply the head. Its variables are numbers.
type clause struct {
	sorts []int // sorts of the variables
	fixed []int // values of Boolean variables, -1 for others
	cells []atom
	body  []atom
	head  *atom // nil for a query
	plan  []step
}

// atom is a relation of states. For a cell, symbol is a constructor and the last argument is its
// result.
type atom struct {
	symbol int
	args   []int
}

// emitter makes a clause over states from a clause over nodes.
type emitter struct {
	*builder
	clause *clause
	single map[*node]int
	pair   map[[2]*node]int
	leaves [][2]*node // pairs of variables
}

// planStepsPerTick is the number of cells and atoms that are visited in a tick.
const planStepsPerTick = 8

// emit returns the clause over the states of nodes. If a variable and a constructor are read
// together, their state is arbitrary.
func (b *builder) emit() *clause {
	e := &emitter{builder: b, clause: &clause{}, single: map[*node]int{}, pair: map[[2]*node]int{}}
	for i := range b.body {
		e.clause.body = append(e.clause.body, e.atom(&b.body[i]))
	}
	if b.head != nil {
		h := e.atom(b.head)
		e.clause.head = &h
	}
	e.together()
	e.clause.prepare()
	// The plan is made in steps that visit all remaining cells and atoms.
	e.store.Spend(int64(len(e.clause.plan) * (len(e.clause.cells) + len(e.clause.body)) / planStepsPerTick))
	return e.clause
}

func (e *emitter) atom(f *fact) atom {
	r := &e.rels[f.rel]
	z := atom{symbol: f.rel}
	for _, i := range r.singles {
		z.args = append(z.args, e.stateOf(f.args[i]))
	}
	for _, p := range r.pairs {
		z.args = append(z.args, e.stateOfPair(f.args[p[0]], f.args[p[1]]))
	}
	return z
}

func (e *emitter) variable(sort, fixed int) int {
	e.clause.sorts = append(e.clause.sorts, sort)
	e.clause.fixed = append(e.clause.fixed, fixed)
	return len(e.clause.sorts) - 1
}

// stateOf returns the variable for the state of n.
func (e *emitter) stateOf(n *node) int {
	n = e.equal.Find(n)
	if v, ok := e.single[n]; ok {
		return v
	}
	v := e.variable(e.sort(sort{first: n.sort}), n.fixed)
	e.single[n] = v
	if n.constructor != nil {
		e.cell([2]*logic.Constructor{n.constructor}, n.fields, nil, v)
	}
	return v
}

// stateOfPair returns the variable for the state of x and y.
func (e *emitter) stateOfPair(x, y *node) int {
	x, y = e.equal.Find(x), e.equal.Find(y)
	if v, ok := e.pair[[2]*node{x, y}]; ok {
		return v
	}
	v := e.variable(e.sort(sort{x.sort, y.sort}), -1)
	e.pair[[2]*node{x, y}] = v
	switch {
	case x.constructor != nil && y.constructor != nil:
		e.cell([2]*logic.Constructor{x.constructor, y.constructor}, x.fields, y.fields, v)
	case x.constructor == nil && y.constructor == nil:
		e.leaves = append(e.leaves, [2]*node{x, y})
	}
	return v
}

// cell states that v is the state of the constructors applied to fields.
func (e *emitter) cell(constructors [2]*logic.Constructor, x, y []*node, v int) {
	a := atom{symbol: e.opOf[constructors]}
	for _, r := range e.ops[a.symbol].reads {
		switch {
		case r.second < 0:
			a.args = append(a.args, e.stateOf(x[r.first]))
		case r.first < 0:
			a.args = append(a.args, e.stateOf(y[r.second]))
		default:
			a.args = append(a.args, e.stateOfPair(x[r.first], y[r.second]))
		}
	}
	a.args = append(a.args, v)
	e.clause.cells = append(e.clause.cells, a)
}

// together restricts the states of variables that are read in pairs to combinations that occur.
func (e *emitter) together() {
	var groups [][]*node // variables connected by pairs
	for _, p := range e.leaves {
		group := []*node{p[0]}
		if p[1] != p[0] {
			group = append(group, p[1])
		}
		var rest [][]*node
		for _, x := range groups {
			if !slices.Contains(x, p[0]) && !slices.Contains(x, p[1]) {
				rest = append(rest, x)
				continue
			}
			for _, n := range group {
				if !slices.Contains(x, n) {
					x = append(x, n)
				}
			}
			group = x
		}
		groups = append(rest, group)
	}
	for _, x := range groups {
		e.known(x)
	}
}

// maxJoint limits the values whose joint states are tracked.
const maxJoint = 3

// known adds the joint relation of the states of nodes. If there are too many nodes, it adds the
// relations of smaller sets of nodes.
func (e *emitter) known(nodes []*node) {
	if len(nodes) <= maxJoint {
		j := jointStates{}
		var args []int
		for i, n := range nodes {
			j.sorts = append(j.sorts, n.sort)
			if v, ok := e.single[n]; ok {
				j.singles = append(j.singles, i)
				args = append(args, v)
			}
		}
		same := false
		for _, p := range e.leaves {
			i, k := slices.Index(nodes, p[0]), slices.Index(nodes, p[1])
			if i >= 0 && k >= 0 {
				j.pairs = append(j.pairs, [2]int{i, k})
				args = append(args, e.pair[p])
				same = same || i == k
			}
		}
		if len(args) < 2 && !same {
			return
		}
		if n, ok := e.jointly(j); ok {
			e.clause.body = append(e.clause.body, atom{n, args})
			return
		}
	}
	if len(nodes) <= 1 {
		return
	}
	size := min(len(nodes)-1, maxJoint)
	subsets(len(nodes), size, func(chosen []int) {
		var some []*node
		for _, i := range chosen {
			some = append(some, nodes[i])
		}
		e.known(some)
	})
}

// subsets calls yield with the sets of k numbers below n.
func subsets(n, k int, yield func([]int)) {
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == k {
			yield(chosen)
			return
		}
		for i := from; i < n; i++ {
			choose(i+1, append(slices.Clip(chosen), i))
		}
	}
	choose(0, nil)
}
