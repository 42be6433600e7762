// SPDX-License-Identifier: Apache-2.0

package lawi

import (
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

const (
	// maxAdopted bounds the formulas of others that a location tracks.
	maxAdopted = 12
	// maxAdoptedSize bounds their size.
	maxAdoptedSize = 60
)

// rumours is what others have said, for the search after a trial, too.
type rumours struct {
	board Board
	heard []*horn.Model
}

// adopt makes locations track what others have found: a node starts with those of the
// formulas that the label of its parent and its edge imply, as it does with predicates of
// regions (see takeIn), whatever the regions are.
func (s *search) adopt() {
	if s.rumours == nil {
		return
	}
	lemmas, candidates := s.rumours.board.Read()
	s.rumours.heard = append(append(s.rumours.heard, lemmas...), candidates...)
	for _, m := range s.rumours.heard[s.heard:] {
		for _, l := range s.graph.locs {
			if _, ok := m.Definition(l.pred); !ok {
				continue
			}
			for _, c := range smtlib.AppendConjuncts(nil, m.Instance(s.store, l.pred, l.formals)) {
				if l.adopted < maxAdopted && smtlib.Size(c) <= maxAdoptedSize && s.track(l, []*smtlib.Term{c}) {
					l.adopted++
					s.stats.Adopted++
				}
			}
		}
	}
	s.heard = len(s.rumours.heard)
}

// tell publishes the interpolants along a refuted path.
func (s *search) tell(steps []*node, formulas []*smtlib.Term) {
	if s.rumours == nil {
		return
	}
	said := map[*location]*smtlib.Term{}
	m, found := horn.NewModel(), false
	for i, n := range steps {
		if f := formulas[i]; !f.IsTrue() && !f.IsFalse() {
			if said[n.loc] != nil {
				f = s.store.And(said[n.loc], f)
			}
			said[n.loc], found = f, true
			m.Define(n.loc.pred, n.loc.formals, f)
		}
	}
	if found {
		s.rumours.board.PublishCandidates(m)
	}
}
