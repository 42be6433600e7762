// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"fmt"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// errorPath examines the path to n that continues with the edges after; the last edge is a query. A
// feasible path ends the search with a counterexample. An infeasible one gives interpolants.
func (s *search) errorPath(ctx context.Context, n *node, after []*edge) error {
	var last []*logic.Term
	for i, e := range after {
		last = append(last, s.graph.instance(e, n.depth+i).Conjuncts...)
	}
	if n.loc != nil {
		// The labels may exclude the error already.
		st, _, err := s.check(ctx, append(s.labelAt(n), last...))
		if err != nil || st == smt.Unsat {
			return err
		}
	}
	steps := path(nil, n)
	parts := append(s.pathParts(nil, steps), last)

	s.stats.Checks++
	s.solver.Push()
	st, err := s.solver.Check(ctx, slices.Concat(parts...)...)
	var core []*logic.Term
	switch {
	case err != nil:
	case st == smt.Sat:
		var m *logic.Model
		if m, err = s.solver.Model(); err == nil {
			err = found{s.refutation(steps, after, m), steps, after}
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
	return s.learn(ctx, infeasible{steps, after, parts, core})
}

// trialOver ends a trial that has used up its refinements or queries.
func (s *search) trialOver() error {
	if n := s.opts.maxRefinements; n > 0 && (s.stats.Refinements >= n || s.stats.Checks > trialChecks) {
		return giveUp{"the trial is over"}
	}
	return nil
}

// infeasible is a path to an error that no execution follows.
type infeasible struct {
	steps []*node         // nodes of the tree on the path, without the root
	after []*edge         // edges that follow, the last one a query
	parts [][]*logic.Term // conjuncts: one part for each step, and one for all edges after them
	core  []*logic.Term   // an unsatisfiable subset of the conjuncts
}

// learn updates the interpolants of all kinds from an infeasible path.
func (s *search) learn(ctx context.Context, x infeasible) error {
	if err := s.trialOver(); err != nil {
		return err
	}
	s.stats.Refinements++
	s.stats.PathSteps += int64(len(x.parts))
	s.opts.Log.Debug("refine", "length", len(x.parts), "core", len(x.core))
	formulas, err := s.guided(ctx, x)
	if err != nil {
		return err
	}
	if formulas == nil && len(x.steps) > 0 {
		if formulas, err = s.interpolate(ctx, s.slice(x.parts, x.core), s.opts.Strength); err != nil {
			return err
		}
		formulas = s.overSteps(x.steps, formulas)
	}
	s.publish(x.steps, formulas)
	if !s.rebuild(x.steps, formulas) {
		if err := s.label(ctx, x.steps, formulas, nil); err != nil {
			return err
		}
	}
	if s.kinds.has(Safety|Error) && len(x.steps) > 0 {
		if s.opts.Strength == smt.Strong || s.opts.Strength == smt.Medium {
			// Safety interpolants should be weak. Error interpolants are negations, and should be
			// strong.
			if formulas, err = s.interpolate(ctx, s.slice(x.parts, x.core), smt.Weak); err != nil {
				return dispensable(err)
			}
			formulas = s.overSteps(x.steps, formulas)
		}
		if s.kinds.has(Error) {
			s.recordSuffixes(x, formulas)
		}
		if s.kinds.has(Safety) {
			if err := s.recordSafety(ctx, x, formulas); err != nil {
				return err
			}
		}
	}
	for _, n := range x.steps {
		n.spurious = true
	}
	s.watch(fmt.Sprint("refinement ", s.stats.Refinements), x.steps)
	return nil
}

// rebuild makes the locations of a refuted path track the conjuncts of its interpolants. If some
// are new, it explores the tree again below the first node that gets one, and returns true. In
// modes without Rebuild it does nothing.
func (s *search) rebuild(steps []*node, formulas []*logic.Term) bool {
	if !s.opts.Mode.Rebuild || s.opts.Mode.Regions == Labels {
		return false
	}
	fresh, pivot := false, -1
	for i, n := range steps {
		if s.track(n.loc, logic.AppendConjuncts(nil, formulas[i])) {
			fresh = true
		}
		if pivot < 0 && !formulas[i].IsTrue() {
			pivot = i
		}
	}
	if !fresh {
		return false
	}
	n := steps[pivot]
	uncovered, again := s.tree.replace(n)
	s.reopen(uncovered)
	s.enqueue(again)
	return true
}

// refine strengthens the labels of steps by interpolants of parts. The conjuncts in core are
// unsatisfiable together. parts has one element more than steps. If last is not empty, the last
// node gets the conjuncts last, which its interpolant implies, instead of the interpolant. It
// returns the interpolants over the formals of the steps' locations.
func (s *search) refine(ctx context.Context, steps []*node, parts [][]*logic.Term, core, last []*logic.Term) ([]*logic.Term, error) {
	return s.refineWith(ctx, s.opts.Strength, steps, parts, core, last)
}

// refineWith is refine with interpolants of a given strength.
func (s *search) refineWith(ctx context.Context, strength smt.Strength, steps []*node, parts [][]*logic.Term, core, last []*logic.Term) ([]*logic.Term, error) {
	if len(steps) == 0 {
		return nil, nil
	}
	formulas, err := s.interpolate(ctx, s.slice(parts, core), strength)
	if err != nil {
		return nil, err
	}
	formulas = s.overSteps(steps, formulas)
	return formulas, s.label(ctx, steps, formulas, last)
}

// label strengthens the labels of steps by formulas. If last is not empty, the label of the last
// step is strengthened by last instead.
func (s *search) label(ctx context.Context, steps []*node, formulas, last []*logic.Term) error {
	for i, n := range steps {
		conjuncts := logic.AppendConjuncts(nil, formulas[i])
		if i == len(steps)-1 && last != nil && !formulas[i].IsFalse() {
			conjuncts = last
		}
		if s.opts.Mode.Regions != Labels {
			s.track(n.loc, conjuncts)
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

// slice returns the conjunction of each part, restricted to the core.
func (s *search) slice(parts [][]*logic.Term, core []*logic.Term) []*logic.Term {
	inCore := make(map[*logic.Term]bool, len(core))
	for _, t := range core {
		inCore[t] = true
	}
	sliced := make([]*logic.Term, len(parts))
	for i, part := range parts {
		sliced[i] = s.store.And(slices.DeleteFunc(slices.Clone(part), func(t *logic.Term) bool { return !inCore[t] })...)
	}
	return sliced
}

// overSteps returns the interpolants of a path over the formals of its nodes'
// locations.
func (s *search) overSteps(steps []*node, formulas []*logic.Term) []*logic.Term {
	z := make([]*logic.Term, len(steps))
	for i, n := range steps {
		z[i] = s.graph.overFormals(n.loc, n.depth, formulas[i])
	}
	return z
}

// interpolate returns interpolants for a sequence of partitions that is known to
// be unsatisfiable.
func (s *search) interpolate(ctx context.Context, parts []*logic.Term, strength smt.Strength) ([]*logic.Term, error) {
	s.stats.Interpolations++
	q := smt.Sequence(parts...)
	q.Strength = strength
	defer s.timed(&s.stats.ItpSeconds)()
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

// dispensable returns nil if err means that an interpolator gave up, and the search does not need
// the interpolants. It returns other errors unchanged.
func dispensable(err error) error {
	if _, ok := err.(giveUp); ok {
		return nil
	}
	return err
}

// timed adds to z, if there is a clock, the time until the returned function is called.
func (s *search) timed(z *float64) (stop func()) {
	if s.opts.Clock == nil {
		return func() {}
	}
	start := s.opts.Clock()
	return func() { *z += s.opts.Clock().Sub(start).Seconds() }
}
