// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"context"
	"strconv"

	"cornet/encode/loop"
	"cornet/smt"
	"cornet/smtlib"
)

// frames over-approximate the states that are reached in few steps.
//
// Invariant: level 0 is Init; the lemmas of levels i, i+1, … hold in all states
// that are reached in at most i steps. The solver has the step from a level to the
// state after it, chosen by an assumption.
type frames struct {
	system       *loop.System
	solver       smt.Solver
	projector    smt.Projector
	interpolator smt.Interpolator
	strength     smt.Strength

	levels           []level
	queries, learned int64
}

// level is one frame.
type level struct {
	active *smtlib.Term // implies, in the solver, the lemmas of this level
	lemmas []*smtlib.Term
}

// reach reports in how many steps, at most limit, a state that satisfies t, over
// Vars, is reached. When none is, it returns -1 and a formula that holds in all
// states that are reached in at most limit steps, and excludes t.
func (z *frames) reach(ctx context.Context, t *smtlib.Term, limit int) (steps int, why *smtlib.Term, err error) {
	if err := z.extend(limit); err != nil {
		return -1, nil, err
	}
	return z.visit(ctx, t, limit)
}

// extend makes the levels up to limit.
func (z *frames) extend(limit int) error {
	ts, st := z.system, z.system.Store
	for i := len(z.levels); i <= limit; i++ {
		l := level{active: st.Var("\\frame"+strconv.Itoa(i), st.Bool)}
		z.levels = append(z.levels, l)
		if i == 0 {
			if err := z.solver.Assert(st.Implies(l.active, ts.At(ts.Init, 1))); err != nil {
				return err
			}
		}
		if i == 1 {
			begin := st.Var("\\step", st.Bool)
			if err := z.solver.Assert(st.Implies(begin, ts.At(ts.Trans, 0))); err != nil {
				return err
			}
		}
	}
	return nil
}

// visit is reach for levels that exist. It first looks for t among the initial
// states, then for states of the level before from which a step leads to t, until
// there are none.
func (z *frames) visit(ctx context.Context, t *smtlib.Term, i int) (steps int, why *smtlib.Term, err error) {
	ts, st := z.system, z.system.Store
	goal := ts.At(t, 1)
	m, err := z.check(ctx, z.levels[0].active, goal)
	if err != nil || m != nil {
		return 0, nil, err
	}
	for i > 0 {
		if ctx.Err() != nil {
			return -1, nil, context.Cause(ctx)
		}
		// Lemmas of higher levels hold at this one, too.
		assumptions := []*smtlib.Term{st.Var("\\step", st.Bool), goal}
		if i == 1 {
			assumptions = append(assumptions, ts.At(ts.Init, 0))
		}
		for _, l := range z.levels[max(i-1, 1):] {
			assumptions = append(assumptions, l.active)
		}
		m, err := z.check(ctx, assumptions...)
		if err != nil {
			return -1, nil, err
		}
		if m == nil {
			break
		}
		before, err := project(ctx, ts, z.projector, m, st.And(ts.At(ts.Trans, 0), goal))
		if err != nil {
			return -1, nil, err
		}
		if i == 1 {
			return 1, nil, nil
		}
		steps, _, err := z.visit(ctx, before, i-1)
		if err != nil {
			return -1, nil, err
		}
		if steps >= 0 {
			return steps + 1, nil, nil
		}
	}
	why, err = z.explain(ctx, goal, i)
	if err != nil {
		return -1, nil, err
	}
	return -1, why, z.learn(i, why)
}

// check returns a model of the assumptions, nil when there is none.
func (z *frames) check(ctx context.Context, assumptions ...*smtlib.Term) (*smtlib.Model, error) {
	z.queries++
	status, err := z.solver.Check(ctx, assumptions...)
	switch {
	case err != nil:
		return nil, err
	case status == smt.Unknown:
		return nil, &undecided{"reachability was not decided: " + z.solver.Reason()}
	case status == smt.Unsat:
		return nil, nil
	}
	return z.solver.Model()
}

// explain returns a formula over Vars that holds in all states reached in at
// most i steps and excludes goal, a formula over state 1.
func (z *frames) explain(ctx context.Context, goal *smtlib.Term, i int) (*smtlib.Term, error) {
	ts, st := z.system, z.system.Store
	from := ts.At(ts.Init, 1)
	if i > 0 {
		step := []*smtlib.Term{ts.At(ts.Trans, 0)}
		if i == 1 {
			step = append(step, ts.At(ts.Init, 0))
		}
		for _, l := range z.levels[max(i-1, 1):] {
			for _, f := range l.lemmas {
				step = append(step, ts.At(f, 0))
			}
		}
		from = st.Or(z.initial(), st.And(step...))
	}
	q := smt.Sequence(from, goal)
	q.Strength = z.strength
	itp, err := z.interpolator.Interpolate(ctx, q)
	switch {
	case err != nil:
		return nil, err
	case itp.Status != smt.Unsat:
		return nil, &undecided{"no interpolant for a frame: " + itp.Reason}
	}
	return ts.Unstep(itp.Formulas[0], 1), nil
}

// initial returns Init of state 1, with its auxiliary variables apart from those
// of the step before.
func (z *frames) initial() *smtlib.Term { return z.system.At(z.system.Init, 1) }

// learn adds a lemma to level i.
func (z *frames) learn(i int, lemma *smtlib.Term) error {
	st := z.system.Store
	z.learned++
	l := &z.levels[i]
	l.lemmas = append(l.lemmas, lemma)
	if i == 0 {
		return nil // Init is known exactly
	}
	return z.solver.Assert(st.Implies(l.active, z.system.At(lemma, 0)))
}

// project generalises the first state of a run, a formula over states 0, 1, …,
// under the guidance of a model.
func project(ctx context.Context, ts *loop.System, p smt.Projector, m *smtlib.Model, run *smtlib.Term) (*smtlib.Term, error) {
	keep := map[*smtlib.Term]bool{}
	for _, v := range ts.State(0) {
		keep[v] = true
	}
	var vars []*smtlib.Term
	for _, v := range smtlib.FreeVars(run) {
		if !keep[v] {
			vars = append(vars, v)
		}
	}
	t, err := p.Project(ctx, m, vars, run)
	if err != nil {
		return nil, err
	}
	return ts.Unstep(t, 0), nil
}
