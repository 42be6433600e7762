// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"
	"errors"
	"math/big"
	"strconv"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

const (
	acceleratedTicks = 500_000 // ticks of a query about runs with accelerations
	maxRun           = 200_000 // steps of a run that is replayed step by step
	replayed         = 4       // steps of a query about a run whose states are known
	brief            = 20_000  // steps of an acceleration in a run that is preferred to one with loops

	maxAccelerations   = 16 // accelerations that are learned
	accelerationModels = 48 // models of steps from which they are learned
	perCube            = 2  // accelerations from one conjunction of conditions
)

// accelerating is the search for runs whose moves are steps and accelerations, by the number of
// moves. The solver chooses how many steps an acceleration takes, so the number of steps at least
// doubles with every move.
//
// Invariant: the moves below length are asserted in the solver.
type accelerating struct {
	accelerations []transition.Acceleration
	solver        smt.Solver
	length        int
	brief         *logic.Term // implies that accelerations take few steps
}

// chosen returns the Boolean by which move i is acceleration l, and the number of steps that it
// takes.
func (w *simulations) chosen(i, l int) (chosen, times *logic.Term) {
	st := w.System.Store
	name := strconv.Itoa(i) + "." + strconv.Itoa(l)
	return st.Var("\\take"+name, st.Bool), st.Var("\\times"+name, w.accelerating.accelerations[l].Counter(st))
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
			relation := st.And(ts.At(x.Relation(ts, times), z.length), st.Implies(z.brief, isFew(st, times)))
			if err := z.solver.Assert(st.Implies(chosen, relation)); err != nil {
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
			z.accelerations = nil // the queries are too hard
		case status == smt.Sat:
			m, err := z.solver.Model()
			if err != nil {
				return nil, err
			}
			z.length++
			run := w.expand(m)
			if len(run.Loops) > 0 { // look for a short run
				if status, err = z.solver.Check(ctx, ts.At(ts.Bad, z.length), z.brief); err != nil {
					return nil, err
				}
				if status == smt.Sat {
					if m, err = z.solver.Model(); err != nil {
						return nil, err
					}
					run = w.expand(m)
				}
			}
			r, err := w.replay(ctx, run)
			if r != nil {
				w.steps += int64(len(run.States) - 1)
			}
			return r, err
		}
	}
	return nil, nil
}

// replay returns the refutation of a run, or nil.
func (w *simulations) replay(ctx context.Context, run transition.Run) (*horn.Refutation, error) {
	solver, err := w.opts.Backend.New(w.System.Store, w.opts.Solver.Within(simulationTicks))
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	z, err := transition.NewWindow(w.System, solver, replayed)
	if err != nil {
		return nil, err
	}
	return z.Replay(ctx, run)
}

// isFew returns the formula that an acceleration takes few steps.
func isFew(st *logic.Store, times *logic.Term) *logic.Term {
	if sort := times.Sort(); sort.IsBitVec() {
		most := min(brief, 1<<min(sort.Width(), 30)-1)
		return st.BV(logic.OpBVUle, times, st.BVNum(big.NewInt(int64(most)), sort.Width()))
	}
	return st.Le(times, st.IntNum(brief))
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
	w.accelerating = &accelerating{solver: solver, brief: w.System.Store.Var("\\brief", w.System.Store.Bool)}
	w.accelerating.accelerations, err = learn(ctx, w.System, solver, p)
	// some values of the step cannot be projected
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	w.opts.Log.Debug("accelerations", "learned", len(w.accelerating.accelerations))
	return solver.Assert(w.System.At(w.System.Init, 0))
}

// expand returns the run that a model of moves describes. An acceleration of too many steps becomes
// a loop.
func (w *simulations) expand(m *logic.Model) transition.Run {
	ts, st := w.System, w.System.Store
	values := func(i int) []*logic.Term {
		z := ts.State(i)
		for k, v := range z {
			z[k] = m.Value(v)
		}
		return z
	}
	run := transition.Run{States: [][]*logic.Term{values(0)}, Loops: map[int]*logic.Term{}}
	for i := range w.accelerating.length {
		for l, x := range w.accelerating.accelerations {
			chosen, times := w.chosen(i, l)
			if !m.Holds(chosen) {
				continue
			}
			steps := m.Value(times)
			if steps.Sort().IsBitVec() {
				steps = st.BVToInt(steps)
			}
			n, small := steps.Num().Int64()
			long := !small || n > int64(maxRun-len(run.States))
			if long {
				n = 3 // two iterations, and the state after them
			}
			run.States = append(run.States, x.Between(ts, run.States[len(run.States)-1], n)...)
			if long {
				run.Loops[len(run.States)-1] = steps
			}
			break
		}
		run.States = append(run.States, values(i+1))
	}
	return run
}

// learn finds accelerations. For a step of a model, it determines the conditions under which the
// step is possible, without the auxiliary variables, and substitutes the changes of the model. It
// does not accelerate a step that is impossible twice in a row. The solver has no assertions before
// the call, and none after it.
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
	from := map[*logic.Term]int{} // the accelerations learned from each cube
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
