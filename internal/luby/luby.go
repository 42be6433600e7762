// SPDX-License-Identifier: Apache-2.0

// Package luby yields the sequence 1 1 2 1 1 2 4 …, by which a randomised search restarts: most
// searches are short, and long ones occur again and again. Up to a logarithmic factor, no other
// sequence is faster if nothing is known about the search (M. Luby, A. Sinclair, D. Zuckerman,
// "Optimal Speedup of Las Vegas Algorithms", Information Processing Letters 47, 1993).
package luby

// Sequence is a place in the sequence. The zero value is before its first number.
//
// It uses Knuth's reluctant doubling (TAOCP 4B, 7.2.2.2, formula (130)).
type Sequence struct{ u, v int64 }

// Next returns the next number.
func (s *Sequence) Next() int64 {
	if s.u == 0 {
		s.u, s.v = 1, 1
	}
	z := s.v
	if s.u&-s.u == s.v {
		s.u++
		s.v = 1
	} else {
		s.v *= 2
	}
	return z
}
