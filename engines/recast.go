// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/check"
	"cornet/horn/transform"
	"cornet/horn/transform/cells"
	"cornet/horn/transform/fold"
	"cornet/horn/transform/words"
	"cornet/smt"
)

// recast decides systems by way of systems over integers: it makes one or more of
// them, its views, and has pdr decide each. Views take turns, each with a number of
// queries. A view that derives more than the system does is left out when it turns
// out to be unsafe.
type recast struct {
	env   Env
	make  func(context.Context, *horn.System) ([]*view, error)
	stats RecastStats
}

// RecastStats counts the work of an engine that recasts systems.
type RecastStats struct {
	View   string    `json:"view"`   // that decided
	Turns  int64     `json:"turns"`  // of views
	Unsafe int64     `json:"unsafe"` // views that do not suffice
	Search pdr.Stats `json:"search"` // of the last view
}

// maxNesting bounds the terms of a system that is recast: the translations are as recursive as the terms are deep.
const maxNesting = 1000

// viewChecks bounds the queries of a view in a turn.
const viewChecks = 1000

// view is a system over integers.
type view struct {
	name  string
	front transform.Outcome // the translation
	back  transform.Outcome // of the passes behind it
	guess bool              // the translation carries not both verdicts: witnesses are checked
	wait  int               // the rounds that it leaves to the views before it, which cost less
	pdr   *pdr.Engine
	run   *pdr.Run // nil before the first turn
}

// newFolded returns the engine fold, whose views are by templates of measures.
func newFolded(e Env) *recast {
	return &recast{env: e, make: func(_ context.Context, sys *horn.System) (z []*view, err error) {
		for _, t := range fold.Templates(sys) {
			v := &view{name: t.Name}
			if v.front, err = t.Abstract(sys); err != nil {
				return nil, err
			}
			z = append(z, v)
		}
		if len(z) == 0 {
			err = fmt.Errorf("fold: no predicate has an argument of a datatype that measures say something about: %w", errors.ErrUnsupported)
		}
		return z, err
	}}
}

// newWords returns the engine words, whose views have the values of bit-vectors and
// numbers that are congruent to them.
func newWords(e Env) *recast {
	return &recast{env: e, make: func(_ context.Context, sys *horn.System) ([]*view, error) {
		var z []*view
		for _, w := range wordViews {
			front, err := w.translate(sys, e.Backend, e.Solver)
			if err != nil {
				return nil, err
			}
			z = append(z, &view{name: w.name, front: front, guess: front.Effect != transform.Exact})
		}
		return z, nil
	}}
}

// wordViews are the views of the engine words.
var wordViews = []struct {
	name      string
	translate func(*horn.System, smt.Backend, smt.Options) (transform.Outcome, error)
}{
	{"within", words.Within},
	{"values", func(sys *horn.System, _ smt.Backend, _ smt.Options) (transform.Outcome, error) {
		return words.Translate(sys)
	}},
}

// newCells returns the engine cells, whose views have cells of arrays. Passes that keep
// predicates as they are prepare the system for them, so that the quantifiers of models stand
// outside of disjunctions, and clauses as they are, so that each reads few cells.
func newCells(e Env) *recast {
	return &recast{env: e, make: func(ctx context.Context, sys *horn.System) (z []*view, err error) {
		p, err := transform.New(transform.Options{Keep: transform.All})
		if err != nil {
			return nil, err
		}
		prepared, err := p.Run(ctx, &transform.Env{Backend: e.Backend, Solver: e.Solver, Log: e.Log}, sys)
		if err != nil {
			return nil, err
		}
		for _, shape := range cells.Shapes(prepared.System) {
			v := &view{name: shape.String(), wait: shape.Wait}
			if v.front, err = shape.Abstract(prepared.System); err != nil {
				return nil, err
			}
			v.front.Back = transform.Chain(prepared.Back, v.front.Back)
			z = append(z, v)
		}
		return z, nil
	}}
}

