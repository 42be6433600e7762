// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// A ref describes the storage of a place. It has alternatives, and the first one whose guard holds
// counts. Only the last guard may be nil.
type ref struct {
	typ  *cfg.Type
	bits *cfg.Field // for a bit-field
	alts []alt
}

// alt is one alternative: a part of an exploded object at a known offset, a part of an object in
// regions at an address, or something opaque.
type alt struct {
	guard *scalar.Expr
	cell  *pointsto.Cell
	kind  kind
	// for exploded objects
	offset int64 // bytes from the start
	// for flat objects: bytes from the cell
	beyond int64 // bytes from the cell
	// for objects in regions: address = base units + bytes + Σ index·stride
	base  *scalar.Expr
	bytes int64
	steps []step
	// direct means that the object is accessed by name only
	direct bool
}

type step struct {
	index  *scalar.Expr // index of pointer type
	stride int64        // in bytes
}

// whole returns the ref of variable v.
func (l *lowerer) whole(v *cfg.Var) ref {
	s := l.store(v)
	return ref{typ: v.Type, alts: []alt{{cell: l.a.Root(s.object), kind: s.kind, base: s.base, direct: s.direct}}}
}

// resolve returns the ref of p. If stash is set, pointers and indices that decide between
// alternatives are saved in temporaries first, so that they survive assignments.
func (l *lowerer) resolve(p cfg.Place, stash bool) ref {
	switch k := p.(type) {
	case cfg.VarPlace:
		return l.whole(k.Var)
	case cfg.FieldPlace:
		return l.field(l.resolve(k.In, stash), k.Index)
	case cfg.IndexPlace:
		r := l.resolve(k.In, stash)
		if n, ok := cfg.Fold(k.Index, nil); ok && n.IsInt64() {
			return l.element(r, n.Int64())
		}
		return l.index(r, l.expr(k.Index), stash)
	case cfg.Deref:
		return l.deref(k, stash)
	}
	panic("mem: unknown place")
}

// field returns the ref of field i of r.
func (l *lowerer) field(r ref, i int) ref {
	f := r.typ.Fields[i]
	z := ref{typ: f.Type, alts: make([]alt, len(r.alts))}
	if f.Bits > 0 {
		z.bits = &f
	}
	for j, a := range r.alts {
		if a.kind != opaque {
			a.cell = l.a.Kid(l.a.As(a.cell, r.typ), r.typ, i)
			a.offset += f.Offset
			a.bytes += f.Offset
		}
		z.alts[j] = a
	}
	return z
}

// element returns the ref of element n of r.
func (l *lowerer) element(r ref, n int64) ref {
	z := ref{typ: r.typ.Elem, alts: make([]alt, len(r.alts))}
	for j, a := range r.alts {
		if a.kind != opaque {
			a.cell = l.elementCell(a.cell, r.typ, scalarIndex(int(n)))
			a.offset += n * r.typ.Elem.Size
			a.bytes += n * r.typ.Elem.Size
		}
		z.alts[j] = a
	}
	return z
}

// elementCell returns the cell of element x of the array of type t at c. If x is nil, it is the
// cell of any element.
func (l *lowerer) elementCell(c *pointsto.Cell, t *cfg.Type, x cfg.Expr) *pointsto.Cell {
	if c.Type == nil || c.Type.Kind != cfg.Array || !c.Type.Elem.Same(t.Elem) {
		c = l.a.As(c, t)
	}
	if c.IsFlat() && x != nil {
		return l.a.Element(c, t, x)
	}
	return l.a.Kid(c, t, 0)
}

// scalarIndex returns i as an index.
func scalarIndex(i int) cfg.Expr { return cfg.Const{Value: big.NewInt(int64(i)), Of: intType} }

