// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
	"cornet/internal/unionfind"
)

// This file gives the elements of lists and trees consecutive addresses: the number of the
// allocation. Each member of the struct has an array of its own, indexed by this number. So an
// invariant such as "each element links to an older one, or to none" is the formula next[k] < k.
//
// A class consists of objects that one access or one comparison may refer to. All of them are
// allocated structs. The program never points into them, only to their beginnings, and does not
// compute with these pointers.
//
// Invariants about one element are enough for many programs, and about two for the others (package
// cellmorph).
//
// R. Bornat, "Proving Pointer Programs in Hoare Logic", MPC 2000, §3: one array for each component
// of a struct. Differences: addresses count allocations, so that their order is that of time.

// maxClasses bounds the classes of ranked objects. Further objects have no ranks. All ranges fit
// into half of the addresses that bit-vectors have.
const maxClasses = 32

// classRange returns the number of addresses that each class has. An execution may use more, since
// no pointers of different classes are compared.
func (l *lowerer) classRange() int64 { return 1 << (l.ptr.Width - 7) }

// A class is a set of ranked objects. No other objects are accessed where these are.
type class struct {
	// first is the first address, and next holds the address of the next object.
	first int64
	next  *scalar.Var
	// sizes is as in lives, for the objects of this class; nil until it is needed.
	sizes *scalar.Var
	tag   string // of the struct
}

// ranker finds the classes.
type ranker struct {
	l *lowerer
	// together joins the objects that one access, or one comparison, may refer to.
	together unionfind.Sets[*pointsto.Object]
	// bad are the objects that have no rank.
	bad map[*pointsto.Object]bool
	// members counts the pointers into an object, except those that an access or a check of an
	// access uses at once.
	members map[*pointsto.Object]int
}

// rank puts objects into classes, and stores them in regions.
//
// Cost: linear in the program and in the points-to sets of its expressions.
func (l *lowerer) rank() {
	r := &ranker{l: l, bad: map[*pointsto.Object]bool{}, members: map[*pointsto.Object]int{}}
	r.accesses()
	r.pointers()
	lead := r.together.Find
	bad, many := map[*pointsto.Object]bool{}, map[*pointsto.Object]bool{}
	for _, o := range l.a.Objects {
		bad[lead(o)] = bad[lead(o)] || r.bad[o] || r.members[o] > 0 || l.unranked[o] || !isRankable(o)
		many[lead(o)] = many[lead(o)] || l.stores[o].dynamic
	}
	of := map[*pointsto.Object]*class{}
	for _, o := range l.a.Objects {
		k := lead(o)
		if bad[k] || !many[k] {
			continue
		}
		if of[k] == nil {
			if len(l.classes) == maxClasses {
				bad[k] = true
				continue
			}
			of[k] = &class{tag: o.Type.Elem.Tag}
			l.classes = append(l.classes, of[k])
		}
		s := l.stores[o]
		s.class, s.dynamic, s.kind, s.direct = of[k], true, regions, false
	}
}

// isRankable reports whether o is allocated, and is a struct without arrays and unions.
func isRankable(o *pointsto.Object) bool {
	return o.Taken && isOneStruct(o) && hasMembersOnly(o.Type.Elem)
}

// isOneStruct reports whether o is allocated and has the size of its type, a struct.
func isOneStruct(o *pointsto.Object) bool {
	t := elementOf(o)
	if !allocated(o) || o.Flat || o.Opaque || t == nil || t.Kind != cfg.Struct {
		return false
	}
	n, known := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil)
	return known && n.IsInt64() && n.Int64() == t.Size
}

// hasMembersOnly reports whether t consists of scalars and structs.
func hasMembersOnly(t *cfg.Type) bool {
	if t.Kind != cfg.Struct {
		return t.IsScalar()
	}
	for _, f := range t.Fields {
		if !hasMembersOnly(f.Type) {
			return false
		}
	}
	return len(t.Fields) > 0
}

// accesses joins the objects of each access. Exploded objects need not have ranks, since an access
// distinguishes them by their addresses.
func (r *ranker) accesses() {
	for _, access := range r.l.derefs {
		r.joined(r.l.a.Cells(access))
		if p := pointerOf(access); p != nil {
			r.inside(r.l.a.Values(p))
		}
	}
}

// pointerOf returns the pointer through which p is accessed, or nil if p is in a variable.
func pointerOf(p cfg.Place) cfg.Expr {
	d, ok := cfg.Outermost(p).(cfg.Deref)
	if !ok {
		return nil
	}
	if q := d.Direct(); q != nil {
		return pointerOf(q)
	}
	return d.Pointer
}

// joined joins the objects of some cells, which one access or comparison may refer to.
func (r *ranker) joined(cells []*pointsto.Cell) {
	var first *pointsto.Object
	for _, c := range cells {
		o := c.Object
		s := r.l.stores[o]
		if o.Func != nil || s == nil || s.kind == exploded && !isRankable(o) {
			continue
		}
		if first == nil {
			first = o
		}
		r.together.Union(o, first)
	}
}

