// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"
	"strconv"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// WindowSteps is the number of steps of a [Window] that looks for a run.
const WindowSteps = 32

// Window is a solver for runs of a few steps. Long runs are put together from these, piece by
// piece. Each query about it begins with a known state, so a run takes time and memory linear in
// its length.
type Window struct {
	System *System
	Solver smt.Solver
	// Moves[i] implies Trans at step i and the earlier moves.
	Moves []*logic.Term
}

// NewWindow returns a window of some steps. The solver has no assertions; the window's owner closes
// it.
func NewWindow(ts *System, solver smt.Solver, steps int) (*Window, error) {
	z, st := &Window{System: ts, Solver: solver}, ts.Store
	for i := range steps {
		move := st.Var("\\move"+strconv.Itoa(i), st.Bool)
		implied := ts.At(ts.Trans, i)
		if i > 0 {
			implied = st.And(z.Moves[i-1], implied)
		}
		if err := solver.Assert(st.Implies(move, implied)); err != nil {
			return nil, err
		}
		z.Moves = append(z.Moves, move)
	}
	return z, nil
}

// Run is a sequence of states, as values by Vars. A nil state is unknown. The first and the last
// state are known.
type Run struct {
	States [][]*logic.Term
	// Loops gives the numbers of iterations of loops. Loop i begins two states before state i: its
	// first two iterations lead to state i. After Loops[i] iterations the run is at state i+1.
	Loops map[int]*logic.Term
}

// Replay returns the refutation with the states of run, or nil if a step is impossible.
//
// Some steps between known states resemble the previous one. These need no query: their auxiliary
// variables are those of the previous step, or change by the same amounts. Windows find the other
// steps.
func (w *Window) Replay(ctx context.Context, r Run) (*horn.Refutation, error) {
	ts, st, run := w.System, w.System.Store, r.States
	if len(run) == 0 {
		return nil, nil
	}
	t := ts.NewTrace()
	last := len(run) - 1
	var seen [2]*logic.Model // models of the last two steps, the newer one first
	for at := 0; ; {
		for at > 0 && r.Loops[at] == nil && at < last && run[at] != nil && run[at+1] != nil && seen[0] != nil {
			here := t.resume(run[at], run[at+1], seen)
			if here == nil {
				break
			}
			if seen[0], seen[1] = here, seen[0]; at%1024 == 0 && turn.Yield(ctx) != nil {
				return nil, context.Cause(ctx)
			}
			at++
		}
		if n := r.Loops[at]; n != nil {
			if !t.iterate(n) {
				return nil, nil
			}
			at++
			seen = [2]*logic.Model{}
			continue
		}
		steps := min(len(w.Moves), last-at)
		for i := 1; i < steps; i++ {
			if r.Loops[at+i] != nil || r.Loops[at+i+1] != nil {
				steps = i // the second iteration is like the first
			}
		}
		for steps > 0 && run[at+steps] == nil {
			steps-- // the window must end at a known state
		}
		if steps == 0 && at < last {
			return nil, nil // there are more unknown states than a window has
		}
		var known []*logic.Term
		if steps > 0 {
			known = append(known, w.Moves[steps-1])
		}
		for i, values := range run[at : at+steps+1] {
			for k, v := range ts.State(i) {
				if values != nil {
					known = append(known, st.Eq(v, values[k]))
				}
			}
		}
		if at == 0 {
			known = append(known, ts.At(ts.Init, 0))
		}
		if at+steps == last {
			known = append(known, ts.At(ts.Bad, steps))
		}
		m, err := w.satisfy(ctx, st.And(known...))
		if err != nil || m == nil {
			return nil, err
		}
		if at == 0 && t.Begin(m) != nil || t.Extend(m, 0, steps) != nil {
			return nil, nil // the model does not determine all values
		}
		for i := max(0, steps-2); i < steps; i++ {
			seen[0], seen[1] = ts.Step(m, i), seen[0]
		}
		if at += steps; at == last {
			z, err := t.End(m, steps)
			if err != nil {
				return nil, nil
			}
			return z, nil
		}
	}
}

// resume adds a step between two states that resembles the previous ones. It returns its model, or
// nil.
func (t *Trace) resume(from, to []*logic.Term, seen [2]*logic.Model) *logic.Model {
	z := t.system
	here := z.Store.NewModel()
	for k, v := range z.Vars {
		here.Set(v, from[k])
		here.Set(z.Next[k], to[k])
	}
	for _, v := range z.Locals {
		here.Set(v, seen[0].Value(v))
	}
	if t.take(here, isStep) == nil {
		return here
	}
	if seen[1] == nil {
		return nil
	}
	for _, v := range z.Locals {
		if now := seen[0].Value(v); v.Sort().IsArith() {
			here.Set(v, here.Eval(z.Store.Sub(z.Store.Add(now, now), seen[1].Value(v))))
		} else if v.Sort().IsBitVec() {
			here.Set(v, here.Eval(z.Store.BVSub(z.Store.BV(logic.OpBVAdd, now, now), seen[1].Value(v))))
		}
	}
	if t.take(here, isStep) == nil {
		return here
	}
	return nil
}

// satisfy returns a model of the window in which t holds, or nil.
func (w *Window) satisfy(ctx context.Context, t *logic.Term) (*logic.Model, error) {
	w.Solver.Push()
	defer w.Solver.Pop(1)
	if err := w.Solver.Assert(t); err != nil {
		return nil, err
	}
	if status, err := w.Solver.Check(ctx); err != nil || status != smt.Sat {
		return nil, err
	}
	return w.Solver.Model()
}
