// SPDX-License-Identifier: Apache-2.0

package symbolic

import (
	"encoding/binary"
	"slices"

	"cornet/logic"
	"cornet/smt/sat"
)

// cell is a symbolic value. A value of a datatype has a literal for each constructor, exactly one
// of them true, and fields. Constructors share fields: their first fields of a sort have the same
// cell, their second ones, and so on. So calls on these fields are the same for all constructors.
type cell struct {
	id    int
	sort  *logic.Sort
	tests []sat.Lit // for a datatype, by constructor
	word  word      // bits of an integer; for a Boolean, its only bit
	// fixed is the constructor, if it is known. Fields that it does not have are nil then.
	fixed  *logic.Constructor
	fields []*cell // by position in the layout; nil until something reads them
	ground bool    // the cell is a value
	links  []link
	depth  int   // depth below an input; negative for cells that are not part of an input
	ref    *cell // the cell that replaces this one
}

// link states that the fields of a cell and of another one are equal if guard holds and the
// constructor has them.
type link struct {
	other *cell
	guard sat.Lit
	flow  flow // from the cell to the other one
}

// flow states where a value comes from. If the fields of a value are read, those of its sources are
// read too.
type flow int8

const (
	backward flow = iota - 1 // the second value is the source
	anyway
	forward // the first value is the source
)

// layout has the fields that the constructors of a datatype share.
type layout struct {
	sorts []*logic.Sort
	place [][]int // by constructor and field
	users [][]int // by place: the constructors that have it
	deep  []bool  // by constructor: it has fields that may contain values of the same sort
}

func layoutOf(sort *logic.Sort) *layout {
	z := &layout{}
	for k, c := range sort.Datatype().Constructors {
		taken := make([]bool, len(z.sorts))
		places := make([]int, len(c.Fields))
		for i, f := range c.Fields {
			p := 0
			for p < len(z.sorts) && (p < len(taken) && taken[p] || z.sorts[p] != f.Sort) {
				p++
			}
			if p == len(z.sorts) {
				z.sorts, z.users = append(z.sorts, f.Sort), append(z.users, nil)
			}
			for len(taken) < len(z.sorts) {
				taken = append(taken, false)
			}
			taken[p] = true
			places[i] = p
			z.users[p] = append(z.users[p], k)
		}
		z.place = append(z.place, places)
		z.deep = append(z.deep, slices.ContainsFunc(c.Fields, func(f *logic.Selector) bool { return reaches(f.Sort, sort, nil) }))
	}
	return z
}

// reaches reports whether values of the sort from may contain values of the sort to.
func reaches(from, to *logic.Sort, seen []*logic.Sort) bool {
	if from == to {
		return true
	}
	if !from.IsDatatype() || slices.Contains(seen, from) {
		return false
	}
	seen = append(seen, from)
	for _, c := range from.Datatype().Constructors {
		if slices.ContainsFunc(c.Fields, func(f *logic.Selector) bool { return reaches(f.Sort, to, seen) }) {
			return true
		}
	}
	return false
}

// hasCells reports whether values of a sort, and their parts, have cells. Sorts in seen are assumed
// to have them.
func hasCells(sort *logic.Sort, seen []*logic.Sort) bool {
	switch {
	case sort.IsBool() || sort.IsInt() || slices.Contains(seen, sort):
		return true
	case !sort.IsDatatype():
		return false
	}
	seen = append(seen, sort)
	return !slices.ContainsFunc(sort.Datatype().Constructors, func(c *logic.Constructor) bool {
		return slices.ContainsFunc(c.Fields, func(f *logic.Selector) bool { return !hasCells(f.Sort, seen) })
	})
}

// cells makes cells.
type cells struct {
	gates
	layouts    map[*logic.Sort]*layout
	known      map[string]*cell // values and constructors with cells
	all        []*cell
	equal      map[[2]int]sat.Lit // implies that two cells are equal
	young      int                // while links are followed: cells from this one on are new
	shallow    []sat.Lit          // by depth: literals that state that inputs are no deeper
	words      int                // bits of unknown integers
	fieldTests map[[2]int]sat.Lit // literals by cell and place
}

