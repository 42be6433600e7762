// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"strconv"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt/abstraction"
)

// location is a predicate as a control location.
type location struct {
	pred    *logic.Func
	formals []*logic.Term
	loaded  bool    // out and queries are known
	out     []*edge // edges to other predicates
	queries []*edge // edges to the error
	in      []*edge // edges from loaded locations
	nodes   []*node // nodes of the tree, in order of creation
	// cannotReachError means that no query can be reached from here.
	cannotReachError bool
	// toDepth and fromDepth rename formals to the state at a depth and back.
	toDepth, fromDepth map[int]*logic.Substitution

	index     int // index among the locations
	refined   int // number of refuted paths that visit it
	templates []abstraction.Template
	precision precision
	adopted   int // number of tracked formulas of other engines
	// renaming translates to the shared predicates, if there are any.
	renaming *renaming
	safety   safety
	suffixes []*suffix
}

// edge is a clause of a linear system: from nil for a fact, to nil for a query.
type edge struct {
	number   int // of the clause
	clause   *horn.Clause
	from, to *location
	at       map[int]*kernel.Instance // instances by the depth of the source
	weight   weight
}

// graph is the control-flow graph of a program, as far as it is known.
type graph struct {
	store   *logic.Store
	program Program
	locs    []*location // locations in the order of discovery
	byPred  map[*logic.Func]*location
	facts   []*edge
	// direct are the queries without body: errors that need no predicate.
	direct []*edge
}

// newGraph returns the graph of a program, with all locations loaded if the program is finite.
func newGraph(p Program) (*graph, error) {
	g := &graph{store: p.Store(), program: p, byPred: map[*logic.Func]*location{}}
	finite, isFinite := p.(Finite)
	if isFinite {
		for _, f := range finite.Preds() {
			g.location(f)
		}
		for _, l := range g.locs {
			if err := g.load(l); err != nil {
				return nil, err
			}
		}
	}
	entries, err := p.Entries()
	if err != nil {
		return nil, err
	}
	for _, t := range entries {
		if e := g.edge(t); e.to == nil {
			g.direct = append(g.direct, e)
		} else {
			g.facts = append(g.facts, e)
		}
	}
	return g, nil
}

// location returns the location of p.
func (g *graph) location(p *logic.Func) *location {
	l := g.byPred[p]
	if l == nil {
		l = &location{
			pred: p, index: len(g.locs), formals: kernel.Formals(g.store, p), safety: safety{formula: g.store.True()},
			toDepth: map[int]*logic.Substitution{}, fromDepth: map[int]*logic.Substitution{},
		}
		g.byPred[p] = l
		g.locs = append(g.locs, l)
	}
	return l
}

func (g *graph) edge(t Transition) *edge {
	e := &edge{number: t.Number, clause: t.Clause, at: map[int]*kernel.Instance{}, weight: undefined}
	if t.Clause.Head != nil {
		e.to = g.location(t.Clause.Head.Pred)
		e.to.in = append(e.to.in, e)
	}
	if len(t.Clause.Body) == 1 {
		e.from = g.location(t.Clause.Body[0].Pred)
	}
	return e
}

// load asks the program for the edges out of l.
func (g *graph) load(l *location) error {
	if l.loaded {
		return nil
	}
	l.loaded = true
	after, err := g.program.Successors(l.pred)
	if err != nil {
		return fmt.Errorf("successors of %v: %w", l.pred, err)
	}
	for _, t := range after {
		if e := g.edge(t); e.to == nil {
			l.queries = append(l.queries, e)
		} else {
			l.out = append(l.out, e)
		}
	}
	return nil
}

// prune marks the locations from which no query can be reached. It does nothing unless all
// locations are loaded.
//
// This is the pruning of the control-flow graph of the InterpChecker paper, §IV-A.
func (g *graph) prune() {
	hopeful := map[*location]bool{}
	var work []*location
	for _, l := range g.locs {
		if !l.loaded {
			return
		}
		if len(l.queries) > 0 {
			hopeful[l] = true
			work = append(work, l)
		}
	}
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range l.in {
			if e.from != nil && !hopeful[e.from] {
				hopeful[e.from] = true
				work = append(work, e.from)
			}
		}
	}
	for _, l := range g.locs {
		l.cannotReachError = !hopeful[l]
	}
}

// instance returns the clause of e from a source at the given depth.
func (g *graph) instance(e *edge, depth int) *kernel.Instance {
	if x := e.at[depth]; x != nil {
		return x
	}
	var body [][]*logic.Term
	var head []*logic.Term
	if e.from != nil {
		body = append(body, g.state(e.from, depth))
	}
	if e.to != nil {
		head = g.state(e.to, depth+1)
	}
	x := kernel.Instantiate(g.store, e.clause, body, head, fmt.Sprintf("%d.%d", e.number, depth))
	e.at[depth] = x
	return x
}

func (g *graph) state(l *location, depth int) []*logic.Term {
	return kernel.State(g.store, l.pred, strconv.Itoa(depth))
}

// atDepth returns t, a formula over l's formals, as a formula over the state at depth.
func (g *graph) atDepth(l *location, depth int, t *logic.Term) *logic.Term {
	z := l.toDepth[depth]
	if z == nil {
		z = g.store.NewSubstitution(l.formals, g.state(l, depth))
		l.toDepth[depth] = z
	}
	return z.Apply(t)
}

// overFormals is the inverse of atDepth.
func (g *graph) overFormals(l *location, depth int, t *logic.Term) *logic.Term {
	z := l.fromDepth[depth]
	if z == nil {
		z = g.store.NewSubstitution(g.state(l, depth), l.formals)
		l.fromDepth[depth] = z
	}
	return z.Apply(t)
}
