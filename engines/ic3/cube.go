// SPDX-License-Identifier: Apache-2.0

package ic3

import (
	"slices"

	"cornet/smt/sat"
)

// A cube is a set of states: a conjunction of literals over latches, in order of literals. Its
// negation is a clause.
type cube []sat.Lit

// lemma is a cube that no run reaches within some number of steps.
type lemma struct {
	cube cube
	sign uint64 // a bit for each literal, modulo 64
}

func newLemma(c cube) *lemma { return &lemma{c, signature(c)} }

func signature(c cube) (z uint64) {
	for _, l := range c {
		z |= 1 << (uint32(l) % 64)
	}
	return z
}

// contains reports whether each literal of l is in c: the lemma excludes the states of c.
func (l *lemma) excludes(c cube, sign uint64) bool {
	if l.sign&^sign != 0 || len(l.cube) > len(c) {
		return false
	}
	k := 0
	for _, x := range l.cube {
		for k < len(c) && c[k] < x {
			k++
		}
		if k == len(c) || c[k] != x {
			return false
		}
	}
	return true
}

// without returns c without one literal.
func (c cube) without(l sat.Lit) cube {
	return slices.DeleteFunc(slices.Clone(c), func(x sat.Lit) bool { return x == l })
}