func newCells(s *sat.Solver, bits int) cells {
	return cells{gates: newGates(s), layouts: map[*logic.Sort]*layout{}, known: map[string]*cell{}, equal: map[[2]int]sat.Lit{}, words: bits, fieldTests: map[[2]int]sat.Lit{}}
}

func (z *cells) layout(sort *logic.Sort) *layout {
	l := z.layouts[sort]
	if l == nil {
		l = layoutOf(sort)
		z.layouts[sort] = l
	}
	return l
}

func (z *cells) add(c *cell) *cell {
	c.id = len(z.all)
	z.all = append(z.all, c)
	return c
}

func deref(c *cell) *cell {
	for c.ref != nil {
		c = c.ref
	}
	return c
}

// unknown returns a value about which nothing is known.
func (z *cells) unknown(sort *logic.Sort) *cell { return z.among(sort, nil) }

// among returns a value with one of the possible constructors. nil means that all are possible.
func (z *cells) among(sort *logic.Sort, possible []bool) *cell {
	c := &cell{sort: sort, depth: -1}
	switch {
	case sort.IsBool():
		c.word = word{z.fresh()}
	case sort.IsInt():
		for range z.words {
			c.word = append(c.word, z.fresh())
		}
	default:
		ks := sort.Datatype().Constructors
		last, n := 0, 0
		c.tests = make([]sat.Lit, len(ks))
		for k := range ks {
			c.tests[k] = z.no()
			if possible == nil || possible[k] {
				last = k
				n++
			}
		}
		if n == 1 {
			c.fixed, c.tests[last] = ks[last], z.yes
			c.fields = make([]*cell, len(z.layout(sort).sorts))
			for _, p := range z.layout(sort).place[last] {
				c.fields[p] = z.unknown(z.layout(sort).sorts[p])
			}
			break
		}
		var some []sat.Lit
		for k := range ks {
			if possible == nil || possible[k] {
				c.tests[k] = z.fresh()
				for _, l := range some {
					z.clause(l.Not(), c.tests[k].Not())
				}
				some = append(some, c.tests[k])
			}
		}
		z.clause(some...)
	}
	return z.add(c)
}

// input returns an unknown part of an input. For each depth, a literal states that inputs are no
// deeper.
func (z *cells) input(sort *logic.Sort, depth int) *cell {
	c := z.unknown(sort)
	c.depth = depth
	if c.tests == nil {
		return c
	}
	shallow := z.noDeeper(depth)
	for k, deep := range z.layout(sort).deep {
		if deep {
			z.clause(shallow.Not(), c.tests[k].Not())
		}
	}
	return c
}

// noDeeper returns a literal that implies that inputs have at most the given depth.
func (z *cells) noDeeper(depth int) sat.Lit {
	for len(z.shallow) <= depth {
		z.shallow = append(z.shallow, z.fresh())
	}
	return z.shallow[depth]
}

// interned returns the cell for a key, made by make if it is new.
func (z *cells) interned(key string, make func() *cell) *cell {
	c := z.known[key]
	if c == nil {
		c = z.add(make())
		z.known[key] = c
	}
	return c
}

func keyOf(head uint64, args []*cell) []byte {
	b := binary.AppendUvarint(nil, head)
	for _, a := range args {
		b = binary.AppendUvarint(b, uint64(deref(a).id))
	}
	return b
}

// construct returns the value of a constructor.
func (z *cells) construct(k *logic.Constructor, args []*cell) *cell {
	return z.interned("c"+string(keyOf(uint64(k.Sort.ID())<<16|uint64(k.Index), args)), func() *cell {
		l := z.layout(k.Sort)
		c := &cell{sort: k.Sort, depth: -1, fixed: k, fields: make([]*cell, len(l.sorts)), ground: true}
		for i := range k.Sort.Datatype().Constructors {
			c.tests = append(c.tests, z.constant(i == k.Index))
		}
		for i, a := range args {
			a = deref(a)
			c.fields[l.place[k.Index][i]] = a
			c.ground = c.ground && a.ground
		}
		return c
	})
}

