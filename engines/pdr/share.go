// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"slices"

	"cornet/engines/kernel"
	"cornet/logic"
	"cornet/smt"
)

// maxAdopted limits the clauses of others that are tried at one bound.
const maxAdopted = 64

// adopt learns lemmas of other engines that hold up to the bound: clauses that are inductive
// relative to the frames, one by one. Pushing them shows whether they hold beyond the bound.
func (s *search) adopt(ctx context.Context) error {
	tries := 0
	for _, m := range kernel.Read(s.opts.Board) {
		for _, l := range s.locs {
			if l.pred == nil {
				continue
			}
			for _, c := range kernel.Conjuncts(s.store, m, l.pred, l.formals) {
				cube := s.negatedClause(c)
				if cube == nil || tries == maxAdopted {
					continue
				}
				tries++
				ok, core, err := s.inductive(ctx, l, cube, s.bound)
				if err != nil {
					return err
				}
				if ok {
					s.stats.Adopted++
					s.learn(l, core, s.bound).published = true
				}
			}
		}
	}
	return nil
}

// publish publishes the lemmas that have reached the top since the last call, as candidates. They
// hold in all derivations that are lower than the bound, but may be no invariants.
func (s *search) publish() {
	if s.opts.Board == nil {
		return
	}
	facts := s.factsOf(func(x *lemma) bool {
		fresh := x.level > s.bound && !x.published && !x.inductive
		x.published = x.published || fresh
		return fresh
	})
	facts.Publish(s.opts.Board.PublishCandidates)
}

// factsOf returns the lemmas that are chosen.
func (s *search) factsOf(chosen func(*lemma) bool) (z kernel.Facts) {
	for _, l := range s.locs {
		if l.pred == nil {
			continue
		}
		var terms []*logic.Term
		for _, x := range l.lemmas {
			if chosen(x) {
				terms = append(terms, x.term)
			}
		}
		z.Add(s.store, l.pred, l.formals, terms)
	}
	return z
}

// inductionShare limits proveInductive: at most one query in inductionShare is its query.
const inductionShare = 16

// proveInductive finds the lemmas at the top that are inductive together with each other and with
// those found before, and publishes them. They hold in all derivations, so pushing them needs no
// more queries.
func (s *search) proveInductive(ctx context.Context) error {
	if s.opts.Board == nil {
		return nil
	}
	var open []*lemma
	for _, l := range s.locs {
		for _, x := range l.lemmas {
			if x.inductive || x.level > s.bound {
				open = append(open, x)
			}
		}
	}
	fresh := 0
	for again := true; again; {
		again, fresh = false, 0
		for i := 0; i < len(open); i++ {
			x := open[i]
			if x.inductive {
				continue
			}
			if s.stats.InductionChecks*inductionShare > s.stats.Checks {
				return nil
			}
			ok, err := s.follows(ctx, x, open)
			if err != nil {
				return err
			}
			if ok {
				fresh++
			} else {
				open = slices.Delete(open, i, i+1)
				i--
				again = true
			}
		}
	}
	if fresh == 0 {
		return nil
	}
	for _, x := range open {
		x.inductive = true
	}
	s.stats.Inductive += int64(fresh)
	proved := s.factsOf(func(x *lemma) bool { return x.inductive })
	proved.Publish(s.opts.Board.PublishLemmas)
	return nil
}

// follows reports whether the lemmas in premises, which hold for the bodies, imply x in all rules.
func (s *search) follows(ctx context.Context, x *lemma, premises []*lemma) (bool, error) {
	for _, r := range x.loc.rules {
		var body []*logic.Term
		for _, v := range r.body {
			for _, y := range premises {
				if y.loc == v.loc {
					body = append(body, v.sub.Apply(y.term))
				}
			}
		}
		s.stats.InductionChecks++
		st, err := r.solver.check(ctx, body, x.cube)
		if err != nil || st != smt.Unsat {
			return false, err
		}
	}
	return true, nil
}
