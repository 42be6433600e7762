// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"context"
	"errors"
	"slices"

	"cornet/engines/ic3/netlist"
	"cornet/smt/bits"
	"cornet/smt/sat"
)

// frames is the sequence F[0], F[1], … of sets of states, where F[i] contains the states that are
// reachable in at most i steps, with a solver for queries about them. F[0] is the set of initial
// states. F[i] satisfies the lemmas of the levels i, i+1, …
//
// The solver contains the circuit of one step, with the same variables. A literal for each level
// activates the lemmas.
type frames struct {
	m      *machine
	solver *sat.Solver
	walker *netlist.Walker
	levels [][]*lemma // lemmas by level; level 0 has no lemmas
	act    []sat.Lit  // activation literals by level
	spend  func(int64)
	past   int64 // effort of earlier solvers
	dead   int   // lemmas in the solver that stronger ones have replaced
	total  int   // lemmas in the solver

	queries, conflicts int64

	state  []bool  // by variable: a latch that is part of the state
	values []bool  // values of the nodes in the cone of the last satisfiable query
	cost   []int32 // scratch of lifting
	needed []uint32
	stamp  uint32
	roots  []sat.Lit
	assume []sat.Lit
}

func newFrames(m *machine, spend func(int64)) *frames {
	f := &frames{m: m, spend: spend}
	n := len(m.graph.Nodes)
	f.values, f.cost, f.needed = make([]bool, n), make([]int32, n), make([]uint32, n)
	f.levels = [][]*lemma{nil}
	f.state = make([]bool, n)
	for _, l := range m.state() {
		f.state[l.v] = true
	}
	f.build()
	return f
}

// build makes a solver for the frames.
func (f *frames) build() {
	if f.solver != nil {
		f.conflicts += f.solver.Stats().Conflicts
		f.past += f.solver.Stats().Ticks
	}
	m, g := f.m, f.m.graph
	f.solver = sat.New(sat.Options{Spend: f.spend, Mode: sat.Stable})
	for range len(g.Nodes) - 1 {
		f.solver.NewVar()
	}
	f.walker = g.Walker()
	roots := []sat.Lit{m.bad, m.constraint}
	for _, l := range m.state() {
		roots = append(roots, l.v.Pos(), l.next)
	}
	if g.True != sat.NoLit {
		f.solver.AddClause(g.True)
	}
	for _, v := range f.walker.Cone(roots...) {
		if n := &g.Nodes[v]; !n.IsInput() {
			bits.Clauses(n.Kind, v.Pos(), n.In[0], n.In[1], n.In[2], f.solver.AddClause)
		}
	}
	f.act, f.dead, f.total = nil, 0, 0
	for i, lemmas := range f.levels {
		f.act = append(f.act, f.solver.NewVar().Pos())
		for _, l := range lemmas {
			f.install(l, i)
		}
	}
	for _, l := range m.state() {
		switch l.init {
		case sat.True:
			f.solver.AddClause(f.act[0].Not(), l.v.Pos())
		case sat.False:
			f.solver.AddClause(f.act[0].Not(), l.v.Neg())
		}
	}
}

// extend adds a level.
func (f *frames) extend() {
	f.levels = append(f.levels, nil)
	f.act = append(f.act, f.solver.NewVar().Pos())
}

// top returns the last level.
func (f *frames) top() int { return len(f.levels) - 1 }

// install adds the clause of a lemma to the solver.
func (f *frames) install(l *lemma, level int) {
	lits := make([]sat.Lit, 0, len(l.cube)+1)
	for _, x := range l.cube {
		lits = append(lits, x.Not())
	}
	f.solver.AddClause(append(lits, f.act[level].Not())...)
	f.total++
}

// add makes a cube a lemma of a level, and drops lemmas that it implies.
func (f *frames) add(c cube, level int) {
	z := newLemma(c)
	for i := 1; i <= level; i++ {
		f.levels[i] = slices.DeleteFunc(f.levels[i], func(l *lemma) bool {
			gone := z.excludes(l.cube, l.sign)
			if gone {
				f.dead++
			}
			return gone
		})
	}
	f.levels[level] = append(f.levels[level], z)
	f.install(z, level)
	if f.dead > 500 && f.dead > f.total/2 {
		f.build()
	}
}

// blocked reports whether a lemma of F[level] excludes the cube.
func (f *frames) blocked(c cube, level int) bool {
	sign := signature(c)
	for i := level; i < len(f.levels); i++ {
		for _, l := range f.levels[i] {
			if l.excludes(c, sign) {
				return true
			}
		}
	}
	return false
}

// activate appends the assumptions for F[level].
func (f *frames) activate(z []sat.Lit, level int) []sat.Lit {
	if level == 0 {
		return append(z, f.act[0])
	}
	for i := len(f.levels) - 1; i >= level; i-- {
		z = append(z, f.act[i])
	}
	return z
}

