// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/rational"
	"cornet/internal/scc"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// node is a cut point, or a region of its states. The regions of a cut point are a partition.
type node struct {
	cut    int
	region *logic.Term // over horn.Params
}

// measure is one component of the tuples of some nodes: a term over horn.Params for each. At other
// nodes the component is 0.
type measure map[int]*logic.Term

// ranker searches for the tuples of one component of the graph. It adds measures one by one. A
// measure never grows, and some transitions decrease it while it is not negative. These need no
// further measure. The search continues with the others until no transition remains.
//
// Transitions are found on demand. A solver finds a path on which the current candidates do not
// decrease. The cube of that path becomes a constraint for the next candidates.
//
// Reference: L. Gonnord, D. Monniaux, G. Radanne, "Synthesis of Ranking Functions Using Extremal
// Counterexamples", PLDI 2015. Differences: counterexamples are cubes, not vertices, so all later
// candidates are right for the whole cube.
type ranker struct {
	*program
	c       *component
	o       *Options
	blocks  map[int]*block
	solvers map[int]smt.Solver
	sort    *logic.Sort // sort of the components
	nodes   []node
	// found are the measures so far, in order.
	found []measure
	// stuck has the cubes that no further measure decreases, after a failed search.
	stuck []*cube
	// divided means that stepping has divided the nodes.
	divided bool
	// depth is the depth of a search for piecewise measures. This search ends when the effort
	// reaches the deadline.
	depth    int
	deadline int64
	// open means that a solver could not decide a query.
	open bool
}

// maxCubes bounds the cubes of one search for a measure.
const maxCubes = 120

func newRanker(p *program, c *component, facts []*logic.Term, o *Options) (*ranker, error) {
	z := &ranker{program: p, c: c, o: o, blocks: map[int]*block{}, solvers: map[int]smt.Solver{}, sort: p.s.Int}
	for _, cut := range c.cuts {
		for _, x := range p.q.System.Preds[cut].Params() {
			if x.IsReal() {
				z.sort = p.s.Real
			}
		}
		b := p.newBlock(c, cut, facts)
		z.blocks[cut] = b
		solver, err := o.Run.Backend.New(p.s, o.Run.SMT.Within(queryTicks))
		if err != nil {
			z.close()
			return nil, err
		}
		z.solvers[cut] = solver
		z.nodes = append(z.nodes, node{cut, p.s.True()})
		if err := solver.Assert(b.formula); err != nil {
			z.close()
			return nil, err
		}
	}
	return z, nil
}

func (z *ranker) close() {
	for _, s := range z.solvers {
		s.Close()
	}
}

// at returns a term over the parameters of a node's cut point for a state.
func (z *ranker) at(n int, t *logic.Term, state []*logic.Term) *logic.Term {
	return z.s.Substitute(t, horn.Params(z.s, z.q.System.Preds[z.nodes[n].cut]), state)
}

// value returns a measure of a node in a state.
func (z *ranker) value(m measure, n int, state []*logic.Term) *logic.Term {
	if m[n] == nil {
		return z.s.Num(rational.Rat{}, z.sort)
	}
	return z.at(n, m[n], state)
}

// state is the state at the start of a node's block.
func (z *ranker) state(n int) []*logic.Term { return z.blocks[z.nodes[n].cut].state }

// transition describes transitions between nodes, from the state of the block.
type transition func(from, to int, next []*logic.Term) *logic.Term

// left states that a transition is between two nodes and that no measure decreases on it.
func (z *ranker) left(from, to int, next []*logic.Term) *logic.Term {
	parts := []*logic.Term{z.at(from, z.nodes[from].region, z.state(from)), z.at(to, z.nodes[to].region, next)}
	zero, one := z.s.Num(rational.Rat{}, z.sort), z.s.Num(rational.Int(1), z.sort)
	for _, m := range z.found {
		x, y := z.value(m, from, z.state(from)), z.value(m, to, next)
		parts = append(parts, z.s.Not(z.s.And(z.s.Ge(x, zero), z.s.Le(z.s.Add(y, one), x))))
	}
	return z.s.And(parts...)
}

