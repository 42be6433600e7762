// SPDX-License-Identifier: Apache-2.0

package predabs

import (
	"context"
	"errors"
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// refine examines the counterexample with root a. It returns a refutation, or tracks new formulas
// that exclude it and returns nil.
func (s *search) refine(ctx context.Context, a *application) (*horn.Refutation, error) {
	guided := s.guided(a)
	v, err := s.decide(ctx, a, guided)
	if err != nil || v.refutation != nil {
		return v.refutation, err
	}
	s.stats.TreeSteps += int64(len(v.tree))
	s.stats.Refinements++
	families, err := s.interpolate(ctx, v, guided)
	if err != nil {
		return nil, err
	}
	for _, formulas := range families {
		if err := s.simplify(ctx, v.tree, formulas); err != nil {
			return nil, err
		}
	}
	added := s.track(v, families)
	s.opts.Log.Debug("refine", "clauses", len(v.tree), "formulas", added)
	if added == 0 {
		return nil, giveUp{"interpolants do not exclude a counterexample"}
	}
	return nil, nil
}

// track adds the formulas that refute a counterexample to the precisions. It returns the number of
// new formulas.
func (s *search) track(v verdict, families [][]*logic.Term) int {
	added := 0
	note := func(l *location, formulas int) {
		if formulas > 0 {
			l.refined++
			added += formulas
		}
	}
	for _, l := range v.lemmas {
		note(l.of.loc, l.of.loc.track(s.store, l.formula))
	}
	for i := range v.tree[:len(v.tree)-1] {
		n := &v.tree[i]
		if n.isLeaf() {
			continue // the abstraction and the lemmas imply the interpolant
		}
		fresh := 0
		for _, formulas := range families {
			fresh += n.loc.track(s.store, s.store.Substitute(formulas[i], n.state, n.loc.formals))
		}
		note(n.loc, fresh)
	}
	s.stats.Predicates += int64(added)
	return added
}

// interpolate returns families of interpolants for a spurious tree. If the tree should be guided
// and an abstraction is feasible, these are interpolants under the abstraction. Otherwise the back
// end chooses them.
//
// Without guidance the tree is cut to its core, so that interpolants leave out irrelevant parts.
// With an abstraction it is not, since the abstraction may need other parts.
func (s *search) interpolate(ctx context.Context, v verdict, guided bool) (families [][]*logic.Term, err error) {
	if guided {
		whole := s.query(v.tree, func(*logic.Term) bool { return true })
		all, err := s.explorer.Interpolate(ctx, whole, s.cuts(v.tree))
		if err != nil && !errors.Is(err, errors.ErrUnsupported) {
			return nil, err
		}
		for _, z := range all {
			families = append(families, slices.Clone(z.Formulas))
		}
		s.show(v.tree)
		if families != nil {
			s.stats.Guided++
			s.opts.Log.Debug("guided", "elements", len(all), "cost", all[0].Element.Cost)
			return families, nil
		}
	}
	inCore := map[*logic.Term]bool{}
	for _, t := range v.core {
		inCore[t] = true
	}
	z, err := s.itp.Interpolate(ctx, s.query(v.tree, func(t *logic.Term) bool { return inCore[t] }))
	switch {
	case err != nil:
		return nil, err
	case z.Status != smt.Unsat:
		return nil, giveUp{"no interpolants for a counterexample: " + z.Reason}
	}
	return [][]*logic.Term{z.Formulas}, nil
}

// query returns the tree query of the conjuncts that keep selects.
func (s *search) query(tree []treeNode, keep func(*logic.Term) bool) *smt.Query {
	q := &smt.Query{Strength: s.opts.Strength}
	for i := range tree {
		var part []*logic.Term
		for _, t := range tree[i].conjuncts {
			if keep(t) {
				part = append(part, t)
			}
		}
		q.Part = append(q.Part, s.store.And(part...))
		q.Parent = append(q.Parent, tree[i].parent)
	}
	return q
}

// cuts returns the cuts of a tree with the templates of their locations.
func (s *search) cuts(tree []treeNode) []abstraction.Cut {
	cuts := make([]abstraction.Cut, len(tree))
	for i := range tree {
		n := &tree[i]
		if n.loc == nil {
			continue
		}
		if n.loc.templates == nil {
			n.loc.templates = s.templates(n.loc)
		}
		cuts[i] = abstraction.Cut{State: n.state, Group: n.loc.index}
		over := s.store.NewSubstitution(n.loc.formals, n.state)
		for _, t := range slices.Concat(s.hinted(n.loc), n.loc.templates) {
			t.Term = over.Apply(t.Term)
			cuts[i].Templates = append(cuts[i].Templates, t)
		}
	}
	return cuts
}

// guided reports whether templates should guide the interpolants for the counterexample with root
// a. It is asked once per refinement.
func (s *search) guided(a *application) bool {
	switch s.opts.Abstraction {
	case abstraction.Off:
		return false
	case abstraction.Auto:
		if !slices.ContainsFunc(locations(a), func(l *location) bool { return l.refined > s.opts.GuideAfter || len(s.hinted(l)) > 0 }) {
			return false
		}
		s.divergent++
		return s.divergent%guidedEvery(s.divergent) == 1
	}
	return true
}

// guidedEvery returns the period of guided refinements, at the n-th refinement after GuideAfter.
// The period grows, since templates that have not helped for long are unlikely to help.
func guidedEvery(n int) int {
	switch {
	case n <= 16:
		return 2
	case n <= 48:
		return 4
	}
	return 8
}
