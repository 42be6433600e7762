// SPDX-License-Identifier: Apache-2.0

package sat

// This file tries simple assignments before a search: all variables are true, or all are false, but
// for those that propagation determines. Variables are assigned in the order in which they were
// made, or in the reverse order (A. Biere, K. Fazekas, M. Fleury, M. Heisinger, "CaDiCaL, Kissat,
// Paracooba, Plingeling and Treengeling Entering the SAT Competition 2020", lucky phases).
//
// For example, a sum of 1,000 bytes exceeds a bound only if all bits of all bytes are 1.

// lucky tries the simple assignments, and reports whether one of them is a model. It leaves the
// model as the assignment. It requires that there is no theory. The current level must be 0.
//
// Cost: that of propagation, up to the first conflict of each of four assignments.
func (s *Solver) lucky() bool {
	s.probing = true
	defer func() { s.probing = false }()
	for _, value := range []bool{false, true} {
		for _, reversed := range []bool{false, true} {
			if s.luckyAssignment(value, reversed) {
				return true
			}
			s.backtrack(0)
		}
	}
	return false
}

// luckyAssignment gives a value to all variables, in their order or in reverse. It stops at a
// conflict, and reports whether it met none.
func (s *Solver) luckyAssignment(value, reversed bool) bool {
	for v := Var(1); int(v) < len(s.info); v++ {
		x := v
		if reversed {
			x = Var(len(s.info)) - v
		}
		l := x.Pos()
		if !value {
			l = x.Neg()
		}
		if s.vals[l] != Undef || s.occurs[x] == 0 {
			continue
		}
		s.openLevel()
		s.assign(l, noClause)
		if s.propagate() != noClause {
			return false
		}
	}
	return true
}
