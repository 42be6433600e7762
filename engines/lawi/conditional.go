// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// This file computes conditional interpolants (the conditional-interpolation paper, §3.2, Algorithm
// 1). Suppose that no execution along the path to a choice point can take one of its branches. An
// interpolant of the path and the branch's condition cuts this branch off before the search
// explores it. The path is shortened first (chain.go, Algorithm 2).
//
// Differences from the paper. It adds the interpolant to the reachable region of the choice point
// alone. But covers compare regions, and a covered node may have states that the path to the
// covering node excludes. A branch that was cut at the covering node may be feasible at the covered
// one. Here the chain is interpolated as a sequence, and all nodes on it are strengthened. So each
// region on the path implies the next one. The chain assumes the atomic formulas at which it ends;
// these are parts of labels. All conjuncts of labels about a single argument count as atomic
// formulas, even those that come from other interpolants.

// maxArrivals bounds the states that are kept at a node.
const maxArrivals = 4

// conditionals tries to cut off branches of n by conditional interpolants.
func (s *search) conditionals(ctx context.Context, n *node) error {
	if !s.kinds.has(Conditional) {
		return nil
	}
	impossible := map[*logic.Term]bool{} // conditions
	for _, e := range n.loc.out {
		if e.to.cannotReachError || n.isCut(e) {
			continue
		}
		condition := s.condition(n, e)
		if len(condition) == 0 {
			continue
		}
		whole := s.store.And(condition...)
		if impossible[s.store.Not(whole)] || s.seen(n, whole) {
			continue // a path to n may take the branch
		}
		st, _, err := s.checkAux(ctx, append(s.labelAt(n), condition...))
		if err != nil {
			return err
		}
		if st == smt.Unsat {
			impossible[whole] = true
			continue // the label already excludes it
		}
		pruned, err := s.conditional(ctx, n, condition)
		if err != nil {
			return err
		}
		if pruned {
			impossible[whole] = true
			s.stats.PrunedCond++
			s.tree.cut(n, e, true)
			s.watch("conditional interpolant", []*node{n})
		}
		if n.deadPath() || n.coveredPath() {
			return nil
		}
	}
	return nil
}

// seen reports whether a known state at n satisfies condition.
func (s *search) seen(n *node, condition *logic.Term) bool {
	return slices.ContainsFunc(n.arrivals, func(m *logic.Model) bool { return m.Eval(condition).IsTrue() })
}

// condition returns the conjuncts of e's formula that restrict the state at n.
func (s *search) condition(n *node, e *edge) []*logic.Term {
	state := map[*logic.Term]bool{}
	for _, v := range s.graph.state(n.loc, n.depth) {
		state[v] = true
	}
	var z []*logic.Term
	for _, c := range s.graph.instance(e, n.depth).Conjuncts {
		if !slices.ContainsFunc(logic.FreeVars(c), func(v *logic.Term) bool { return !state[v] }) {
			z = append(z, c)
		}
	}
	return z
}

// conditional strengthens the labels on the path to n until the label of n excludes condition, if
// the shortest chain shows that the path excludes it. It reports whether it has done so.
func (s *search) conditional(ctx context.Context, n *node, condition []*logic.Term) (bool, error) {
	s.stats.Conditionals++
	defer s.timed(&s.stats.CondSeconds)()
	steps := path(nil, n)
	links := s.links(steps)
	goal := assumeLink(s.store.And(condition...), len(steps))
	var last []int
	for _, chosen := range s.chains(links, goal) {
		if slices.Equal(chosen, last) {
			continue
		}
		last = chosen
		pruned, err := s.interpolateChain(ctx, n, steps, links, chosen, condition)
		if err != nil || pruned {
			s.countChain(links, chosen, pruned)
			return pruned, err
		}
	}
	return false, nil
}

