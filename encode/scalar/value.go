// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"
	"slices"
)

// A Value is that of a variable: a number, or an array of numbers. The zero value is neither.
type Value struct {
	number *big.Int
	array  *array
}

// NumberValue is a scalar's value n.
func NumberValue(n *big.Int) Value { return Value{number: n} }

// Number is the value of a scalar, nil of an array.
func (v Value) Number() *big.Int { return v.number }

// Elements calls visit for what an array holds where it has been stored, by growing index, and
// returns what it holds elsewhere.
func (v Value) Elements(visit func(index, elem *big.Int)) *big.Int {
	flat := v.array.flatten()
	entries := make([]entry, 0, len(flat.elems))
	for _, e := range flat.elems {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(x, y entry) int { return x.index.Cmp(y.index) })
	for _, e := range entries {
		visit(e.index, e.elem)
	}
	return flat.fill
}

// maxChain is how many stores follow each other before they are gathered in a map.
const maxChain = 64

// An array is a total map from indices to numbers. It is immutable: a store makes a new one that
// goes back to the old.
type array struct {
	elems map[string]entry // what has been stored; nil if under is not
	fill  *big.Int         // what is elsewhere

	under *array // this array is under, with last stored
	last  entry
	chain int // how many stores lie above the map
}

type entry struct{ index, elem *big.Int }

func filled(v *big.Int) *array { return &array{fill: v} }

// at is the element at index i.
func (a *array) at(i *big.Int) *big.Int {
	for ; a.under != nil; a = a.under {
		if a.last.index.Cmp(i) == 0 {
			return a.last.elem
		}
	}
	if e, ok := a.elems[string(i.Append(nil, 62))]; ok {
		return e.elem
	}
	return a.fill
}

// with is a with v at index i.
func (a *array) with(i, v *big.Int) *array {
	z := &array{under: a, last: entry{i, v}, chain: a.chain + 1}
	if z.chain > maxChain {
		return z.flatten()
	}
	return z
}

// flatten is a as one map.
func (a *array) flatten() *array {
	var chain []entry
	for ; a.under != nil; a = a.under {
		chain = append(chain, a.last)
	}
	if len(chain) == 0 {
		return a
	}
	z := &array{elems: make(map[string]entry, len(a.elems)+len(chain)), fill: a.fill}
	for k, e := range a.elems {
		z.elems[k] = e
	}
	for _, e := range slices.Backward(chain) {
		z.elems[string(e.index.Append(nil, 62))] = e
	}
	return z
}
