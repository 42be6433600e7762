// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"context"
	"errors"

	"cornet/engines/transition"
	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// Simulations look for refutations of linear systems that are too deep for an unfolding. A
// simulation is one concrete run, which is extended by a window of steps at a time. If a bad state
// is in the window that begins with the last state, the run is a refutation. If not, some run
// through the window is appended, and its last state begins the next window. Every query is about
// one window and begins with a concrete state, so a simulation takes time and memory linear in its
// length. It finds the deep runs of loops that have few choices. Where choices matter it finds
// nothing; accelerations handle those.
//
// Accelerations and simulations run when the unfolding reaches the depths 8, 16, 32, … A simulation
// has stretch times as many steps as the depth. It begins with an initial state that the solver
// picks.

const (
	firstSimulation = 8  // depth of the unfolding at the first simulation
	stretch         = 64 // steps of a simulation per level of the unfolding
	window          = transition.WindowSteps

	// simulationTicks limits a query about a window; a harder one ends the simulation. Without a
	// limit, 025b-horn of reve spent 5 of its 6 s on simulations.
	simulationTicks = 2_000_000
)

// simulations are the simulations of one call of Solve. The zero value, for systems that are not
// linear, does nothing.
type simulations struct {
	transition.Window // it has no solver before the first simulation
	opts              Options
	next              int         // depth of the next simulation
	steps             int64       // steps of all simulations
	hit               *logic.Term // implies that the moves reach a bad state
	// accelerating is the search for runs with accelerations; nil before the first such search.
	accelerating *accelerating
}

func newSimulations(sys *horn.System, o Options) (*simulations, error) {
	if !sys.IsLinear() {
		return &simulations{}, nil
	}
	ts, err := transition.Encode(sys)
	if err != nil {
		return nil, err
	}
	return &simulations{Window: transition.Window{System: ts}, opts: o, next: firstSimulation}, nil
}

func (w *simulations) close() {
	if w.Solver != nil {
		w.Solver.Close()
	}
	if w.accelerating != nil {
		w.accelerating.solver.Close()
	}
}

// after runs when the unfolding has reached a depth. At certain depths, it looks for runs with
// accelerations and makes a simulation. It returns Unsafe or the zero result.
func (w *simulations) after(ctx context.Context, depth int) (horn.Result, error) {
	if w.System == nil || depth < w.next {
		return horn.Result{}, nil
	}
	w.next *= 2
	var err error
	var r *horn.Refutation
	if w.Solver == nil {
		err = w.prepare()
	}
	if err == nil {
		r, err = w.accelerate(ctx, depth/2)
	}
	if err == nil && r == nil {
		r, err = w.simulate(ctx, depth*stretch)
	}
	if errors.Is(err, errors.ErrUnsupported) { // the solver has no theory for some values
		w.System = nil
		return horn.Result{}, nil
	}
	if err != nil || r == nil {
		return horn.Result{}, err
	}
	return horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
}

// prepare asserts a window.
func (w *simulations) prepare() error {
	ts, st := w.System, w.System.Store
	solver, err := w.opts.Backend.New(st, w.opts.Solver.Within(simulationTicks))
	if err != nil {
		return err
	}
	z, err := transition.NewWindow(ts, solver, window)
	if err != nil {
		solver.Close()
		return err
	}
	w.Window = *z
	bads := []*logic.Term{ts.At(ts.Bad, 0)}
	for i, move := range w.Moves {
		bads = append(bads, st.And(move, ts.At(ts.Bad, i+1)))
	}
	w.hit = st.Var("\\hit", st.Bool)
	return w.Solver.Assert(st.Implies(w.hit, st.Or(bads...)))
}

// simulate makes one simulation of about limit steps. It returns a refutation, or nil.
func (w *simulations) simulate(ctx context.Context, limit int) (*horn.Refutation, error) {
	ts := w.System
	t := ts.NewTrace()
	begin := ts.At(ts.Init, 0)
	for length := 0; length < limit; {
		w.Solver.Push()
		err := w.Solver.Assert(begin)
		var m *logic.Model
		var steps int
		var bad bool
		if err == nil {
			m, steps, bad, err = w.look(ctx)
		}
		w.Solver.Pop(1)
		if err != nil || m == nil {
			return nil, err
		}
		if length == 0 {
			if t.Begin(m) != nil { // the model does not determine some values
				return nil, nil
			}
		}
		if t.Extend(m, 0, steps) != nil {
			return nil, nil
		}
		if bad {
			r, err := t.End(m, steps)
			if err != nil {
				return nil, nil
			}
			return r, nil
		}
		length += steps
		w.steps += int64(steps)
		begin = w.state(m, steps)
	}
	return nil, nil
}

// look returns a model of a run through the window, and its number of steps. The run ends in a bad
// state if possible, and otherwise is as long as possible. The model is nil if there is no run, or
// if the solver gives up.
func (w *simulations) look(ctx context.Context) (m *logic.Model, steps int, bad bool, err error) {
	ts := w.System
	st, err := w.Solver.Check(ctx, w.hit)
	if err != nil || st == smt.Unknown {
		return nil, 0, false, err
	}
	if st == smt.Sat {
		m, err := w.Solver.Model()
		if err != nil {
			return nil, 0, false, err
		}
		for i := 0; ; i++ {
			if m.Holds(ts.At(ts.Bad, i)) {
				return m, i, true, nil
			}
			if i == window || !m.Holds(w.Moves[i]) {
				return nil, 0, false, nil // the model does not determine some values
			}
		}
	}
	for n := window; n > 0; n /= 2 {
		st, err := w.Solver.Check(ctx, w.Moves[n-1])
		if err != nil || st == smt.Unknown {
			return nil, 0, false, err
		}
		if st == smt.Sat {
			m, err := w.Solver.Model()
			return m, n, false, err
		}
	}
	return nil, 0, false, nil
}

// state returns the formula that state 0 is the state at step i of a model.
func (w *simulations) state(m *logic.Model, i int) *logic.Term {
	ts, st := w.System, w.System.Store
	now, next := ts.State(i), ts.State(0)
	same := make([]*logic.Term, len(now))
	for k := range now {
		same[k] = st.Eq(next[k], m.Value(now[k]))
	}
	return st.And(same...)
}
