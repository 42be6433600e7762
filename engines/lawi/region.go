// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"slices"

	"cornet/logic"
	"cornet/smt"
)

// This file keeps reachable regions by predicate abstraction, the setting of the InterpChecker and
// conditional-interpolation papers. Interpolants become predicates that are tracked at their
// location. A node starts with the predicates that the region of its parent and the formula of its
// edge imply. Regions stay well-labelled, so everything else (covers, pruning, the model) works as
// it does for labels. The interpolants along a refuted path are added to the labels on it at once.
// With Mode.Rebuild they are not. Instead, the part of the tree whose regions may change is
// explored again, as in lazy abstraction with predicates. If regions are labels, only facts of
// other engines are predicates.
//
// Adjustable blocks (Beyer, Keremoglu, Wendler, FMCAD 2010) are clauses. Without preprocessing a
// clause is one statement. The passes that join chains of clauses and inline predicates make a
// block of everything between two loop heads.

// precision has the formulas tracked at a location.
type precision struct {
	formulas []*logic.Term // over the formals, oldest first
	known    map[*logic.Term]bool
}

// track adds formulas. It reports whether some are new. An equation of numbers becomes two
// inequalities.
func (p *precision) track(s *logic.Store, formulas []*logic.Term) (fresh bool) {
	if p.known == nil {
		p.known = map[*logic.Term]bool{}
	}
	for _, f := range formulas {
		for _, f := range s.Halves(f) {
			if !f.IsFalse() && !f.IsTrue() && !p.known[f] {
				p.known[f] = true
				p.formulas = append(p.formulas, f)
				fresh = true
			}
		}
	}
	return fresh
}

// track makes l, and all locations that share predicates, track formulas. It reports whether some
// are new.
func (s *search) track(l *location, formulas []*logic.Term) bool {
	old := len(l.precision.formulas)
	fresh := l.precision.track(s.store, formulas)
	if s.sharedPredicates != nil && fresh {
		s.sharedPredicates.publish(l, l.precision.formulas[old:])
	}
	return fresh
}

// maxCubes bounds the disjuncts of a Boolean region. If there would be more, the region is
// Cartesian.
const maxCubes = 32

// abstractPost adds the tracked predicates that hold at n to its region.
//
// Cost: a query for each predicate that is new to n and that no model decides for Cartesian
// regions; a query for each cube for Boolean ones.
func (s *search) abstractPost(ctx context.Context, n *node) error {
	s.adopt()
	if s.opts.Mode.Regions == Labels && n.loc.adopted == 0 {
		return nil
	}
	if s.sharedPredicates != nil {
		s.sharedPredicates.read(n.loc)
	}
	fresh := n.loc.precision.formulas[n.tracked:]
	if len(fresh) == 0 {
		return nil
	}
	n.tracked += len(fresh)
	s.solver.Push()
	defer s.solver.Pop(1)
	post := slices.Clone(s.graph.instance(n.edge, n.depth-1).Conjuncts)
	if n.parent.loc != nil {
		post = append(post, s.labelAt(n.parent)...)
	}
	if err := s.solver.Assert(s.store.And(post...)); err != nil {
		return err
	}
	holds, decided, err := s.cartesian(ctx, n, fresh)
	if err != nil {
		return err
	}
	if s.opts.Mode.Regions == Boolean && decided {
		cubes, err := s.cubes(ctx, n)
		if err != nil {
			return err
		}
		if cubes != nil {
			holds = append(holds, s.store.Or(cubes...))
		}
	}
	return s.strengthen(ctx, n, holds)
}

// cartesian returns the predicates in fresh that hold after the asserted step to n. For an
// infeasible step it returns the formula false, and decided is false.
func (s *search) cartesian(ctx context.Context, n *node, fresh []*logic.Term) (holds []*logic.Term, decided bool, err error) {
	post := smt.Post{Solver: s.solver, Store: s.store, Checks: &s.stats.Checks}
	switch st, err := post.Feasible(ctx); {
	case err != nil || st == smt.Unknown:
		return nil, false, err
	case st == smt.Unsat:
		return []*logic.Term{s.store.False()}, false, nil
	}
	for _, f := range fresh {
		ok, err := post.Holds(ctx, s.graph.atDepth(n.loc, n.depth, f))
		if err != nil {
			return nil, false, err
		}
		if ok {
			holds = append(holds, f)
		}
	}
	return holds, true, nil
}

// cubes enumerates the valuations of the tracked predicates after the asserted step to n, as cubes
// over the formals. It returns nil if there are too many, or if the solver cannot decide one.
func (s *search) cubes(ctx context.Context, n *node) ([]*logic.Term, error) {
	s.solver.Push()
	defer s.solver.Pop(1)
	var z []*logic.Term
	for len(z) < maxCubes {
		s.stats.Checks++
		st, err := s.solver.Check(ctx)
		switch {
		case err != nil:
			return nil, err
		case st == smt.Unsat:
			return z, nil
		case st == smt.Unknown:
			return nil, nil
		}
		m, err := s.solver.Model()
		if err != nil {
			return nil, err
		}
		var cube []*logic.Term
		for _, f := range n.loc.precision.formulas {
			switch value := m.Eval(s.graph.atDepth(n.loc, n.depth, f)); {
			case value.IsTrue():
				cube = append(cube, f)
			case value.IsFalse():
				cube = append(cube, s.store.Not(f))
			default:
				return nil, nil
			}
		}
		t := s.store.And(cube...)
		z = append(z, t)
		if err := s.solver.Assert(s.store.Not(s.graph.atDepth(n.loc, n.depth, t))); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
