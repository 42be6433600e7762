// SPDX-License-Identifier: Apache-2.0

package predabs

import "cornet/engines/exchange"

// exchange tells others of the formulas that are tracked since the last call, and
// tracks what others have found. A formula of others is as good as one from an
// interpolant: states have it where it holds.
func (s *search) exchange() {
	if s.opts.Board == nil {
		return
	}
	var facts exchange.Facts
	for _, l := range s.locs {
		facts.Add(s.store, l.pred, l.formals, l.precision[l.told:])
	}
	facts.Publish(s.opts.Board.PublishCandidates)
	for _, m := range exchange.Read(s.opts.Board) {
		for _, l := range s.locs {
			for _, c := range exchange.Conjuncts(s.store, m, l.pred, l.formals) {
				if exchange.Trackable(c, l.adopted) {
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
