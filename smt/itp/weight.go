// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"cmp"
	"slices"
	"strings"

	"cornet/internal/rational"
	"cornet/logic"
)

// opWeight is the weight that an operator adds to a formula; operators not listed add one.
// Connectives are free, so the weight counts literals and their contents.
var opWeight = map[logic.Op]int{
	logic.OpTrue: 0, logic.OpFalse: 0, logic.OpNot: 0, logic.OpAnd: 0, logic.OpOr: 0,
	logic.OpAdd: 0, logic.OpMul: 0, logic.OpToReal: 0,
	logic.OpMod: 4, logic.OpIntDiv: 4, logic.OpIte: 3,
	logic.OpSelect: 2, logic.OpStore: 4, logic.OpApp: 2,
}

// weight measures how complex formulas are. It counts variables, operators and bits of numerals.
// Each distinct subterm counts once per distinct atom. As a rule of thumb, light formulas are
// general: simple formulas are more often preserved by another iteration of a loop.
//
// Cost: O(size of the formulas as lists of atoms).
func weight(fs ...*logic.Term) int {
	w := 0
	for _, f := range fs {
		for _, a := range atomsOf(f) {
			w += weight1(a)
		}
	}
	return w
}

func ownWeight(t *logic.Term) int {
	if t.Op() == logic.OpNum {
		return bits(t.Num())
	}
	if w, ok := opWeight[t.Op()]; ok {
		return w
	}
	return 1
}

// bits returns the weight of a numeral: the number of bits above one, and twice those
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

// weight1 returns the weight of the distinct subterms of one term.
func weight1(t *logic.Term) int {
	w := 0
	logic.Walk(func(u *logic.Term) bool {
		w += ownWeight(u)
		return true
	}, t)
	return w
}

// heaviestFirst sorts literals by weight, ties by ID, in place.
func heaviestFirst(lits []*logic.Term) {
	w := make(map[*logic.Term]int, len(lits))
	for _, l := range lits {
		w[l] = weight(l)
	}
	slices.SortStableFunc(lits, func(a, b *logic.Term) int {
		return cmp.Or(cmp.Compare(w[b], w[a]), cmp.Compare(b.ID(), a.ID()))
	})
}

// chainWeight returns the weight of the formulas of a query. Formulas that are equal up to the
// names of variables count once. So a derivation that converges to one formula is lighter than one
// that unrolls a loop, whose formulas all differ.
func chainWeight(fs []*logic.Term) int {
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

// uniform reports whether the formulas, apart from true and false, are equal up to the names of
// variables.
func uniform(fs []*logic.Term) bool {
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

// signature hashes a formula. The order of arguments does not matter. Of the names of variables,
// only the stems matter.
//
// Cost: O(size of the DAG).
func signature(f *logic.Term) uint64 {
	sig := map[*logic.Term]uint64{}
	stack := []*logic.Term{f}
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		z := uint64(t.Op())<<32 | uint64(t.Sort().ID())
		switch t.Op() {
		case logic.OpNum:
			z ^= t.Num().Hash()
		case logic.OpVar:
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

// stem hashes the name of a variable without the part that distinguishes instances of one program
// variable: the number after an at sign ("x@12", "p@3.y"), or else the numbers and marks at its end
// ("x!3", "x_12"). It affects preferences only, so variables that share a stem by accident do no
// harm.
func stem(v *logic.Term) uint64 {
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
