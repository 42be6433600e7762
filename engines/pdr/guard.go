// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// This file keeps literals about fields of datatypes together with the testers that give these
// fields a meaning. SMT-LIB leaves the value of (head x) open for an empty list. For the empty
// list, a lemma ¬(head x ≥ 3) has no value and cannot be projected in a model, whereas ¬(is-cons x
// ∧ head x ≥ 3) is true.

// guards returns the testers that the fields in t need.
func (s *search) guards(t *logic.Term) []*logic.Term {
	z, known := s.guardsOf[t]
	if known {
		return z
	}
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpField {
			z = append(z, s.store.Is(t.Selector().Ctor, t.Arg(0)))
		}
		return true
	}, t)
	s.guardsOf[t] = z
	return z
}

// withGuards returns a cube that a model satisfies, extended by the guards of its literals. The
// model satisfies the guards too, since the fields in its literals have values.
func (s *search) withGuards(cube []*logic.Term) []*logic.Term {
	z := cube
	for _, t := range cube {
		z = append(z, s.guards(t)...)
	}
	return distinct(z)
}

// guarded returns core, a part of cube, with the literals of cube that are guards of literals in
// core.
func (s *search) guarded(cube, core []*logic.Term) []*logic.Term {
	needed := map[*logic.Term]bool{}
	for _, t := range core {
		needed[t] = true
		for _, g := range s.guards(t) {
			needed[g] = true
		}
	}
	return slice.Filter(cube, func(t *logic.Term) bool { return needed[t] })
}

// guardsLast moves testers after the literals that may need them.
func guardsLast(cube []*logic.Term) []*logic.Term {
	isTester := func(t *logic.Term) bool { return t.Op() == logic.OpIs }
	others := slices.DeleteFunc(slices.Clone(cube), isTester)
	return append(others, slice.Filter(cube, isTester)...)
}
