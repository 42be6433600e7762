// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"maps"
	"slices"

	"cornet/logic"
)

// This file drops arguments of a control graph that has too many steps.

// fewer returns the arguments without those with too many values. It then checks whether there
// would be more than limit steps even if the other arguments were ignored. While this is the case,
// it drops further arguments: those for which most pairs of steps differ in this argument only. It
// drops one at a time if there are few, and otherwise a share.
//
// Cost: steps times columns times the logarithm of the columns.
func (g *controlGraph) fewer(limit int) [][]int {
	p := newProjection(g)
	p.reduce(limit)
	return p.kept()
}

// reduce drops columns; see fewer.
func (p *projection) reduce(limit int) {
	g := p.g
	first := true // nothing is dropped yet
	for i, js := range g.args {
		for n := range js {
			if g.values(i, n) > maxControlValues {
				p.drop(position{i, n})
				first = false
			}
		}
	}
	for ; len(p.columns) > 0; first = false {
		steps, free := p.count()
		if steps <= limit && !first {
			break
		}
		order := slices.SortedStableFunc(maps.Keys(free), func(x, y position) int {
			return compareBy(free[y]-free[x], y.pred-x.pred, y.arg-x.arg)
		})
		for _, x := range order[:1+len(order)/dropShare] {
			p.drop(x)
		}
	}
}

// dropShare is the number of columns from which on several are dropped at a time.
const dropShare = 32

// compareBy returns the first of differences that is not 0.
func compareBy(differences ...int) int {
	for _, d := range differences {
		if d != 0 {
			return d
		}
	}
	return 0
}

// projection has the steps of a control graph without some columns. A column is the number of a
// chosen argument. A valuation is identified by the sum of codes of its values, so that a column is
// dropped by subtraction. Codes may collide, since they only guide the choice.
type projection struct {
	g       *controlGraph
	columns []position
	codes   [][]uint64 // codes of valuations, by predicate and location
	counts  int        // how often count was called
}

func newProjection(g *controlGraph) *projection {
	p := &projection{g: g, codes: make([][]uint64, len(g.args))}
	for i, js := range g.args {
		for n := range js {
			p.columns = append(p.columns, position{i, n})
		}
		for _, v := range g.locations[i] {
			var sum uint64
			for n, t := range v {
				sum += code(n, t)
			}
			p.codes[i] = append(p.codes[i], sum)
		}
	}
	return p
}

// code returns a number for value t of column n.
func code(n int, t *logic.Term) uint64 { return scatter(uint64(n)<<32 | uint64(t.ID())) }

// scatter maps numbers to numbers without an evident pattern: the finalizer of SplitMix64.
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// drop removes column x.
func (p *projection) drop(x position) {
	p.columns = slices.DeleteFunc(p.columns, func(y position) bool { return x == y })
	for k, v := range p.g.locations[x.pred] {
		p.codes[x.pred][k] -= code(x.arg, v[x.arg])
	}
}

// kept returns the arguments whose columns are left.
func (p *projection) kept() [][]int {
	args := make([][]int, len(p.g.args))
	for _, x := range p.columns {
		args[x.pred] = append(args[x.pred], p.g.args[x.pred][x.arg])
	}
	return args
}

// count returns the number of different steps. For every column, it also returns how many steps
// have a twin that differs only in that column of the head.
func (p *projection) count() (steps int, free map[position]int) {
	g := p.g
	p.counts++
	free = map[position]int{}
	heads := map[int][]position{}
	for _, x := range p.columns {
		free[x] = 0
		heads[x.pred] = append(heads[x.pred], x)
	}
	type others struct {
		step   uint64
		column position
	}
	distinct, without := map[uint64]bool{}, map[others]*logic.Term{}
	for _, f := range g.edges {
		c := g.sys.Clauses[f.clause]
		key := scatter(uint64(f.clause))
		for k, a := range c.Body {
			key = scatter(key + p.codes[g.index[a.Pred]][f.ends[k]])
		}
		if c.Head == nil {
			continue
		}
		head, place := g.index[c.Head.Pred], f.ends[len(c.Body)]
		whole := key + p.codes[head][place]
		if distinct[whole] {
			continue
		}
		distinct[whole] = true
		for _, x := range heads[head] {
			value := g.locations[head][place][x.arg]
			k := others{whole - code(x.arg, value), x}
			if old := without[k]; old != nil && old != value {
				free[x]++
			}
			without[k] = value
		}
	}
	return len(distinct), free
}