// find returns a cube of the remaining transitions between some nodes that are wanted. It returns
// nil if there are no such transitions, or if a solver could not decide; in the second case it sets
// open.
func (z *ranker) find(ctx context.Context, nodes []int, wanted transition) (*cube, error) {
	for _, from := range nodes {
		if err := turn.Yield(ctx); err != nil {
			return nil, err
		}
		b := z.blocks[z.nodes[from].cut]
		says := func(to, target int, next []*logic.Term) *logic.Term {
			if z.nodes[to].cut != target {
				return z.s.False()
			}
			return z.s.And(z.left(from, to, next), wanted(from, to, next))
		}
		p, m, ok, err := b.find(ctx, z.s, z.solvers[b.from], func(l link) *logic.Term {
			cases := make([]*logic.Term, len(nodes))
			for i, to := range nodes {
				cases[i] = says(to, l.target, l.head)
			}
			return z.s.Or(cases...)
		})
		if err != nil {
			return nil, err
		}
		z.open = z.open || !ok
		if p == nil {
			continue
		}
		for _, to := range nodes {
			if also := says(to, p.to, p.next); m.Holds(also) {
				c, err := z.newCube(ctx, m, p, also)
				if c != nil {
					c.begin, c.end = from, to
				}
				return c, err
			}
		}
		z.open = true // the model does not determine some values
	}
	return nil, nil
}

// always accepts all transitions.
func (z *ranker) always(int, int, []*logic.Term) *logic.Term { return z.s.True() }

// rank finds measures until no transition between the nodes remains. ok is false if it does not
// find enough.
func (z *ranker) rank(ctx context.Context, nodes []int) (ok bool, err error) {
	for {
		c, err := z.find(ctx, nodes, z.always)
		if err != nil || z.open {
			return false, err
		}
		if c == nil {
			return true, nil
		}
		parts, err := z.split(ctx, nodes)
		if err != nil || z.open {
			return false, err
		}
		if len(parts) != 1 || len(parts[0]) != len(nodes) {
			for _, part := range parts {
				if ok, err := z.rank(ctx, part); !ok || err != nil {
					return false, err
				}
			}
			return true, nil
		}
		cubes := []*cube{c}
		if progress, err := z.extend(ctx, nodes, &cubes); err != nil || !progress {
			z.stuck = cubes
			return false, err
		}
	}
}

// split returns the strongly connected components of the nodes in the graph of the remaining
// transitions. If there are transitions between components, it adds a measure that numbers the
// components.
func (z *ranker) split(ctx context.Context, nodes []int) (parts [][]int, err error) {
	next := make([][]int, len(nodes))
	for i, from := range nodes {
		for j, to := range nodes {
			c, err := z.find(ctx, slices.Compact(slices.Sorted(slices.Values([]int{from, to}))), func(f, t int, _ []*logic.Term) *logic.Term {
				return z.s.BoolValue(f == from && t == to)
			})
			if err != nil {
				return nil, err
			}
			if c != nil {
				next[i] = append(next[i], j)
			}
		}
	}
	g := scc.Find(len(nodes), func(v int) []int { return next[v] })
	if len(g.Components) > 1 {
		down := measure{}
		for i, c := range nodes {
			down[c] = z.s.Num(rational.Int(int64(len(g.Components)-1-g.Of[i])), z.sort)
		}
		z.found = append(z.found, down)
	}
	for k, part := range g.Components {
		if g.Cyclic[k] {
			var own []int
			for _, i := range part {
				own = append(own, nodes[i])
			}
			parts = append(parts, own)
		}
	}
	return parts, nil
}

// extend finds measures that decrease on at least one of the cubes.
func (z *ranker) extend(ctx context.Context, nodes []int, cubes *[]*cube) (bool, error) {
	for len(*cubes) < maxCubes {
		ms, err := z.candidates(ctx, nodes, *cubes)
		if err != nil || ms == nil {
			return false, err
		}
		before := len(z.found)
		bad, err := z.refute(ctx, nodes, ms)
		if err != nil {
			return false, err
		}
		if bad == nil && !z.open {
			return true, nil
		}
		z.found = z.found[:before]
		if z.open {
			return false, nil
		}
		*cubes = append(*cubes, bad)
	}
	return false, nil
}

// refute adds measures, and returns a cube in which one of them grows before another one decreases.
func (z *ranker) refute(ctx context.Context, nodes []int, ms []measure) (*cube, error) {
	for _, m := range ms {
		bad, err := z.find(ctx, nodes, func(from, to int, next []*logic.Term) *logic.Term {
			return z.s.Not(z.s.Le(z.value(m, to, next), z.value(m, from, z.state(from))))
		})
		if bad != nil || err != nil {
			return bad, err
		}
		z.found = append(z.found, m)
	}
	return nil, nil
}

