// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/smt/sat"
)

// searcher looks for sizes and tables.
type searcher struct {
	*signature
	ctx       context.Context
	log       *slog.Logger
	clauses   []*clause // clauses of the system, and clauses about arbitrary values
	instances []*instance
	cores     []core
	stats     *Stats
	open      []candidate
	seen      map[string]bool // sizes that were opened
	spent     int64
	began     int64 // the effort when the last step began
	bounds    bounds
}

const (
	maxRelation  = 1 << 18 // tuples of a relation
	maxConflicts = 200_000 // conflicts of a SAT call
)

// bounds are the bounds of a search.
type bounds struct {
	pairs  bool  // values are read in pairs
	cells  int   // maximal weight of an algebra
	share  int64 // share of the effort
	effort int64 // in ticks; 0 for any
}

// The search for automata of single values gets most of the effort. Each automaton of pairs that
// was found took 1 % of its share.
var (
	singleBounds = bounds{cells: 1 << 13, share: 3}
	pairBounds   = bounds{pairs: true, cells: 1 << 11, share: 1, effort: 10_000_000}
)

// start returns a searcher for the clauses of sys.
func (e *Engine) start(ctx context.Context, sys *horn.System, b bounds) (*searcher, error) {
	g, err := newSignature(sys, b.pairs)
	if err != nil {
		return nil, err
	}
	s := &searcher{signature: g, ctx: ctx, log: e.opts.Log, stats: &e.stats, seen: map[string]bool{}, bounds: b}
	for _, c := range sys.Clauses {
		s.clauses = append(s.clauses, g.flat(c)...)
	}
	s.clauses = append(s.clauses, g.clauses...)
	sizes := slices.Repeat([]int{1}, len(s.sorts))
	sizes[boolean] = 2
	s.try(sizes)
	return s, nil
}

// candidate is a choice of sizes to try.
type candidate struct {
	sizes  []int
	weight int
}

// search returns an algebra in which no query is violated, from the first searcher that finds one,
// or nil. Searchers take turns. The next is the one that has spent the least effort for its share.
func search(ctx context.Context, searchers ...*searcher) *algebra {
	for turn.Yield(ctx) == nil {
		var next *searcher
		for _, s := range searchers {
			if len(s.open) > 0 && (next == nil || s.spent*next.bounds.share < next.spent*s.bounds.share) {
				next = s
			}
		}
		if next == nil {
			return nil
		}
		next.began = next.store.Effort()
		if a := next.step(); a != nil {
			return a
		}
		if next.stopped() {
			next.open = nil
		}
		next.spent += next.store.Effort() - next.began
	}
	return nil
}

// stopped reports whether the search must end.
func (s *searcher) stopped() bool {
	return turn.Yield(s.ctx) != nil || s.bounds.effort > 0 && s.spent+s.store.Effort()-s.began > s.bounds.effort
}

// step tries the smallest open candidate. It returns an algebra in which no query is violated, or
// opens larger candidates.
func (s *searcher) step() *algebra {
	best := 0
	for i := range s.open {
		if s.open[i].weight < s.open[best].weight {
			best = i
		}
	}
	sizes := s.open[best].sizes
	s.open = slices.Delete(s.open, best, best+1)
	s.store.Spend(int64(len(s.open)))
	grow := s.known(sizes)
	if grow == nil {
		var z *algebra
		if z, grow = s.tables(sizes); z != nil {
			return z
		}
		s.cores = append(s.cores, core{sizes, grow})
		s.log.Debug("no tables", "sizes", sizes, "grow", grow, "instances", len(s.instances))
	}
	for _, d := range grow {
		next := slices.Clone(sizes)
		next[d]++
		s.try(next)
	}
	return nil
}

// try opens a candidate unless it has been seen or is too large.
func (s *searcher) try(sizes []int) {
	key := fmt.Sprint(sizes)
	if w := s.weight(sizes); w <= s.bounds.cells && !s.seen[key] {
		s.seen[key] = true
		s.open = append(s.open, candidate{sizes, w})
	}
}

// core records a proof that there are no tables of the given sizes. One of the sorts in grow needs
// more states.
type core struct{ sizes, grow []int }

// known returns sorts such that an earlier core requires one of them to grow, or nil.
func (s *searcher) known(sizes []int) []int {
	for _, c := range s.cores {
		if !slices.ContainsFunc(c.grow, func(d int) bool { return sizes[d] > c.sizes[d] }) {
			return c.grow
		}
	}
	return nil
}

// weight returns the number of results of all cells. It adds a binary constructor for each sort,
// which keeps the sizes of the sorts similar. The result exceeds the limit if a relation is too
// large.
func (s *searcher) weight(sizes []int) int {
	z := 0
	for _, o := range s.ops {
		z += count(sizes, o.args, maxRelation) * sizes[o.result]
	}
	for _, n := range sizes {
		z += n * n * n
	}
	for _, r := range s.rels {
		if count(sizes, r.sorts, maxRelation) == maxRelation {
			z += s.bounds.cells + 1
		}
	}
	return z
}

// problem is the SAT problem of tables of given sizes.
type problem struct {
	*searcher
	sizes  []int
	sat    *sat.Solver
	cells  [][]sat.Var       // by constructor: the results of each cell
	facts  []map[int]sat.Var // facts by relation
	guards []sat.Var         // by sort: a literal that implies that its states suffice
}

