// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// search is the state of one run.
type search struct {
	opts  Options
	kinds Interpolants
	graph *graph
	store *logic.Store
	// solver decides the queries for reachability interpolants, and auxSolver those for the other
	// kinds. With a common solver, the other kinds would change the search, since cores depend on
	// the solver's learnt clauses.
	solver, auxSolver smt.Solver
	oracle, auxOracle *oracle // entailments, by either solver
	itp               smt.Interpolator
	// explorer guides interpolants. guide decides its queries, with bounded effort.
	explorer *abstraction.Explorer
	guide    smt.Solver
	tree     tree
	frontier frontier
	// imported has the formulas of other engines; it may be nil. The search has adopted the first
	// heard of them.
	imported *imported
	heard    int
	// sharedPredicates are the predicates that locations share; nil if they do not share any.
	sharedPredicates *sharedPredicates
	// secured caches which edges satisfy the condition of safety interpolants.
	secured map[securedEdge]bool
	// full is the largest full set of safety interpolants. It is nil if there is no such set or if
	// it must be recomputed.
	full *safeSet
	// hits records which error interpolants have been compared with a path.
	hits  map[hit]bool
	stats Stats
}

// giveUp is the error by which the search ends without a verdict.
type giveUp struct{ reason string }

func (g giveUp) Error() string { return g.reason }

// found is the error by which the search ends with a counterexample.
type found struct {
	refutation *horn.Refutation
	steps      []*node // the path, without the root
	after      []*edge // edges that follow, the last one a query
}

func (found) Error() string { return "counterexample" }

func (s *search) run(ctx context.Context) (horn.Result, error) {
	err := s.explore(ctx)
	var give giveUp
	var cex found
	errors.As(err, &cex)
	s.watch("the end", cex.steps, cex.after...)
	switch {
	case err == nil:
		return horn.Result{Verdict: horn.Safe, Model: s.model()}, nil
	case cex.refutation != nil:
		return horn.Result{Verdict: horn.Unsafe, Refutation: cex.refutation}, nil
	case errors.As(err, &give):
		return horn.GiveUp(give.reason), nil
	}
	return horn.Result{}, err
}

// explore unwinds the system until no open node is left.
func (s *search) explore(ctx context.Context) error {
	t := &s.tree
	t.root = t.add(nil, nil)
	t.root.expanded = true
	for _, e := range s.graph.direct {
		if err := s.errorPath(ctx, t.root, []*edge{e}); err != nil {
			return err
		}
	}
	var first []*node
	for _, e := range s.graph.facts {
		if e.to.cannotReachError {
			s.stats.PrunedDead++
			continue
		}
		first = append(first, t.add(t.root, e))
	}
	s.enqueue(first...)
	for n := s.frontier.pop(); n != nil; n = s.frontier.pop() {
		n.queued = false
		if n.expanded || n.deadPath() || n.coveredPath() {
			continue
		}
		if err := s.visit(ctx, n); err != nil {
			return err
		}
		if turn.Yield(ctx) != nil {
			return context.Cause(ctx)
		}
		if s.opts.CheckTree {
			if err := t.check(); err != nil {
				panic("lawi: " + err.Error())
			}
		}
	}
	return nil
}

// visit covers n, prunes it, or makes its successors.
func (s *search) visit(ctx context.Context, n *node) error {
	if err := s.trialOver(); err != nil {
		return err
	}
	if err := s.graph.load(n.loc); err != nil {
		return err
	}
	if !n.visited {
		n.visited = true
		s.stats.Explored++
	}
	for _, step := range []func(context.Context, *node) error{
		s.abstractPost, s.closePath, s.pruneSafe, s.seekError, s.queries, s.closePath, s.pruneSafe, s.forceCover, s.conditionals, s.closePath,
	} {
		if err := step(ctx, n); err != nil || n.coveredPath() || n.deadPath() {
			return err
		}
	}
	n.expanded = true
	s.stats.Expanded++
	var next []*node
	for _, e := range n.loc.out {
		if e.to.cannotReachError {
			s.stats.PrunedDead++
			continue
		}
		if n.isCut(e) {
			continue
		}
		feasible, err := s.feasible(ctx, n, e)
		if err != nil {
			return err
		}
		if feasible {
			next = append(next, s.tree.add(n, e))
		} else {
			s.tree.cut(n, e, false)
		}
	}
	s.enqueue(next...)
	s.opts.Log.Debug("expanded", "node", n.id, "location", n.loc.pred.Name(), "depth", n.depth)
	return nil
}

// queries examines the errors that n leads to directly.
func (s *search) queries(ctx context.Context, n *node) error {
	for _, e := range n.loc.queries {
		if err := s.errorPath(ctx, n, []*edge{e}); err != nil || n.deadPath() {
			return err
		}
	}
	return nil
}

// feasible reports whether the label of n allows edge e.
func (s *search) feasible(ctx context.Context, n *node, e *edge) (bool, error) {
	x := s.graph.instance(e, n.depth)
	st, _, err := s.check(ctx, append(s.labelAt(n), x.Conjuncts...))
	return st != smt.Unsat, err
}

// labelAt returns the conjuncts of n's label at its depth.
func (s *search) labelAt(n *node) []*logic.Term {
	z := make([]*logic.Term, 0, len(n.label)+8)
	for _, c := range n.label {
		z = append(z, s.graph.atDepth(n.loc, n.depth, c))
	}
	return z
}

// check decides a conjunction. After Unsat it returns a core.
func (s *search) check(ctx context.Context, conjuncts []*logic.Term) (smt.Status, []*logic.Term, error) {
	return s.checkWith(ctx, s.solver, conjuncts)
}

// checkAux is like check, for interpolants other than reachability interpolants.
func (s *search) checkAux(ctx context.Context, conjuncts []*logic.Term) (smt.Status, []*logic.Term, error) {
	return s.checkWith(ctx, s.auxSolver, conjuncts)
}

func (s *search) checkWith(ctx context.Context, solver smt.Solver, conjuncts []*logic.Term) (st smt.Status, core []*logic.Term, err error) {
	s.stats.Checks++
	solver.Push()
	defer solver.Pop(1)
	st, err = solver.Check(ctx, conjuncts...)
	if st == smt.Unsat {
		core = solver.Core()
	}
	return st, core, err
}

// enqueue opens the nodes that are neither open nor expanded.
func (s *search) enqueue(nodes ...*node) {
	var open []*node
	for _, n := range nodes {
		if !n.queued && !n.expanded && n.loc != nil {
			n.queued = true
			open = append(open, n)
		}
	}
	s.frontier.push(open...)
}

// enqueueBelow opens the leaves below n again.
func (s *search) enqueueBelow(n *node) {
	var all []*node
	below(n, func(d *node) { all = append(all, d) })
	s.enqueue(all...)
}

// statistics returns the counters of the run.
func (s *search) statistics() Stats {
	z := s.stats
	z.Mode = s.kinds.String() + " " + s.opts.Mode.Regions.String()
	z.Nodes = int64(len(s.tree.nodes))
	for _, l := range s.graph.locs {
		z.Predicates += int64(len(l.precision.formulas))
		if l.safety.full {
			z.FullLocations++
		}
	}
	return z
}