// integer returns a cell for a word.
func (z *cells) integer(sort *logic.Sort, w word) *cell {
	if n, ok := z.value(w); ok {
		return z.interned("n"+string(binary.AppendVarint(nil, n)), func() *cell { return &cell{sort: sort, depth: -1, word: w, ground: true} })
	}
	return z.add(&cell{sort: sort, depth: -1, word: w})
}

// boolean returns a cell for a literal.
func (z *cells) boolean(sort *logic.Sort, l sat.Lit) *cell {
	return z.interned("b"+string(binary.AppendUvarint(nil, uint64(l))), func() *cell {
		return &cell{sort: sort, depth: -1, word: word{l}, ground: l == z.yes || l == z.no()}
	})
}

// inspect gives fields to c and to its sources.
func (z *cells) inspect(c *cell) {
	if c.fields != nil || len(z.layout(c.sort).sorts) == 0 {
		return
	}
	for _, s := range z.layout(c.sort).sorts {
		if c.depth < 0 {
			c.fields = append(c.fields, z.unknown(s))
		} else {
			c.fields = append(c.fields, z.input(s, c.depth+1))
		}
	}
	z.follow(c)
}

// follow applies links to the new fields of c. It gives fields only to sources that are older than
// the first cell of this call. Otherwise it might not terminate, since two values may be parts of
// each other under mutually exclusive guards.
func (z *cells) follow(c *cell) {
	if z.young == 0 {
		z.young = len(z.all)
		defer func() { z.young = 0 }()
	}
	links := c.links
	c.links = nil
	for _, l := range links {
		if l.other.fields == nil && l.flow != forward && l.other.id < z.young {
			z.inspect(l.other)
		}
		if l.other.fields != nil {
			z.descend(l.guard, c, l.other, l.flow)
		} else {
			c.links = append(c.links, l)
		}
	}
}

// descend makes the fields of x and y equal where guard holds.
func (z *cells) descend(guard sat.Lit, x, y *cell, f flow) {
	if y.fixed != nil {
		x, y, f = y, x, -f
	}
	for p := range x.fields {
		if x.fields[p] != nil && y.fields[p] != nil {
			z.equate(z.both(guard, z.has(x, p)), x.fields[p], y.fields[p], f)
		}
	}
}

// has returns a literal that holds if the constructor of c has the field p.
func (z *cells) has(c *cell, p int) sat.Lit {
	users := z.layout(c.sort).users[p]
	if c.fixed != nil || len(users) == len(c.tests) {
		return z.yes
	}
	if len(users) == 1 {
		return c.tests[users[0]]
	}
	key := [2]int{c.id, p}
	l, ok := z.fieldTests[key]
	if !ok {
		l = z.fresh()
		for _, k := range users {
			z.clause(c.tests[k].Not(), l)
		}
		z.fieldTests[key] = l
	}
	return l
}

// maxDirect bounds the constructors of sorts whose values are compared directly under a guard.
const maxDirect = 3

// equate makes x and y equal where guard holds. Values of a few bits are compared directly under
// the guard. Other values are compared under a literal that each pair of cells has, since many
// paths lead to the same pair.
func (z *cells) equate(guard sat.Lit, x, y *cell, f flow) {
	x, y = deref(x), deref(y)
	if x.id > y.id {
		x, y, f = y, x, -f
	}
	switch {
	case x == y || guard == z.no():
	case len(x.word) == 1 && len(y.word) == 1:
		z.same(guard, x.word, y.word)
	case x.fixed != nil && y.fixed != nil && x.fixed != y.fixed || x.ground && y.ground:
		z.clause(guard.Not())
	case x.word == nil && len(x.tests) <= maxDirect && len(z.layout(x.sort).sorts) == 0:
		z.alike(guard, x, y)
	default:
		key := [2]int{x.id, y.id}
		l, ok := z.equal[key]
		if !ok {
			l = z.fresh()
			z.equal[key] = l
			z.state(l, x, y, f)
		}
		z.clause(guard.Not(), l)
	}
}

