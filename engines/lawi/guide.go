// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"context"
	"errors"

	"cornet/internal/rational"
	"cornet/smt"
	"cornet/smt/abstraction"
	"cornet/smtlib"
)

// This file guides the interpolants of refuted paths by templates where a
// location has been refined again and again: what an interpolator comes up with
// there counts the turns of a loop, and combinations of arguments that the loop
// leaves alone are tried instead (interpolation abstraction, package
// smt/abstraction).

// patience is the number of refinements of a location before its interpolants are
// guided. Every other one is from then on: guidance costs up to some hundred
// queries, and there are loops for which the templates are wrong.
const patience = 8

// The costs of templates: what loops leave alone is cheap.
const (
	costUnchanged  = 1  // an argument that no loop changes, or no number
	costBalanced   = 2  // a difference or sum that no loop changes
	costDifference = 5  // another difference
	costSum        = 6  // another sum
	costChanging   = 10 // an argument that a loop changes
)

// maxPaired bounds the arguments of which pairs are combined. Locations with
// more do not ask for guidance: bounds on single arguments are what an
// interpolator comes up with by itself.
const maxPaired = 10

// guideTicks bounds the effort of one question about an abstraction: one of thousands of steps can be hard,
// and interpolants without guidance are at hand.
const guideTicks = 400_000

// guided returns interpolants for a refuted path under the cheapest abstraction
// that excludes it, over the formals of the steps' locations; nil when it is not
// time for guidance, or there is none. Paths are not cut to a core: an abstraction
// may need another reason.
func (s *search) guided(ctx context.Context, x infeasible) ([]*smtlib.Term, error) {
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
	parts := make([]*smtlib.Term, len(x.parts))
	for i, p := range x.parts {
		parts[i] = s.store.And(p...)
	}
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

// due reports whether the interpolants of a path through l, which has just been refuted, are to be guided.
func (s *search) due(l *location) bool {
	switch s.opts.Guidance {
	case NoGuidance:
		return false
	case AutoGuidance:
		return len(l.formals) <= maxPaired && l.refined > patience && (l.refined-patience)%2 == 1
	}
	return len(l.formals) > 0
}

// cutAfter returns the templates over the state at n.
func (s *search) cutAfter(n *node) abstraction.Cut {
	l := n.loc
	if l.templates == nil {
		l.templates = s.templates(l)
	}
	z := abstraction.Cut{State: s.graph.state(l, n.depth), Group: l.index}
	for _, t := range l.templates {
		z.Templates = append(z.Templates, abstraction.Template{Term: s.graph.atDepth(l, n.depth, t.Term), Cost: t.Cost})
	}
	return z
}

// templates returns the templates of l: its arguments, which together determine
// the state, and the differences and sums of two.
func (s *search) templates(l *location) []abstraction.Template {
	rounds := s.rounds(l)
	var z []abstraction.Template
	add := func(t *smtlib.Term, otherwise int, i, j, sign int) {
		cost := otherwise
		switch {
		case j < 0 && (!t.Sort().IsArith() || constant(rounds, i, -1, 0)):
			cost = costUnchanged
		case j >= 0 && constant(rounds, i, j, sign):
			cost = costBalanced
		}
		z = append(z, abstraction.Template{Term: t, Cost: cost})
	}
	for i, x := range l.formals {
		add(x, costChanging, i, -1, 0)
	}
	if len(l.formals) > maxPaired || s.opts.Guidance == TermGuidance {
		return z
	}
	for i, x := range l.formals {
		for j, y := range l.formals[:i] {
			if x.Sort().IsArith() && x.Sort() == y.Sort() {
				add(s.store.Sub(y, x), costDifference, i, j, -1)
				add(s.store.Add(y, x), costSum, i, j, 1)
			}
		}
	}
	return z
}

// round gives for every argument the constant by which a clause from a location
// to itself changes it, nil when it is not a constant.
type round []*rational.Rat

// rounds returns the rounds of the clauses from l to itself.
func (s *search) rounds(l *location) []round {
	var z []round
	for _, e := range l.out {
		if e.to != l {
			continue
		}
		conjuncts := smtlib.AppendConjuncts(nil, e.clause.Constraint)
		r := make(round, len(l.formals))
		for i, before := range e.clause.Body[0].Args {
			r[i] = s.change(before, e.clause.Head.Args[i], conjuncts)
		}
		z = append(z, r)
	}
	return z
}

// change returns after - before when that is a constant, by itself or by one of
// the conjuncts.
func (s *search) change(before, after *smtlib.Term, conjuncts []*smtlib.Term) *rational.Rat {
	if !before.Sort().IsArith() {
		return nil
	}
	if d := s.store.Linear(s.store.Sub(after, before)); d.IsConst() {
		return &d.Const
	}
	for _, c := range conjuncts {
		if c.Op() != smtlib.OpEq || !c.Arg(0).Sort().IsArith() {
			continue
		}
		// left - right = ±(after - before) + constant
		sides := s.store.Sub(c.Arg(0), c.Arg(1))
		if d := s.store.Linear(s.store.Sub(s.store.Sub(after, before), sides)); d.IsConst() {
			return &d.Const
		}
		if d := s.store.Linear(s.store.Add(s.store.Sub(after, before), sides)); d.IsConst() {
			return &d.Const
		}
	}
	return nil
}

// constant reports whether no round changes argument i plus sign times argument
// j, which is left out when negative.
func constant(rounds []round, i, j, sign int) bool {
	for _, r := range rounds {
		if r[i] == nil || j >= 0 && r[j] == nil {
			return false
		}
		d := *r[i]
		if j >= 0 {
			// y + sign·x with y argument j and x argument i
			d = r[j].Add(d.Mul(rational.Int(int64(sign))))
		}
		if !d.IsZero() {
			return false
		}
	}
	return true
}
