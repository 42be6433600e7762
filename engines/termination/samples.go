// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/logic"
)

// This file searches for measures whose proofs need invariants that are not known yet. The search
// guesses a linear measure that decreases in some transitions, the samples. It then asks the
// engines about the conditions of this measure. They find the invariants, or a derivation of a
// transition in which the measure does not decrease. That transition is the next sample.

// maxSamples bounds the samples of a search.
const maxSamples = 12

// guess adds a measure to those that the search has found when it got stuck. It reports whether the
// measures are complete now.
func (d *decider) guess(ctx context.Context, z *ranker) (bool, error) {
	before := slices.Clip(z.found)
	features := map[int]int{}
	for n, x := range z.nodes {
		features[n] = len(z.featureTerms(x.cut))
	}
	var samples []*cube
	for len(samples) < maxSamples {
		var found *templates
		for _, l := range limits {
			t := newTemplates(1, z.all(), features, lpTicks)
			t.within(l)
			ok := true
			for _, c := range z.stuck {
				ok = ok && t.bounded(c, 0)
			}
			for _, c := range samples {
				ok = ok && t.decrease(c, 0, 1)
			}
			if ok {
				var err error
				if ok, err = t.solve(ctx); err != nil {
					return false, err
				}
			}
			if ok && l.coefficient > 0 {
				if err := t.round(ctx, l); err != nil {
					return false, err
				}
			}
			if ok {
				found = t
				break
			}
		}
		if found == nil {
			break
		}
		z.found = append(before, z.measure(found.terms(0), false))
		sample, proved, err := d.proves(ctx, z)
		if proved || err != nil {
			return proved, err
		}
		if sample == nil {
			break
		}
		samples = append(samples, sample)
	}
	z.found = before
	return false, nil
}

// proves asks the engines about the conditions of the measures. If the conditions do not hold, it
// returns a transition that violates them, if one is known.
func (d *decider) proves(ctx context.Context, z *ranker) (*cube, bool, error) {
	r := &termination.Ranking{Tuples: make([][]*logic.Term, len(d.q.System.Preds))}
	for cut, t := range z.tuples() {
		r.Tuples[cut] = t
	}
	sys, err := r.Conditions(termination.Question{System: d.q.System, Steps: z.c.steps})
	if err != nil {
		return nil, false, nil //nolint:nilerr // not complete
	}
	verdict, model, proof, _, err := d.within(ctx, sys, guessTicks)
	switch {
	case err != nil:
		return nil, false, err
	case verdict == horn.Safe:
		d.learn(model)
		return nil, true, nil
	case verdict == horn.Unsafe:
		return d.sample(z, sys, proof), false, nil
	}
	return nil, false, nil
}

// sample returns the transition that a refutation of the conditions ends with.
func (d *decider) sample(z *ranker, sys *horn.System, proof *horn.Proof) *cube {
	first := len(sys.Clauses) - len(z.c.steps) // conditions of steps are last
	k := len(proof.Steps) - 1
	c := &cube{path: &path{}}
	for at := k; ; {
		step := &proof.Steps[at]
		if step.Assert < first || step.Assert >= len(sys.Clauses) {
			return nil
		}
		e := z.c.steps[step.Assert-first]
		clause := sys.Clauses[step.Assert]
		m := d.s.NewModel()
		for i, v := range clause.Vars() {
			m.Set(v, step.Values[i].Term)
		}
		atom := clause.Body[e.Atom]
		if at == k {
			_, c.to = d.ends(e)
			c.post = point(d.s, m, d.clause(e).Head.Args)
		}
		from, _ := d.ends(e)
		if atom.Pred == d.q.System.Preds[from] {
			c.from = from
			c.pre = point(d.s, m, atom.Args)
			break
		}
		if e.Atom >= len(step.Premises) {
			return nil
		}
		at = step.Premises[e.Atom]
	}
	c.begin = slices.IndexFunc(z.nodes, func(n node) bool { return n.cut == c.from })
	c.end = slices.IndexFunc(z.nodes, func(n node) bool { return n.cut == c.to })
	if c.begin < 0 || c.end < 0 || c.pre == nil || c.post == nil {
		return nil
	}
	return c
}

// point returns the values of the features of a state, or nil if the model does not determine one.
func point(s *logic.Store, m *logic.Model, state []*logic.Term) (z []logic.Linear) {
	for _, x := range state {
		for _, f := range features(s, x) {
			v := m.Eval(f)
			if !v.IsValue() {
				return nil
			}
			z = append(z, logic.Linear{Const: v.Num()})
		}
	}
	return z
}
