// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"cornet/horn"
	"cornet/smtlib"
)

// Board is where engines that run side by side tell each other what they have
// found out.
type Board interface {
	// PublishCandidates tells the others of formulas that may be worth a try.
	PublishCandidates(m *horn.Model)
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