// tables returns an algebra of the given sizes in which no query is violated. Otherwise it returns
// a set of sorts such that one of them must grow.
func (s *searcher) tables(sizes []int) (*algebra, []int) {
	p := &problem{searcher: s, sizes: sizes, sat: sat.New(sat.Options{Spend: s.store.Spend, Limits: sat.Limits{Conflicts: maxConflicts}})}
	p.begin()
	for _, x := range s.instances {
		p.add(x)
	}
	all := make([]int, len(p.guards)-1) // without the sort boolean
	for i := range all {
		all[i] = i + 1
	}
	for !s.stopped() {
		s.stats.Rounds++
		status, grow := p.solve(all)
		if status != sat.Sat {
			return nil, grow
		}
		a := p.algebra()
		violations := a.derive(s.clauses)
		if !s.stopped() && len(violations) == 0 {
			return a, nil
		}
		for _, x := range a.derivation(violations) {
			s.instances = append(s.instances, x)
			p.add(x)
		}
	}
	return nil, nil
}

// solve looks for tables in which the states of sorts suffice. Otherwise it returns a
// minimal set of sorts such that one of them must grow.
func (p *problem) solve(sorts []int) (sat.Status, []int) {
	status := p.assume(sorts)
	if status != sat.Unsat {
		return status, sorts
	}
	grow := p.core(sorts)
	for i := 0; i < len(grow); {
		if less := slices.Delete(slices.Clone(grow), i, i+1); p.assume(less) == sat.Unsat {
			grow = p.core(less)
		} else {
			i++
		}
	}
	return status, grow
}

func (p *problem) assume(sorts []int) sat.Status {
	var all []sat.Lit
	for _, d := range sorts {
		all = append(all, p.guards[d].Pos())
	}
	return p.sat.Solve(p.ctx, all...)
}

func (p *problem) core(sorts []int) []int {
	return slices.DeleteFunc(slices.Clone(sorts), func(d int) bool { return !slices.Contains(p.sat.Core(), p.guards[d].Pos()) })
}

// begin makes the variables, and asserts that each cell has one result.
func (p *problem) begin() {
	for range p.sorts {
		p.guards = append(p.guards, p.sat.NewVar())
	}
	p.facts = make([]map[int]sat.Var, len(p.rels))
	for i := range p.facts {
		p.facts[i] = map[int]sat.Var{}
	}
	type place struct{ op, index, top int }
	var order []place
	var known [][]int // the arguments of the cells in order
	for i, o := range p.ops {
		var all []sat.Var
		tuples(p.sizes, o.args, func(n int, tuple []int) {
			some := []sat.Lit{p.guards[o.result].Neg()}
			first := len(all)
			for range p.sizes[o.result] {
				v := p.sat.NewVar()
				for _, w := range all[first:] {
					p.sat.AddClause(v.Neg(), w.Neg())
				}
				all = append(all, v)
				some = append(some, v.Pos())
			}
			p.sat.AddClause(some...)
			top := 0
			for _, x := range tuple {
				top = max(top, x)
			}
			order = append(order, place{i, n, top})
			known = append(known, slices.Clone(tuple))
		})
		p.cells = append(p.cells, all)
	}
	rank := make([]int, len(order))
	for i := range rank {
		rank[i] = i
	}
	slices.SortStableFunc(rank, func(i, j int) int { return order[i].top - order[j].top })
	// The least number heuristic: states are numbered in the order in which cells mention them.
	used := make([]int, len(p.sorts)) // states that occur as arguments
	earlier := make([][][]sat.Var, len(p.sorts))
	for _, i := range rank {
		o := p.ops[order[i].op]
		for k, d := range o.args {
			used[d] = max(used[d], known[i][k]+1)
		}
		n := p.sizes[o.result]
		results := p.cells[order[i].op][order[i].index*n : (order[i].index+1)*n]
		for x := used[o.result] + 1; x < n; x++ {
			some := []sat.Lit{results[x].Neg()}
			for _, e := range earlier[o.result] {
				some = append(some, e[x-1].Pos())
			}
			p.sat.AddClause(some...)
		}
		earlier[o.result] = append(earlier[o.result], results)
	}
}

// add asserts x, unless it mentions states that do not exist.
func (p *problem) add(x *instance) {
	for v, d := range x.clause.sorts {
		if x.values[v] >= p.sizes[d] {
			return
		}
	}
	p.stats.Instances++
	var lits []sat.Lit
	for i := range x.clause.cells {
		c := &x.clause.cells[i]
		args := x.args(c)
		n := len(args) - 1
		o := p.ops[c.symbol]
		lits = append(lits, p.cells[c.symbol][index(p.sizes, o.args, args[:n])*p.sizes[o.result]+args[n]].Neg())
	}
	for i := range x.clause.body {
		lits = append(lits, p.fact(&x.clause.body[i], x).Neg())
	}
	if x.clause.head != nil {
		lits = append(lits, p.fact(x.clause.head, x).Pos())
	}
	p.sat.AddClause(lits...)
}

// fact returns the variable which states that a holds with the values of x.
func (p *problem) fact(a *atom, x *instance) sat.Var {
	n := index(p.sizes, p.rels[a.symbol].sorts, x.args(a))
	v, ok := p.facts[a.symbol][n]
	if !ok {
		v = p.sat.NewVar()
		p.facts[a.symbol][n] = v
	}
	return v
}

// algebra returns the tables of the solution, and empty relations.
func (p *problem) algebra() *algebra {
	a := &algebra{signature: p.signature, stopped: p.stopped, sizes: p.sizes}
	for i, o := range p.ops {
		n := p.sizes[o.result]
		table := make([]int, len(p.cells[i])/n)
		for k := range table {
			for x := range n {
				if p.sat.Value(p.cells[i][k*n+x].Pos()) == sat.True {
					table[k] = x
				}
			}
		}
		a.tables = append(a.tables, table)
	}
	for _, r := range p.rels {
		a.facts = append(a.facts, make([]*instance, count(p.sizes, r.sorts, maxRelation)))
	}
	return a
}
