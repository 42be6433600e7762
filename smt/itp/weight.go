// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cmp"
	"slices"

	"cornet/smtlib"
)

// opWeight says how much an operator adds to the weight of a formula; others
// add one. Connectives are free, so that the weight counts literals and what is
// in them.
var opWeight = map[smtlib.Op]int{
	smtlib.OpTrue: 0, smtlib.OpFalse: 0, smtlib.OpNot: 0, smtlib.OpAnd: 0, smtlib.OpOr: 0,
	smtlib.OpAdd: 0, smtlib.OpMul: 0, smtlib.OpToReal: 0,
	smtlib.OpMod: 6, smtlib.OpIntDiv: 6, smtlib.OpIte: 3,
	smtlib.OpSelect: 2, smtlib.OpStore: 4, smtlib.OpApp: 2,
}

// weight measures how complex formulas are: variables, operators and bits of
// numerals, each distinct subterm counted once per formula. Small is general, as
// a rule of thumb: simple formulas survive another round of a loop more often.
//
// Cost: O(size of the DAG).
func weight(fs ...*smtlib.Term) int {
	w := 0
	for _, f := range fs {
		smtlib.Walk(func(t *smtlib.Term) bool {
			w += ownWeight(t)
			return true
		}, f)
	}
	return w
}

func ownWeight(t *smtlib.Term) int {
	if t.Op() == smtlib.OpNum {
		return numWeight(t)
	}
	if w, ok := opWeight[t.Op()]; ok {
		return w
	}
	return 1
}

// numWeight returns the number of bits of a numeral above one, plus those of a
// denominator: 0 for -1, 0 and 1.
func numWeight(t *smtlib.Term) int {
	x := t.Num()
	num, _ := x.Num().Abs().BigInt()
	den, _ := x.Den().BigInt()
	w := 2 * (den.BitLen() - 1)
	if n := num.BitLen(); n > 1 {
		w += n
	}
	return w
}

// heaviestFirst sorts literals by weight, ties by ID, in place.
func heaviestFirst(lits []*smtlib.Term) {
	w := make(map[*smtlib.Term]int, len(lits))
	for _, l := range lits {
		w[l] = weight(l)
	}
	slices.SortStableFunc(lits, func(a, b *smtlib.Term) int {
		return cmp.Or(cmp.Compare(w[b], w[a]), cmp.Compare(b.ID(), a.ID()))
	})
}
