// SPDX-License-Identifier: Apache-2.0

package bmc

import (
	"cmp"
	"context"
	"log/slog"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/slice"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Engine looks for refutations of increasing height. A value serves any number
// of calls to Solve, one at a time.
type Engine struct {
	opts  Options
	stats Stats
}

// New returns an engine.
func New(o Options) *Engine {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Engine{opts: o}
}

// Stats returns the counters of the last call to Solve.
func (e *Engine) Stats() any { return e.stats }

// Solve searches for a refutation of sys until it finds one, the unfolding is complete, or ctx is
// cancelled. In the last case it returns context.Cause(ctx).
func (e *Engine) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	solver, err := e.opts.Backend.New(sys.Store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	defer solver.Close()
	u := newUnfolding(sys, solver)
	defer func() {
		e.stats.Nodes = int64(len(u.nodes))
	}()
	e.stats = Stats{}
	if err := u.assertRoot(); err != nil {
		return horn.Result{}, err
	}
	w, err := newSimulations(sys, e.opts)
	if err != nil {
		return horn.Result{}, err
	}
	defer w.close()
	for depth := 1; ; depth++ {
		if e.opts.Depth > 0 && depth > e.opts.Depth {
			return horn.GiveUp("no refutation within the depth bound"), nil
		}
		next, result, err := e.level(ctx, u)
		if err != nil || next == nil {
			return result, err
		}
		e.stats.Depth = int64(depth)
		if e.opts.Reached != nil && sys.IsLinear() {
			e.opts.Reached(depth)
		}
		e.opts.Log.Debug("unfold", "depth", depth, "nodes", len(u.nodes), "next", len(next))
		for _, p := range next {
			if err := u.unfold(p); err != nil {
				return horn.Result{}, err
			}
			if turn.Yield(ctx) != nil {
				return horn.Result{}, context.Cause(ctx)
			}
		}
		result, err = w.after(ctx, depth)
		e.stats.SimulatedSteps = w.steps
		if err != nil || result.Verdict != horn.Unknown {
			return result, err
		}
	}
}

// level decides the unfolding made so far. It returns the nodes to unfold
// next, or nil and the result.
func (e *Engine) level(ctx context.Context, u *unfolding) ([]*node, horn.Result, error) {
	open := u.unfinished()
	assumptions := slice.Map(open, func(p *node) *logic.Term { return u.store.Not(p.active) })
	e.stats.Checks++
	st, err := u.solver.Check(ctx, assumptions...)
	switch {
	case err != nil:
		return nil, horn.Result{}, err
	case st == smt.Sat:
		m, err := u.solver.Model()
		if err != nil {
			return nil, horn.Result{}, err
		}
		r, err := u.refutation(m)
		if err != nil {
			return nil, horn.GiveUp(err.Error()), nil
		}
		return nil, horn.Result{Verdict: horn.Unsafe, Refutation: r}, nil
	case st == smt.Unknown:
		return nil, horn.GiveUp("an unfolding could not be decided: " + u.solver.Reason()), nil
	}
	inCore := map[*logic.Term]bool{}
	for _, t := range u.solver.Core() {
		inCore[t] = true
	}
	var next []*node
	for i, p := range open {
		if inCore[assumptions[i]] {
			next = append(next, p)
		}
	}
	if len(next) > 0 {
		return next, horn.Result{}, nil
	}
	if len(u.nodes) == 0 {
		return nil, horn.Result{Verdict: horn.Safe, Model: everything(u.sys)}, nil
	}
	result, err := e.complete(ctx, u)
	return nil, result, err
}

// complete returns the answer for a complete unfolding.
func (e *Engine) complete(ctx context.Context, u *unfolding) (horn.Result, error) {
	if m := u.weakest(); m != nil {
		return horn.Result{Verdict: horn.Safe, Model: m}, nil
	}
	z, err := e.opts.Backend.Interpolator(u.store, e.opts.Solver)
	if err != nil {
		return horn.Result{}, err
	}
	m, reason, err := u.model(ctx, z)
	if err != nil || m == nil {
		return horn.GiveUp("no refutation of any depth exists, but there is no model of interpolants: " + reason), err
	}
	return horn.Result{Verdict: horn.Safe, Model: m}, nil
}

// everything returns the definitions by which every predicate holds everywhere. They are a model if
// no clause except the predicate-free ones can be violated.
func everything(sys *horn.System) *horn.Model {
	m := horn.NewModel()
	for _, p := range sys.Preds {
		m.Define(p, kernel.Formals(sys.Store, p), sys.Store.True())
	}
	return m
}
