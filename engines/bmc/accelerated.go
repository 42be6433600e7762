// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"
	"errors"
	"strconv"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

const (
	acceleratedTicks = 500_000 // bound of a query about runs with accelerations
	maxRun           = 200_000 // steps of a run that is replayed

	maxAccelerations   = 16 // that are learned
	accelerationModels = 48 // steps looked at to learn them
	perCube            = 2  // accelerations from one conjunction of conditions
)

// accelerating is the search for runs whose moves are steps and accelerations, by the number
// of moves. So the number of steps doubles, or more, with every move: the solver chooses
// how many steps an acceleration takes.
//
// Invariant: the solver has the moves below length asserted.
type accelerating struct {
	accelerations []transition.Acceleration
	solver        smt.Solver
	length        int
}

// take is the Boolean by which move i is acceleration l, and times the steps it takes.
func (w *simulations) chosen(i, l int) (chosen, times *logic.Term) {
	st := w.System.Store
	name := strconv.Itoa(i) + "." + strconv.Itoa(l)
	return st.Var("\\take"+name, st.Bool), st.Var("\\times"+name, st.Int)
}

// accelerate looks for runs of up to moves moves. It returns a refutation, or nil.
func (w *simulations) accelerate(ctx context.Context, moves int) (*horn.Refutation, error) {
	ts, st := w.System, w.System.Store
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
			if err := z.solver.Assert(st.Implies(chosen, ts.At(x.Relation(ts, times), z.length))); err != nil {
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
			run := w.expand(m)
			r, err := w.Replay(ctx, run)
			if r != nil {
				w.steps += int64(len(run) - 1)
			}
			return r, err
		}
	}
	return nil, nil
}

// prepareAccelerations learns the accelerations.
func (w *simulations) prepareAccelerations(ctx context.Context) error {
	o := w.opts.Solver.Within(acceleratedTicks)
	p, err := w.opts.Backend.Projector(w.System.Store, o)
	if err != nil {
		return err
	}
	solver, err := w.opts.Backend.New(w.System.Store, o)
	if err != nil {
		return err
	}
	w.accelerating = &accelerating{solver: solver}
	w.accelerating.accelerations, err = learn(ctx, w.System, solver, p)
	if err != nil && !errors.Is(err, errors.ErrUnsupported) { // values that cannot be projected
		return err
	}
	w.opts.Log.Debug("accelerations", "learned", len(w.accelerating.accelerations))
	return solver.Assert(w.System.At(w.System.Init, 0))
}

// expand returns the states of the run that a model of moves describes, nil when
// they are too many.
func (w *simulations) expand(m *logic.Model) [][]*logic.Term {
	ts := w.System
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
			run = append(run, x.Between(ts, run[len(run)-1], n)...)
			break
		}
		run = append(run, values(i+1))
	}
	return run
}

// learn finds accelerations: the conditions under which a step of a model is made, without
// the auxiliary variables, with the changes of the model put in. What could not be
// made twice in a row is no acceleration. The solver has nothing asserted, and has again
// after the call.
func learn(ctx context.Context, ts *transition.System, solver smt.Solver, p smt.Projector) ([]transition.Acceleration, error) {
	st := ts.Store
	solver.Push()
	defer solver.Pop(1)
	same := make([]*logic.Term, len(ts.Vars))
	for i, v := range ts.Vars {
		same[i] = st.Eq(v, ts.Next[i])
	}
	if err := solver.Assert(st.And(ts.Trans, st.Not(st.And(same...)))); err != nil {
		return nil, err
	}
	var accelerations []transition.Acceleration
	from := map[*logic.Term]int{} // accelerations by their cube
	for n := 0; n < accelerationModels && len(accelerations) < maxAccelerations; n++ {
		status, err := solver.Check(ctx)
		if err != nil || status != smt.Sat {
			return accelerations, err
		}
		m, err := solver.Model()
		if err != nil {
			return nil, err
		}
		cube, err := p.Project(ctx, m, ts.Locals, ts.Trans)
		if err != nil {
			return nil, err
		}
		found := st.Not(cube)
		l, ok := transition.NewAcceleration(ts, m, cube)
		if ok {
			if status, err = solver.Check(ctx, l.Guard, l.After(ts, l.Delta)); err != nil {
				return nil, err
			}
		}
		if ok && status == smt.Sat {
			accelerations = append(accelerations, l)
			if from[cube]++; from[cube] < perCube {
				found = st.Not(st.And(l.Guard, l.Arrives(ts, l.Delta)))
			}
		}
		if err := solver.Assert(found); err != nil {
			return nil, err
		}
	}
	return accelerations, nil
}
