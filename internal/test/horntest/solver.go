// SPDX-License-Identifier: Apache-2.0

package horntest

import (
	"context"
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// Solver is an [smt.Solver] over Boolean variables, by enumeration.
type Solver struct {
	store *logic.Store
	// GiveUp makes every Check answer Unknown.
	GiveUp bool

	asserted []*logic.Term
	scopes   []int
	model    *logic.Model
}

// NewSolver returns a solver with nothing asserted.
func NewSolver(s *logic.Store) *Solver { return &Solver{store: s} }

// Push implements [smt.Asserter].
func (z *Solver) Push() { z.scopes = append(z.scopes, len(z.asserted)) }

// Pop implements [smt.Asserter].
func (z *Solver) Pop(n int) {
	k := len(z.scopes) - n
	z.asserted, z.scopes = z.asserted[:z.scopes[k]], z.scopes[:k]
}

// Assert implements [smt.Asserter]. It refuses terms over other sorts.
func (z *Solver) Assert(t *logic.Term) error {
	var bad *logic.Sort
	logic.Walk(func(x *logic.Term) bool {
		if !x.Sort().IsBool() || x.Op() == logic.OpApp {
			bad = x.Sort()
		}
		return true
	}, t)
	if bad != nil {
		return fmt.Errorf("horntest: a term of sort %v: %w", bad, errors.ErrUnsupported)
	}
	z.asserted = append(z.asserted, t)
	return nil
}

// Check implements [smt.Checker].
func (z *Solver) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	if ctx.Err() != nil {
		return smt.Unknown, context.Cause(ctx)
	}
	if z.GiveUp {
		return smt.Unknown, nil
	}
	t := z.store.And(append(append([]*logic.Term(nil), z.asserted...), assumptions...)...)
	vars := logic.FreeVars(t)
	for env := range assignments(vars, nil) {
		if Eval(t, nil, env) {
			z.model = z.store.NewModel()
			for _, v := range vars {
				z.model.Set(v, z.store.BoolValue(env[v]))
			}
			return smt.Sat, nil
		}
	}
	return smt.Unsat, nil
}

// Reason implements [smt.Checker].
func (z *Solver) Reason() string { return "set to give up" }

// Model implements [smt.Modeler].
func (z *Solver) Model() (*logic.Model, error) { return z.model, nil }

// Core implements [smt.Corer]; assumptions are not distinguished, so it panics.
func (z *Solver) Core() []*logic.Term { panic("horntest: cores are not supported") }

// Close implements [smt.Solver].
func (z *Solver) Close() {}
