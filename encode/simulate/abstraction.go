// SPDX-License-Identifier: Apache-2.0

package simulate

import (
	"context"
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/exec"
)

// Abstracts runs p and an abstraction of p on the same inputs. The interpreter makes the choices of
// the abstraction as p does (see cfg.Function.Key). The result is a *Divergence if the two end in
// different ways, or give a variable different values. Then the abstraction lacks an execution of
// p, so its proofs do not apply to p. Indeterminate values are zero in both.
//
// Runs are skipped if they do not end within the limits, are undefined, or are inexact.
func Abstracts(ctx context.Context, p, abstraction *cfg.Program, o Options) error {
	o = o.withDefaults(Options{Steps: 40_000, RunSteps: 2_000, Runs: 400})
	values, places := newPool(p), doubtful(p)
	for seed := range o.Runs {
		if ctx.Err() != nil || o.Steps <= 0 {
			return nil
		}
		r := newRun(int64(seed), values, places)
		source, abstract := newRecord(), newRecord()
		eo := r.options(o.RunSteps)
		eo.Input = determined(r.input)
		eo.Assigned = source.assigned
		ended, err := exec.Run(ctx, p, eo)
		if err != nil {
			return nil //nolint:nilerr // no time is left
		}
		o.Steps -= ended.Steps + 50
		if _, ok := outcomes[ended.Outcome]; !ok || r.doubt || r.scheduled || !ended.Defined() {
			continue
		}
		given, open := inputsOf(r.occurrences), false
		end, err := exec.Run(ctx, abstraction, exec.Options{
			MaxSteps: abstractSteps * o.RunSteps,
			Assigned: abstract.assigned,
			Input: determined(func(q exec.Request) *big.Int {
				x := given.next(inputKey{q.Edge.Pos, q.Name})
				if x == nil {
					open, x = true, new(big.Int)
				}
				return x
			}),
			Choose: func([]*cfg.Edge) int { open = true; return 0 },
		})
		if err != nil {
			return nil //nolint:nilerr // no time is left
		}
		o.Steps -= end.Steps
		switch outcome, ok := outcomes[end.Outcome]; {
		case open || end.Outcome == exec.Limit || !end.Defined():
		case !ok:
			return &Divergence{Pos: end.Edge.Pos, What: "end of the run", Program: ended.Outcome.String(), Scalar: end.Reason}
		default:
			if err := compare(ended, source, outcome, abstract); err != nil {
				return err
			}
		}
		if r.inputs == 0 {
			return nil // all runs are equal, so one is enough
		}
	}
	return nil
}

// abstractSteps bounds the steps of an abstraction per step of the program.
const abstractSteps = 20

// assigned records an assignment, unless it is of an address.
func (r *record) assigned(e *cfg.Edge, x *cfg.Var, value *big.Int) {
	if x.Type.Kind != cfg.Pointer {
		r.assigns(e.Pos, x.Name, value)
	}
}

// determined answers requests in the same way as input, except that indeterminate values are zero.
func determined(input func(exec.Request) *big.Int) func(exec.Request) *big.Int {
	return func(q exec.Request) *big.Int {
		if q.Name == "" {
			return new(big.Int)
		}
		return input(q)
	}
}
