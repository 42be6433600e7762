// SPDX-License-Identifier: Apache-2.0

package logic

import (
	"strings"

	"cornet/internal/slice"
)

// SortsOf returns the sorts of terms.
func SortsOf(ts []*Term) []*Sort {
	return slice.Map(ts, (*Term).Sort)
}

// SortList returns the names of sorts, separated by spaces.
func SortList(sorts []*Sort) string {
	words := slice.Map(sorts, (*Sort).String)
	return strings.Join(words, " ")
}

// Disjuncts returns the arguments of a disjunction; any other term is its only disjunct. The caller
// must not modify them.
func Disjuncts(t *Term) []*Term {
	if t.Op() == OpOr {
		return t.Args()
	}
	return []*Term{t}
}

// IsSymbol reports whether t is a variable or a declared constant.
func (t *Term) IsSymbol() bool { return t.IsVar() || t.op == OpApp && len(t.args) == 0 }

// IsEquation reports whether t is an equation of numbers.
func (t *Term) IsEquation() bool { return t.op == OpEq && t.args[0].sort.IsArith() }

// IsProduct reports whether t is a product without numerals as factors.
func (t *Term) IsProduct() bool { return t.op == OpMul && t.args[0].op != OpNum }

// HasProducts reports whether a product as in [Term.IsProduct] occurs in one of roots.
//
// Cost: O(n), n distinct subterms.
func HasProducts(roots ...*Term) bool {
	found := false
	Walk(func(t *Term) bool {
		found = found || t.IsProduct()
		return !found
	}, roots...)
	return found
}

// Stored returns the array below the stores of t.
func (t *Term) Stored() *Term {
	for t.op == OpStore {
		t = t.args[0]
	}
	return t
}