// pointers marks the objects that are used in other ways than by members of structs that pointers
// to their beginnings point to.
func (r *ranker) pointers() {
	a := r.l.a
	for _, c := range a.AllCells() {
		held := a.Held(c)
		if c.IsFlat() || c.Type == nil || c.Type.Kind != cfg.Pointer { // the pointer may be read as a number
			r.all(held)
		}
		r.inside(held)
	}
	m := cfg.Mapper{
		Expr: func(x cfg.Expr) cfg.Expr { r.expr(x); return x },
		Place: func(p cfg.Place) cfg.Place {
			if d, ok := p.(cfg.Deref); ok && d.Direct() != nil {
				r.count(d.Pointer, -1)
			}
			return p
		},
	}
	for e := range r.l.p.Edges() {
		switch o := e.Op.(type) {
		case cfg.Copy:
			r.block(o.Bytes, o.To, o.From)
		case cfg.Fill:
			r.block(o.Bytes, o.To)
		case cfg.Clobber:
			objects, _ := a.Reached(o.Pointer)
			for _, o := range objects {
				r.bad[o] = true
			}
		}
		m.MapOp(e.Op)
	}
}

// block marks the objects of pointers to a block, unless it is part of a single struct.
func (r *ranker) block(bytes cfg.Expr, pointers ...cfg.Expr) {
	n, known := cfg.Fold(bytes, nil)
	for _, p := range pointers {
		for _, c := range r.l.a.Values(p) {
			if t := elementOf(c.Object); !known || t == nil || !n.IsInt64() || n.Int64() > t.Size {
				r.bad[c.Object] = true
			}
		}
	}
}

// expr marks the objects whose addresses x computes with.
func (r *ranker) expr(x cfg.Expr) {
	switch y := x.(type) {
	case cfg.AddrOf:
		r.count(y, 1)
	case cfg.Valid: // part of the check of an access to a member
		if y.In == nil {
			r.count(y.Pointer, -1)
		}
	case cfg.Binary:
		x, z := r.l.a.Values(y.X), r.l.a.Values(y.Y)
		if y.Operator == cfg.PtrAdd || y.Operator == cfg.PtrDiff {
			r.all(x)
			r.all(z)
		} else if y.X.Type().Kind == cfg.Pointer {
			r.joined(slices.Concat(x, z))
		}
	case cfg.Cast:
		if (y.Of.Kind == cfg.Pointer) != (y.X.Type().Kind == cfg.Pointer) {
			r.all(r.l.a.Values(y.X))
		}
	}
}

// count adds n to the number of pointers like x into the objects that x points into.
func (r *ranker) count(x cfg.Expr, n int) {
	if _, ok := x.(cfg.AddrOf); !ok {
		return
	}
	for _, c := range r.l.a.Values(x) {
		if isInside(c) {
			r.members[c.Object] += n
		}
	}
}

// all marks the objects of some cells.
func (r *ranker) all(cells []*pointsto.Cell) {
	for _, c := range cells {
		r.bad[c.Object] = true
	}
}

// inside marks the objects of those cells that are not at the beginning of their object.
func (r *ranker) inside(cells []*pointsto.Cell) {
	for _, c := range cells {
		if isInside(c) {
			r.bad[c.Object] = true
		}
	}
}

// isInside reports whether c is not at the beginning of its object.
func isInside(c *pointsto.Cell) bool { return c.IsFlat() || offsetOf(c) != 0 }

// sharesArrays reports whether two members of a ranked object are in one region. It marks the
// objects of the class as unranked.
func (l *lowerer) sharesArrays() (shares bool) {
	type key struct {
		region *pointsto.Cell
		object *pointsto.Object
	}
	seen, bad := map[key]bool{}, map[*class]bool{}
	for _, c := range l.allCells() {
		s := l.stores[c.Object]
		if s == nil || s.class == nil || c.Type == nil || !c.Type.IsScalar() {
			continue
		}
		k := key{l.united.Find(c), c.Object}
		bad[s.class] = bad[s.class] || seen[k]
		seen[k] = true
	}
	for _, o := range l.a.Objects {
		if c := l.stores[o].class; c != nil && bad[c] {
			l.unranked[o] = true
			shares = true
		}
	}
	return shares
}

// placeClasses chooses the addresses of ranked objects.
func (l *lowerer) placeClasses() {
	next := l.heap
	for _, o := range l.dynamic {
		if l.stores[o].class == nil { // these follow the objects with constant addresses
			next += l.classRange()
			break
		}
	}
	for _, c := range l.classes {
		c.first, c.next = next, l.newVar(c.tag+".count", l.ptr, nil)
		next += l.classRange()
	}
}

// isRanked returns the condition that an object of c has been made at an address.
func (l *lowerer) isRanked(c *class, x *scalar.Expr) *scalar.Expr {
	return l.and(l.le(l.address(c.first), x), scalar.New(scalar.Lt, l.int(), x, scalar.NewRead(c.next)))
}
