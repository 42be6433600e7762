// SPDX-License-Identifier: Apache-2.0

package pointsto

import (
	"math/bits"
	"slices"
)

// Set is a set of cells, by their numbers. The zero value is empty.
//
// A Set has the words of a bit set that are not 0, in ascending order. Most sets are small, and
// there are many cells.
type Set struct{ words []word }

// word has the members from 64·at on.
type word struct {
	at   int
	bits uint64
}

// Empty reports whether s has no members.
func (s Set) Empty() bool { return len(s.words) == 0 }

// only returns the member of s, if s has exactly one.
func (s Set) only() (int, bool) {
	if len(s.words) != 1 || s.words[0].bits&(s.words[0].bits-1) != 0 {
		return 0, false
	}
	return 64*s.words[0].at + bits.TrailingZeros64(s.words[0].bits), true
}

// has reports whether i is a member of s.
func (s Set) has(i int) bool {
	k, found := slices.BinarySearchFunc(s.words, i/64, func(w word, at int) int { return w.at - at })
	return found && s.words[k].bits>>(i%64)&1 != 0
}

// only returns the set that has c alone.
func only(c *Cell) (z Set) {
	z.add(c.ID)
	return z
}

// add adds i to s.
func (s *Set) add(i int) {
	k, found := slices.BinarySearchFunc(s.words, i/64, func(w word, at int) int { return w.at - at })
	if !found {
		s.words = slices.Insert(s.words, k, word{at: i / 64})
	}
	s.words[k].bits |= 1 << (i % 64)
}

// union adds t's members to s and reports whether s has grown.
func (s *Set) union(t Set) bool {
	grown, missing, k := false, 0, 0
	for _, w := range t.words {
		for k < len(s.words) && s.words[k].at < w.at {
			k++
		}
		if k == len(s.words) || s.words[k].at != w.at {
			missing++
		} else if w.bits&^s.words[k].bits != 0 {
			s.words[k].bits |= w.bits
			grown = true
		}
	}
	if missing > 0 {
		s.merge(t, missing)
	}
	return grown || missing > 0
}

// merge adds the words of t that are missing in s; missing is the number of these words.
func (s *Set) merge(t Set, missing int) {
	z := make([]word, 0, len(s.words)+missing)
	k := 0
	for _, w := range t.words {
		for k < len(s.words) && s.words[k].at < w.at {
			z = append(z, s.words[k])
			k++
		}
		if k == len(s.words) || s.words[k].at != w.at {
			z = append(z, w)
		}
	}
	s.words = append(z, s.words[k:]...)
}

// each calls visit for the members in ascending order.
func (s Set) each(visit func(int)) {
	for _, w := range s.words {
		for b := w.bits; b != 0; b &= b - 1 {
			visit(64*w.at + bits.TrailingZeros64(b))
		}
	}
}
