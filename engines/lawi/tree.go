// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"slices"

	"cornet/logic"
)

// node is a vertex of the abstract reachability tree: one way to reach a
// predicate, labelled by an over-approximation of the states that reach it.
type node struct {
	id     int // in order of creation; a node is covered by nodes with smaller ids
	loc    *location
	parent *node // nil for the root
	edge   *edge // from parent; nil for the root
	depth  int   // edges from the root

	label     []*logic.Term // conjuncts over the formals of loc
	labelTerm *logic.Term   // their conjunction
	dead      bool          // label is false
	gone      bool          // removed from the tree, since another node has replaced it

	children []*node
	expanded bool
	queued   bool // is in the work list
	visited  bool // has been visited

	coveredBy *node
	covers    []*node // nodes that this one covers
	// if not nil, the node is pruned: its label implies this full safety interpolant
	safe    *safeSet
	triedAt int // generation of labels at the last attempt to cover the node

	// number of formulas of the location's precision that the region already considers
	tracked  int
	cuts     []cut
	spurious bool   // has been on an infeasible error path
	hit      bool   // an error interpolant announced an error after this node
	links    []link // formulas of edge as links; made when needed
	// arrivals are states in which paths may arrive here. A branch that one of them takes is not
	// examined for conditional interpolants.
	arrivals []*logic.Model
}

// cut is an edge that got no node, with the reason.
type cut struct {
	edge        *edge
	conditional bool // a conditional interpolant excludes the edge, and the label alone does not
	serial      int  // position among the cuts of the tree
}

// tree is the abstract reachability tree with its covering relation. It keeps these invariants,
// which check verifies:
//
//   - well-labelled: the label of a node and the formula of an edge to a child
//     imply the label of the child (check does not verify this; the final
//     validation of the model does);
//   - a node is covered by an earlier node of the same location only, or pruned
//     by a full set of safety interpolants, which is a cover by formulas that
//     need no exploration;
//   - no node covers another while it or an ancestor is covered or unreachable:
//     covering is not monotone, and a cover counts only while the covering node is
//     explored, because only the labels of explored nodes make the model.
type tree struct {
	store *logic.Store
	root  *node
	nodes []*node
	// generation counts changes of labels and covers.
	generation int
	cuts       int // number of branches without a node
}

func (t *tree) add(parent *node, e *edge) *node {
	n := &node{id: len(t.nodes), parent: parent, edge: e, labelTerm: t.store.True(), triedAt: -1}
	if parent != nil {
		n.loc, n.depth = e.to, parent.depth+1
		parent.children = append(parent.children, n)
	}
	if n.loc != nil {
		n.loc.nodes = append(n.loc.nodes, n)
	}
	t.nodes = append(t.nodes, n)
	return n
}

// cut records that edge e at n gets no node.
func (t *tree) cut(n *node, e *edge, conditional bool) {
	n.cuts = append(n.cuts, cut{e, conditional, t.cuts})
	t.cuts++
}

// coveredPath reports whether n or an ancestor of n is covered or pruned.
func (n *node) coveredPath() bool {
	for ; n != nil; n = n.parent {
		if n.coveredBy != nil || n.safe != nil {
			return true
		}
	}
	return false
}

// deadPath reports whether n or an ancestor of n is unreachable.
func (n *node) deadPath() bool {
	for ; n != nil; n = n.parent {
		if n.dead {
			return true
		}
	}
	return false
}

// explored reports whether n takes part in the proof: it is expanded, and neither it nor an
// ancestor is covered or unreachable.
func (n *node) explored() bool { return n.expanded && !n.coveredPath() && !n.deadPath() }

// strengthen adds conjuncts to the label of n. It returns whether the label changed.
func (t *tree) strengthen(n *node, conjuncts []*logic.Term) bool {
	old := len(n.label)
	for _, c := range conjuncts {
		if !slices.Contains(n.label, c) {
			n.label = append(n.label, c)
		}
	}
	if len(n.label) == old {
		return false
	}
	n.labelTerm = t.store.And(n.label...)
	n.dead = n.labelTerm.IsFalse()
	t.generation++
	return true
}

// cover makes w cover n. Nodes that n or a descendant covers lose that cover;
// they are returned.
func (t *tree) cover(n, w *node) (uncovered []*node) {
	n.coveredBy = w
	w.covers = append(w.covers, n)
	return t.release(n)
}

// prune closes n finally: z proves it safe. It returns the nodes that n or a descendant covered,
// which lose that cover.
func (t *tree) prune(n *node, z *safeSet) (uncovered []*node) {
	n.safe = z
	return t.release(n)
}

// release removes the covers by n and its descendants, which are no longer part of the proof
// because n is covered or unreachable. It returns the nodes that were covered.
func (t *tree) release(n *node) (uncovered []*node) {
	t.generation++
	below(n, func(d *node) {
		for _, u := range d.covers {
			u.coveredBy = nil
			uncovered = append(uncovered, u)
		}
		d.covers = nil
	})
	return uncovered
}

// replace removes n and the nodes below it from the tree and puts a new node in its place. It
// returns the nodes that the removed ones covered.
func (t *tree) replace(n *node) (uncovered []*node, again *node) {
	n.dead, n.gone = true, true
	if n.coveredBy != nil {
		t.uncover(n)
	}
	below(n, func(d *node) {
		if d.coveredBy != nil {
			t.uncover(d)
		}
		d.loc.nodes = slices.DeleteFunc(d.loc.nodes, func(x *node) bool { return x == d })
	})
	uncovered = t.release(n)
	n.parent.children = slices.DeleteFunc(n.parent.children, func(x *node) bool { return x == n })
	return uncovered, t.add(n.parent, n.edge)
}

// uncover removes the cover of n.
func (t *tree) uncover(n *node) {
	w := n.coveredBy
	w.covers = slices.DeleteFunc(w.covers, func(x *node) bool { return x == n })
	n.coveredBy = nil
	t.generation++
}

// below calls visit for n and its descendants.
func below(n *node, visit func(*node)) {
	stack := []*node{n}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(x)
		stack = append(stack, x.children...)
	}
}

// path returns the nodes from the child of from (nil for the root) to n.
func path(from, n *node) []*node {
	var z []*node
	for x := n; x != from && x.parent != nil; x = x.parent {
		z = append(z, x)
	}
	slices.Reverse(z)
	return z
}

// commonAncestor returns the deepest node that is x or an ancestor of x, and y or an ancestor of y.
func commonAncestor(x, y *node) *node {
	for x != y {
		if x.depth >= y.depth {
			x = x.parent
		} else {
			y = y.parent
		}
	}
	return x
}

// check returns an error if an invariant of the covering relation is broken.
func (t *tree) check() error {
	for _, n := range t.nodes {
		w := n.coveredBy
		if w == nil {
			continue
		}
		switch {
		case w.loc != n.loc:
			return fmt.Errorf("node %d is covered by %d of another location", n.id, w.id)
		case w.id >= n.id:
			return fmt.Errorf("node %d is covered by the later node %d", n.id, w.id)
		case w.coveredPath():
			return fmt.Errorf("node %d is covered by %d, which is covered itself", n.id, w.id)
		case w.deadPath():
			return fmt.Errorf("node %d is covered by %d, which is unreachable", n.id, w.id)
		case !slices.Contains(w.covers, n):
			return fmt.Errorf("node %d is missing from the covers of %d", n.id, w.id)
		}
	}
	return nil
}
