// SPDX-License-Identifier: Apache-2.0

package pointsto

import "math/bits"

// Set is a set of cells, by their numbers. The zero value is empty.
type Set struct{ words []uint64 }

// Empty reports whether s has no members.
func (s Set) Empty() bool {
	for _, w := range s.words {
		if w != 0 {
			return false
		}
	}
	return true
}

// add puts i in s.
func (s *Set) add(i int) {
	for len(s.words) <= i/64 {
		s.words = append(s.words, 0)
	}
	s.words[i/64] |= 1 << (i % 64)
}

// union puts t's members in s and reports whether s has grown.
func (s *Set) union(t Set) bool {
	grown := false
	for len(s.words) < len(t.words) {
		s.words = append(s.words, 0)
	}
	for i, w := range t.words {
		if w&^s.words[i] != 0 {
			s.words[i] |= w
			grown = true
		}
	}
	return grown
}

// each calls visit for the members in ascending order.
func (s Set) each(visit func(int)) {
	for i, w := range s.words {
		for w != 0 {
			visit(64*i + bits.TrailingZeros64(w))
			w &= w - 1
		}
	}
}
