// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// maxTree bounds the clauses that are unfolded, and the steps of a refutation.
const maxTree = 20000

// This file unfolds counterexamples. The applications that led to a query form a DAG, because one
// state may have several uses. A derivation corresponds to the tree that the DAG unfolds to, since
// different uses of a state may be different atoms. The tree may be exponentially larger than the
// DAG; lazy.go handles such trees.

// treeNode is a clause at one place of a counterexample, or a leaf: a state whose derivation has
// not been unfolded, so that only its abstraction is known.
type treeNode struct {
	of        *state // nil at the root
	by        *application
	instance  *kernel.Instance // for a clause; nil for a leaf
	conjuncts []*logic.Term    // conjuncts of the instance, or of the abstraction
	loc       *location        // location of the head; nil at the root
	state     []*logic.Term
	parent    int // index in the tree; -1 at the root
	children  []int
}

// root returns the node of a query.
func (s *search) root(a *application) treeNode {
	return treeNode{by: a, parent: -1, children: make([]int, 0, len(a.body))}
}

// leaf returns a leaf for x, which will have number i in its tree.
func (s *search) leaf(x *state, parent, i int) treeNode {
	z := treeNode{of: x, by: x.from, loc: x.loc, parent: parent}
	z.state = kernel.State(s.store, x.loc.pred, strconv.Itoa(i))
	z.conjuncts = logic.AppendConjuncts(nil, s.store.NewSubstitution(x.loc.formals, z.state).Apply(x.term))
	return z
}

// isLeaf reports whether the node's derivation has not been unfolded.
func (n *treeNode) isLeaf() bool { return n.instance == nil }

// expand unfolds node i of a tree: it appends a leaf for every body atom of the application that
// led to it. In the tree, nodes come before their children.
func (s *search) expand(tree []treeNode, i int) []treeNode {
	var states [][]*logic.Term
	a := tree[i].by
	for _, x := range a.body {
		k := len(tree)
		tree = append(tree, s.leaf(x, i, k))
		tree[i].children = append(tree[i].children, k)
		states = append(states, tree[k].state)
	}
	n := &tree[i]
	n.instance = kernel.Instantiate(s.store, s.sys.Clauses[a.clause], states, n.state, strconv.Itoa(i))
	n.conjuncts = n.instance.Conjuncts
	return tree
}

// unfold returns the whole tree of an application. Nodes come before their children.
func (s *search) unfold(a *application) []treeNode {
	tree := s.expand([]treeNode{s.root(a)}, 0)
	for i := 1; i < len(tree); i++ {
		tree = s.expand(tree, i)
	}
	return tree
}

// reversed returns a tree with nodes after their children and the root last: the
// order of a tree query.
func reversed(pre []treeNode) []treeNode {
	last := len(pre) - 1
	tree := make([]treeNode, len(pre))
	for i, n := range pre {
		n.children = slices.Clone(n.children)
		for k := range n.children {
			n.children[k] = last - n.children[k]
		}
		if n.parent >= 0 {
			n.parent = last - n.parent
		}
		tree[last-i] = n
	}
	return tree
}

// treeSize returns the number of nodes of the tree with root a, at most math.MaxInt32, and of its
// DAG.
//
// Cost: linear in the DAG.
func treeSize(a *application) (tree, dag int) {
	sizes := map[*state]int{}
	var size func(*application) int
	size = func(a *application) int {
		z := 1
		for _, x := range a.body {
			n, ok := sizes[x]
			if !ok {
				n = size(x.from)
				sizes[x] = n
			}
			z = min(z+n, math.MaxInt32)
		}
		return z
	}
	tree = size(a)
	return tree, len(sizes) + 1
}

// locations returns the predicates that the counterexample of a derives, each once.
//
// Cost: linear in the DAG.
func locations(a *application) []*location {
	var z []*location
	seen := map[*state]bool{}
	work := slices.Clone(a.body)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if !slices.Contains(z, x.loc) {
			z = append(z, x.loc)
		}
		work = append(work, x.from.body...)
	}
	return z
}

// verdict is the result about a counterexample: a refutation, or a tree without a model and an
// unsatisfiable core of its conjuncts.
type verdict struct {
	refutation *horn.Refutation
	tree       []treeNode // children come before their parents
	core       []*logic.Term
	// lemmas and the interpolants of the tree together exclude the counterexample.
	lemmas []*lemma
}

// guidedTree is a factor: a tree may be this many times larger than others and still be examined as
// a whole if templates guide its interpolants. The reason is that facts about states that are not
// unfolded tend to count iterations, which templates should avoid.
const guidedTree = 4

// decide examines the counterexample with root a. It examines the tree as a whole if it is small,
// or has no shared parts, like a path through a loop.
func (s *search) decide(ctx context.Context, a *application, guided bool) (verdict, error) {
	limit := s.opts.WholeTree
	if guided {
		limit *= guidedTree
	}
	size, dag := treeSize(a)
	if size > limit && (limit < 0 || size > dag || size > maxTree) {
		return s.decideLazily(ctx, a)
	}
	tree := reversed(s.unfold(a))
	solver := s.solver
	if size > s.opts.WholeTree && size > dag {
		solver = s.bounded // if this query fails, there is another way
	}
	solver.Push()
	m, core, err := s.satisfy(ctx, solver, tree)
	solver.Pop(1)
	switch {
	case solver == s.bounded && errors.As(err, new(giveUp)):
		return s.decideLazily(ctx, a)
	case err != nil || m == nil:
		return verdict{tree: tree, core: core}, err
	}
	return verdict{refutation: refutation(tree, m)}, nil
}

// refutation returns the derivation that a model of a tree describes. In the tree, children come
// before their parents.
func refutation(tree []treeNode, m *logic.Model) *horn.Refutation {
	r := &horn.Refutation{}
	step := make([]int, len(tree))
	for i := range tree {
		r.Steps = append(r.Steps, tree[i].ground(m, step))
		step[i] = len(r.Steps) - 1
	}
	return r
}

// ground returns the step of n under m. step has the steps of its children.
func (n *treeNode) ground(m *logic.Model, step []int) horn.Step {
	z := horn.Step{Clause: n.by.clause, Values: n.instance.Values(m)}
	for _, c := range n.children {
		z.Premises = append(z.Premises, step[c])
	}
	return z
}

// satisfy decides the conjuncts of a tree: it returns a model or an unsatisfiable
// core.
func (s *search) satisfy(ctx context.Context, solver smt.Solver, tree []treeNode) (*logic.Model, []*logic.Term, error) {
	var conjuncts []*logic.Term
	for i := range tree {
		conjuncts = append(conjuncts, tree[i].conjuncts...)
	}
	s.stats.Checks++
	st, err := solver.Check(ctx, conjuncts...)
	switch {
	case err != nil:
		return nil, nil, err
	case st == smt.Unsat:
		return nil, solver.Core(), nil
	case st == smt.Unknown:
		return nil, nil, giveUp{"a counterexample could not be decided: " + solver.Reason()}
	}
	m, err := solver.Model()
	return m, nil, err
}

// tooLarge ends a search whose counterexamples are too large.
func (s *search) tooLarge() error {
	return giveUp{fmt.Sprintf("a counterexample has more than %d clauses", maxTree)}
}
