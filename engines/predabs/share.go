// SPDX-License-Identifier: Apache-2.0

package predabs

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
	// maxAdopted bounds the formulas of others that a predicate tracks.
	maxAdopted = 12
	// maxAdoptedSize bounds their size.
	maxAdoptedSize = 60
)

// exchange tells others of the formulas that are tracked since the last call, and
// tracks what others have found. A formula of others is as good as one from an
// interpolant: states have it where it holds.
func (s *search) exchange() {
	if s.opts.Board == nil {
		return
	}
	m, found := horn.NewModel(), false
	for _, l := range s.locs {
		if fresh := l.precision[l.told:]; len(fresh) > 0 {
			found = true
			m.Define(l.pred, l.formals, s.store.And(fresh...))
		}
	}
	if found {
		s.opts.Board.PublishCandidates(m)
	}
	lemmas, candidates := s.opts.Board.Read()
	for _, m := range append(lemmas, candidates...) {
		for _, l := range s.locs {
			if _, ok := m.Definition(l.pred); !ok {
				continue
			}
			for _, c := range smtlib.AppendConjuncts(nil, m.Instance(s.store, l.pred, l.formals)) {
				if l.adopted < maxAdopted && smtlib.Size(c) <= maxAdoptedSize {
					fresh := l.track(s.store, c)
					l.adopted += fresh
					s.stats.Adopted += int64(fresh)
				}
			}
		}
	}
	for _, l := range s.locs {
		l.told = len(l.precision)
	}
}