// chains returns the chains that may exclude goal, the shortest first. The first is the paper's.
// The second does not stop at known facts, which may be too weak. The third also has the conditions
// that the path has passed. If the third does not exclude the goal, neither does the path.
func (s *search) chains(links []link, goal link) [][]int {
	var all []int
	for i := range links {
		if links[i].Kind != linkAtomic {
			all = append(all, i)
		}
	}
	if s.opts.Mode.FullChains {
		return [][]int{all}
	}
	var z [][]int
	if chosen, complete := shortestChain(links, goal); complete {
		z = append(z, chosen)
	}
	facts := slice.Map(all, func(i int) link { return links[i] })
	numbered := func(chosen []int) []int {
		for k := range chosen {
			chosen[k] = all[chosen[k]]
		}
		return chosen
	}
	if chosen, complete := shortestChain(facts, goal); complete {
		z = append(z, numbered(chosen))
	}
	chosen, _ := derivation(facts, goal)
	return append(z, numbered(chosen))
}

// countChain updates the statistics about chains that have pruned a branch: the length of the path,
// and the length of the chain, which includes its atomic formulas. The condition counts as one
// formula.
func (s *search) countChain(links []link, chosen []int, pruned bool) {
	if !pruned {
		return
	}
	for i := range links {
		if k := links[i].Kind; k != linkFrame && k != linkAtomic {
			s.stats.ChainBefore++
		}
	}
	s.stats.ChainBefore++
	s.stats.ChainAfter += int64(chainLength(links, chosen)) + 1
}

// links returns the formulas of a path with their affection pairs. For each step, these are its
// conjuncts, and then the atomic formulas in the label of the node that it leads to.
func (s *search) links(steps []*node) []link {
	var z []link
	for i, n := range steps {
		if n.links == nil {
			n.links = s.stepLinks(n)
		}
		for _, l := range n.links {
			l.Step = i
			z = append(z, l)
		}
		for _, c := range s.labelAt(n) {
			if l, ok := atomicLink(c, i); ok {
				z = append(z, l)
			}
		}
	}
	return z
}

func (s *search) stepLinks(n *node) []link {
	old := map[*logic.Term]bool{}
	if n.edge.from != nil {
		for _, v := range s.graph.state(n.edge.from, n.depth-1) {
			old[v] = true
		}
	}
	z := []link{}
	for _, c := range s.graph.instance(n.edge, n.depth-1).Conjuncts {
		z = append(z, classify(c, func(v *logic.Term) bool { return !old[v] }, 0))
	}
	return z
}

// interpolateChain reports whether the chain excludes condition after its last step. If so, it
// strengthens the labels of the steps by interpolants.
func (s *search) interpolateChain(ctx context.Context, n *node, steps []*node, links []link, chosen []int, condition []*logic.Term) (bool, error) {
	parts := make([][]*logic.Term, len(steps)+1)
	first := len(steps)
	for _, i := range chosen {
		// Known facts about a state go with the step that leaves it.
		at := links[i].Step
		if links[i].Kind == linkAtomic {
			at++
		}
		parts[at] = append(parts[at], links[i].Formula)
		first = min(first, at)
	}
	parts[len(steps)] = append(parts[len(steps)], condition...)
	st, core, arrival, err := s.arrive(ctx, slices.Concat(parts...))
	if err != nil || st != smt.Unsat {
		if arrival != nil && len(n.arrivals) < maxArrivals {
			n.arrivals = append(n.arrivals, arrival)
		}
		return false, err
	}
	if first == len(steps) {
		return true, nil // the label of the last node excludes it
	}
	if _, err = s.refineWith(ctx, smt.Strong, steps[first:], parts[first:], core, nil); err != nil {
		return false, dispensable(err)
	}
	return true, nil
}

// arrive is like checkAux, but also returns a model.
func (s *search) arrive(ctx context.Context, conjuncts []*logic.Term) (st smt.Status, core []*logic.Term, m *logic.Model, err error) {
	s.stats.Checks++
	s.auxSolver.Push()
	defer s.auxSolver.Pop(1)
	st, err = s.auxSolver.Check(ctx, conjuncts...)
	switch {
	case err != nil:
	case st == smt.Unsat:
		core = s.auxSolver.Core()
	case st == smt.Sat:
		m, err = s.auxSolver.Model()
	}
	return st, core, m, err
}

// isCut reports whether e has been cut off at n.
func (n *node) isCut(e *edge) bool {
	return slices.ContainsFunc(n.cuts, func(c cut) bool { return c.edge == e })
}
