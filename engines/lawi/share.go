// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/logic"
)

// imported has the facts of other engines. The search after the trial uses them, too.
type imported struct {
	board kernel.Board
	seen  []*horn.Model
}

// adopt makes locations track formulas of other engines. As with predicates of regions, a node
// starts with those that the label of its parent and its edge imply (see abstractPost). All kinds
// of regions do this.
func (s *search) adopt() {
	if s.imported == nil {
		return
	}
	s.imported.seen = append(s.imported.seen, kernel.Read(s.imported.board)...)
	for _, m := range s.imported.seen[s.heard:] {
		for _, l := range s.graph.locs {
			for _, c := range kernel.Conjuncts(s.store, m, l.pred, l.formals) {
				if kernel.Trackable(c, l.adopted) && s.track(l, []*logic.Term{c}) {
					l.adopted++
					s.stats.Adopted++
				}
			}
		}
	}
	s.heard = len(s.imported.seen)
}

// publish publishes the interpolants along a refuted path.
func (s *search) publish(steps []*node, formulas []*logic.Term) {
	if s.imported == nil {
		return
	}
	said := map[*location][]*logic.Term{}
	var facts kernel.Facts
	for i, n := range steps {
		if f := formulas[i]; !f.IsTrue() && !f.IsFalse() {
			said[n.loc] = append(said[n.loc], f)
			facts.Add(s.store, n.loc.pred, n.loc.formals, said[n.loc])
		}
	}
	facts.Publish(s.imported.board.PublishCandidates)
}