// Stats returns the counters of the last call to Solve.
func (e *recast) Stats() any { return e.stats }

// Solve decides sys if a view suffices; else it is Unknown.
func (e *recast) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	e.stats = RecastStats{}
	if sys.Depth() > maxNesting {
		return horn.Result{}, fmt.Errorf("terms nested more than %d deep: %w", maxNesting, errors.ErrUnsupported)
	}
	all, err := e.make(ctx, sys)
	if err != nil {
		return horn.Result{}, err
	}
	var why reasons
	open := all
	defer func() {
		for _, v := range all {
			if v.run != nil {
				v.run.Close()
			}
		}
	}()
	for round := 0; len(open) > 0; round++ {
		var next []*view
		round = max(round, open[0].wait)
		for _, v := range open {
			if v.wait > round {
				next = append(next, v)
				continue
			}
			result, err := e.turn(ctx, v)
			if err == nil {
				result, err = e.carry(ctx, sys, v, result)
			}
			if err != nil {
				return horn.Result{}, err
			}
			switch {
			case result.Verdict != horn.Unknown:
				e.stats.View = v.name
				return result, nil
			case v.run.Interrupted():
				next = append(next, v)
			default:
				why.add(v.name, result.Reason)
			}
		}
		open = next
	}
	return horn.GiveUp(why.String()), nil
}

// turn has a view decided, or a step done towards that.
func (e *recast) turn(ctx context.Context, v *view) (horn.Result, error) {
	if v.run == nil {
		p, err := transform.New(transform.Options{})
		if err != nil {
			return horn.Result{}, err
		}
		env := &transform.Env{Backend: e.env.Backend, Solver: e.env.Solver, Log: e.env.Log}
		if v.back, err = p.Run(ctx, env, v.front.System); err != nil {
			return horn.Result{}, err
		}
		o := pdr.Options{Backend: e.env.Backend, Solver: e.env.Solver, Log: e.env.Log.With("view", v.name)}
		if e.env.Board != nil && !v.guess {
			o.Board = newWindow(v, e.env.Board)
		}
		v.pdr = pdr.New(o)
		if v.run, err = v.pdr.Start(v.back.System); err != nil {
			return horn.Result{}, err
		}
	}
	e.stats.Turns++
	result, err := v.run.Continue(ctx, viewChecks)
	if s, ok := v.pdr.Stats().(pdr.Stats); ok {
		e.stats.Search = s
	}
	e.env.Log.Debug("view", "name", v.name, "verdict", result.Verdict)
	return result, err
}

// carry translates what a view says back to sys, and is Unknown where the view does not
// suffice.
func (e *recast) carry(ctx context.Context, sys *horn.System, v *view, result horn.Result) (horn.Result, error) {
	if result.Verdict == horn.Unknown {
		return result, nil
	}
	front := v.front
	if v.guess {
		front.Effect = transform.Exact
	}
	if !front.Effect.Carries(result.Verdict) {
		e.stats.Unsafe++
		return horn.GiveUp("keeps too little"), nil
	}
	result, err := v.back.Carry(ctx, result)
	if err == nil {
		result, err = front.Carry(ctx, result)
	}
	if errors.Is(err, transform.ErrUndetermined) {
		return horn.GiveUp(err.Error()), nil
	}
	if err != nil || !v.guess {
		return result, err
	}
	if err := e.check(ctx, sys, result); err != nil {
		e.stats.Unsafe++
		return horn.GiveUp(err.Error()), context.Cause(ctx)
	}
	return result, nil
}

// check validates a witness that a view has guessed.
func (e *recast) check(ctx context.Context, sys *horn.System, result horn.Result) error {
	o := check.Options{
		Solver: func() (smt.Solver, error) { return e.env.Backend.New(sys.Store, e.env.Solver) },
		Log:    e.env.Log,
	}
	if result.Verdict == horn.Safe {
		return check.Model(ctx, sys, result.Model, o)
	}
	return check.Refutation(ctx, sys, result.Refutation, o)
}
