// SPDX-License-Identifier: Apache-2.0

package sat

// This file implements unit propagation with two watched literals (Moskewicz, Madigan, Zhao, Zhang,
// Malik: "Chaff", DAC 2001), blocker literals (Eén & Sörensson's MiniSat 2.1) and separate lists of
// binary clauses. Most of the time is spent in this loop: seven eighths in a run without a theory.
//
// Each trail literal is propagated once: head moves from literal to literal. When a literal has
// become false, its watch lists are visited. Clauses that find another literal to watch move to
// that literal's list, so the list is copied onto itself as it is read (j <= i).
//
// The loop allocates no clauses, so the arena cannot move under it. Counters live in locals and are
// added at the end. Ticks estimate cache lines: one for the watch list header, one per eight
// watches, one per clause that is read.

// propagate propagates the trail literals from head on and returns a clause
// that has become false, or noClause.
func (s *Solver) propagate() cref {
	vals, info, words, watches, trail := s.vals, s.info, s.db.words, s.watches, s.trail
	level, head, ticks, conflict := uint32(s.level()), s.head, int64(0), noClause
	for conflict == noClause && head < len(trail) {
		lit := trail[head].Not() // lit is false, its watches are visited
		head++
		list := &watches[lit]
		ticks += 1 + int64(len(list.bin)+len(list.long))/8

		for _, w := range list.bin {
			other := w.blocker
			switch vals[other] {
			case False:
				conflict = w.ref
			case Undef:
				vals[other], vals[other^1] = True, False
				info[other>>1] = varInfo{reason: w.ref, level: level, pos: uint32(len(trail))}
				trail = append(trail, other)
			}
		}
		if conflict != noClause {
			break
		}

		ws := list.long
		i, j := 0, 0
		for i < len(ws) {
			w := ws[i]
			i++
			if vals[w.blocker] == True {
				ws[j] = w
				j++
				continue
			}
			ticks++
			c := int(w.ref)
			lits := words[c+headerWords : c+headerWords+int(words[c])]
			other := lits[0] ^ lits[1] ^ lit // the other watched literal
			otherVal := vals[other]
			if otherVal == True {
				ws[j] = watch{other, w.ref}
				j++
				continue
			}
			if k := unfalsified(vals, lits); k > 0 {
				l := lits[k]
				// satisfied: looking at l first next time is cheaper than moving the watch
				if vals[l] == True {
					ws[j] = watch{l, w.ref}
					j++
					continue
				}
				lits[0], lits[1], lits[k] = other, l, lit
				watches[l].long = append(watches[l].long, watch{other, w.ref})
				continue
			}
			ws[j] = watch{other, w.ref}
			j++
			if otherVal == False {
				conflict = w.ref
				break
			}
			vals[other], vals[other^1] = True, False
			info[other>>1] = varInfo{reason: w.ref, level: level, pos: uint32(len(trail))}
			trail = append(trail, other)
		}
		if i != j {
			j += copy(ws[j:], ws[i:])
			list.long = list.long[:j] // no pointer is written: no write barrier
		}
	}
	s.stats.Propagations += int64(head - s.head)
	s.stats.Ticks += ticks
	s.trail, s.head = trail, head
	return conflict
}

// unfalsified returns the position of a literal that is not false after the first two of lits, or
// 0. It is inlined.
func unfalsified(vals []LBool, lits []Lit) int {
	for k := 2; k < len(lits); k++ {
		if vals[lits[k]] != False {
			return k
		}
	}
	return 0
}
