// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// enclosing returns the smallest cell around c that has room for a block of the given size at c. It
// begins at the same address, unless c is inside an array. If the block may reach into a neighbour
// of c, or if its size is unknown, the result is c and false.
func enclosing(c *pointsto.Cell, bytes cfg.Expr) (*pointsto.Cell, bool) {
	size, known := cfg.Fold(bytes, nil)
	if known && !size.IsInt64() {
		return c, false
	}
	for d := c; ; d = d.Parent {
		switch {
		case d.Type == nil, d.Parent == nil: // C does not define accesses beyond an object
			return d, true
		case d.Type.Kind == cfg.Array && d.Type.Len <= 0: // at the end of a struct, or allocated
			return d, true
		case known && size.Int64() <= d.Type.Size:
			return d, true
		// the program probably means a size within the array
		case !known && d.Type.Kind == cfg.Array:
			return c, true
		case d.Parent.Type.Kind == cfg.Array:
		case !known || d.Parent.Type.Kind != cfg.Struct || d.Parent.Type.Fields[d.Field].Offset != 0:
			return c, false
		}
	}
}

// crosses reports whether a block at one of the pointers may extend beyond the member of a struct
// that the pointer points to. A block that extends into the rest of a struct that begins there does
// not count.
func (l *lowerer) crosses(bytes cfg.Expr, pointers ...cfg.Expr) bool {
	for _, p := range pointers {
		for _, c := range l.a.Values(p) {
			if c.Object.Func != nil || c.Object.Opaque || c.Object.Flat || c.Type == nil {
				continue
			}
			if _, fits := enclosing(c, bytes); !fits {
				return true
			}
		}
	}
	return false
}

// room returns the largest number of bytes from the target of pointer to the end of its object. It
// returns -1 if the size of an object is unknown.
func (l *lowerer) room(pointer cfg.Expr) int64 {
	z := int64(0)
	for _, c := range l.a.Values(pointer) {
		if c.Object.Func != nil || c.Object == l.a.Outside {
			continue
		}
		size := int64(-1)
		switch o := c.Object; {
		case o.Var != nil:
			size = o.Var.Type.Size
		case o.Site != nil:
			if n, ok := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil); ok && n.IsInt64() {
				size = n.Int64()
			}
		}
		if size < 0 {
			return -1
		}
		if c.IsFlat() && c.Stride == 0 {
			size = max(0, min(size, size-c.Offset))
		}
		z = max(z, size)
	}
	return z
}

// blockBytes returns the maximal size of a block that begins at each of the pointers, or 0 if it is
// unknown or too large.
func (l *lowerer) blockBytes(bytes cfg.Expr, pointers ...cfg.Expr) int64 {
	if n, ok := cfg.Fold(bytes, nil); ok {
		if !n.IsInt64() || n.Int64() > maxBytes {
			return 0
		}
		return n.Int64()
	}
	z := int64(maxBytes + 1)
	for _, p := range pointers {
		if n := l.room(p); n >= 0 {
			z = min(z, n)
		}
	}
	if z > maxBytes {
		return 0
	}
	return z
}

// block returns the leaves of the block of n bytes at the target of a pointer, and their distances
// from there.
func (l *lowerer) block(pointer cfg.Expr, n int64) ([]ref, []int64) {
	r := l.resolve(at(pointer, bytesType(n), 0), true)
	if n == 0 || !l.isFlat(r) {
		return nil, nil
	}
	return l.flatLeaves(r)
}

// inParts runs then for the parts of a block of at most n bytes at a pointer, with their distances
// from there. If there are too many, it runs havoc. If the size is unknown (n = 0), it emits both:
// then for blocks of a few bytes, and havoc for larger ones.
func (l *lowerer) inParts(pointer cfg.Expr, n int64, size *scalar.Expr, havoc func(), then func(to []ref, at []int64, n int64)) {
	open := n == 0 && !size.IsConst()
	if open {
		n = maxOpen
	}
	to, at := l.block(pointer, n)
	switch last := len(to) - 1; {
	case last < 0 || last >= maxLeaves || last >= maxGuarded && !size.IsConst():
		havoc()
	case open:
		end := at[last] + to[last].typ.Size
		l.fork(scalar.New(scalar.Le, l.int(), size, scalar.NewInt(end, size.Type)), func() { then(to, at, end) }, havoc)
	default:
		then(to, at, n)
	}
}

// havocObjects havocs the objects that pointer may point into.
func (l *lowerer) havocObjects(pointer cfg.Expr, note string) {
	l.havocExploded(pointer)
	l.havocFlat(ref{alts: l.blockAlts(pointer)}, note)
	for _, c := range l.a.Values(pointer) {
		if s := l.stores[c.Object]; s != nil && s.kind == regions && !c.Object.Flat && c.Object.Func == nil {
			l.havocObject(c.Object, note)
		}
	}
}

// clobber sets everything that a pointer reaches to any values. This is exact if the pointer points
// to a single object with one instance.
func (l *lowerer) clobber(o cfg.Clobber) {
	objects, direct := l.a.Reached(o.Pointer)
	sole := direct == 1 && !l.a.MayBeOutside(o.Pointer)
	for i, x := range objects {
		s := l.stores[x]
		if s == nil || s.kind == opaque {
			continue
		}
		whole := ref{typ: s.typ, alts: []alt{{cell: l.a.Root(x), kind: s.kind, base: s.base, direct: s.direct}}}
		if i == 0 && sole && !s.dynamic && s.typ != nil && (l.onlyCell(whole) != nil || s.kind == exploded && !x.Flat || within(leafCount(s.typ), maxLeaves)) {
			l.havocRef(whole, o.Input, "")
			continue
		}
		l.havocObject(x, l.note("%s may change all that it reaches", o.Input))
	}
}

// within reports whether a number is known and no more than a bound.
func within(n, bound int) bool { return 0 <= n && n <= bound }

// havocObject sets an object, and objects that share its regions, to any values.
func (l *lowerer) havocObject(x *pointsto.Object, note string) {
	s := l.stores[x]
	whole := ref{typ: s.typ, alts: []alt{{cell: l.a.Root(x), kind: s.kind, base: s.base, direct: s.direct}}}
	switch {
	case x.Flat:
		l.havocFlat(whole, note)
		return
	case s.kind == exploded:
		l.havocRef(whole, "", note)
		return
	}
	done := map[*region]bool{}
	for _, c := range l.allCells() {
		if c.Object != x || c.Type == nil || !c.Type.IsScalar() {
			continue
		}
		if reg := l.regionOf(c); !done[reg] {
			done[reg] = true
			l.touch(reg)
			l.emit(scalar.Havoc{To: reg.v, Note: note})
		}
	}
}

// isBitField reports whether r is a bit-field.
func isBitField(r ref) bool {
	for _, a := range r.alts {
		if c := a.cell; c != nil && c.Parent != nil && c.Parent.Type != nil && c.Parent.Type.Kind == cfg.Struct && c.Parent.Type.Fields[c.Field].Bits > 0 {
			return true
		}
	}
	return false
}
