// SPDX-License-Identifier: Apache-2.0

package predabs

import "cornet/engines/kernel"

// exchange publishes the formulas tracked since the last call, and tracks formulas of other
// engines. It treats these like formulas from interpolants.
func (s *search) exchange() {
	if s.opts.Board == nil {
		return
	}
	var facts kernel.Facts
	for _, l := range s.locs {
		facts.Add(s.store, l.pred, l.formals, l.precision[l.published:])
	}
	facts.Publish(s.opts.Board.PublishCandidates)
	for _, m := range kernel.Read(s.opts.Board) {
		for _, l := range s.locs {
			for _, c := range kernel.Conjuncts(s.store, m, l.pred, l.formals) {
				if kernel.Trackable(c, l.adopted) {
					fresh := l.track(s.store, c)
					l.adopted += fresh
					s.stats.Adopted += int64(fresh)
				}
			}
		}
	}
	for _, l := range s.locs {
		l.published = len(l.precision)
	}
}
