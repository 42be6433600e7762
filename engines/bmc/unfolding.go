// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"fmt"
	"slices"
	"strconv"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// node is a predicate at a position of a derivation.
type node struct {
	pred   *logic.Func
	pos    *position
	state  []*logic.Term
	active *logic.Term
	// choices are the clauses for pred, once the node is unfolded.
	choices  []*choice
	unfolded bool
}

// name differs between positions.
func (p *position) name() string { return strconv.Itoa(p.number + 1) }

// choice is one clause at one node. Its literal implies the clause's formula
// and the activity of the nodes of its body.
type choice struct {
	lit      *logic.Term
	clause   int
	instance *kernel.Instance
	body     []*node
}

// position is a node of the tree of body-atom numbers.
type position struct {
	number   int         // in unfolding.positions
	parent   int         // the number of its parent; -1 for the root
	below    []*position // children by body-atom number
	nodes    map[*logic.Func]*node
	asserted []*logic.Term
}

// unfolding is the backward unfolding of a system, held in a solver.
type unfolding struct {
	sys       *horn.System
	store     *logic.Store
	solver    smt.Solver
	heads     map[*logic.Func][]int // clauses by the predicate of the head
	positions []*position           // in order of creation; the root is first
	queries   []*choice
	nodes     []*node // in order of creation
	open      []*node // nodes that are not unfolded, and some that are; see unfinished
}

func newUnfolding(sys *horn.System, solver smt.Solver) *unfolding {
	u := &unfolding{sys: sys, store: sys.Store, solver: solver, heads: map[*logic.Func][]int{}}
	for i, c := range sys.Clauses {
		if c.Head != nil {
			u.heads[c.Head.Pred] = append(u.heads[c.Head.Pred], i)
		}
	}
	u.newPosition(-1)
	return u
}

func (u *unfolding) newPosition(parent int) *position {
	z := &position{number: len(u.positions), parent: parent, nodes: map[*logic.Func]*node{}}
	u.positions = append(u.positions, z)
	return z
}

// assert asserts f, a formula about pos and the positions below it.
func (u *unfolding) assert(pos *position, f *logic.Term) error {
	pos.asserted = append(pos.asserted, f)
	return u.solver.Assert(f)
}

// assertRoot asserts that some query holds.
func (u *unfolding) assertRoot() error {
	root := u.positions[0]
	var lits []*logic.Term
	for i, c := range u.sys.Clauses {
		if !c.IsQuery() {
			continue
		}
		q, err := u.choose(i, root, nil)
		if err != nil {
			return err
		}
		u.queries = append(u.queries, q)
		lits = append(lits, q.lit)
	}
	return u.assert(root, u.store.Or(lits...))
}

// choose asserts clause i at pos, with the given state for its head.
func (u *unfolding) choose(i int, pos *position, head []*logic.Term) (*choice, error) {
	c := u.sys.Clauses[i]
	x := &choice{clause: i, lit: u.store.Var(fmt.Sprintf("\\choose%d@%s", i, pos.name()), u.store.Bool)}
	states := make([][]*logic.Term, len(c.Body))
	for k := range c.Body {
		if k == len(pos.below) {
			pos.below = append(pos.below, u.newPosition(pos.number))
		}
		p := u.node(pos.below[k], c.Body[k].Pred)
		x.body = append(x.body, p)
		states[k] = p.state
	}
	x.instance = kernel.Instantiate(u.store, c, states, head, fmt.Sprintf("%d.%s", i, pos.name()))
	consequences := slices.Clone(x.instance.Conjuncts)
	for _, p := range x.body {
		consequences = append(consequences, p.active)
	}
	return x, u.assert(pos, u.store.Implies(x.lit, u.store.And(consequences...)))
}

func (u *unfolding) node(pos *position, pred *logic.Func) *node {
	if p := pos.nodes[pred]; p != nil {
		return p
	}
	p := &node{
		pred: pred, pos: pos,
		state:  kernel.State(u.store, pred, pos.name()),
		active: u.store.Var(fmt.Sprintf("\\active%d@%s", pred.ID(), pos.name()), u.store.Bool),
	}
	pos.nodes[pred] = p
	u.nodes = append(u.nodes, p)
	u.open = append(u.open, p)
	return p
}

// unfinished returns the nodes that are not unfolded, in order of creation. The
// slice is valid until a node is made.
func (u *unfolding) unfinished() []*node {
	u.open = slices.DeleteFunc(u.open, func(p *node) bool { return p.unfolded })
	return u.open
}

// unfold adds the clauses for p.
func (u *unfolding) unfold(p *node) error {
	p.unfolded = true
	lits := []*logic.Term{u.store.Not(p.active)}
	for _, i := range u.heads[p.pred] {
		x, err := u.choose(i, p.pos, p.state)
		if err != nil {
			return err
		}
		p.choices = append(p.choices, x)
		lits = append(lits, x.lit)
	}
	return u.assert(p.pos, u.store.Or(lits...))
}

// refutation returns the derivation that a model of the unfolding describes.
func (u *unfolding) refutation(m *logic.Model) (*horn.Refutation, error) {
	var order []*choice // choices in order: parents come before children
	stepOf := map[*node]*choice{}
	pick := func(choices []*choice) *choice {
		for _, x := range choices {
			if m.Holds(x.lit) {
				return x
			}
		}
		return nil
	}
	root := pick(u.queries)
	if root == nil {
		return nil, fmt.Errorf("the model chooses no query")
	}
	for work := []*choice{root}; len(work) > 0; {
		x := work[0]
		work = work[1:]
		order = append(order, x)
		for _, p := range x.body {
			y := pick(p.choices)
			if y == nil {
				return nil, fmt.Errorf("the model derives %v by no clause", p.pred)
			}
			stepOf[p] = y
			work = append(work, y)
		}
	}
	r := &horn.Refutation{}
	index := map[*choice]int{}
	for i := len(order) - 1; i >= 0; i-- {
		x := order[i]
		step := horn.Step{Clause: x.clause, Values: x.instance.Values(m)}
		for _, p := range x.body {
			step.Premises = append(step.Premises, index[stepOf[p]])
		}
		index[x] = len(r.Steps)
		r.Steps = append(r.Steps, step)
	}
	return r, nil
}