// errGaveUp means that the solver gave up although it had no limit.
var errGaveUp = errors.New("ic3: the SAT solver gave up")

// ask solves a query about the cone of roots.
func (f *frames) ask(ctx context.Context, assume []sat.Lit) (bool, error) {
	f.queries++
	cone := f.walker.Cone(f.roots...)
	f.spend(int64(len(cone)) / 4)
	switch f.solver.SolveWithin(ctx, cone, assume...) {
	case sat.Sat:
		for _, v := range cone {
			f.values[v] = f.solver.Value(v.Pos()) == sat.True
		}
		f.m.graph.Evaluate(cone, f.values)
		return true, nil
	case sat.Unsat:
		return false, nil
	}
	if ctx.Err() != nil {
		return false, context.Cause(ctx)
	}
	return false, errGaveUp
}

// badState asks for a bad state in the top frame. It returns its cube and inputs.
func (f *frames) badState(ctx context.Context, level int) (state cube, inputs []sat.Lit, found bool, err error) {
	f.roots = append(f.roots[:0], f.m.bad)
	f.assume = append(f.activate(f.assume[:0], level), f.m.bad)
	if found, err = f.ask(ctx, f.assume); !found || err != nil {
		return nil, nil, false, err
	}
	state, inputs = f.lift()
	return state, inputs, true, nil
}

// into asks whether a step leads from F[level] into cube c, or from F[level] without c if strict is
// set. If there is no such step, core has the literals of c that the proof uses.
func (f *frames) into(ctx context.Context, c cube, level int, strict bool) (reached bool, core cube, err error) {
	m := f.m
	f.roots = append(f.roots[:0], m.constraint)
	f.assume = append(f.activate(f.assume[:0], level), m.constraint)
	for _, l := range c {
		n := m.nextOf(l)
		f.roots = append(f.roots, n, l)
		f.assume = append(f.assume, n)
	}
	if strict {
		f.solver.Push()
		defer f.solver.Pop()
		lits := make([]sat.Lit, len(c))
		for i, l := range c {
			lits[i] = l.Not()
		}
		f.solver.AddClause(lits...)
	}
	if reached, err = f.ask(ctx, f.assume); reached || err != nil {
		if reached {
			f.roots = f.roots[:1]
			for _, l := range c {
				f.roots = append(f.roots, m.nextOf(l))
			}
		}
		return reached, nil, err
	}
	f.stamp++
	for _, l := range f.solver.Core() {
		if int(l.Var()) < len(f.needed) {
			f.needed[l.Var()] = f.stamp
		}
	}
	core = make(cube, 0, len(c))
	for _, l := range c {
		if f.needed[m.nextOf(l).Var()] == f.stamp {
			core = append(core, l)
		}
	}
	return false, core, nil
}

// lift returns a cube of states in which, for the inputs of the last answer, the roots have the
// same values as in that answer. If a value has several reasons, lift takes the one that seems to
// need the fewest latches.
//
// This is the ternary simulation of Een, Mishchenko, Brayton (FMCAD 2011), in one pass from the
// roots to the latches.
func (f *frames) lift() (state cube, inputs []sat.Lit) {
	g := f.m.graph
	cone := f.walker.Cone(f.roots...)
	const most = 1 << 20
	for _, v := range cone {
		cost := int32(0)
		if f.state[v] {
			cost = 1
		} else if !g.Nodes[v].IsInput() {
			g.Support(v, f.values, f.cost, func(u sat.Var) { cost += f.cost[u] })
		}
		f.cost[v] = min(cost, most)
	}
	f.stamp++
	for _, l := range f.roots {
		f.needed[l.Var()] = f.stamp
	}
	for _, v := range slices.Backward(cone) {
		n := &g.Nodes[v]
		if f.needed[v] != f.stamp {
			if n.IsInput() && !f.state[v] {
				inputs = append(inputs, literal(v, f.values[v]))
			}
			continue
		}
		if !n.IsInput() {
			g.Support(v, f.values, f.cost, func(u sat.Var) { f.needed[u] = f.stamp })
			continue
		}
		if f.state[v] {
			state = append(state, literal(v, f.values[v]))
		} else {
			inputs = append(inputs, literal(v, f.values[v]))
		}
	}
	slices.Sort(state)
	return state, inputs
}

func literal(v sat.Var, value bool) sat.Lit {
	if value {
		return v.Pos()
	}
	return v.Neg()
}

// initial reports whether the cube has initial states.
func (f *frames) initial(c cube) bool { return f.exclusion(c) == sat.NoLit }

// exclusion returns a literal of c that no initial state satisfies, or NoLit.
func (f *frames) exclusion(c cube) sat.Lit {
	for _, l := range c {
		if v := f.m.latches[f.m.at[l.Var()]].init; v != sat.Undef && (v == sat.True) == l.IsNeg() {
			return l
		}
	}
	return sat.NoLit
}
