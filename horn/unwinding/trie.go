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

// merged returns the map with the keys of both maps. combine makes each value from the two entries;
// a missing entry is nil. Shared subtrees do not change.
func merged(x, y *cells, combine func(key uint64, x, y *value) value) *cells {
	one := func(t *cells, first bool) *cells {
		var z *cells
		t.each(func(key uint64, v value) {
			if first {
				z = z.with(key, combine(key, &v, nil))
			} else {
				z = z.with(key, combine(key, nil, &v))
			}
		})
		return z
	}
	switch {
	case x == y:
		return x
	case x == nil:
		return one(y, false)
	case y == nil:
		return one(x, true)
	case x.branch == 0 && y.branch == 0 && x.key == y.key:
		return &cells{key: x.key, value: combine(x.key, &x.value, &y.value)}
	case x.branch != 0 && x.branch == y.branch && x.key == y.key:
		z := *x
		z.left, z.right = merged(x.left, y.left, combine), merged(x.right, y.right, combine)
		return &z
	case x.branch > y.branch && prefix(y.key, x.branch) == x.key:
		z := *x
		if y.key&x.branch == 0 {
			z.left, z.right = merged(x.left, y, combine), one(x.right, true)
		} else {
			z.left, z.right = one(x.left, true), merged(x.right, y, combine)
		}
		return &z
	case y.branch > x.branch && prefix(x.key, y.branch) == y.key:
		z := *y
		if x.key&y.branch == 0 {
			z.left, z.right = merged(x, y.left, combine), one(y.right, false)
		} else {
			z.left, z.right = one(y.left, false), merged(x, y.right, combine)
		}
		return &z
	}
	return join(one(x, true), one(y, false))
}
