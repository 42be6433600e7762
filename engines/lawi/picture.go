// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"strings"

	"cornet/horn"
	"cornet/logic"
)

// watch calls Watch with a picture of the tree. The title is about the path, which continues along
// the edges after to an error.
func (s *search) watch(title string, path []*node, after ...*edge) {
	if s.opts.Watch == nil {
		return
	}
	z := Snapshot{Title: title}
	names := s.argumentNames()
	on := map[*node]bool{}
	for _, n := range path {
		on[n] = true
	}
	for _, n := range s.tree.nodes {
		if n.isGone() {
			continue
		}
		x := SnapshotNode{ID: nodeID(n), Parent: -1, CoveredBy: -1, Location: "entry", Spurious: n.spurious, OnPath: on[n]}
		if n.parent != nil {
			x.Parent, x.Location = nodeID(n.parent), n.loc.pred.Name()
			region := horn.Named(s.store, n.labelTerm, n.loc.formals, names[n.loc.pred])
			x.Label, x.Clause = strings.Join(horn.Conjuncts(region), "\n"), clauseName(n.edge)
		}
		if x.State = n.state(); x.State == stateCovered {
			x.CoveredBy = nodeID(n.coveredBy)
		}
		z.Nodes = append(z.Nodes, x)
	}
	for _, n := range s.tree.nodes {
		if n.isGone() {
			continue
		}
		for _, c := range n.cuts {
			x := SnapshotNode{
				ID: 3*c.serial + 1, Parent: nodeID(n), CoveredBy: -1, Location: c.edge.to.pred.Name(),
				Clause: clauseName(c.edge), State: stateInfeasible,
			}
			if c.conditional {
				x.State = stateConditional
			}
			z.Nodes = append(z.Nodes, x)
		}
	}
	for i, e := range after {
		x := SnapshotNode{ID: endID(i), Parent: endID(i - 1), CoveredBy: -1, Location: "false", Clause: clauseName(e), State: stateReached, OnPath: true}
		if i == 0 {
			x.Parent = nodeID(s.tree.root)
			if len(path) > 0 {
				x.Parent = nodeID(path[len(path)-1])
			}
		}
		if e.to != nil {
			x.Location = e.to.pred.Name()
		}
		z.Nodes = append(z.Nodes, x)
	}
	s.opts.Watch(z)
}

// argumentNames returns names for the arguments of the tree's predicates.
func (s *search) argumentNames() map[*logic.Func][]string {
	var clauses []*horn.Clause
	for _, n := range s.tree.nodes {
		if n.edge != nil {
			clauses = append(clauses, n.edge.clause)
		}
	}
	return horn.ArgumentNames(clauses)
}

// isGone reports whether n has been taken out of the tree.
func (n *node) isGone() bool {
	for ; n != nil; n = n.parent {
		if n.gone {
			return true
		}
	}
	return false
}

// nodeID returns the number of n in pictures. Cuts and the steps after the tree have other numbers.
func nodeID(n *node) int { return 3 * n.id }

// endID returns the number of the k-th step after the tree, on the way to an error.
func endID(k int) int { return 3*k + 2 }

// state returns the state of n.
func (n *node) state() NodeState {
	switch {
	case n.dead:
		return stateUnreachable
	case n.parent != nil && (n.parent.coveredPath() || n.parent.deadPath()):
		return stateBelow
	case n.safe != nil:
		return stateSafe
	case n.coveredBy != nil:
		return stateCovered
	case n.hit:
		return stateErroneous
	case n.expanded:
		return stateExplored
	}
	return stateOpen
}

// clauseName returns the number of an edge's clause, with its name if it has one.
func clauseName(e *edge) string {
	if e.clause.Name != "" {
		return fmt.Sprintf("%d %s", e.number, e.clause.Name)
	}
	return fmt.Sprint(e.number)
}
