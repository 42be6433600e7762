// SPDX-License-Identifier: Apache-2.0

// Package persist has maps from small numbers that share their parts with the maps they were made from.
//
// A state of symbolic execution is such a map: a copy at each branch costs nothing, and where paths
// meet, only what they have changed is compared. The map is a radix tree (P. Bagwell, "Ideal Hash
// Trees", 2001, without hashing, since the keys are dense).
package persist

// width is how many children a node has.
const (
	bits  = 4
	width = 1 << bits
)

// Map has values for some numbers from 0. The zero value has none. A Map is immutable and safe for
// concurrent use.
type Map[V any] struct {
	root   *node[V]
	height int // of the tree; keys are less than width^height
}

// node is an inner node, or a leaf that has values.
type node[V any] struct {
	kids   [width]*node[V]
	values []V
	has    uint16 // which values a leaf has
}

// Get returns the value of key, and whether there is one. Cost: O(log key).
func (m Map[V]) Get(key int) (z V, ok bool) {
	if key>>(bits*m.height) != 0 {
		return z, false
	}
	n := m.root
	for h := m.height - 1; h > 0 && n != nil; h-- {
		n = n.kids[key>>(bits*h)&(width-1)]
	}
	if k := key & (width - 1); n != nil && n.has>>k&1 != 0 {
		return n.values[k], true
	}
	return z, false
}

// Set returns the map in which key has a value. Cost: O(log key).
func (m Map[V]) Set(key int, value V) Map[V] {
	for m.height == 0 || key>>(bits*m.height) != 0 {
		if m.root != nil {
			m.root = &node[V]{kids: [width]*node[V]{m.root}}
		}
		m.height++
	}
	m.root = m.root.set(m.height-1, key, value)
	return m
}

func (n *node[V]) set(h, key int, value V) *node[V] {
	z := &node[V]{}
	if n != nil {
		*z = *n
	}
	k := key >> (bits * h) & (width - 1)
	if h > 0 {
		z.kids[k] = z.kids[k].set(h-1, key, value)
		return z
	}
	z.values = make([]V, width)
	if n != nil {
		copy(z.values, n.values)
	}
	z.values[k], z.has = value, z.has|1<<k
	return z
}

// Differ calls visit for the keys of two maps, in ascending order, apart from those whose values
// both have from the same Set.
//
// Cost: O(log n) for each key that is visited, or has a neighbour that is.
func Differ[V any](x, y Map[V], visit func(key int)) {
	for x.height < y.height {
		x = x.higher()
	}
	for y.height < x.height {
		y = y.higher()
	}
	differ(x.root, y.root, x.height-1, 0, visit)
}

// higher is the same map, with a tree that has one more level.
func (m Map[V]) higher() Map[V] {
	if m.root == nil {
		return Map[V]{height: m.height + 1}
	}
	if m.height == 0 {
		return Map[V]{m.root, 1}
	}
	return Map[V]{&node[V]{kids: [width]*node[V]{m.root}}, m.height + 1}
}

func differ[V any](x, y *node[V], h, base int, visit func(int)) {
	if x == y {
		return
	}
	if h == 0 {
		for k := range width {
			if x.hasValue(k) || y.hasValue(k) {
				visit(base + k)
			}
		}
		return
	}
	for k := range width {
		differ(x.kid(k), y.kid(k), h-1, base+k<<(bits*h), visit)
	}
}

func (n *node[V]) hasValue(k int) bool { return n != nil && n.has>>k&1 != 0 }

func (n *node[V]) kid(k int) *node[V] {
	if n == nil {
		return nil
	}
	return n.kids[k]
}
