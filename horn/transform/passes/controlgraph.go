// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"cornet/horn"
	"cornet/horn/transform/pass"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
)

// Bounds on control graphs and on the systems made from them.
const (
	maxLocations     = 160 // locations of one predicate
	maxEdges         = 600 // edges
	maxEdgesAhead    = 64  // edges beyond what the degree allows for the locations so far
	maxControlChecks = 2500
	maxControlValues = 16 // values of an argument that is not Boolean
	maxControlDegree = 4  // edges per location

	maxControlTicks  = 600_000   // ticks of one check
	maxRoundTicks    = 2_000_000 // ticks of one check about rounds
	maxRoundChecks   = 24        // checks about rounds; there are few rounds
	maxControlGrowth = 6
	maxControlSize   = 4000
)

// controlGraph has the locations and edges of a control flow: the reachable valuations of chosen
// arguments, and the steps between them. For this, all other arguments may have any values.
type controlGraph struct {
	env   *pass.Env
	sys   *horn.System
	index map[*logic.Func]int

	args      [][]int           // the chosen arguments, by predicate
	locations [][][]*logic.Term // by predicate: the reachable valuations of the chosen arguments
	preds     [][]*logic.Func   // a predicate for each location
	edges     []edge

	known   []map[string]int // numbers of the locations, by predicate
	solvers []smt.Solver     // by clause, made on demand
	visited []int            // by clause: 1 + the locations of its body when it was last queried
	checks  int              // number of checks made, over all choices
	limit   int              // maximal number of checks
	ticks   uint64           // ticks of one check, unless limits are lower
}

// edge is a clause with location numbers for its body atoms and its head. The number is 0 for
// predicates that are not split.
type edge struct {
	clause int
	ends   []int
}

func newControlGraph(env *pass.Env, sys *horn.System) *controlGraph {
	return &controlGraph{env: env, sys: sys, index: sys.Index(), limit: maxControlChecks, ticks: maxControlTicks}
}

// exploration is the result of the search for edges.
type exploration uint8

const (
	explored exploration = iota
	tooMany              // too many locations or edges
	gaveUp               // the solver gave no answer, or the budget is used up
)

// choose explores the graph of the arguments in args. While there are too many locations, it drops
// arguments: those that most often have both values after the same step, since this is typical for
// data and not for control. ok is false if no split is worthwhile.
func (g *controlGraph) choose(ctx context.Context, args [][]int) (ok bool, err error) {
	for {
		g.args = args
		result, err := g.run(ctx)
		switch {
		case err != nil || result == gaveUp:
			return false, err
		case result == explored:
			if len(g.edges) <= maxControlDegree*max(g.countLocations(), 1)+len(g.sys.Clauses) {
				g.name()
				return true, nil
			}
		}
		args = g.fewer(len(g.edges) / 4)
		if !slices.ContainsFunc(args, func(js []int) bool { return len(js) > 0 }) {
			return false, nil
		}
	}
}

// splits reports whether predicate i is replaced.
func (g *controlGraph) splits(i int) bool { return len(g.args[i]) > 0 }

// name makes the predicates.
func (g *controlGraph) name() {
	g.preds = make([][]*logic.Func, len(g.sys.Preds))
	for i, p := range g.sys.Preds {
		if !g.splits(i) {
			continue
		}
		var sorts []*logic.Sort
		for j, sort := range p.Params() {
			if !slices.Contains(g.args[i], j) {
				sorts = append(sorts, sort)
			}
		}
		for range g.locations[i] {
			g.preds[i] = append(g.preds[i], g.sys.Store.FreshFunc(p.Name(), sorts, g.sys.Store.Bool))
		}
	}
}

func (g *controlGraph) close() {
	for _, s := range g.solvers {
		if s != nil {
			s.Close()
		}
	}
	g.solvers = nil
}

// run explores the graph of g.args.
func (g *controlGraph) run(ctx context.Context) (result exploration, err error) {
	g.close()
	g.solvers = make([]smt.Solver, len(g.sys.Clauses))
	g.visited = make([]int, len(g.sys.Clauses))
	g.edges = nil
	g.locations = make([][][]*logic.Term, len(g.sys.Preds))
	g.known = make([]map[string]int, len(g.sys.Preds))
	for i := range g.known {
		g.known[i] = map[string]int{}
		if !g.splits(i) {
			g.locations[i] = [][]*logic.Term{nil}
		}
	}
	for {
		old := g.countLocations()
		for i := range g.sys.Clauses {
			if result, err = g.edgesOf(ctx, i); err != nil || result != explored {
				return result, err
			}
		}
		if g.countLocations() == old {
			return explored, nil
		}
	}
}

// countLocations returns the number of locations.
func (g *controlGraph) countLocations() int {
	n := 0
	for _, p := range g.locations {
		n += len(p)
	}
	return n
}

