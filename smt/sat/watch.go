// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements the watch lists.
//
// Every clause that is not loose is watched by its first two literals. It is in the lists of both:
// in bin if it has two literals, in long otherwise. Invariant, once propagation has reached its
// fixpoint: if a watched literal is false at level k, then the other watched literal, or the
// blocker kept in the watch, is true at a level not above k. (Clauses added by the theory in the
// middle of the search can break this in one way; see late.go.)

// A watch is one entry of a watch list. The blocker is a literal of the clause other than the
// watched one. While it is true the clause need not be read. In a binary clause the blocker is the
// other literal, so propagation never reads the clause.
type watch struct {
	blocker Lit
	ref     cref
}

// A watchList holds the watches of one literal. The two lists are adjacent because propagation of
// the literal reads both headers.
type watchList struct {
	bin  []watch
	long []watch
}

// attach adds c to the watch lists of its first two literals.
func (s *Solver) attach(c cref) {
	lits := s.db.lits(c)
	l0, l1 := lits[0], lits[1]
	w0, w1 := &s.watches[l0], &s.watches[l1]
	if len(lits) == 2 {
		s.enter(&w0.bin, watch{l1, c})
		s.enter(&w1.bin, watch{l0, c})
	} else {
		s.enter(&w0.long, watch{l1, c})
		s.enter(&w1.long, watch{l0, c})
	}
}

// Lists start with room for firstWatches watches, cut from larger blocks. There are many lists, and
// most of them never become longer.
const (
	firstWatches = 4
	smallBlock   = 64
	largeBlock   = 4096
)

// enter appends w to ws.
func (s *Solver) enter(ws *[]watch, w watch) {
	if cap(*ws) == 0 {
		if len(s.watchRoom) < firstWatches {
			s.watchRoom = make([]watch, min(max(len(s.watches), smallBlock), largeBlock))
		}
		*ws = s.watchRoom[:0:firstWatches]
		s.watchRoom = s.watchRoom[firstWatches:]
	}
	*ws = append(*ws, w)
}

// detach removes c from the watch lists of its first two literals. It takes
// time linear in their lengths.
func (s *Solver) detach(c cref) {
	lits := s.db.lits(c)
	for _, l := range lits[:2] {
		w := &s.watches[l]
		if len(lits) == 2 {
			w.bin = removeWatch(w.bin, c)
		} else {
			w.long = removeWatch(w.long, c)
		}
	}
}

// removeWatch removes the watch of c from ws, keeping the order.
func removeWatch(ws []watch, c cref) []watch {
	for i := range ws {
		if ws[i].ref == c {
			return append(ws[:i], ws[i+1:]...)
		}
	}
	return ws
}

// flushWatches removes the watches of garbage clauses from the lists of lits.
func (s *Solver) flushWatches(lits []Lit) {
	live := func(ws []watch) []watch {
		kept := ws[:0]
		for _, w := range ws {
			if !s.db.is(w.ref, flagGarbage) {
				kept = append(kept, w)
			}
		}
		return kept
	}
	for _, l := range lits {
		w := &s.watches[l]
		w.bin, w.long = live(w.bin), live(w.long)
	}
}

// rebuildWatches fills all watch lists anew from the arena, irredundant clauses
// before redundant ones. Filling costs less than repairing after a collection:
// it reads the arena from front to back, while repairing would jump to the
// clause of every watch.
func (s *Solver) rebuildWatches() {
	for i := range s.watches {
		w := &s.watches[i]
		w.bin, w.long = w.bin[:0], w.long[:0]
	}
	for _, redundant := range [...]Lit{0, flagRedundant} {
		for c, ok := s.db.first(); ok; c, ok = s.db.next(c) {
			if s.db.meta(c)&(flagGarbage|flagLoose|flagRedundant) == redundant {
				s.attach(c)
			}
		}
	}
}
