// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// closePath tries to cover n or one of its ancestors by an earlier node.
func (s *search) closePath(ctx context.Context, n *node) error {
	for _, x := range path(nil, n) {
		if err := s.closeNode(ctx, x); err != nil || x.coveredBy != nil {
			return err
		}
	}
	return nil
}

// closeNode tries to cover n (Close in McMillan's paper). It does not repeat an attempt until some
// label or cover has changed.
func (s *search) closeNode(ctx context.Context, n *node) error {
	if n.triedAt == s.tree.generation {
		return nil
	}
	n.triedAt = s.tree.generation
	for _, w := range n.loc.nodes {
		if w.id >= n.id {
			break
		}
		if !coversAllowed(n, w) {
			continue
		}
		implied, err := s.oracle.implies(ctx, n.loc, n.labelTerm, w.labelTerm)
		if err != nil {
			return err
		}
		if implied {
			s.cover(n, w)
			return nil
		}
	}
	return nil
}

// coversAllowed reports whether w may cover n, apart from labels: w is earlier, at the same
// location, explored or open, and not reached through n.
func coversAllowed(n, w *node) bool {
	return w.id < n.id && !w.dead && !w.coveredPath() && !w.deadPath()
}

// cover makes w cover n, and reopens the nodes that n covered.
func (s *search) cover(n, w *node) {
	s.stats.Covered++
	s.reopen(s.tree.cover(n, w))
	s.enqueue(w)
}

// reopen opens the leaves below nodes that have lost their cover.
func (s *search) reopen(uncovered []*node) {
	for _, u := range uncovered {
		s.stats.Uncovered++
		s.enqueueBelow(u)
	}
}

// strengthen adds conjuncts to n's label. It reopens nodes that n covered, if their labels do not
// imply the new label.
func (s *search) strengthen(ctx context.Context, n *node, conjuncts []*logic.Term) error {
	if !s.tree.strengthen(n, conjuncts) {
		return nil
	}
	if n.dead {
		s.reopen(s.tree.release(n))
		return nil
	}
	for _, u := range slices.Clone(n.covers) {
		implied, err := s.oracle.implies(ctx, u.loc, u.labelTerm, n.labelTerm)
		if err != nil {
			return err
		}
		if !implied {
			s.tree.uncover(u)
			s.reopen([]*node{u})
		}
	}
	return nil
}

// forceCover strengthens the labels from the nearest common ancestor down to n so that an earlier
// node covers n, if the path between them allows it. The most recent candidates are tried first,
// since they have the strongest labels.
func (s *search) forceCover(ctx context.Context, n *node) error {
	tried := 0
	for i := len(n.loc.nodes) - 1; i >= 0 && tried < s.opts.ForcedCovers; i-- {
		w := n.loc.nodes[i]
		if !w.expanded || w.labelTerm.IsTrue() || !coversAllowed(n, w) {
			continue
		}
		tried++
		s.stats.ForcedTried++
		forced, err := s.forceCoverBy(ctx, n, w)
		if err != nil {
			return err
		}
		if forced && n.coveredPath() {
			s.stats.Forced++
			return nil
		}
	}
	return nil
}

func (s *search) forceCoverBy(ctx context.Context, n, w *node) (bool, error) {
	forced, err := s.force(ctx, s.solver, commonAncestor(n, w), n, w.labelTerm, w.label)
	if err != nil || !forced {
		return false, err
	}
	if n.dead || n.coveredPath() {
		return true, nil
	}
	implied, err := s.oracle.implies(ctx, n.loc, n.labelTerm, w.labelTerm)
	// Strengthening the labels on the path may have changed other covers.
	if err != nil || !implied || !coversAllowed(n, w) {
		return false, err
	}
	s.cover(n, w)
	return true, nil
}

// force makes the label of n imply goal. This is possible if the label of x, an ancestor of n, and
// the path from x to n imply goal. force reports whether they do. conjuncts has the conjuncts of
// goal. Labels below x are strengthened by interpolants. n may be unreachable afterwards. solver
// decides the query.
func (s *search) force(ctx context.Context, solver smt.Solver, x, n *node, goal *logic.Term, conjuncts []*logic.Term) (bool, error) {
	steps := path(x, n)
	parts := append(s.pathParts(x, steps), []*logic.Term{s.store.Not(s.graph.atDepth(n.loc, n.depth, goal))})
	st, core, err := s.checkWith(ctx, solver, slices.Concat(parts...))
	if err != nil || st != smt.Unsat {
		return false, err
	}
	if _, err = s.refine(ctx, steps, parts, core, conjuncts); err != nil {
		return false, dispensable(err)
	}
	return true, nil
}

// pathParts returns the conjuncts of each step on a path that begins at x. The first part also has
// the conjuncts of x's label.
func (s *search) pathParts(x *node, steps []*node) [][]*logic.Term {
	parts := make([][]*logic.Term, 0, len(steps)+1)
	for i, y := range steps {
		conjuncts := s.graph.instance(y.edge, y.depth-1).Conjuncts
		if i == 0 && x != nil && x.loc != nil {
			conjuncts = append(s.labelAt(x), conjuncts...)
		}
		parts = append(parts, conjuncts)
	}
	return parts
}
