// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"

	"cornet/engines/pdr"
	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/fold"
)

// folded looks for models of systems over datatypes in terms of measures, such as
// lengths of lists: for each template of package fold it makes a system over
// numbers and has pdr decide that one. Templates take turns, each with twice as many
// queries as in the turn before; those under which the system is unsafe are left
// out.
type folded struct {
	env   Env
	stats FoldStats
}

// FoldStats counts the work of the engine fold.
type FoldStats struct {
	Template string    `json:"template"` // of the model
	Turns    int64     `json:"turns"`    // runs of pdr
	Unsafe   int64     `json:"unsafe"`   // templates that do not suffice
	Search   pdr.Stats `json:"search"`   // of the last run
}

// foldChecks bounds the queries of a template in the first turn.
const foldChecks = 1000

func newFolded(e Env) *folded { return &folded{env: e} }

// Stats returns the counters of the last call to Solve.
func (f *folded) Stats() any { return f.stats }

// abstracted is a template with the system that it makes.
type abstracted struct {
	name  string
	front transform.Outcome // the template's
	back  transform.Outcome // of the passes behind it
}

// Solve decides sys if a template suffices for a model; else it is Unknown.
func (f *folded) Solve(ctx context.Context, sys *horn.System) (horn.Result, error) {
	f.stats = FoldStats{}
	var open []*abstracted
	for _, t := range fold.Templates(sys) {
		open = append(open, &abstracted{name: t.Name})
		var err error
		if open[len(open)-1].front, err = t.Abstract(sys); err != nil {
			return horn.Result{}, err
		}
	}
	for checks := int64(foldChecks); len(open) > 0; checks *= 2 {
		var next []*abstracted
		for _, a := range open {
			result, err := f.turn(ctx, a, checks)
			if err != nil {
				return horn.Result{}, err
			}
			switch result.Verdict {
			case horn.Safe:
				f.stats.Template = a.name
				return result, nil
			case horn.Unsafe:
				f.stats.Unsafe++
			default:
				next = append(next, a)
			}
		}
		open = next
	}
	return horn.GiveUp("the measures of datatypes do not suffice"), nil
}

// turn decides the system of a template within a number of queries.
func (f *folded) turn(ctx context.Context, a *abstracted, checks int64) (horn.Result, error) {
	if a.back.System == nil {
		p, err := transform.New(transform.Options{})
		if err != nil {
			return horn.Result{}, err
		}
		env := &transform.Env{Backend: f.env.Backend, Solver: f.env.Solver, Log: f.env.Log}
		if a.back, err = p.Run(ctx, env, a.front.System); err != nil {
			return horn.Result{}, err
		}
	}
	f.stats.Turns++
	engine := pdr.New(pdr.Options{Backend: f.env.Backend, Solver: f.env.Solver, Checks: checks, Log: f.env.Log.With("template", a.name)})
	result, err := engine.Solve(ctx, a.back.System)
	if s, ok := engine.Stats().(pdr.Stats); ok {
		f.stats.Search = s
	}
	f.env.Log.Debug("fold", "template", a.name, "checks", checks, "verdict", result.Verdict)
	if err != nil || result.Verdict != horn.Safe {
		return horn.Result{Verdict: result.Verdict, Reason: result.Reason}, err
	}
	if result, err = a.back.Carry(ctx, result); err == nil && result.Model != nil {
		result, err = a.front.Carry(ctx, result)
	}
	if errors.Is(err, transform.ErrUndetermined) {
		return horn.GiveUp(err.Error()), nil
	}
	return result, err
}
