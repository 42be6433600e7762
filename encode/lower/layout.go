// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"fmt"
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
	"cornet/internal/slice"
	"cornet/internal/unionfind"
)

// kind is a kind of storage.
type kind uint8

const (
	exploded kind = iota
	regions
	opaque
)

// storage is the storage of an object.
type storage struct {
	object  *pointsto.Object
	kind    kind
	dynamic bool   // many instances, addresses from the counter
	class   *class // for ranked objects
	// type of the object, with its length if that is known; nil if it is never accessed
	typ    *cfg.Type
	base   *scalar.Expr // address in units; nil if it is not needed
	direct bool         // accessed only by its name, with indices instead of addresses
	slots  map[slotKey]*scalar.Var
	owner  *scalar.Function // for locals of functions that remain after inlining
}

// slotKey names a scalar part of an exploded object.
type slotKey struct {
	cell   int
	offset int64 // in bytes
}

// region is an array for all parts that some access may denote.
type region struct {
	v       *scalar.Var
	objects map[*pointsto.Object]bool
	cells   []*pointsto.Cell
	typ     scalar.Type
	shift   int64 // the address, in units, with index 0
	zero    bool  // all objects are zero until they are written
}

// plan chooses the storage of every object.
func (l *lowerer) plan() {
	l.stores = map[*pointsto.Object]*storage{}
	l.findFrames()
	for {
		l.classes = nil
		for _, o := range l.a.Objects {
			s := &storage{object: o, typ: o.Type, slots: map[slotKey]*scalar.Var{}}
			l.stores[o] = s
			l.classify(s)
		}
		l.moveToRegions()
		l.rank()
		l.separate()
		l.unite()
		if !l.sharesArrays() {
			break
		}
	}
	l.layOut()
	l.assignAddresses()
	l.placeClasses()
}

// classify makes the choices that depend on one object only.
func (l *lowerer) classify(s *storage) {
	o := s.object
	s.direct = !o.Taken
	switch {
	case o.Func != nil:
		return
	case o.Opaque:
		s.kind = opaque
		s.dynamic = o.Site != nil && !l.once(o.Site)
		return
	case o.Flat:
		l.classifyFlat(s)
		return
	case o.Site != nil:
		size, known := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil)
		s.dynamic = !known || !l.once(o.Site)
		if o.Type != nil && known && size.IsInt64() && o.Type.Elem.Size > 0 {
			n := size.Int64() / o.Type.Elem.Size
			s.typ = &cfg.Type{Kind: cfg.Array, Elem: o.Type.Elem, Len: n, Size: n * o.Type.Elem.Size, Align: o.Type.Align}
		}
	default:
		s.dynamic = l.repeats(o)
	}
	if s.dynamic || s.typ == nil {
		s.kind = regions
		return
	}
	limit := maxParts
	if l.indexed[o] {
		limit = maxCases
	}
	if !within(leafCount(s.typ), limit) || hasLongArray(s.typ) {
		s.kind = regions
	}
}

// hasLongArray reports whether a value of type t contains an array of more than maxElements parts.
func hasLongArray(t *cfg.Type) bool {
	switch t.Kind {
	case cfg.Array:
		return !within(leafCount(t), maxElements)
	case cfg.Struct, cfg.Union:
		return slices.ContainsFunc(t.Fields, func(f cfg.Field) bool { return hasLongArray(f.Type) })
	}
	return false
}

// leafCount returns the number of scalar parts of a value of type t, or -1 if it is unknown or
// huge.
func leafCount(t *cfg.Type) int {
	const huge = 1 << 20
	switch t.Kind {
	case cfg.Array:
		n := leafCount(t.Elem)
		if t.Len < 0 || n < 0 || t.Len > huge || int64(n)*t.Len > huge {
			return -1
		}
		return n * int(t.Len)
	case cfg.Struct:
		sum := 0
		for _, f := range t.Fields {
			n := leafCount(f.Type)
			if n < 0 || sum+n > huge {
				return -1
			}
			sum += n
		}
		return sum
	case cfg.Union:
		most := 0
		for _, f := range t.Fields {
			n := leafCount(f.Type)
			if n < 0 {
				return -1
			}
			most = max(most, n)
		}
		return most
	}
	return 1
}

