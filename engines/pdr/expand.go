// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// expand examines an obligation. Facts may meet it, or frames may block it. Otherwise expand adds a
// fact, a lemma, or an obligation for a body atom.
func (s *search) expand(ctx context.Context, o *pob) error {
	s.stats.Expansions++
	l := o.loc
	if c := o.conjecture; c != nil {
		if c.budget--; c.dead || c.budget < 0 {
			return nil
		}
	}
	self := l.self.occurrences[0]
	if len(l.facts) > 0 {
		st, err := l.self.check(ctx, l.self.mustOf(self), o.cube)
		if err != nil {
			return err
		}
		if st == smt.Sat {
			o.refute()
			return nil // the parents of this obligation use the fact when they are expanded
		}
	}
	blocked, err := s.blocked(ctx, o, o.level)
	if err != nil {
		return err
	}
	if blocked {
		s.retry(o, o.level)
		return nil
	}
	cores := make([][]*logic.Term, len(l.rules))
	for k := range l.rules {
		i := (o.start + k) % len(l.rules)
		r := l.rules[i]
		if o.level == 0 && len(r.body) > 0 {
			continue
		}
		st, err := r.solver.check(ctx, r.solver.frames(o.level-1), o.cube)
		switch {
		case err != nil:
			return err
		case st == smt.Unknown:
			return giveUp{"an obligation could not be decided: " + r.solver.solver.Reason()}
		case st == smt.Unsat:
			cores[i] = r.solver.core(o.cube)
		default:
			o.start = i
			return s.descend(ctx, o, r)
		}
	}
	x, err := s.block(ctx, o, cores)
	if err != nil {
		return err
	}
	s.retry(o, x.level)
	return s.watch(ctx, o, x)
}

// refute is called when facts meet o. It marks the conjecture that led to o as wrong.
func (o *pob) refute() {
	if o.conjecture != nil {
		o.conjecture.dead = true
	}
}

// blocked reports whether the frame of the level excludes the cube of o.
func (s *search) blocked(ctx context.Context, o *pob, level int) (bool, error) {
	l := o.loc
	if len(l.lemmas) == 0 {
		return false, nil
	}
	for _, x := range l.lemmas {
		if x.level >= level && weaker(x.cube, o.cube) {
			return true, nil
		}
	}
	st, err := l.self.check(ctx, l.self.frames(level), o.cube)
	return st == smt.Unsat, err
}

// retry lets an obligation be examined again above the level at which it is blocked, because
// obligations that stay find deep derivations.
func (s *search) retry(o *pob, level int) {
	if o.conjecture != nil {
		s.stats.GuidedBlocked++
		return
	}
	o.level = level + 1
	s.enqueue(o)
}

// descend is called if rule r meets obligation o with bodies in the frames. The rule's solver has a
// model. If facts suffice for the bodies, it adds the fact that follows. Otherwise it adds an
// obligation for the first body atom for which facts do not suffice, with the earlier atoms
// restricted to facts and the later ones to frames.
func (s *search) descend(ctx context.Context, o *pob, r *rule) error {
	b := r.solver
	m, err := b.solver.Model()
	if err != nil {
		return err
	}
	level := o.level - 1
	// Restrict one body atom after the other to facts.
	var assumed []*logic.Term
	for k, v := range r.body {
		assumed = append(assumed, b.mustOf(v)...)
		if v.factOf(m) != nil {
			continue
		}
		found := false
		if len(v.loc.facts) > 0 {
			frames := make([]*logic.Term, 0, len(r.body))
			for _, w := range r.body[k+1:] {
				frames = append(frames, b.mayOf(w, level))
			}
			st, err := b.check(ctx, assumed, frames, o.cube)
			if err != nil {
				return err
			}
			if st == smt.Unknown {
				return giveUp{"whether facts meet an obligation could not be decided: " + b.solver.Reason()}
			}
			if st == smt.Sat {
				if m, err = b.solver.Model(); err != nil {
					return err
				}
				found = true
			}
		}
		if !found {
			return s.demand(ctx, o, r, k, m)
		}
	}
	// Facts suffice for all body atoms.
	o.refute()
	s.opts.Log.Debug("fact", "pred", name(o.loc), "level", o.level, "of", len(o.loc.facts))
	return s.derive(ctx, o.loc, r, m)
}

// demand adds the obligation for the k-th body atom of r, with the values in the model m.
func (s *search) demand(ctx context.Context, o *pob, r *rule, k int, m *logic.Model) error {
	parts := append([]*logic.Term{r.whole}, o.cube...)
	for i, v := range r.body {
		switch {
		case i < k:
			if f := v.factOf(m); f != nil {
				parts = append(parts, v.sub.Apply(f.term))
			} else {
				return giveUp{"a model of facts leaves open which one holds"}
			}
		case i > k:
			for _, x := range v.loc.lemmas {
				if x.level >= o.level-1 {
					parts = append(parts, v.sub.Apply(x.term))
				}
			}
		}
	}
	v := r.body[k]
	cube, err := s.project(ctx, m, s.store.And(parts...), v.state)
	if err != nil {
		return err
	}
	cube = s.refine(m, append(cube, s.relations(m, v.state)...))
	for i, t := range cube {
		cube[i] = v.back.Apply(t)
	}
	if o.conjecture != nil {
		s.assume(v.loc, cube, o.level-1, o.depth+1, o.conjecture)
	} else {
		s.oblige(v.loc, cube, o.level-1, o.depth+1)
	}
	s.enqueue(o)
	return nil
}

// refine makes the literals of a cube convex. An equation of numbers becomes two bounds. A
// disequality becomes the bound that holds in the model.
func (s *search) refine(m *logic.Model, cube []*logic.Term) []*logic.Term {
	var z []*logic.Term
	seen := map[*logic.Term]bool{}
	add := func(ts ...*logic.Term) {
		for _, t := range ts {
			if !t.IsTrue() && !seen[t] {
				seen[t] = true
				z = append(z, t)
			}
		}
	}
	for _, t := range cube {
		switch {
		case t.Op() == logic.OpNot && t.Arg(0).IsEquation():
			x, y := t.Arg(0).Arg(0), t.Arg(0).Arg(1)
			if less := s.store.Lt(x, y); m.Holds(less) {
				add(less)
			} else {
				add(s.store.Gt(x, y))
			}
		default:
			add(s.store.Halves(t)...)
		}
	}
	return tidy(z)
}

// name returns the name of a location for logs.
func name(l *location) string {
	if l.pred == nil {
		return "false"
	}
	return l.pred.Name()
}
