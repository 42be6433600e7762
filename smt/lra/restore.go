// SPDX-License-Identifier: Apache-2.0

package lra

// This file holds the memory of the last good assignment. Backtracking does not change
// values, which is what makes it cheap. But the values that a failed Check leaves
// behind are halfway to nowhere, while those before it satisfied all bounds of the time,
// a superset of most sets of bounds that remain after a backjump. So the values that change
// after a successful Check are saved, and put back on backtracking over a failed one
// (section 3.3 of the paper). The basis stays as it is: each basis represents the same
// equations, so the old values satisfy its rows.

// touch saves the value of v, which is about to change for the first time since the last
// successful Check.
func (s *Solver) touch(v Var) {
	if x := &s.vars[v]; !x.dirty {
		x.dirty = true
		s.dirty = append(s.dirty, v)
		s.saved = append(s.saved, x.value)
	}
}

// commit takes the current values for those to go back to.
func (s *Solver) commit() {
	for _, v := range s.dirty {
		s.vars[v].dirty = false
	}
	s.dirty, s.saved = s.dirty[:0], s.saved[:0]
	s.savedFrom = false
}

// restore puts the last good values back, if a Check has failed since, and restores the
// invariants for the bounds that were asserted after it and are still in force.
func (s *Solver) restore() {
	if !s.savedFrom {
		return
	}
	s.savedFrom = false
	for i, v := range s.dirty {
		x := &s.vars[v]
		x.value, x.dirty = s.saved[i], false
	}
	// Every variable that is out of bounds now either is in dirty, or was already a suspect:
	// it had its present value when its present bounds were asserted.
	s.dirty, s.saved, s.restored = s.restored[:0], s.saved[:0], s.dirty
	for _, v := range s.restored {
		x := &s.vars[v]
		side, isOut := s.violates(x)
		switch {
		case !isOut:
		case x.row >= 0:
			s.suspect(v)
		case side == Lower:
			s.moveTo(v, &s.bounds[x.lower].value)
		default:
			s.moveTo(v, &s.bounds[x.upper].value)
		}
	}
}
