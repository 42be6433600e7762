// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"
	"errors"
	"strconv"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

const (
	acceleratedTicks = 500_000 // bound of a query about runs with accelerations
	maxRun           = 200_000 // steps of a run that is replayed
)

// accelerating is the search for runs whose moves are steps and accelerations, by the number
// of moves. So the number of steps doubles, or more, with every move: the solver chooses
// how many steps an acceleration takes.
//
// Invariant: the solver has the moves below length asserted.
type accelerating struct {
	accelerations []acceleration
	solver        smt.Solver
	length        int
}

// take is the Boolean by which move i is acceleration l, and times the steps it takes.
func (w *simulations) chosen(i, l int) (chosen, times *logic.Term) {
	st := w.system.Store
	name := strconv.Itoa(i) + "." + strconv.Itoa(l)
	return st.Var("\\take"+name, st.Bool), st.Var("\\times"+name, st.Int)
}

// accelerate looks for runs of up to moves moves. It returns a refutation, or nil.
func (w *simulations) accelerate(ctx context.Context, moves int) (*horn.Refutation, error) {
	ts, st := w.system, w.system.Store
	if w.accelerating == nil {
		if err := w.prepareAccelerations(ctx); err != nil {
			return nil, err
		}
	}
	z := w.accelerating
	for ; len(z.accelerations) > 0 && z.length < moves; z.length++ {
		ways := []*logic.Term{ts.At(ts.Trans, z.length)}
		for l, x := range z.accelerations {
			chosen, times := w.chosen(z.length, l)
			ways = append(ways, chosen)
			if err := z.solver.Assert(st.Implies(chosen, ts.At(x.relation(ts, times), z.length))); err != nil {
				return nil, err
			}
		}
		if err := z.solver.Assert(st.Or(ways...)); err != nil {
			return nil, err
		}
		status, err := z.solver.Check(ctx, ts.At(ts.Bad, z.length+1))
		switch {
		case err != nil:
			return nil, err
		case status == smt.Unknown:
			z.accelerations = nil // too hard
		case status == smt.Sat:
			m, err := z.solver.Model()
			if err != nil {
				return nil, err
			}
			z.length++
			return w.replay(ctx, w.expand(m))
		}
	}
	return nil, nil
}

// prepareAccelerations learns the accelerations.
func (w *simulations) prepareAccelerations(ctx context.Context) error {
	o := w.opts.Solver.Within(acceleratedTicks)
	p, err := w.opts.Backend.Projector(w.system.Store, o)
	if err != nil {
		return err
	}
	solver, err := w.opts.Backend.New(w.system.Store, o)
	if err != nil {
		return err
	}
	w.accelerating = &accelerating{solver: solver}
	w.accelerating.accelerations, err = learn(ctx, w.system, solver, p)
	if err != nil && !errors.Is(err, errors.ErrUnsupported) { // values that cannot be projected
		return err
	}
	w.opts.Log.Debug("accelerations", "learned", len(w.accelerating.accelerations))
	return solver.Assert(w.system.At(w.system.Init, 0))
}

// expand returns the states of the run that a model of moves describes, nil when
// they are too many.
func (w *simulations) expand(m *logic.Model) [][]*logic.Term {
	ts, st := w.system, w.system.Store
	values := func(i int) []*logic.Term {
		z := ts.State(i)
		for k, v := range z {
			z[k] = m.Value(v)
		}
		return z
	}
	run := [][]*logic.Term{values(0)}
	for i := range w.accelerating.length {
		for l, x := range w.accelerating.accelerations {
			chosen, times := w.chosen(i, l)
			if !m.Holds(chosen) {
				continue
			}
			n, small := m.Value(times).Num().Int64()
			if !small || n > int64(maxRun-len(run)) {
				return nil
			}
			for range n - 1 {
				now := run[len(run)-1]
				next := make([]*logic.Term, len(now))
				for k, v := range now {
					if next[k] = v; x.delta[k] != nil {
						next[k] = st.Add(v, x.delta[k])
					}
				}
				run = append(run, next)
			}
			break
		}
		run = append(run, values(i+1))
	}
	return run
}

// replay returns the refutation whose states are those of run, a window of steps
// at a time. It is nil when a step cannot be made.
func (w *simulations) replay(ctx context.Context, run [][]*logic.Term) (*horn.Refutation, error) {
	ts, st := w.system, w.system.Store
	t := ts.NewTrace()
	last := len(run) - 1
	for at := 0; at < last; {
		steps := min(window, last-at)
		known := []*logic.Term{w.moves[steps-1]}
		for i, values := range run[at : at+steps+1] {
			for k, v := range ts.State(i) {
				known = append(known, st.Eq(v, values[k]))
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
			return nil, nil // the model leaves values open
		}
		if at += steps; at == last {
			r, err := t.End(m, steps)
			if err != nil {
				return nil, nil
			}
			w.steps += int64(last)
			return r, nil
		}
	}
	return nil, nil
}

// satisfy returns a model of the window in which t holds, nil when there is none.
func (w *simulations) satisfy(ctx context.Context, t *logic.Term) (*logic.Model, error) {
	w.solver.Push()
	defer w.solver.Pop(1)
	if err := w.solver.Assert(t); err != nil {
		return nil, err
	}
	if status, err := w.solver.Check(ctx); err != nil || status != smt.Sat {
		return nil, err
	}
	return w.solver.Model()
}
