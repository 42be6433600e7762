// SPDX-License-Identifier: Apache-2.0

package project

import (
	"context"
	"errors"
	"fmt"

	"cornet/logic"
	"cornet/smt"
)

// ErrIncomplete is wrapped by the error of [Eliminate] if it gave up: it needed more projections
// than allowed, or the solver did not decide a query.
var ErrIncomplete = errors.New("quantifier elimination is not complete")

// Eliminate returns a quantifier-free formula that is equivalent to ∃vars. f. It is the disjunction
// of projections of f along models that solver finds, until they cover f (Monniaux, "A Quantifier
// Elimination Algorithm for Linear Real Arithmetic", LPAR 2008). At most limit projections are
// made. solver must have no assertions; Eliminate opens a scope and closes it.
//
// If the error wraps [ErrIncomplete], the formula implies ∃vars. f but may not be implied by it.
// With any other error, the formula is nil.
func Eliminate(ctx context.Context, store *logic.Store, solver smt.Solver, p smt.Projector, vars []*logic.Term, f *logic.Term, limit int) (*logic.Term, error) {
	if !occursAny(vars, f) {
		return f, nil
	}
	solver.Push()
	defer solver.Pop(1)
	if err := solver.Assert(f); err != nil {
		return nil, err
	}
	var cubes []*logic.Term
	for {
		st, err := solver.Check(ctx)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return store.Or(cubes...), nil
		case st == smt.Unknown:
			return store.Or(cubes...), fmt.Errorf("project: %w: %s", ErrIncomplete, solver.Reason())
		case len(cubes) >= limit:
			return store.Or(cubes...), fmt.Errorf("project: %w: %d projections do not cover the formula", ErrIncomplete, limit)
		}
		m, err := solver.Model()
		if err != nil {
			return nil, err
		}
		g, err := p.Project(ctx, m, vars, f)
		if err != nil {
			return nil, err
		}
		cubes = append(cubes, g)
		if err := solver.Assert(store.Not(g)); err != nil {
			return nil, err
		}
	}
}

func occursAny(vars []*logic.Term, f *logic.Term) bool {
	in := map[*logic.Term]bool{}
	for _, v := range logic.FreeVars(f) {
		in[v] = true
	}
	for _, v := range vars {
		if in[v] {
			return true
		}
	}
	return false
}
