// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"slices"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/scc"
	"cornet/logic"
)

// component is a strongly connected component of the graph of steps that has a cycle.
type component struct {
	preds []int              // in ascending order
	cuts  []int              // cut points, in ascending order
	steps []termination.Step // steps inside the component, in order
}

// program is the question in the form that the search needs.
type program struct {
	q          termination.Question
	s          *logic.Store
	index      map[*logic.Func]int
	steps      []termination.Step
	components []component
}

func newProgram(q termination.Question) *program {
	p := &program{q: q, s: q.System.Store, index: q.System.Index(), steps: q.All()}
	next := make([][]int, len(q.System.Preds))
	for _, e := range p.steps {
		from, to := p.ends(e)
		next[from] = append(next[from], to)
	}
	g := scc.Find(len(next), func(v int) []int { return next[v] })
	number := map[int]int{}
	for k, preds := range g.Components {
		if g.Cyclic[k] {
			number[k] = len(p.components)
			p.components = append(p.components, component{preds: preds, cuts: cutPoints(preds, next)})
		}
	}
	for _, e := range p.steps {
		from, to := p.ends(e)
		if g.Of[from] == g.Of[to] {
			c := &p.components[number[g.Of[from]]]
			c.steps = append(c.steps, e)
		}
	}
	return p
}

// ends returns the predicates that a step leads from and to.
func (p *program) ends(e termination.Step) (from, to int) {
	c := p.q.System.Clauses[e.Clause]
	return p.index[c.Body[e.Atom].Pred], p.index[c.Head.Pred]
}

func (p *program) clause(e termination.Step) *horn.Clause { return p.q.System.Clauses[e.Clause] }

// cutPoints returns predicates such that every cycle among preds contains one: those that a
// depth-first search returns to.
func cutPoints(preds []int, next [][]int) (z []int) {
	place := make(map[int]int, len(preds))
	for i, p := range preds {
		place[p] = i
	}
	inside := make([][]int, len(preds))
	for i, p := range preds {
		for _, q := range next[p] {
			if j, ok := place[q]; ok {
				inside[i] = append(inside[i], j)
			}
		}
	}
	scc.DepthFirst(len(preds), 0, func(v int) int { return len(inside[v]) }, func(v, i int) int { return inside[v][i] }, func(v, i int) {
		z = append(z, preds[inside[v][i]])
	})
	slices.Sort(z)
	return slices.Compact(z)
}
