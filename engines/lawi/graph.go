// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"fmt"
	"strconv"

	"cornet/engines/unroll"
	"cornet/horn"
	"cornet/smtlib"
)

// location is a predicate seen as a point of control.
type location struct {
	pred    *smtlib.Func
	formals []*smtlib.Term
	out     []*edge // to other predicates
	queries []*edge // to the error
	nodes   []*node // of the tree, in order of creation
	// toDepth and fromDepth rename formals to the state at a depth and back.
	toDepth, fromDepth map[int]*smtlib.Substitution
}

// edge is a clause of a linear system: from nil for a fact, to nil for a query.
type edge struct {
	clause   int // index in the system
	from, to *location
	at       map[int]*unroll.Instance // by depth of the source
}

// graph is the control-flow graph of a linear system.
type graph struct {
	sys   *horn.System
	locs  []*location
	facts []*edge
	// direct are the queries without body: errors that need no predicate.
	direct []*edge
}

func newGraph(sys *horn.System) (*graph, error) {
	g := &graph{sys: sys}
	byPred := map[*smtlib.Func]*location{}
	for _, p := range sys.Preds {
		l := &location{
			pred: p, formals: unroll.Formals(sys.Store, p),
			toDepth: map[int]*smtlib.Substitution{}, fromDepth: map[int]*smtlib.Substitution{},
		}
		byPred[p] = l
		g.locs = append(g.locs, l)
	}
	for i, c := range sys.Clauses {
		e := &edge{clause: i, at: map[int]*unroll.Instance{}}
		if len(c.Body) > 1 {
			return nil, fmt.Errorf("clause %d has %d body atoms: lawi takes linear systems", i, len(c.Body))
		}
		if c.Head != nil {
			e.to = byPred[c.Head.Pred]
		}
		if len(c.Body) == 1 {
			e.from = byPred[c.Body[0].Pred]
		}
		switch {
		case e.from == nil && e.to == nil:
			g.direct = append(g.direct, e)
		case e.from == nil:
			g.facts = append(g.facts, e)
		case e.to == nil:
			e.from.queries = append(e.from.queries, e)
		default:
			e.from.out = append(e.from.out, e)
		}
	}
	return g, nil
}

// instance returns the clause of e from a source at the given depth.
func (g *graph) instance(e *edge, depth int) *unroll.Instance {
	if x := e.at[depth]; x != nil {
		return x
	}
	var body [][]*smtlib.Term
	var head []*smtlib.Term
	if e.from != nil {
		body = append(body, g.state(e.from, depth))
	}
	if e.to != nil {
		head = g.state(e.to, depth+1)
	}
	x := unroll.Instantiate(g.sys.Store, g.sys.Clauses[e.clause], body, head, fmt.Sprintf("%d.%d", e.clause, depth))
	e.at[depth] = x
	return x
}

func (g *graph) state(l *location, depth int) []*smtlib.Term {
	return unroll.State(g.sys.Store, l.pred, strconv.Itoa(depth))
}

// atDepth returns t over l's formals as a formula about depth.
func (g *graph) atDepth(l *location, depth int, t *smtlib.Term) *smtlib.Term {
	z := l.toDepth[depth]
	if z == nil {
		z = g.sys.Store.NewSubstitution(l.formals, g.state(l, depth))
		l.toDepth[depth] = z
	}
	return z.Apply(t)
}

// overFormals is the inverse of atDepth.
func (g *graph) overFormals(l *location, depth int, t *smtlib.Term) *smtlib.Term {
	z := l.fromDepth[depth]
	if z == nil {
		z = g.sys.Store.NewSubstitution(g.state(l, depth), l.formals)
		l.fromDepth[depth] = z
	}
	return z.Apply(t)
}