// alike makes the constructors of x and y equal where guard holds.
func (z *cells) alike(guard sat.Lit, x, y *cell) {
	for k := range x.tests {
		z.clause(guard.Not(), x.tests[k].Not(), y.tests[k])
		z.clause(guard.Not(), x.tests[k], y.tests[k].Not())
	}
}

// state makes x and y equal where l holds.
func (z *cells) state(l sat.Lit, x, y *cell, f flow) {
	if x.word != nil {
		z.same(l, x.word, y.word)
		return
	}
	z.alike(l, x, y)
	switch {
	case len(z.layout(x.sort).sorts) == 0:
	case x.fields != nil && y.fields != nil:
		z.descend(l, x, y, f)
	default:
		x.links = append(x.links, link{y, l, f})
		y.links = append(y.links, link{x, l, -f})
	}
}

// clash reports that x and y are different values.
func (z *cells) clash(x, y *cell) bool {
	x, y = deref(x), deref(y)
	switch {
	case x == y:
		return false
	case x.ground && y.ground:
		return true
	case x.word != nil:
		for i := range max(len(x.word), len(y.word)) {
			if x.word.bit(i) == y.word.bit(i).Not() {
				return true
			}
		}
		return false
	case x.fixed != nil && y.fixed != nil && x.fixed != y.fixed:
		return true
	}
	for k := range x.tests {
		if x.tests[k] == z.yes && y.tests[k] == z.no() || x.tests[k] == z.no() && y.tests[k] == z.yes {
			return true
		}
	}
	if x.fixed != nil && y.fixed != nil {
		for p := range x.fields {
			if x.fields[p] != nil && y.fields[p] != nil && z.clash(x.fields[p], y.fields[p]) {
				return true
			}
		}
	}
	return false
}

// choice is a value with its guard.
type choice struct {
	guard sat.Lit
	value *cell
}

// merge returns a value that equals each choice if its guard holds.
func (z *cells) merge(choices []choice) *cell {
	first := deref(choices[0].value)
	same, fixed := true, first.fixed != nil
	var possible []bool
	if first.word == nil {
		possible = make([]bool, len(first.tests))
	}
	for _, c := range choices {
		v := deref(c.value)
		same = same && v == first
		fixed = fixed && v.fixed == first.fixed
		for k := range possible {
			possible[k] = possible[k] || v.tests[k] != z.no()
		}
	}
	switch {
	case same:
		return first
	case fixed:
		var args []*cell
		for _, p := range z.layout(first.sort).place[first.fixed.Index] {
			fields := make([]choice, len(choices))
			for i, c := range choices {
				fields[i] = choice{c.guard, deref(c.value).fields[p]}
			}
			args = append(args, z.merge(fields))
		}
		return z.construct(first.fixed, args)
	}
	m := z.among(first.sort, possible)
	z.supply(m, choices)
	for _, c := range choices {
		z.equate(c.guard, c.value, m, forward)
	}
	return m
}

// supply gives m the fields of choices, if nothing has read them yet and the constructors of all
// choices are known. A field of only one choice is taken unchanged.
func (z *cells) supply(m *cell, choices []choice) {
	if m.word != nil || m.fields != nil || len(z.layout(m.sort).sorts) == 0 {
		return
	}
	for _, c := range choices {
		if deref(c.value).fixed == nil {
			return
		}
	}
	sorts := z.layout(m.sort).sorts
	m.fields = make([]*cell, len(sorts))
	for p, sort := range sorts {
		var some []choice
		for _, c := range choices {
			if f := deref(c.value).fields[p]; f != nil {
				some = append(some, choice{c.guard, f})
			}
		}
		if len(some) == 0 {
			m.fields[p] = z.unknown(sort)
		} else {
			m.fields[p] = z.merge(some)
		}
	}
	z.follow(m)
}