// candidates returns measures for the cubes, in order: linear ones that decrease on all cubes, then
// linear ones that decrease on some, then nested ones. It returns nil if there are none.
func (z *ranker) candidates(ctx context.Context, nodes []int, cubes []*cube) ([]measure, error) {
	features := map[int]int{}
	for _, n := range nodes {
		features[n] = len(z.featureTerms(z.nodes[n].cut))
	}
	for _, limit := range limits {
		t, err := linearMeasure(ctx, newTemplates(1, nodes, features, lpTicks), cubes, limit)
		if err != nil {
			return nil, err
		}
		if t != nil {
			return []measure{z.measure(t.terms(0), false)}, nil
		}
	}
	for depth := 2; depth <= maxDepth; depth++ {
		t := newTemplates(depth, nodes, features, lpTicks)
		ok := true
		for _, c := range cubes {
			ok = ok && t.nested(c)
		}
		if ok {
			var err error
			if ok, err = t.solve(ctx); err != nil {
				return nil, err
			}
		}
		if ok {
			var ms []measure
			for i := range depth {
				ms = append(ms, z.measure(t.terms(i), true))
			}
			return ms, nil
		}
	}
	return nil, nil
}

// limit bounds the coefficients and constants of linear measures; 0 is no bound. With a bound, a
// measure must decrease on all cubes. Small numbers give measures that people understand, such as n
// - i instead of one that depends on the range of a type.
type limit struct{ coefficient, constant int64 }

var limits = []limit{{1, 0}, {2, 1000}, {}}

// linearMeasure returns templates for one linear function. It adds constraints for cubes one by
// one, as long as there is a solution. It returns nil if no cube can be added.
func linearMeasure(ctx context.Context, t *templates, cubes []*cube, l limit) (*templates, error) {
	t.within(l)
	ok := true
	for _, c := range cubes {
		ok = t.decrease(c, 0, 0) && ok
	}
	some := false
	for _, c := range cubes {
		level := t.lp.Level()
		t.lp.Push()
		fine := t.decrease(c, 0, 1) && t.bounded(c, 0)
		if fine {
			var err error
			if fine, err = t.solve(ctx); err != nil {
				return nil, err
			}
		}
		if !fine {
			t.lp.Backtrack(level)
			if l.coefficient > 0 {
				return nil, nil
			}
		}
		some = some || fine
	}
	if !ok || !some {
		return nil, nil
	}
	ok, err := t.solve(ctx)
	if !ok {
		return nil, err
	}
	if l.coefficient > 0 {
		err = t.round(ctx, l)
	}
	return t, err
}

// featureTerms returns the features of the parameters of a cut point.
func (z *ranker) featureTerms(cut int) (fs []*logic.Term) {
	for _, x := range horn.Params(z.s, z.q.System.Preds[cut]) {
		fs = append(fs, features(z.s, x)...)
	}
	return fs
}

// measure returns the measure with the given coefficients of features. For a phase, it is the
// maximum of the sum and -1.
func (z *ranker) measure(coefficients map[int][]rational.Rat, phase bool) measure {
	m := measure{}
	for n := range z.nodes {
		cs, ok := coefficients[n]
		if !ok {
			continue
		}
		sum := logic.Linear{}
		for i, f := range z.featureTerms(z.nodes[n].cut) {
			if !cs[i].IsZero() {
				if z.sort.IsReal() && f.Sort().IsInt() {
					f = z.s.ToReal(f)
				}
				sum = sum.AddMul(cs[i], z.s.Linear(f))
			}
		}
		sum.Const = sum.Const.Add(cs[len(cs)-1])
		t := z.s.Sum(sum, z.sort)
		if phase {
			t = z.s.Ite(z.s.Ge(t, z.s.Num(rational.Rat{}, z.sort)), t, z.s.Num(rational.Int(-1), z.sort))
		}
		m[n] = t
	}
	return m
}

// tuples returns the tuples of measures by cut point.
func (z *ranker) tuples() map[int][]*logic.Term {
	tuples := map[int][]*logic.Term{}
	for _, cut := range z.c.cuts {
		tuples[cut] = []*logic.Term{}
	}
	for _, m := range z.found {
		if z.isConstant(m) {
			continue
		}
		whole := map[int]*logic.Term{}
		for n, x := range z.nodes {
			value := z.value(m, n, horn.Params(z.s, z.q.System.Preds[x.cut]))
			if whole[x.cut] != nil {
				value = z.s.Ite(x.region, value, whole[x.cut])
			}
			whole[x.cut] = value
		}
		for _, cut := range z.c.cuts {
			tuples[cut] = append(tuples[cut], whole[cut])
		}
	}
	return tuples
}

// isConstant reports whether a measure has the same value everywhere.
func (z *ranker) isConstant(m measure) bool {
	var first *logic.Term
	for n := range z.nodes {
		x := z.value(m, n, horn.Params(z.s, z.q.System.Preds[z.nodes[n].cut]))
		if first == nil {
			first = x
		}
		if x != first || !x.IsValue() {
			return false
		}
	}
	return true
}

// all returns the numbers of all nodes.
func (z *ranker) all() (ns []int) {
	for n := range z.nodes {
		ns = append(ns, n)
	}
	return ns
}
