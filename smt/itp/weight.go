// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cmp"
	"slices"
	"strings"

	"cornet/internal/rational"
	"cornet/smtlib"
)

// opWeight says how much an operator adds to the weight of a formula; others
// add one. Connectives are free, so that the weight counts literals and what is
// in them.
var opWeight = map[smtlib.Op]int{
	smtlib.OpTrue: 0, smtlib.OpFalse: 0, smtlib.OpNot: 0, smtlib.OpAnd: 0, smtlib.OpOr: 0,
	smtlib.OpAdd: 0, smtlib.OpMul: 0, smtlib.OpToReal: 0,
	smtlib.OpMod: 4, smtlib.OpIntDiv: 4, smtlib.OpIte: 3,
	smtlib.OpSelect: 2, smtlib.OpStore: 4, smtlib.OpApp: 2,
}

// weight measures how complex formulas are: variables, operators and bits of
// numerals, each distinct subterm counted once per distinct atom. Small is
// general, as a rule of thumb: simple formulas survive another round of a loop
// more often.
//
// Cost: O(size of the formulas as lists of atoms).
func weight(fs ...*smtlib.Term) int {
	w := 0
	for _, f := range fs {
		for _, a := range atomsOf(f) {
			w += weight1(a)
		}
	}
	return w
}

func ownWeight(t *smtlib.Term) int {
	if t.Op() == smtlib.OpNum {
		return bits(t.Num())
	}
	if w, ok := opWeight[t.Op()]; ok {
		return w
	}
	return 1
}

// bits is the weight of a numeral: the number of bits above one, and twice those
// of a denominator; 0 for -1, 0 and 1.
func bits(x rational.Rat) int {
	num, _ := x.Num().Abs().BigInt()
	den, _ := x.Den().BigInt()
	w := 2 * (den.BitLen() - 1)
	if n := num.BitLen(); n > 1 {
		w += n
	}
	return w
}

// weight1 is the weight of the distinct subterms of one term.
func weight1(t *smtlib.Term) int {
	w := 0
	smtlib.Walk(func(u *smtlib.Term) bool {
		w += ownWeight(u)
		return true
	}, t)
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

// chainWeight is the weight of the formulas of a query. Formulas that are alike
// up to the names of variables count once: a derivation that settles on one
// formula beats one that unrolls a loop, whose formulas all differ.
func chainWeight(fs []*smtlib.Term) int {
	w := 0
	seen := map[uint64]bool{}
	for _, f := range fs {
		if sig := signature(f); !seen[sig] {
			seen[sig] = true
			w += weight(f)
		}
	}
	return w
}

// uniform reports whether the formulas, apart from true and false, are alike up
// to the names of variables.
func uniform(fs []*smtlib.Term) bool {
	var first uint64
	for _, f := range fs {
		if f.IsTrue() || f.IsFalse() {
			continue
		}
		sig := signature(f)
		if first == 0 {
			first = sig
		}
		if sig != first {
			return false
		}
	}
	return true
}

// signature hashes a formula, blind to the order of arguments and to all of the
// names of variables but their stems.
//
// Cost: O(size of the DAG).
func signature(f *smtlib.Term) uint64 {
	sig := map[*smtlib.Term]uint64{}
	stack := []*smtlib.Term{f}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		z := uint64(t.Op())<<32 | uint64(t.Sort().ID())
		switch t.Op() {
		case smtlib.OpNum:
			z ^= t.Num().Hash()
		case smtlib.OpVar:
			z ^= stem(t)
		}
		ready := true
		for _, a := range t.Args() {
			h, ok := sig[a]
			if !ok {
				stack = append(stack, a)
				ready = false
			}
			z += mix(h)
		}
		if ready {
			sig[t] = mix(z)
			stack = stack[:len(stack)-1]
		}
	}
	return sig[f]
}

// stem hashes the name of a variable without what tells the instances of one
// program variable apart: the number behind an at sign ("x@12", "p@3.y"), or else
// the numbers and marks at its end ("x!3", "x_12"). It steers preferences only:
// variables that share a stem by accident do no harm.
func stem(v *smtlib.Term) uint64 {
	name := v.Name()
	tail := ""
	if at := strings.LastIndexByte(name, '@'); at >= 0 {
		tail = strings.TrimLeft(name[at+1:], "0123456789")
		name = name[:at]
	} else {
		name = strings.TrimRight(name, "0123456789!#_'$")
	}
	h := uint64(14695981039346656037) // FNV-1a
	for _, part := range []string{name, "@", tail} {
		for i := range len(part) {
			h = (h ^ uint64(part[i])) * 1099511628211
		}
	}
	return h
}