// index returns the ref of an element of r with unknown index x.
func (l *lowerer) index(r ref, x *scalar.Expr, stash bool) ref {
	x = scalar.New(scalar.Cast, l.ptr, x)
	if x.IsConst() && x.Value.IsInt64() {
		return l.element(r, x.Value.Int64())
	}
	z := ref{typ: r.typ.Elem}
	for _, a := range r.alts {
		switch a.kind {
		case opaque:
			z.alts = append(z.alts, a)
		case regions:
			a.cell = l.elementCell(a.cell, r.typ, nil)
			a.steps = append(a.steps[:len(a.steps):len(a.steps)], step{x, r.typ.Elem.Size})
			z.alts = append(z.alts, a)
		case exploded:
			first, n := int64(0), r.typ.Len
			if s := l.stores[a.cell.Object]; a.cell.Parent == nil && !a.isFlat() && s.typ != nil && s.typ.Kind == cfg.Array {
				n = s.typ.Len
			}
			if a.isFlat() && (n <= 0 || l.p.Overruns) {
				size := max(r.typ.Elem.Size, 1)
				n = (l.layouts[a.cell.Object].size - a.offset) / size
				if l.p.Overruns {
					first = -a.offset / size
				}
			}
			if stash && x.Operator != scalar.Read {
				t := l.temp("index", l.ptr)
				l.emit(scalar.Assign{To: t, Value: x})
				x = scalar.NewRead(t)
			}
			kid := l.elementCell(a.cell, r.typ, nil)
			if n <= first { // there is no element at this index
				z.alts = append(z.alts, alt{guard: a.guard, cell: kid, kind: opaque})
			}
			for k := first; k < n; k++ {
				b := a
				b.cell = kid
				b.offset += k * r.typ.Elem.Size
				if k < n-1 {
					g := scalar.New(scalar.Eq, l.ptr, x, scalar.NewInt(k, l.ptr))
					if b.guard != nil {
						g = scalar.New(scalar.And, l.ptr, b.guard, g)
					}
					b.guard = g
				}
				z.alts = append(z.alts, b)
			}
		}
	}
	return z
}

// deref returns the ref of the place that a pointer points to.
func (l *lowerer) deref(p cfg.Deref, stash bool) ref {
	if q := p.Direct(); q != nil {
		return l.resolve(q, stash)
	}
	z := ref{typ: p.Of}
	x := l.expr(p.Pointer)
	var inRegions, unknown *alt
	for _, c := range l.a.Values(p.Pointer) {
		if c.Object.Func != nil {
			continue
		}
		c = l.a.As(c, p.Of)
		s := l.stores[c.Object]
		if s != nil && s.class != nil && !c.Object.Flat && offsetOf(c) != 0 {
			panic("lower: a pointer into a ranked object")
		}
		switch {
		case s == nil || s.kind == opaque:
			unknown = &alt{cell: c, kind: opaque}
		case s.kind == regions:
			if inRegions == nil {
				inRegions = &alt{cell: c, kind: regions, base: x}
			} else if c.Object.Flat != inRegions.cell.Object.Flat {
				l.a.Flatten(c.Object)
				l.a.Flatten(inRegions.cell.Object)
			}
		default:
			for _, off := range l.positions(s, c) {
				address := l.address(s.base.Value.Int64() + off/l.unit)
				z.alts = append(z.alts, alt{guard: scalar.New(scalar.Eq, l.ptr, x, address), cell: c, kind: exploded, offset: off})
			}
		}
	}
	n := len(z.alts)
	switch {
	case unknown != nil:
		z.alts = append(z.alts, *unknown)
	case inRegions != nil:
		z.alts = append(z.alts, *inRegions)
	case n == 0:
		z.alts = append(z.alts, alt{cell: l.a.Root(l.a.Outside), kind: opaque})
	default:
		z.alts[n-1].guard = nil // the last guard is dropped, since the pointer is valid
	}
	if inRegions != nil && unknown != nil {
		// It is unknown to which of the two the pointer points.
		in := *inRegions
		in.guard = scalar.NewAny(scalar.Type{Kind: scalar.Int, Width: 8, Bool: true}, l.note("pointer to memory that is not modelled"), l.pos)
		z.alts = append(z.alts[:n:n], in, *unknown)
	}
	if stash && x.Operator != scalar.Read && !x.IsConst() {
		t := l.temp("pointer", l.ptr)
		l.emit(scalar.Assign{To: t, Value: x})
		y := scalar.NewRead(t)
		for i := range z.alts {
			a := &z.alts[i]
			if a.base == x {
				a.base = y
			}
			if a.guard != nil && a.kind == exploded {
				a.guard = scalar.New(scalar.Eq, l.ptr, y, a.guard.Args[1])
			}
		}
	}
	// Evaluate constant guards.
	var alts []alt
	for _, a := range z.alts {
		if a.guard != nil && a.guard.IsConst() {
			if a.guard.Value.Sign() == 0 {
				continue
			}
			a.guard = nil
		}
		alts = append(alts, a)
		if a.guard == nil {
			break
		}
	}
	z.alts = alts
	return z
}

