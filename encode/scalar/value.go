// SPDX-License-Identifier: Apache-2.0

package scalar

import (
	"math/big"
	"slices"
)

// A Value is the value of a variable: a number, or an array of numbers. The zero value is neither.
type Value struct {
	number *big.Int
	array  *array
}

// NumberValue returns the value of a scalar.
func NumberValue(n *big.Int) Value { return Value{number: n} }

// Number returns the value of a scalar, or nil for an array.
func (v Value) Number() *big.Int { return v.number }

// Elements calls visit for the elements of an array that were stored, by increasing index. It
// returns the value of all others.
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

// maxChain bounds the stores in a chain before they are gathered in a map.
const maxChain = 64

// An array is a total map from indices to numbers. It is immutable: a store makes a new array that
// refers to the old one.
type array struct {
	elems map[string]entry // the stored elements; nil if under is not nil
	fill  *big.Int         // the value of all other elements

	under *array // the array is under, with last stored
	last  entry
	chain int // number of stores above the map
}

type entry struct{ index, elem *big.Int }

func filled(v *big.Int) *array { return &array{fill: v} }

// at returns the element at index i.
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

// with returns a with v at index i.
func (a *array) with(i, v *big.Int) *array {
	z := &array{under: a, last: entry{i, v}, chain: a.chain + 1}
	if z.chain > maxChain {
		return z.flatten()
	}
	return z
}

// flatten returns a as one map.
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
