// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"errors"
	"fmt"

	"cornet/horn"
	"cornet/horn/transform/catamorphism"
)

// newCatamorphism returns the engine catamorphism, whose abstract systems are by templates of measures. Where these do not suffice, further templates are
// learned.
func newCatamorphism(e Env) *reduction {
	return &reduction{
		env: e,
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
			return &refinement{env: e, sys: sys, learner: catamorphism.NewLearner(sys, e.Backend, e.Solver, e.Log)}
		},
	}
}

// refinement makes abstract systems of counterexamples (CEGAR): from each abstract system that turns out unsafe it takes the clauses of the refutation. They refute the system
// for some values, or are excluded in the next abstract system.
type refinement struct {
	env     Env
	sys     *horn.System
	learner *catamorphism.Learner
	last    *abstractSystem // that was made
	fresh   bool            // whether there are derivations that it allows
}

// failed looks at the refutation of an abstract system, and returns one of the system if there is one with the same clauses.
func (r *refinement) failed(ctx context.Context, v *abstractSystem) (horn.Result, error) {
	d := catamorphism.NewDerivation(r.sys, v.derived)
	v.derived = nil
	unknown := horn.GiveUp("keeps too little")
	if v == r.last {
		r.last = nil
	}
	if d == nil {
		return unknown, nil
	}
	result, err := r.learner.Verdict(ctx, d)
	if err != nil || result.Verdict == horn.Unsafe {
		return result, err
	}
	if result.Verdict == horn.Safe && r.learner.Add(d) {
		r.fresh = true
	}
	return unknown, nil
}

// next returns a further abstract system; nil while the last one is not decided, or if there is none.
func (r *refinement) next(ctx context.Context) (*abstractSystem, error) {
	if r.last != nil || !r.fresh {
		return nil, nil
	}
	r.fresh = false
	t, ok, err := r.learner.Learn(ctx)
	if err != nil || !ok {
		return nil, err
	}
	r.env.Log.Debug("learned", "measures", t.Name)
	v := &abstractSystem{name: t.Name}
	if v.front, err = t.Abstract(r.sys); err != nil {
		return nil, err
	}
	r.last = v
	return v, nil
}