// slot returns the variable of an exploded scalar part.
func (l *lowerer) slot(a alt) *scalar.Var {
	s := l.stores[a.cell.Object]
	key := slotKey{a.cell.ID, a.offset}
	v := s.slots[key]
	if v == nil {
		name := l.slotName(s, a.cell, a.offset)
		v = l.newVar(name, l.leafType(a.cell), s.owner)
		if x := s.object.Var; x != nil && x.Kind != cfg.Temp && x.Kind != cfg.Result {
			v.Source, v.Decl = name, s.object.Var.Pos
			if s.object.Var.Func != nil {
				v.Scope = s.object.Var.Func.Name
			}
		}
		s.slots[key] = v
	}
	return v
}

// slotName returns C's expression for the part of cell c at an offset.
func (l *lowerer) slotName(s *storage, c *pointsto.Cell, offset int64) string {
	if c.Parent == nil {
		return s.object.Name
	}
	t := c.Parent.Type
	if t.Kind != cfg.Array {
		f := t.Fields[c.Field]
		return l.slotName(s, c.Parent, offset-f.Offset) + "." + f.Name
	}
	// The index at this level is the rest of the offset after the outer levels.
	outer := int64(0)
	for _, p := range l.positions(s, c.Parent) {
		if p <= offset {
			outer = p
		}
	}
	n := (offset - outer) / max(t.Elem.Size, 1)
	return l.slotName(s, c.Parent, outer) + "[" + itoa(n) + "]"
}

// place returns the region and the index of a scalar part in regions.
func (l *lowerer) place(a alt) (*region, *scalar.Expr) {
	r := l.regionOf(a.cell)
	l.touch(r)
	if l.stores[a.cell.Object].class != nil {
		return r, a.base
	}
	unit, bytes := l.unit, a.bytes
	if a.direct {
		unit = strideOf(a.cell)
		bytes -= offsetOf(a.cell)
	}
	return r, l.indexIn(r, a, bytes, unit)
}

// indexIn returns the index in r of the address some bytes after a, for addresses in the given
// unit. It ignores a's steps.
func (l *lowerer) indexIn(r *region, a alt, bytes, unit int64) *scalar.Expr {
	z := a.base
	if bytes != 0 {
		z = scalar.New(scalar.Add, l.ptr, z, l.address(bytes/unit))
	}
	for _, s := range a.steps {
		z = scalar.New(scalar.Add, l.ptr, z, scalar.New(scalar.Mul, l.ptr, s.index, l.address(s.stride/unit)))
	}
	if r.shift != 0 {
		z = scalar.New(scalar.Sub, l.ptr, z, l.address(r.shift))
	}
	return z
}

// touch records that r is used.
func (l *lowerer) touch(r *region) {
	for _, x := range l.used {
		if x == r {
			return
		}
	}
	l.used = append(l.used, r)
}
