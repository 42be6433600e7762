// SPDX-License-Identifier: Apache-2.0

// Package persist has maps from small numbers that share parts with the maps they were made from.
//
// A state of symbolic execution is such a map. A copy at each branch costs nothing, and where paths
// meet, only their changes are compared. The map is a radix tree (P. Bagwell, "Ideal Hash Trees",
// 2001, without hashing, since the keys are dense).
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

// Differ calls visit for the keys of two maps, in ascending order, except those whose values both
// have from the same Set.
//
// Cost: O(log n) for each key that is visited, or has a visited neighbour.
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

// Change gives a key a value.
type Change[V any] struct {
	Key   int
	Value V
}

// SetAll returns the map after some changes, whose keys ascend.
//
// Cost: O(log n) for each change, and less for neighbours: a node is copied once.
func (m Map[V]) SetAll(changes []Change[V]) Map[V] {
	if len(changes) == 0 {
		return m
	}
	for last := changes[len(changes)-1].Key; m.height == 0 || last>>(bits*m.height) != 0; {
		m = m.higher()
	}
	m.root = m.root.setAll(m.height-1, changes)
	return m
}

func (n *node[V]) setAll(h int, changes []Change[V]) *node[V] {
	z := &node[V]{}
	if n != nil {
		*z = *n
	}
	if h == 0 {
		z.values = make([]V, width)
		if n != nil {
			copy(z.values, n.values)
		}
		for _, c := range changes {
			k := c.Key & (width - 1)
			z.values[k], z.has = c.Value, z.has|1<<k
		}
		return z
	}
	for len(changes) > 0 {
		k, end := changes[0].Key>>(bits*h), 1
		for end < len(changes) && changes[end].Key>>(bits*h) == k {
			end++
		}
		z.kids[k&(width-1)] = z.kids[k&(width-1)].setAll(h-1, changes[:end])
		changes = changes[end:]
	}
	return z
}

// Memo caches how one operation has combined parts of maps. The zero value is ready to use. It
// belongs to one goroutine.
type Memo[V any] struct{ of map[[2]*node[V]]*node[V] }

// maxMemo bounds the pairs of nodes in a memo. When it is reached, the memo is cleared.
const maxMemo = 1 << 14

// Combine returns the map that has f(v, w) for each key that has the value v in x or w in y, where
// a value that is missing is the zero value; f(v, v) is v. The result shares the parts with x, or
// else with y, in which it has the same values.
//
// Cost: O(log n) for each key whose values in the two maps have not been combined with this memo
// before.
func Combine[V any](memo *Memo[V], x, y Map[V], f func(v, w V) V, same func(v, w V) bool) Map[V] {
	for x.height < y.height {
		x = x.higher()
	}
	for y.height < x.height {
		y = y.higher()
	}
	c := combination[V]{memo, f, same}
	return Map[V]{c.nodes(x.root, y.root, x.height-1), x.height}
}

type combination[V any] struct {
	memo *Memo[V]
	f    func(v, w V) V
	same func(v, w V) bool
}

func (c *combination[V]) nodes(x, y *node[V], h int) *node[V] {
	if x == y {
		return x
	}
	key := [2]*node[V]{x, y}
	z, ok := c.memo.of[key]
	if ok {
		return z
	}
	if h == 0 {
		z = c.leaves(x, y)
	} else {
		z = &node[V]{}
		isX, isY := true, true
		for k := range width {
			a, b := x.kid(k), y.kid(k)
			z.kids[k] = c.nodes(a, b, h-1)
			isX, isY = isX && z.kids[k] == a, isY && z.kids[k] == b
		}
		z = oneOf(z, x, isX, y, isY)
	}
	if len(c.memo.of) >= maxMemo || c.memo.of == nil {
		c.memo.of = map[[2]*node[V]]*node[V]{}
	}
	c.memo.of[key] = z
	return z
}

func (c *combination[V]) leaves(x, y *node[V]) *node[V] {
	z := &node[V]{values: make([]V, width)}
	isX, isY := true, true
	for k := range width {
		v, w := x.value(k), y.value(k)
		if !x.hasValue(k) && !y.hasValue(k) {
			continue
		}
		u := c.f(v, w)
		z.values[k], z.has = u, z.has|1<<k
		isX, isY = isX && c.same(u, v), isY && c.same(u, w)
	}
	return oneOf(z, x, isX, y, isY)
}

// oneOf returns x or y instead of z if it is the same.
func oneOf[V any](z, x *node[V], isX bool, y *node[V], isY bool) *node[V] {
	switch {
	case isX:
		return x
	case isY:
		return y
	}
	return z
}

// value returns what leaf n has for its k-th key.
func (n *node[V]) value(k int) (z V) {
	if n.hasValue(k) {
		return n.values[k]
	}
	return z
}