// edgesOf finds all edges of clause i from the known locations.
func (g *controlGraph) edgesOf(ctx context.Context, i int) (result exploration, err error) {
	c := g.sys.Clauses[i]
	now, concerned := 1, c.Head != nil && g.splits(g.index[c.Head.Pred])
	for _, a := range c.Body {
		k := g.index[a.Pred]
		now += len(g.locations[k])
		concerned = concerned || g.splits(k)
	}
	if g.visited[i] == now {
		return explored, nil
	}
	if g.visited[i] = now; !concerned {
		g.edges = append(g.edges, edge{i, make([]int, len(c.Body)+1)})
		return explored, nil
	}
	solver := g.solver(i)
	if solver == nil {
		return gaveUp, nil
	}
	from := g.sources(c)
	for {
		if g.checks++; g.checks > g.limit {
			return gaveUp, nil
		}
		st, err := solver.Check(ctx, from...)
		switch {
		case ctx.Err() != nil:
			return gaveUp, context.Cause(ctx)
		case err != nil || st == smt.Unknown:
			return gaveUp, nil
		case st == smt.Unsat:
			return explored, nil
		}
		m, err := solver.Model()
		if err != nil {
			return gaveUp, nil
		}
		step, ok := g.add(i, m)
		if !ok || solver.Assert(g.sys.Store.Not(step)) != nil {
			return gaveUp, nil
		}
		if len(g.edges) > min(maxEdges, maxEdgesAhead+maxControlDegree*g.countLocations())+len(g.sys.Clauses) || g.unbounded() {
			return tooMany, nil
		}
	}
}

// solver returns the solver for clause i, which has its constraint, or nil.
func (g *controlGraph) solver(i int) smt.Solver {
	if g.solvers[i] == nil {
		solver := g.env.NewSolver(g.sys.Store, cmp.Or(g.env.Limits.CheckTicks, g.ticks))
		if solver == nil {
			return nil
		}
		g.solvers[i] = solver
		if err := solver.Assert(g.sys.Clauses[i].Constraint); err != nil {
			g.env.Logger().Debug("transform: no steps of a clause", "clause", i, "err", err)
			return nil
		}
	}
	return g.solvers[i]
}

// sources states that the body atoms of c are at known locations.
func (g *controlGraph) sources(c *horn.Clause) []*logic.Term {
	var from []*logic.Term
	for _, a := range c.Body {
		k := g.index[a.Pred]
		if !g.splits(k) {
			continue
		}
		var any []*logic.Term
		for _, v := range g.locations[k] {
			any = append(any, g.at(&a, k, v))
		}
		from = append(from, g.sys.Store.Or(any...))
	}
	return from
}

// add adds the edge of clause i under m. It returns the formula for its source and target
// locations. ok is false if a valuation depends on a value that SMT-LIB leaves unspecified, such as
// (div x 0).
func (g *controlGraph) add(i int, m *logic.Model) (step *logic.Term, ok bool) {
	c := g.sys.Clauses[i]
	e := edge{clause: i}
	var conj []*logic.Term
	ok = true
	visit := func(a *horn.Atom) {
		k := g.index[a.Pred]
		n := 0
		if g.splits(k) {
			v := g.valuation(m, a, k)
			ok = ok && !slices.ContainsFunc(v, func(t *logic.Term) bool { return !t.IsValue() })
			n = g.locate(k, v)
			conj = append(conj, g.at(a, k, v))
		}
		e.ends = append(e.ends, n)
	}
	for k := range c.Body {
		visit(&c.Body[k])
	}
	if c.Head != nil {
		visit(c.Head)
	}
	if ok {
		g.edges = append(g.edges, e)
	}
	return g.sys.Store.And(conj...), ok
}

// at states that a, an atom of predicate k, has valuation v.
func (g *controlGraph) at(a *horn.Atom, k int, v []*logic.Term) *logic.Term {
	var conj []*logic.Term
	for n, j := range g.args[k] {
		conj = append(conj, g.sys.Store.Eq(a.Args[j], v[n]))
	}
	return g.sys.Store.And(conj...)
}

// valuation returns the valuation of a under m.
func (g *controlGraph) valuation(m *logic.Model, a *horn.Atom, k int) []*logic.Term {
	return slice.Map(g.args[k], func(j int) *logic.Term { return m.Eval(a.Args[j]) })
}

// locate returns the number of the location with valuation v of predicate k.
func (g *controlGraph) locate(k int, v []*logic.Term) int {
	key := termsKey(v)
	n, ok := g.known[k][key]
	if !ok {
		n = len(g.locations[k])
		g.known[k][key] = n
		g.locations[k] = append(g.locations[k], v)
	}
	return n
}

func termsKey(ts []*logic.Term) string {
	var key []byte
	for _, t := range ts {
		key = binary.AppendUvarint(key, uint64(t.ID()))
	}
	return string(key)
}

// unbounded reports whether a predicate has too many locations, or a non-Boolean argument with too
// many values.
func (g *controlGraph) unbounded() bool {
	if slices.ContainsFunc(g.locations, func(vs [][]*logic.Term) bool { return len(vs) > maxLocations }) {
		return true
	}
	for i := range g.args {
		for n := range g.args[i] {
			if g.values(i, n) > maxControlValues {
				return true
			}
		}
	}
	return false
}

// values returns the number of values of the n-th chosen argument of predicate i.
func (g *controlGraph) values(i, n int) int {
	var seen []*logic.Term
	for _, v := range g.locations[i] {
		if !slices.Contains(seen, v[n]) {
			seen = append(seen, v[n])
		}
	}
	return len(seen)
}