// once reports whether the edge, of the root function, is taken at most once in a run.
func (l *lowerer) once(e *cfg.Edge) bool {
	return e.From.Func == l.p.Main && !l.cyclic[e.From]
}

// moveToRegions moves exploded objects to regions until every access through a pointer has few
// cases.
func (l *lowerer) moveToRegions() {
	for again := true; again; {
		again = false
		for _, access := range l.derefs {
			cases, spread := 0, false
			kinds := [2]*pointsto.Object{} // stored in regions, flat or not
			var among []*storage
			for _, c := range l.a.Cells(access) {
				s := l.stores[c.Object]
				if s.kind == regions && c.Object.Flat {
					kinds[1] = c.Object
				} else if s.kind == regions {
					kinds[0] = c.Object
				}
				if s.kind != exploded || c.Object.Func != nil {
					spread = spread || s.kind == regions
					continue
				}
				among = append(among, s)
				cases += len(l.positions(s, c))
			}
			if kinds[0] != nil && kinds[1] != nil {
				l.a.Flatten(kinds[0])
			}
			if cases > maxCases || spread && cases > 2 {
				for _, s := range among {
					s.kind = regions
					again = true
				}
			}
		}
	}
}

// positions returns the offsets in bytes at which an object has parts of cell c.
func (l *lowerer) positions(s *storage, c *pointsto.Cell) []int64 {
	if c.IsFlat() {
		if in := l.layouts[c.Object]; in != nil {
			return in.flatPositions(c)
		}
	}
	if c.Parent == nil {
		return []int64{0}
	}
	outer := l.positions(s, c.Parent)
	t := c.Parent.Type
	if t.Kind != cfg.Array {
		off := t.Fields[c.Field].Offset
		return slice.Map(outer, func(p int64) int64 { return p + off })
	}
	n := t.Len
	if c.Parent.Parent == nil && s.typ != nil && s.typ.Kind == cfg.Array {
		n = s.typ.Len
	}
	var z []int64
	for _, p := range outer {
		for i := int64(0); i < n && len(z) <= 4096; i++ {
			z = append(z, p+i*t.Elem.Size)
		}
	}
	return z
}

// unite makes the regions. It takes the scalar cells of the objects whose storage is in regions,
// and puts cells that one access may reach into one set.
func (l *lowerer) unite() {
	l.united = unionfind.Sets[*pointsto.Cell]{}
	join := func(cs []*pointsto.Cell) {
		var first *pointsto.Cell
		for _, c := range cs {
			if l.stores[c.Object] == nil || l.stores[c.Object].kind != regions || c.Object.Flat {
				continue
			}
			if first == nil {
				first = c
				continue
			}
			l.uniteTrees(first, c)
		}
	}
	for _, access := range l.derefs {
		join(l.a.Cells(access))
	}
}

func (l *lowerer) uniteTrees(c, d *pointsto.Cell) {
	if c == d || c.Type == nil || d.Type == nil {
		return
	}
	if c.Type.IsScalar() || d.Type.IsScalar() {
		l.united.Union(d, c)
		return
	}
	if c.Type.Kind == cfg.Array {
		l.uniteTrees(l.a.Kid(c, c.Type, 0), l.a.Kid(d, d.Type, 0))
		return
	}
	for i, f := range c.Type.Fields {
		if c.Type.Kind == cfg.Union && !l.a.UsesMember(c.Type, i) {
			continue
		}
		if f.Type.Kind != cfg.Void {
			l.uniteTrees(l.a.Kid(c, c.Type, i), l.a.Kid(d, d.Type, i))
		}
	}
}

const (
	// firstAddress is the first address of an object, in units.
	firstAddress = 64
	// firstAmongNumbers is the first address if numbers become pointers. Systems place no objects
	// below it, so small numbers are not addresses.
	firstAmongNumbers = 1 << 16
)

