// SPDX-License-Identifier: Apache-2.0

package reach

import (
	"context"
	"errors"

	"cornet/smt"
	"cornet/smtlib"
)

// ErrManyCubes is returned by [Eliminate] when the result would be large.
var ErrManyCubes = errors.New("reach: a quantifier-free form has too many disjuncts")

// Eliminate returns a formula without vars that is equivalent to ∃vars. f, a
// disjunction of at most limit cubes: models of f are projected until they cover
// it. The solver has nothing asserted, and has again after the call. Errors are
// [ErrManyCubes], those that wrap errors.ErrUnsupported, and those of ctx.
func Eliminate(ctx context.Context, store *smtlib.Store, solver smt.Solver, p smt.Projector, f *smtlib.Term, vars []*smtlib.Term, limit int) (*smtlib.Term, error) {
	quantified := map[*smtlib.Term]bool{}
	for _, v := range vars {
		quantified[v] = true
	}
	var bound []*smtlib.Term
	for _, v := range smtlib.FreeVars(f) {
		if quantified[v] {
			bound = append(bound, v)
		}
	}
	if len(bound) == 0 {
		return f, nil
	}
	solver.Push()
	defer solver.Pop(1)
	if err := solver.Assert(f); err != nil {
		return nil, err
	}
	var cubes []*smtlib.Term
	for len(cubes) <= limit {
		st, err := solver.Check(ctx)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return store.Or(cubes...), nil
		case st == smt.Unknown:
			return nil, ErrManyCubes
		}
		m, err := solver.Model()
		if err != nil {
			return nil, err
		}
		cube, err := p.Project(ctx, m, bound, f)
		if err != nil {
			return nil, err
		}
		cubes = append(cubes, cube)
		if err := solver.Assert(store.Not(cube)); err != nil {
			return nil, err
		}
	}
	return nil, ErrManyCubes
}
