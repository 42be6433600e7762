// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"container/heap"
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// Engine solves linear systems. A value serves any number of calls to Solve,
// one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine { return &Engine{opts: o.withDefaults()} }

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve decides sys, which must be linear. It returns an error wrapping
// errors.ErrUnsupported for other systems, and context.Cause(ctx) after a
// cancellation.
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	if !sys.IsLinear() {
		return horn.Result{}, fmt.Errorf("lawi: a clause has several body atoms: %w", errors.ErrUnsupported)
	}
	g, err := newGraph(sys)
	if err != nil {
		return horn.Result{}, err
	}
	solver, err := e.opts.Backend.New(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	defer solver.Close()
	itp, err := e.opts.Backend.Interpolator(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	s := &search{
		opts: e.opts, graph: g, store: sys.Store, solver: solver, itp: itp,
		tree:    tree{store: sys.Store},
		entails: map[[2]*smtlib.Term]bool{},
		queue:   queue{depthFirst: e.opts.DepthFirst},
	}
	result, err := s.run(ctx)
	s.stats.Nodes = int64(len(s.tree.nodes))
	e.stats = s.stats
	return result, err
}

// search is the state of one run.
type search struct {
	opts   Options
	graph  *graph
	store  *smtlib.Store
	solver smt.Solver
	itp    smt.Interpolator
	tree   tree
	queue  queue
	// entails remembers which label implies which.
	entails map[[2]*smtlib.Term]bool
	stats   Stats
}

// giveUp is the error by which the search ends without a verdict.
type giveUp struct{ reason string }

func (g giveUp) Error() string { return g.reason }

// found is the error by which the search ends with a counterexample.
type found struct{ refutation *horn.Refutation }

func (found) Error() string { return "counterexample" }

func (s *search) run(ctx context.Context) (horn.Result, error) {
	err := s.explore(ctx)
	var give giveUp
	var cex found
	switch {
	case err == nil:
		return horn.Result{Verdict: horn.Safe, Model: s.model()}, nil
	case errors.As(err, &cex):
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
		if err := s.errorPath(ctx, t.root, e); err != nil {
			return err
		}
	}
	for _, e := range s.graph.facts {
		s.enqueue(t.add(t.root, e))
	}
	for s.queue.Len() > 0 {
		n := heap.Pop(&s.queue).(*node)
		n.queued = false
		if n.expanded || n.deadPath() || n.coveredPath() {
			continue
		}
		if err := s.visit(ctx, n); err != nil {
			return err
		}
		if ctx.Err() != nil {
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

// visit covers n or makes its successors.
func (s *search) visit(ctx context.Context, n *node) error {
	if err := s.closePath(ctx, n); err != nil || n.coveredPath() {
		return err
	}
	for _, e := range n.loc.queries {
		if err := s.errorPath(ctx, n, e); err != nil || n.deadPath() {
			return err
		}
	}
	if err := s.closePath(ctx, n); err != nil || n.coveredPath() {
		return err
	}
	if err := s.forceCover(ctx, n); err != nil || n.coveredPath() || n.deadPath() {
		return err
	}
	n.expanded = true
	s.stats.Expanded++
	for _, e := range n.loc.out {
		feasible, err := s.feasible(ctx, n, e)
		if err != nil {
			return err
		}
		if feasible {
			s.enqueue(s.tree.add(n, e))
		}
	}
	s.opts.Log.Debug("expanded", "node", n.id, "depth", n.depth, "open", s.queue.Len())
	return nil
}

// feasible reports whether the label of n allows edge e.
func (s *search) feasible(ctx context.Context, n *node, e *edge) (bool, error) {
	x := s.graph.instance(e, n.depth)
	st, _, err := s.check(ctx, append(s.labelAt(n), x.Conjuncts...))
	return st != smt.Unsat, err
}

// labelAt returns the conjuncts of n's label at its depth.
func (s *search) labelAt(n *node) []*smtlib.Term {
	z := make([]*smtlib.Term, 0, len(n.label)+8)
	for _, c := range n.label {
		z = append(z, s.graph.atDepth(n.loc, n.depth, c))
	}
	return z
}

// check decides a conjunction; after Unsat the solver holds a core of it.
func (s *search) check(ctx context.Context, conjuncts []*smtlib.Term) (st smt.Status, core []*smtlib.Term, err error) {
	s.stats.Checks++
	s.solver.Push()
	defer s.solver.Pop(1)
	st, err = s.solver.Check(ctx, conjuncts...)
	if st == smt.Unsat {
		core = s.solver.Core()
	}
	return st, core, err
}

func (s *search) enqueue(n *node) {
	if !n.queued && !n.expanded {
		n.queued = true
		heap.Push(&s.queue, n)
	}
}

// enqueueBelow opens the leaves below n again.
func (s *search) enqueueBelow(n *node) { below(n, s.enqueue) }

// queue is a priority queue of open nodes: least depth first, or newest first.
type queue struct {
	nodes      []*node
	depthFirst bool
}

func (q *queue) Len() int { return len(q.nodes) }
func (q *queue) Less(i, j int) bool {
	a, b := q.nodes[i], q.nodes[j]
	if q.depthFirst {
		return a.id > b.id
	}
	if a.depth != b.depth {
		return a.depth < b.depth
	}
	return a.id < b.id
}
func (q *queue) Swap(i, j int) { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *queue) Push(x any)    { q.nodes = append(q.nodes, x.(*node)) }
func (q *queue) Pop() any {
	n := q.nodes[len(q.nodes)-1]
	q.nodes = q.nodes[:len(q.nodes)-1]
	return n
}
