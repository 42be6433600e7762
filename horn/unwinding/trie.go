// SPDX-License-Identifier: Apache-2.0

package unwinding

import "math/bits"

// cells is a persistent map from indices to values, a Patricia tree. nil is the empty map. The time
// to merge two maps depends on their differences (Okasaki and Gill, ML Workshop 1998).
type cells struct {
	key         uint64 // key of a leaf; the common bits of the keys below a branch
	branch      uint64 // the highest bit in which the keys below differ; 0 for a leaf
	left, right *cells // keys with this bit clear, and keys with it set
	value       value
}

// at returns the value of a key, and reports whether the map has the key.
func (t *cells) at(key uint64) (value, bool) {
	for t != nil && t.branch != 0 {
		if key&t.branch == 0 {
			t = t.left
		} else {
			t = t.right
		}
	}
	if t == nil || t.key != key {
		return value{}, false
	}
	return t.value, true
}

// prefix returns the bits of a key above the one of a branch.
func prefix(key, branch uint64) uint64 { return key &^ (branch | (branch - 1)) }

// join returns the union of two maps whose keys differ above their branching bits.
func join(x, y *cells) *cells {
	branch := uint64(1) << (63 - bits.LeadingZeros64(x.key^y.key))
	z := &cells{key: prefix(x.key, branch), branch: branch, left: x, right: y}
	if x.key&branch != 0 {
		z.left, z.right = y, x
	}
	return z
}

// with returns the map with the value of one key changed.
func (t *cells) with(key uint64, v value) *cells {
	leaf := &cells{key: key, value: v}
	switch {
	case t == nil || t.branch == 0 && t.key == key:
		return leaf
	case t.branch == 0 || prefix(key, t.branch) != t.key:
		return join(t, leaf)
	}
	z := *t
	if key&t.branch == 0 {
		z.left = t.left.with(key, v)
	} else {
		z.right = t.right.with(key, v)
	}
	return &z
}

// each yields the entries in the order of their keys.
func (t *cells) each(yield func(key uint64, v value)) {
	switch {
	case t == nil:
	case t.branch == 0:
		yield(t.key, t.value)
	default:
		t.left.each(yield)
		t.right.each(yield)
	}
}

// halves returns the parts of a map whose keys have the bit of a branch clear, and set. No keys of
// the map differ in higher bits.
func (t *cells) halves(branch uint64) (left, right *cells) {
	switch {
	case t == nil:
		return nil, nil
	case t.branch == branch:
		return t.left, t.right
	case t.key&branch == 0:
		return t, nil
	}
	return nil, t
}
