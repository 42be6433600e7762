// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/engines/unroll"
	"cornet/smt"
	"cornet/smtlib"
)

// errorPath examines the path to n that ends with query edge e: a feasible one
// ends the search as found, an infeasible one strengthens the labels on it.
func (s *search) errorPath(ctx context.Context, n *node, e *edge) error {
	last := s.graph.instance(e, n.depth)
	if n.loc != nil {
		// The labels may exclude the error already.
		st, _, err := s.check(ctx, append(s.labelAt(n), last.Conjuncts...))
		if err != nil || st == smt.Unsat {
			return err
		}
	}
	steps := path(nil, n)
	parts := make([][]*smtlib.Term, 0, len(steps)+1)
	for _, y := range steps {
		parts = append(parts, s.graph.instance(y.edge, y.depth-1).Conjuncts)
	}
	parts = append(parts, last.Conjuncts)

	s.stats.Checks++
	s.solver.Push()
	st, err := s.solver.Check(ctx, slices.Concat(parts...)...)
	var core []*smtlib.Term
	switch {
	case err != nil:
	case st == smt.Sat:
		var m *smtlib.Model
		if m, err = s.solver.Model(); err == nil {
			err = found{s.refutation(steps, e, last, m)}
		}
	case st == smt.Unsat:
		core = s.solver.Core()
	default:
		err = giveUp{"an error path could not be decided: " + s.solver.Reason()}
	}
	s.solver.Pop(1)
	if err != nil {
		return err
	}
	s.stats.Refinements++
	s.stats.PathSteps += int64(len(parts))
	s.opts.Log.Debug("refine", "node", n.id, "length", len(parts), "core", len(core))
	return s.refine(ctx, steps, parts, core, nil)
}

// refine strengthens the labels of steps by interpolants of parts, whose
// conjunction is unsatisfiable already by the conjuncts in core; parts has one
// element more than steps. The last node gets the conjuncts last, when there
// are any, which its interpolant implies.
func (s *search) refine(ctx context.Context, steps []*node, parts [][]*smtlib.Term, core, last []*smtlib.Term) error {
	if len(steps) == 0 {
		return nil
	}
	inCore := map[*smtlib.Term]bool{}
	for _, t := range core {
		inCore[t] = true
	}
	sliced := make([]*smtlib.Term, len(parts))
	for i, part := range parts {
		sliced[i] = s.store.And(slices.DeleteFunc(slices.Clone(part), func(t *smtlib.Term) bool { return !inCore[t] })...)
	}
	formulas, err := s.interpolate(ctx, sliced)
	if err != nil {
		return err
	}
	for i, n := range steps {
		conjuncts := unroll.AppendConjuncts(nil, s.graph.overFormals(n.loc, n.depth, formulas[i]))
		if i == len(steps)-1 && last != nil && !formulas[i].IsFalse() {
			conjuncts = last
		}
		if err := s.strengthen(ctx, n, conjuncts); err != nil {
			return err
		}
		if n.dead {
			break
		}
	}
	return nil
}

func (s *search) interpolate(ctx context.Context, parts []*smtlib.Term) ([]*smtlib.Term, error) {
	s.stats.Interpolations++
	q := smt.Sequence(parts...)
	q.Strength = s.opts.Strength
	z, err := s.itp.Interpolate(ctx, q)
	switch {
	case err != nil:
		return nil, err
	case z.Status == smt.Unsat:
		return z.Formulas, nil
	case z.Status == smt.Sat:
		return nil, giveUp{"the interpolator found a path feasible that the solver had refuted"}
	}
	return nil, giveUp{"no interpolants for an error path: " + z.Reason}
}
