// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// Board is where engines that run side by side tell each other what they have
// found out.
type Board interface {
	// PublishCandidates tells the others of formulas that may be worth a try.
	PublishCandidates(m *horn.Model)
	// Read returns what others have published since the last call.
	Read() (lemmas, candidates []*horn.Model)
}

// maxAdopted bounds the clauses of others that are tried at one bound.
const maxAdopted = 64

// adopt learns what others have found, as far as it holds up to the bound: clauses
// that are inductive relative to the frames, one by one. Whether they hold beyond
// shows when lemmas are pushed.
func (s *search) adopt(ctx context.Context) error {
	if s.opts.Board == nil {
		return nil
	}
	lemmas, candidates := s.opts.Board.Read()
	tries := 0
	for _, m := range slices.Concat(lemmas, candidates) {
		for _, l := range s.locs {
			if l.pred == nil {
				continue
			}
			d, ok := m.Definition(l.pred)
			if !ok {
				continue
			}
			for _, c := range conjuncts(s.store.Substitute(d.Body, d.Params, l.formals)) {
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

// publish tells others of the lemmas that have come to the top since the last
// call. They hold in all derivations lower than the bound, so they are good
// candidates for an invariant, and no more than that.
func (s *search) publish() {
	if s.opts.Board == nil {
		return
	}
	m := horn.NewModel()
	found := false
	for _, l := range s.locs {
		if l.pred == nil {
			continue
		}
		var terms []*smtlib.Term
		for _, x := range l.lemmas {
			if x.level > s.bound && !x.published {
				x.published = true
				terms = append(terms, x.term)
			}
		}
		if len(terms) > 0 {
			found = true
			m.Define(l.pred, l.formals, s.store.And(terms...))
		}
	}
	if found {
		s.opts.Board.PublishCandidates(m)
	}
}
