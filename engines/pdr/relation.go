// SPDX-License-Identifier: Apache-2.0

package pdr

import (
	"cornet/logic"
)

// This file adds comparisons of bit-vectors to obligations. For example, x = 5 ∧ y = 3 gets the
// literal x ≠ y, so that x = y can become a lemma if it is inductive. Bit-vectors need this since
// they have no interpolation, and projection works for equations only.

// maxRelated limits the bit-vectors of a state that are compared pairwise.
const maxRelated = 10

// relations returns comparisons of the bit-vectors among the variables that hold in the model.
func (s *search) relations(m *logic.Model, vars []*logic.Term) []*logic.Term {
	var bvs []*logic.Term
	for _, v := range vars {
		if v.Sort().Kind() == logic.KindBitVec {
			bvs = append(bvs, v)
		}
	}
	if len(bvs) > maxRelated {
		return nil
	}
	var z []*logic.Term
	for i, x := range bvs {
		for _, y := range bvs[:i] {
			if x.Sort() != y.Sort() {
				continue
			}
			t := s.store.Eq(x, y)
			if !m.Holds(t) {
				t = s.store.Not(t)
			}
			z = append(z, t)
		}
	}
	return z
}

// relational returns the literals of a cube that compare two bit-vectors.
func relational(cube []*logic.Term) []*logic.Term {
	var z []*logic.Term
	for _, t := range cube {
		a := t
		if t.Op() == logic.OpNot {
			a = t.Arg(0)
		}
		if a.Op() == logic.OpEq && a.Arg(0).IsVar() && a.Arg(1).IsVar() && a.Arg(0).Sort().Kind() == logic.KindBitVec {
			z = append(z, t)
		}
	}
	return z
}
