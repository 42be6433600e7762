// SPDX-License-Identifier: Apache-2.0

package native

import (
	"math/big"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// This file lifts interpolants from bits to words. Adjacent bits of one term in a conjunction
// become an equation with a numeral. In a disjunction they become a disequality.

// lift returns a formula equivalent to f with fewer atoms over bits.
func lift(s *logic.Store, f *logic.Term) *logic.Term {
	return s.NewRewriter(nil, func(t *logic.Term) *logic.Term {
		switch t.Op() {
		case logic.OpAnd:
			return liftConjunction(s, t.Args())
		case logic.OpOr:
			negated := slice.Map(t.Args(), s.Not)
			return s.Not(liftConjunction(s, negated))
		}
		return t
	}).Map(f)
}

// bit states that bits low to up of word equal the bits of value.
type bit struct {
	word  *logic.Term
	low   int
	width int
	value *big.Int
}

// bitsOf returns the bits that literal t fixes, if it is an equation between an extract and a
// numeral, or the negation of such an equation for a single bit.
func bitsOf(t *logic.Term) (z bit, ok bool) {
	negated := t.Op() == logic.OpNot
	if negated {
		t = t.Arg(0)
	}
	if t.Op() != logic.OpEq {
		return z, false
	}
	x, k := t.Arg(0), t.Arg(1)
	if x.Op() == logic.OpBV {
		x, k = k, x
	}
	if x.Op() != logic.OpExtract || k.Op() != logic.OpBV || negated && x.Sort().Width() > 1 {
		return z, false
	}
	_, low := x.Indices()
	value := k.BV()
	if negated {
		value = new(big.Int).Xor(value, big.NewInt(1))
	}
	return bit{x.Arg(0), low, x.Sort().Width(), value}, true
}

// liftConjunction returns the conjunction of args with neighbouring bits joined.
func liftConjunction(s *logic.Store, args []*logic.Term) *logic.Term {
	var found []bit
	var z []*logic.Term
	for _, a := range args {
		if b, ok := bitsOf(a); ok {
			found = append(found, b)
		} else {
			z = append(z, a)
		}
	}
	slices.SortStableFunc(found, func(a, b bit) int {
		if a.word != b.word {
			return int(a.word.ID()) - int(b.word.ID())
		}
		return a.low - b.low
	})
	for i := 0; i < len(found); {
		run := found[i]
		for i++; i < len(found) && found[i].word == run.word && found[i].low == run.low+run.width; i++ {
			high := new(big.Int).Lsh(found[i].value, uint(run.width))
			run.value = high.Or(high, run.value)
			run.width += found[i].width
		}
		part := s.Extract(run.low+run.width-1, run.low, run.word)
		z = append(z, s.Eq(part, s.BVNum(run.value, run.width)))
	}
	return s.And(z...)
}
