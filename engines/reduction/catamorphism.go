// SPDX-License-Identifier: Apache-2.0

package reduction

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform/catamorphism"
)

// Catamorphism returns the engine catamorphism. Templates of folds over datatypes, such as the
// length of a list, make its abstract systems. If these do not suffice, the engine learns further
// templates.
func Catamorphism(o Options) *Engine {
	return &Engine{
		opts: o,
		make: func(_ context.Context, sys *horn.System) (z []*abstractSystem, err error) {
			for _, t := range catamorphism.Templates(sys) {
				v := &abstractSystem{name: t.Name}
				if v.front, err = t.Abstract(sys); err != nil {
					return nil, err
				}
				z = append(z, v)
			}
			if len(z) == 0 {
				err = fmt.Errorf("catamorphism: no predicate has an argument of a datatype that measures say something about: %w", errors.ErrUnsupported)
			}
			return z, err
		},
		refine: func(sys *horn.System) *refinement {
			return &refinement{opts: o, sys: sys, learner: catamorphism.NewLearner(sys, o.Backend, o.Solver)}
		},
	}
}

// refinement makes further abstract systems: from counterexamples (CEGAR), and if the existing ones
// take too long. When an abstract system is unsafe, refinement takes the clauses of its refutation.
// If values for them refute the system, it is unsafe. Otherwise the next abstract system excludes
// them.
type refinement struct {
	opts    Options
	sys     *horn.System
	learner *catamorphism.Learner
	fresh   bool // the last abstract system has derivations that have not been examined
	rounds  int  // rounds of the last abstract system
	others  int  // number of abstract systems made without a counterexample
}

// Limits of a refinement: the number of rounds of an abstract system before another one is added,
// and the number of abstract systems.
const (
	roundsAlone = 2
	maxOthers   = 8
)

// failed examines the refutation of an abstract system, and returns a refutation of the system if
// one has the same clauses.
func (r *refinement) failed(ctx context.Context, v *abstractSystem) (horn.Result, error) {
	d := catamorphism.NewDerivation(r.sys, v.derived)
	v.derived = nil
	unknown := horn.GiveUp("keeps too little")
	if d == nil {
		return unknown, nil
	}
	result, err := r.learner.Verdict(ctx, d)
	switch {
	case err != nil:
		return horn.Result{}, err
	case result.Verdict == horn.Unsafe && validate(ctx, r.opts, r.sys, result) == nil:
		return result, context.Cause(ctx)
	case result.Verdict == horn.Safe && r.learner.Add(d):
		r.fresh = true
	}
	return unknown, context.Cause(ctx)
}

// next returns a further abstract system, or nil. open is the number of undecided ones.
func (r *refinement) next(ctx context.Context, open int) (*abstractSystem, error) {
	r.rounds++
	var t catamorphism.Template
	found := false
	var err error
	if r.fresh {
		r.fresh = false
		if t, found, err = r.learner.Learn(ctx); err != nil {
			return nil, err
		}
	}
	if !found && open > 0 && r.rounds > roundsAlone && r.others < maxOthers {
		r.others++
		if t, found, err = r.learner.Another(ctx); err != nil {
			return nil, err
		}
	}
	if !found {
		return nil, nil
	}
	r.opts.Log.Debug("learned", "measures", t.Name)
	r.rounds = 0
	v := &abstractSystem{name: t.Name}
	v.front, err = t.Abstract(r.sys)
	return v, err
}