// assignAddresses gives constant addresses to the objects that need an address and have one
// instance.
func (l *lowerer) assignAddresses() {
	next := l.first
	for _, o := range l.a.Objects {
		s := l.stores[o]
		if s.dynamic {
			l.dynamic = append(l.dynamic, o)
		}
		switch {
		case o == l.a.Outside || s.dynamic:
			continue
		case s.direct && o.Func == nil:
			s.base = l.address(0)
			continue
		}
		s.base = l.address(next)
		l.bases = append(l.bases, next)
		size := int64(1)
		if s.typ != nil {
			size = s.typ.Size
		}
		if o.Site != nil && s.typ == nil {
			if n, ok := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil); ok && n.IsInt64() {
				size = n.Int64()
			}
		}
		if size < 0 {
			size = 1 << 24
		}
		next += (size+l.unit-1)/l.unit + l.between()
		next = l.rounded(next)
	}
	l.heap = next
}

// base returns the address of a function.
func (l *lowerer) base(o *pointsto.Object) *scalar.Expr {
	if s := l.stores[o]; s != nil {
		return s.base
	}
	return l.address(1)
}

// address returns the constant address n, in units.
func (l *lowerer) address(n int64) *scalar.Expr { return scalar.NewInt(n, l.ptr) }

// regionOf returns the region of scalar cell c.
func (l *lowerer) regionOf(c *pointsto.Cell) *region {
	lead := l.united.Find(c)
	r := l.regions[lead]
	if r != nil {
		return r
	}
	r = &region{objects: map[*pointsto.Object]bool{}, zero: true}
	l.regions[lead] = r
	for _, d := range l.allCells() {
		if l.united.Find(d) == lead {
			r.cells = append(r.cells, d)
			r.objects[d.Object] = true
		}
	}
	r.typ = l.leafType(lead)
	name := lead.String()
	s := l.stores[lead.Object]
	var owner *scalar.Function
	if len(r.objects) == 1 {
		if !s.dynamic && !s.direct && len(r.cells) == 1 {
			r.shift = s.base.Value.Int64() + offsetOf(lead)/l.unit
		}
		if s.direct {
			owner = s.owner
		}
	} else {
		name = regionName(r)
	}
	for o := range r.objects {
		if !zeroed(o) {
			r.zero = false
		}
	}
	r.v = l.newVar(name, scalar.ArrayOf(r.typ), owner)
	return r
}

// zeroed reports whether an object's bytes are zero until they are written.
func zeroed(o *pointsto.Object) bool {
	if o.Site != nil {
		return o.Site.Op.(cfg.Alloc).Zero
	}
	return o.Var != nil && o.Var.Kind == cfg.Global && !o.Var.Extern
}

func regionName(r *region) string {
	c := r.cells[0]
	if c.Parent != nil && c.Parent.Type.Kind != cfg.Array {
		return fmt.Sprintf("%s.%s", c.Parent.Type.Tag, c.Parent.Type.Fields[c.Field].Name)
	}
	return "mem." + c.Type.String()
}

// offsetOf returns the distance in bytes from the start of c's object to the first instance of c.
func offsetOf(c *pointsto.Cell) int64 {
	var z int64
	for ; c.Parent != nil; c = c.Parent {
		if c.Parent.Type.Kind != cfg.Array {
			z += c.Parent.Type.Fields[c.Field].Offset
		}
	}
	return z
}

// strideOf returns the greatest common divisor of the distances between instances of c.
func strideOf(c *pointsto.Cell) int64 {
	var z int64
	for ; c.Parent != nil; c = c.Parent {
		if c.Parent.Type.Kind == cfg.Array {
			z = gcd(z, c.Parent.Type.Elem.Size)
		}
	}
	return max(z, 1)
}

// leafType returns the type of the values in scalar cell c.
func (l *lowerer) leafType(c *pointsto.Cell) scalar.Type {
	t := l.scalarType(c.Type)
	if c.Parent != nil && c.Parent.Type.Kind != cfg.Array {
		if bits := c.Parent.Type.Fields[c.Field].Bits; bits > 0 {
			t.Width = bits
		}
	}
	return t
}

// scalarType returns the type of a scalar part of type t.
func (l *lowerer) scalarType(t *cfg.Type) scalar.Type { return scalar.TypeOf(t, l.ptr.Width) }

func gcd(x, y int64) int64 {
	return new(big.Int).GCD(nil, nil, big.NewInt(x), big.NewInt(y)).Int64()
}
