// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/bits"

	"cornet/smt/sat"
)

// Where edges meet, most of them agree on most values. For example, a loop that ends at an unknown
// iteration up to 1,000 has 1,000 exits. A cell that iteration 7 writes has only two values there:
// one at the exits before that iteration, one at the others. So a merge chooses between different
// values, not between edges.

// option is a value that is taken if a literal holds. Of several options, exactly one is taken
// wherever their values matter.
type option[T any] struct {
	when *disjunction
	what T
}

// disjunction is a literal that is made when it is first needed.
type disjunction struct {
	lit   sat.Lit // NoLit until it is made from the parts
	parts []*disjunction
}

// literal returns the literal of a disjunction.
func (f *Formula) literal(d *disjunction) sat.Lit {
	if d.lit == sat.NoLit {
		lits := make([]sat.Lit, len(d.parts))
		for i, p := range d.parts {
			lits[i] = f.literal(p)
		}
		d.lit = f.any(lits)
	}
	return d.lit
}

// grouped sorts options by a key, in the order of its first occurrence. Then the largest group
// comes first: what is taken unless another group is needs no literal.
func grouped[T any, K comparable](options []option[T], key func(T) K) [][]option[T] {
	number, most := make(map[K]int, len(options)), 0
	var z [][]option[T]
	for _, o := range options {
		k := key(o.what)
		i, known := number[k]
		if !known {
			i = len(z)
			number[k], z = i, append(z, nil)
		}
		z[i] = append(z[i], o)
		if len(z[i]) > len(z[most]) {
			most = i
		}
	}
	z[0], z[most] = z[most], z[0]
	return z
}

// either returns the condition that one of the options is taken.
func either[T any](options []option[T]) *disjunction {
	if len(options) == 1 {
		return options[0].when
	}
	z := &disjunction{parts: make([]*disjunction, len(options))}
	for i, o := range options {
		z.parts[i] = o.when
	}
	return z
}

// merge returns the value that is taken.
//
// Cost: a multiplexer for each different value but one, and a gate for each option.
func (f *Formula) merge(options []option[value]) value {
	if options[0].what.array != nil {
		arrays := make([]option[*array], len(options))
		for i, o := range options {
			arrays[i] = option[*array]{o.when, o.what.array}
		}
		return value{array: f.mergeArrays(arrays)}
	}
	f.effort += int64(len(options))
	var z value
	for i, group := range grouped(options, identity) {
		v := group[0].what
		for _, o := range group[1:] {
			v = f.alike(v, o.what)
		}
		if i == 0 {
			z = v
		} else {
			z = f.mux(f.literal(either(group)), v, z)
		}
	}
	return z
}

// identity is the same for values with the same bits.
func identity(v value) string { return name(append(v.word[:len(v.word):len(v.word)], v.wild)) }

// alike returns one of two values with the same bits, with a span that is right for both.
func (f *Formula) alike(x, y value) value {
	if x.span != nil && x.span != y.span {
		x.span = hull(f.rangeOf(x), f.rangeOf(y))
	}
	return x
}

// mergeArrays returns the array that is taken. Arrays with the same core are merged cell by cell at
// constant indices.
func (f *Formula) mergeArrays(options []option[*array]) *array {
	groups := grouped(options, func(a *array) *core { return a.core })
	if len(groups) > 1 && storedAlike(options) {
		return f.mergeStores(options)
	}
	var z *array
	for i, group := range groups {
		core, trees := group[0].what.core, make([]option[*cells], len(group))
		for k, o := range group {
			trees[k] = option[*cells]{o.when, o.what.cells}
		}
		a := group[0].what
		if t := f.mergeCells(core, trees); t != a.cells {
			a = &array{core: core, cells: t}
		}
		if i == 0 {
			z = a
		} else {
			z = &array{core: chosen(f.literal(either(group)), a, z)}
		}
	}
	return z
}

// storedAlike reports whether all arrays were stored to last at the same index. For example, a loop
// with many exits is followed by s[k] = 0, which each exit has done on its own.
func storedAlike(options []option[*array]) bool {
	index := name(options[0].what.core.index)
	for _, o := range options {
		if a := o.what; a.cells != nil || a.core.kind != storedArray || name(a.core.index) != index {
			return false
		}
	}
	return true
}

// mergeStores returns the array that is taken of arrays that are stored alike.
func (f *Formula) mergeStores(options []option[*array]) *array {
	before, values := make([]option[*array], len(options)), make([]option[value], len(options))
	for i, o := range options {
		before[i], values[i] = option[*array]{o.when, o.what.core.a}, option[value]{o.when, o.what.core.value}
	}
	return f.store(f.mergeArrays(before), options[0].what.core.index, f.merge(values))
}

// mergeCells returns the cells that are taken. A missing cell is that of the core.
//
// Cost: linear in the different subtrees of the options.
func (f *Formula) mergeCells(c *core, options []option[*cells]) *cells {
	groups := grouped(options, func(t *cells) *cells { return t })
	if len(groups) == 1 {
		return groups[0][0].what
	}
	f.effort += int64(len(options))
	var first *cells
	differ := uint64(0) // bits in which keys differ
	for i, group := range groups {
		t := group[0].what
		groups[i] = []option[*cells]{{either(group), t}}
		if t == nil {
			continue
		}
		if first == nil {
			first = t
		}
		differ |= t.branch | (t.key ^ first.key)
	}
	if differ == 0 { // one cell
		return &cells{key: first.key, value: f.mergeCell(c, first.key, groups)}
	}
	branch := uint64(1) << (63 - bits.LeadingZeros64(differ))
	left, right := make([]option[*cells], len(groups)), make([]option[*cells], len(groups))
	for i, group := range groups {
		when := group[0].when
		x, y := group[0].what.halves(branch)
		left[i], right[i] = option[*cells]{when, x}, option[*cells]{when, y}
	}
	x, y := f.mergeCells(c, left), f.mergeCells(c, right)
	if x == nil || y == nil {
		panic("no tree has keys with another bit")
	}
	return &cells{key: prefix(first.key, branch), branch: branch, left: x, right: y}
}

// mergeCell returns the value of one cell.
func (f *Formula) mergeCell(c *core, key uint64, groups [][]option[*cells]) value {
	options := make([]option[value], len(groups))
	for i, group := range groups {
		options[i].when = group[0].when
		if t := group[0].what; t != nil {
			options[i].what = t.value
		} else {
			options[i].what = f.readCore(c, f.indexOf(key, c.sort))
		}
	}
	return f.merge(options)
}
