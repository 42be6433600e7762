// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"

	"cornet/engines/kernel"
	"cornet/internal/slice"
	"cornet/logic"
	"cornet/smt"
	"cornet/smt/abstraction"
)

// This file guides interpolants by templates at locations that have been refined many times.
// Interpolants without guidance would count the iterations of a loop there. Templates are
// combinations of arguments that the loop does not change (interpolation abstraction, package
// smt/abstraction).

// guideAfter is the number of refinements of a location before its interpolants are guided. From
// then on every other refinement is guided. Guidance costs up to a few hundred queries, and some
// loops need other templates.
const guideAfter = 8

// maxPaired limits the arguments of locations that are guided. For locations with more arguments,
// interpolants without guidance are bounds on single arguments.
const maxPaired = 10

// guideTicks limits the effort of one query about an abstraction: a query about thousands of steps
// can be hard, and there are interpolants without guidance.
const guideTicks = 400_000

// guided returns interpolants for a refuted path under the cheapest abstraction that excludes it,
// over the formals of the steps' locations. It returns nil if the refinement is not to be guided,
// or if no abstraction excludes the path. It does not cut the path to a core, since an abstraction
// may exclude the path for another reason.
func (s *search) guided(ctx context.Context, x infeasible) ([]*logic.Term, error) {
	due := false
	counted := map[*location]bool{}
	for _, n := range x.steps {
		if l := n.loc; !counted[l] {
			counted[l] = true
			l.refined++
			due = due || s.due(l)
		}
	}
	if !due {
		return nil, nil
	}
	s.stats.Guided++
	parts := slice.Map(x.parts, func(p []*logic.Term) *logic.Term { return s.store.And(p...) })
	q := smt.Sequence(parts...)
	q.Strength = s.opts.Strength
	cuts := make([]abstraction.Cut, len(parts))
	for i, n := range x.steps {
		cuts[i] = s.cutAfter(n)
	}
	defer s.timed(&s.stats.ItpSeconds)()
	z, err := s.explorer.Interpolate(ctx, q, cuts)
	switch {
	case errors.Is(err, errors.ErrUnsupported) && ctx.Err() == nil:
		return nil, nil
	case err != nil:
		return nil, err
	case len(z) == 0:
		return nil, nil
	}
	return s.overSteps(x.steps, z[0].Formulas[:len(x.steps)]), nil
}

// due reports whether the interpolants of a path through l, which has just been refuted, should be
// guided.
func (s *search) due(l *location) bool {
	switch s.opts.Guidance {
	case abstraction.Off:
		return false
	case abstraction.Auto:
		return len(l.formals) <= maxPaired && l.refined > guideAfter && (l.refined-guideAfter)%2 == 1
	}
	return len(l.formals) > 0
}

// cutAfter returns the templates for the state at n.
func (s *search) cutAfter(n *node) abstraction.Cut {
	l := n.loc
	if l.templates == nil {
		var rounds []abstraction.Round
		for _, e := range l.out {
			if e.to == l {
				rounds = append(rounds, kernel.Increments(s.store, e.clause, &e.clause.Body[0])...)
			}
		}
		relational := len(l.formals) <= maxPaired && s.opts.Guidance != abstraction.Terms
		l.templates = abstraction.OfArguments(s.store, l.formals, rounds, relational)
	}
	z := abstraction.Cut{State: s.graph.state(l, n.depth), Group: l.index}
	for _, t := range l.templates {
		z.Templates = append(z.Templates, abstraction.Template{Term: s.graph.atDepth(l, n.depth, t.Term), Cost: t.Cost})
	}
	return z
}
