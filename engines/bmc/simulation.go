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

// Simulations look for refutations of linear systems that are too deep for an
// unfolding. A simulation is one concrete run. It is prolonged by a window of steps at
// a time: does a bad state lie in the window that begins with the last state? If
// not, some run through the window is appended, and its last state begins the next
// one. Every query is about one window and begins with a concrete state, so a
// simulation takes time and memory linear in its length. It finds the deep runs of
// loops that have few choices, and nothing where choices matter; those are left to
// accelerations.
//
// Accelerations and simulations are made when the unfolding reaches the depths 8, 16, 32, …, stretch
// times as long as that, from the same initial state or another one as the solver
// likes.

const (
	firstSimulation = 8  // depth of the unfolding at the first simulation
	stretch         = 64 // steps of a simulation per level of the unfolding
	window          = 32 // steps of a window at most

	// simulationTicks bounds a query about a window; a harder one ends the simulation. (025b-horn of reve spent five of its
	// six seconds on simulations.)
	simulationTicks = 2_000_000
)

// simulations belong to one call of Solve. The zero value, for systems that are not
// linear, does nothing.
type simulations struct {
	system *transition.System
	opts   Options
	solver smt.Solver
	next   int           // depth of the next simulation
	steps  int64         // steps of all simulations
	moves  []*logic.Term // moves[i] implies Trans at step i and the moves before
	hit    *logic.Term   // implies that a bad state is reached by moves
	// accelerating is the search for runs with accelerations; nil before the first.
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
	return &simulations{system: ts, opts: o, next: firstSimulation}, nil
}

func (w *simulations) close() {
	if w.solver != nil {
		w.solver.Close()
	}
	if w.accelerating != nil {
		w.accelerating.solver.Close()
	}
}

// after looks for runs with accelerations and makes a simulation when it is time for them: depth is that of the unfolding. The
// result is Unsafe or the zero one.
func (w *simulations) after(ctx context.Context, depth int) (horn.Result, error) {
	if w.system == nil || depth < w.next {
		return horn.Result{}, nil
	}
	w.next *= 2
	var err error
	var r *horn.Refutation
	if w.solver == nil {
		err = w.prepare()
	}
	if err == nil {
		r, err = w.accelerate(ctx, depth/2)
	}
	if err == nil && r == nil {
		r, err = w.simulate(ctx, depth*stretch)
	}
	if errors.Is(err, errors.ErrUnsupported) { // values that the solver has no theory for
		w.system = nil
		return horn.Result{}, nil
	}
	if err != nil || r == nil {
		return horn.Result{}, err
	}
	return horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
}

// prepare asserts a window.
func (w *simulations) prepare() error {
	ts, st := w.system, w.system.Store
	var err error
	if w.solver, err = w.opts.Backend.New(st, w.opts.Solver.Within(simulationTicks)); err != nil {
		return err
	}
	bads := []*logic.Term{ts.At(ts.Bad, 0)}
	for i := range window {
		move := st.Var("\\move"+strconv.Itoa(i), st.Bool)
		implied := ts.At(ts.Trans, i)
		if i > 0 {
			implied = st.And(w.moves[i-1], implied)
		}
		if err := w.solver.Assert(st.Implies(move, implied)); err != nil {
			return err
		}
		w.moves = append(w.moves, move)
		bads = append(bads, st.And(move, ts.At(ts.Bad, i+1)))
	}
	w.hit = st.Var("\\hit", st.Bool)
	return w.solver.Assert(st.Implies(w.hit, st.Or(bads...)))
}

// simulate makes one simulation of about limit steps. It returns a refutation, or nil.
func (w *simulations) simulate(ctx context.Context, limit int) (*horn.Refutation, error) {
	ts := w.system
	t := ts.NewTrace()
	begin := ts.At(ts.Init, 0)
	for length := 0; length < limit; {
		w.solver.Push()
		err := w.solver.Assert(begin)
		var m *logic.Model
		var steps int
		var bad bool
		if err == nil {
			m, steps, bad, err = w.look(ctx)
		}
		w.solver.Pop(1)
		if err != nil || m == nil {
			return nil, err
		}
		if length == 0 {
			if t.Begin(m) != nil { // the model leaves values open
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

// look returns a model of a run through the window, to a bad state if there is
// one, or else as long as can be found; and its steps. The model is nil when there
// is none, or when the solver gives up.
func (w *simulations) look(ctx context.Context) (m *logic.Model, steps int, bad bool, err error) {
	ts := w.system
	st, err := w.solver.Check(ctx, w.hit)
	if err != nil || st == smt.Unknown {
		return nil, 0, false, err
	}
	if st == smt.Sat {
		m, err := w.solver.Model()
		if err != nil {
			return nil, 0, false, err
		}
		for i := 0; ; i++ {
			if m.Holds(ts.At(ts.Bad, i)) {
				return m, i, true, nil
			}
			if i == window || !m.Holds(w.moves[i]) {
				return nil, 0, false, nil // the model leaves values open
			}
		}
	}
	for n := window; n > 0; n /= 2 {
		st, err := w.solver.Check(ctx, w.moves[n-1])
		if err != nil || st == smt.Unknown {
			return nil, 0, false, err
		}
		if st == smt.Sat {
			m, err := w.solver.Model()
			return m, n, false, err
		}
	}
	return nil, 0, false, nil
}

// state returns the formula by which state 0 is the state at step i of a model.
func (w *simulations) state(m *logic.Model, i int) *logic.Term {
	ts, st := w.system, w.system.Store
	now, next := ts.State(i), ts.State(0)
	same := make([]*logic.Term, len(now))
	for k := range now {
		same[k] = st.Eq(next[k], m.Value(now[k]))
	}
	return st.And(same...)
}
