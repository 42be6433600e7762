// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// This file keeps existential error interpolants (the InterpChecker paper, §III-B): a formula I_e
// for each location that holds in all states from which one of the suffixes of refuted paths leads
// to an error.
//
// Differences from the paper. The paper reports an error as soon as a path implies I_e. But I_e is
// an over-approximation, as the paper's section on related work mentions, and such a path need not
// lead to an error. Here such a hit is only a candidate. To confirm it, a suffix must continue the
// path. I_e has a disjunct for each recorded suffix, so there are few to try. If the path cannot
// continue with a suffix, its disjunct is strengthened until the path no longer implies it.
// Labels do not change then: the path with the suffix is longer than the paths that the search
// examines next, and in experiments its interpolants unrolled loops. The disjunct of a suffix is
// the negation of the interpolant that contributes to the safety interpolant. The suffix implies
// it, and it is inconsistent with the path before it, as the paper requires of Craig(A_1, B_1) and
// Craig(A_2, B_2). The suffix of the disjunct at a location is followed to the error, not only to
// the location of the maximal feasible suffix.

// suffix is a way from a location to an error, with a formula that holds in the
// states from which it can be followed.
type suffix struct {
	edges   []*edge
	formula *logic.Term
}

// maxSuffixes bounds the suffixes of a location; the oldest are dropped.
const maxSuffixes = 16

// recordSuffixes remembers the suffixes of a refuted path at the locations on
// it. formulas are its interpolants, one for each step.
func (s *search) recordSuffixes(x infeasible, formulas []*logic.Term) {
	for i, n := range x.steps {
		if formulas[i].IsTrue() {
			continue // the suffix itself is infeasible
		}
		var edges []*edge
		for _, y := range x.steps[i+1:] {
			edges = append(edges, y.edge)
		}
		edges = append(edges, x.after...)
		n.loc.recordSuffix(s.store, edges, s.store.Not(formulas[i]))
	}
}

// recordSuffix adds a suffix. If the suffix is known, recordSuffix strengthens its formula by f.
// Their conjunction is an over-approximation, too.
func (l *location) recordSuffix(store *logic.Store, edges []*edge, f *logic.Term) {
	for _, x := range l.suffixes {
		if slices.Equal(x.edges, edges) {
			x.formula = store.And(x.formula, f)
			return
		}
	}
	if len(l.suffixes) == maxSuffixes {
		l.suffixes = slices.Delete(l.suffixes, 0, 1)
	}
	l.suffixes = append(l.suffixes, &suffix{edges, f})
}

// errorInterpolant returns the disjunction of the formulas of l's suffixes.
func (s *search) errorInterpolant(l *location) *logic.Term {
	var z []*logic.Term
	for _, x := range l.suffixes {
		z = append(z, x.formula)
	}
	return s.store.Or(z...)
}

// seekError looks for an error after n if the path to n implies the error interpolant. Either the
// search ends with a counterexample, or the interpolant gets stronger.
func (s *search) seekError(ctx context.Context, n *node) error {
	if !s.kinds.has(Error) || len(n.loc.suffixes) == 0 {
		return nil
	}
	goal := s.errorInterpolant(n.loc)
	// Most labels exclude the error interpolant.
	if out, err := s.auxOracle.implies(ctx, n.loc, n.labelTerm, s.store.Not(goal)); err != nil || out {
		return err
	}
	key := hit{n, goal}
	if s.hits[key] {
		return nil
	}
	s.hits[key] = true
	parts := s.pathParts(nil, path(nil, n))
	conjuncts := slices.Concat(parts...)
	if !goal.IsTrue() {
		st, _, err := s.checkAux(ctx, append(slices.Clone(conjuncts), s.store.Not(s.graph.atDepth(n.loc, n.depth, goal))))
		if err != nil || st != smt.Unsat {
			return err
		}
	}
	s.stats.ErrorHits++
	for _, x := range slices.Backward(slices.Clone(n.loc.suffixes)) {
		n.hit = true
		if err := s.follow(ctx, n, parts, x); err != nil {
			return err
		}
		n.hit = false
	}
	return nil
}

// follow ends the search with a counterexample if the path to n, whose conjuncts are parts, can
// continue with suffix x. Otherwise it strengthens the formula of x until it excludes the states at
// the end of the path.
func (s *search) follow(ctx context.Context, n *node, parts [][]*logic.Term, x *suffix) error {
	var last []*logic.Term
	for i, e := range x.edges {
		last = append(last, s.graph.instance(e, n.depth+i).Conjuncts...)
	}
	parts = append(slices.Clone(parts), last)
	s.stats.Checks++
	s.auxSolver.Push()
	defer s.auxSolver.Pop(1)
	st, err := s.auxSolver.Check(ctx, slices.Concat(parts...)...)
	switch {
	case err != nil || st == smt.Unknown:
		return err
	case st == smt.Sat:
		m, err := s.auxSolver.Model()
		if err != nil {
			return err
		}
		s.stats.PrunedError++
		return found{s.refutation(path(nil, n), x.edges, m), path(nil, n), x.edges}
	}
	formulas, err := s.interpolate(ctx, s.slice(parts, s.auxSolver.Core()), smt.Weak)
	if err != nil {
		return dispensable(err)
	}
	// The interpolant holds after the path and excludes the suffix.
	excluded := s.graph.overFormals(n.loc, n.depth, formulas[len(formulas)-2])
	x.formula = s.store.And(x.formula, s.store.Not(excluded))
	return nil
}

// hit identifies a query that has been asked: does the path to a node imply an error interpolant?
type hit struct {
	node *node
	goal *logic.Term
}
