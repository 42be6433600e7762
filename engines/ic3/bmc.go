// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"context"
	"fmt"

	"cornet/smt/bits"
	"cornet/smt/sat"
)

// bounded looks for runs to bad states, one step longer at a time, in one incremental solver. The
// unrolled circuit shares equal gates and folds constants, such as those of the initial states.
type bounded struct {
	m       *machine
	solver  *sat.Solver
	circuit *bits.Circuit
	// bad has the nodes in the cone of the bad states, and step has the other nodes of the step.
	bad, step []sat.Var
	// the image of each variable at each step; NoLit for variables outside of the cones
	images  [][]sat.Lit
	length  int     // length of the runs that the next query is about
	goal    sat.Lit // the bad state at that length; NoLit until it is made
	spent   int64
	stopped bool // memory, or the limit of the size, is exhausted
}

// maxUnrolled bounds the literals of an unrolling, and maxBytes the memory of its solver.
const (
	maxUnrolled = 100_000_000
	maxBytes    = 1 << 30
)

func newBounded(m *machine, spend func(int64)) *bounded {
	b := &bounded{m: m}
	b.solver = sat.New(sat.Options{Spend: func(n int64) {
		b.spent += n
		spend(n)
	}})
	b.circuit = bits.New(sink{b.solver})
	walker := m.graph.Walker()
	b.bad = append(b.bad, walker.Cone(m.bad)...)
	roots := []sat.Lit{m.constraint}
	for _, l := range m.state() {
		roots = append(roots, l.next)
	}
	b.step = append(b.step, walker.Cone(roots...)...)
	return b
}

// sink passes a circuit's variables and clauses to a solver.
type sink struct{ solver *sat.Solver }

func (s sink) NewVar() sat.Var        { return s.solver.NewVar() }
func (s sink) Clause(lits ...sat.Lit) { s.solver.AddClause(lits...) }

// next continues the search for a run of the current length, with about ticks of effort. It returns
// a trace if it finds one.
func (b *bounded) next(ctx context.Context, ticks int64) (*trace, error) {
	for limit := b.spent + ticks; b.spent < limit && !b.stopped; {
		if b.goal == sat.NoLit {
			b.extend()
		}
		b.solver.SetLimits(sat.Limits{Ticks: max(limit-b.spent, 1)})
		switch b.solver.Solve(ctx, b.goal) {
		case sat.Sat:
			return b.trace(), nil
		case sat.Unsat:
			b.solver.AddClause(b.goal.Not())
			b.goal = sat.NoLit
			b.length++
			b.spent += 1000 // so that lengths without queries end, too
		default:
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
		}
		b.stopped = b.solver.Bytes() > maxBytes || len(b.images)*len(b.m.graph.Nodes) > maxUnrolled
	}
	return nil, nil
}

// extend makes the next state of the run, and its bad states.
func (b *bounded) extend() {
	m := b.m
	now := make([]sat.Lit, len(m.graph.Nodes))
	if m.graph.True != sat.NoLit {
		now[m.graph.True.Var()] = b.circuit.Bool(!m.graph.True.IsNeg())
	}
	if b.length == 0 {
		for _, l := range m.state() {
			if l.init != sat.Undef {
				now[l.v] = b.circuit.Bool(l.init == sat.True)
			}
		}
	} else {
		before := b.images[b.length-1]
		b.make(before, b.step)
		b.solver.AddClause(image(before, m.constraint))
		for _, l := range m.state() {
			now[l.v] = image(before, l.next)
		}
	}
	b.images = append(b.images, now)
	b.make(now, b.bad)
	b.goal = image(now, m.bad)
}

// make makes copies of some nodes at a step.
func (b *bounded) make(now []sat.Lit, nodes []sat.Var) {
	g := b.m.graph
	for _, v := range nodes {
		switch {
		case now[v] != sat.NoLit:
		case g.Nodes[v].IsInput():
			now[v] = b.solver.NewVar().Pos()
		default:
			now[v] = g.Copy(b.circuit, v, func(l sat.Lit) sat.Lit { return image(now, l) })
		}
	}
}

func image(now []sat.Lit, l sat.Lit) sat.Lit {
	z := now[l.Var()]
	if l.IsNeg() {
		return z.Not()
	}
	return z
}

// trace returns the run that the solver's model describes.
func (b *bounded) trace() *trace {
	z := &trace{}
	for t := range b.length + 1 {
		var inputs []sat.Lit
		for v, l := range b.images[t] {
			if l != sat.NoLit && b.m.graph.Nodes[v].IsInput() && b.solver.Value(l) == sat.True {
				inputs = append(inputs, sat.Var(v).Pos())
			}
		}
		z.inputs = append(z.inputs, inputs)
	}
	return z
}

func (b *bounded) String() string { return fmt.Sprintf("no run of less than %d steps", b.length) }
