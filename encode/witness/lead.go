// SPDX-License-Identifier: Apache-2.0

package witness

import "cornet/encode/cfg"

// Lead follows a run of the woven program: told the edges that threads take, it says which thread is to pass the next waypoint that is followed,
// by its identity, or 0 if any may. It is nil if the witness tells no threads apart.
func (w *Woven) Lead() func(thread int, e *cfg.Edge) int {
	var follow []point
	ordered := false
	for _, s := range w.witness.segments {
		p := s[len(s)-1]
		follow = append(follow, p)
		ordered = ordered || p.Thread != nil
	}
	if !ordered {
		return nil
	}
	segment, threads := 0, 1
	ids := map[int]int{0: 1} // identities of threads by their numbers in the witness
	created := map[int]int{} // the thread that a thread has started last
	return func(thread int, e *cfg.Edge) int {
		switch op := e.Op.(type) {
		case cfg.Create:
			threads++
			created[thread] = threads
		case cfg.Assign:
			to, ok := op.To.(cfg.VarPlace)
			value, ok2 := op.Value.(cfg.Const)
			if !ok || !ok2 || to.Var.Name != SegmentName {
				break
			}
			if segment >= 0 && segment < len(follow) && follow[segment].creates > 0 {
				ids[follow[segment].creates] = created[thread]
			}
			segment = int(value.Value.Int64())
		}
		if segment < 0 || segment >= len(follow) || follow[segment].Thread == nil {
			return 0
		}
		return ids[*follow[segment].Thread]
	}
}
