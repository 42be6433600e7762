// SPDX-License-Identifier: Apache-2.0

package regular

import (
	"fmt"

	"cornet/logic"
)

// This file makes relations that hold for the states of all values, and clauses that define them as
// least relations. One kind relates the states of different values. The other relates the states of
// a few values and pairs of them. For example, not all combinations of states of (x, y), (y, z) and
// (x, z) occur, which matters for transitivity. Another example is (x, x), which has few states.

// claim describes the values for which a relation holds: all values, or all that differ.
type claim struct {
	rel     int
	differs bool
}

// jointStates selects some of a few values of the given sorts, and some of their pairs.
type jointStates struct {
	sorts   []*logic.Sort
	singles []int
	pairs   [][2]int
}

// jointly returns the relation between the states of the selected values and pairs. It returns
// false if there are too many combinations of constructors.
func (g *signature) jointly(j jointStates) (int, bool) {
	key := fmt.Sprint(j.singles, j.pairs)
	ways := 1
	for _, d := range j.sorts {
		key += fmt.Sprintf(",%d", g.sort(sort{first: d}))
		if ways *= len(d.Datatype().Constructors); ways > maxTogether {
			return 0, false
		}
	}
	n, ok := g.joint[key]
	if ok {
		return n, true
	}
	n = g.relation(relation{args: j.sorts, singles: j.singles, pairs: j.pairs})
	g.joint[key] = n
	g.claims = append(g.claims, &claim{rel: n})
	b := g.builder()
	b.head = &fact{rel: n}
	for _, d := range j.sorts {
		b.head.args = append(b.head.args, b.fresh(d))
	}
	b.begin(0)
	g.clauses = append(g.clauses, b.made...)
	return n, true
}

// begin makes a clause for each combination of constructors of the values in the head, from the
// k-th on.
func (b *builder) begin(k int) {
	if k == len(b.head.args) {
		b.made = append(b.made, b.emit())
		return
	}
	v := b.head.args[k]
	for _, c := range v.sort.Datatype().Constructors {
		b.bind(v, c, func(i int) *node { return b.fresh(c.Fields[i].Sort) })
		b.begin(k + 1)
	}
	v.constructor, v.fields = nil, nil
}

// different returns the relation of the states of different values of sort d: values of two
// constructors differ, and so do values of one constructor that differ in a field. Fields without
// states may always differ.
func (g *signature) different(d *logic.Sort) int {
	n, ok := g.differ[d]
	if ok {
		return n
	}
	r := relation{args: []*logic.Sort{d, d}, singles: []int{0, 1}}
	if g.pairs && d.IsDatatype() && inStep(d, d) {
		r.singles, r.pairs = nil, [][2]int{{0, 1}}
	}
	n = g.relation(r)
	g.differ[d] = n
	g.claims = append(g.claims, &claim{rel: n, differs: true})
	if d.IsBool() {
		for v := range 2 {
			b := g.builder()
			x, y := b.fresh(d), b.fresh(d)
			x.fixed, y.fixed = v, 1-v
			b.head = &fact{n, []*node{x, y}}
			g.clauses = append(g.clauses, b.emit())
		}
		return n
	}
	for _, x := range d.Datatype().Constructors {
		for _, y := range d.Datatype().Constructors {
			if x != y {
				g.differing(n, x, y, -1)
				continue
			}
			for i, f := range x.Fields {
				if !g.hasStates(f.Sort) {
					g.differing(n, x, y, -1)
				} else {
					g.differing(n, x, y, i)
				}
			}
		}
	}
	return n
}

// differing adds the clause that values of constructors x and y differ if they have a field with
// different values.
func (g *signature) differing(rel int, x, y *logic.Constructor, field int) {
	b := g.builder()
	made := []*node{}
	for _, c := range []*logic.Constructor{x, y} {
		made = append(made, b.construct(c, func(i int) *node { return b.fresh(c.Fields[i].Sort) }))
	}
	if field >= 0 {
		b.body = []fact{{g.different(x.Fields[field].Sort), []*node{made[0].fields[field], made[1].fields[field]}}}
	}
	b.head = &fact{rel, made}
	g.clauses = append(g.clauses, b.emit())
}
