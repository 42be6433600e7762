// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"
	"strconv"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

var intType = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// read returns the value of scalar r.
func (l *lowerer) read(r ref) *scalar.Expr {
	t := l.scalarType(r.typ)
	var z *scalar.Expr
	for i := len(r.alts) - 1; i >= 0; i-- {
		a := r.alts[i]
		var v *scalar.Expr
		switch {
		case a.isFlat():
			v = l.readFlat(r, a)
		case a.kind == exploded:
			v = l.convert(scalar.NewRead(l.slot(a)), t)
		case a.kind == regions:
			reg, index := l.place(a)
			v = l.convert(&scalar.Expr{Operator: scalar.Select, Type: reg.typ, Args: []*scalar.Expr{scalar.NewRead(reg.v), index}}, t)
		default:
			v = scalar.NewAny(t, l.note("memory that is not modelled is read (%v)", a.cell), l.pos)
		}
		if z == nil {
			z = v
		} else {
			z = scalar.New(scalar.Ite, t, a.guard, v, z)
		}
	}
	return z
}

// convert returns x as a value of type t of the same size: integers are reinterpreted, addresses
// scaled.
func (l *lowerer) convert(x *scalar.Expr, t scalar.Type) *scalar.Expr {
	switch {
	case x.Type == t:
		return x
	case x.Type.Kind == scalar.Float || t.Kind == scalar.Float:
		return l.reinterpret(x, t)
	case x.Type.Kind == scalar.Pointer && t.Kind == scalar.Int:
		return l.toNumber(x, t)
	case x.Type.Kind == scalar.Int && t.Kind == scalar.Pointer:
		return l.toPointer(x)
	}
	return scalar.New(scalar.Cast, t, x)
}

// write stores x in scalar r.
func (l *lowerer) write(r ref, x *scalar.Expr) {
	if len(r.alts) > 1 && !x.IsConst() {
		t := l.temp("value", x.Type)
		l.emit(scalar.Assign{To: t, Value: x})
		x = scalar.NewRead(t)
	}
	var not *scalar.Expr // states that no earlier guard holds
	for _, a := range r.alts {
		guard := a.guard
		if not != nil {
			if guard == nil {
				guard = not
			} else if a.kind == regions || len(r.alts) > 2 {
				guard = scalar.New(scalar.And, l.ptr, not, guard)
			}
		}
		switch {
		case a.isFlat():
			l.writeFlat(r, a, guard, x)
		case a.kind == exploded:
			v := l.slot(a)
			y := l.convert(x, v.Type)
			if guard != nil {
				y = scalar.New(scalar.Ite, v.Type, guard, y, scalar.NewRead(v))
			}
			l.emit(scalar.Assign{To: v, Value: y})
		case a.kind == regions:
			reg, index := l.place(a)
			y := &scalar.Expr{Operator: scalar.Store, Type: reg.v.Type, Args: []*scalar.Expr{scalar.NewRead(reg.v), index, l.convert(x, reg.typ)}}
			if guard != nil {
				y = scalar.New(scalar.Ite, reg.v.Type, guard, y, scalar.NewRead(reg.v))
			}
			l.emit(scalar.Assign{To: reg.v, Value: y})
		}
		if a.guard != nil {
			n := scalar.New(scalar.Not, l.ptr, a.guard)
			if not == nil {
				not = n
			} else {
				not = scalar.New(scalar.And, l.ptr, not, n)
			}
		}
	}
}

// parts returns the direct parts of r.
func (l *lowerer) parts(r ref) []ref {
	var z []ref
	switch r.typ.Kind {
	case cfg.Array:
		n := max(l.length(r), 0)
		for i := int64(0); i < n; i++ {
			z = append(z, l.element(r, i))
		}
	case cfg.Struct:
		for i := range r.typ.Fields {
			z = append(z, l.field(r, i))
		}
	case cfg.Union:
		for i := range r.typ.Fields {
			if l.a.UsesMember(r.typ, i) {
				z = append(z, l.field(r, i))
				break
			}
		}
	}
	return z
}

// length returns the number of elements of array r.
func (l *lowerer) length(r ref) int64 {
	if r.typ.Len >= 0 {
		return r.typ.Len
	}
	if a := r.alts[0]; len(r.alts) == 1 && a.cell.Parent == nil {
		if s := l.stores[a.cell.Object]; s.typ != nil && s.typ.Kind == cfg.Array {
			return s.typ.Len
		}
	}
	return -1
}

// leaves returns the scalar parts of r, in order.
func (l *lowerer) leaves(r ref) []ref {
	if r.typ.IsScalar() {
		return []ref{r}
	}
	if l.isFlat(r) {
		z, _ := l.flatLeaves(r)
		return z
	}
	var z []ref
	for _, p := range l.parts(r) {
		z = append(z, l.leaves(p)...)
	}
	return z
}

// maxLeaves bounds the parts that are copied or set one by one in objects that are not exploded.
const maxLeaves = 300

// byParts reports whether aggregate r is copied or set part by part. It always does for exploded
// objects, since these have no region that could be set at once.
func (l *lowerer) byParts(r ref) bool {
	n := leafCount(r.typ)
	return within(n, maxLeaves) || within(n, maxParts) && !slices.ContainsFunc(r.alts, func(a alt) bool { return a.kind != exploded })
}

// isOpaque reports whether the contents of r are not tracked.
func isOpaque(r ref) bool { return len(r.alts) == 1 && r.alts[0].kind == opaque }

// copyRef copies aggregate from to to.
func (l *lowerer) copyRef(to, from ref) {
	switch {
	case isOpaque(to):
	case !to.typ.IsScalar() && (l.isFlat(to) || l.isFlat(from)):
		l.copyFlat(to, from)
	case to.typ.IsScalar():
		l.write(to, l.read(from))
	case !l.byParts(to):
		if l.copyArrays(to, from) {
			return
		}
		l.havocRef(to, "", l.note("copy of a large object"))
	default:
		ps, qs := l.parts(to), l.parts(from)
		for i := range min(len(ps), len(qs)) {
			l.copyRef(ps[i], qs[i])
		}
	}
}

// copyArrays copies arrays of scalars that are regions of their own. It reports whether the arrays
// are of this kind.
func (l *lowerer) copyArrays(to, from ref) bool {
	p, q := l.onlyCell(to), l.onlyCell(from)
	if p == nil || q == nil || p.typ != q.typ || l.stores[to.alts[0].cell.Object].direct != l.stores[from.alts[0].cell.Object].direct {
		return false
	}
	l.emit(scalar.Assign{To: p.v, Value: scalar.NewRead(q.v)})
	return true
}

// onlyCell returns the region that consists of the elements of r, an array of scalars, or nil if
// there is no such region.
func (l *lowerer) onlyCell(r ref) *region {
	if r.typ.Kind != cfg.Array || !r.typ.Elem.IsScalar() || len(r.alts) != 1 || r.alts[0].kind != regions || r.alts[0].isFlat() {
		return nil
	}
	a := r.alts[0]
	s := l.stores[a.cell.Object]
	if s.dynamic || a.cell.Parent != nil {
		return nil
	}
	reg := l.regionOf(l.a.Kid(a.cell, r.typ, 0))
	if len(reg.cells) != 1 {
		return nil
	}
	l.touch(reg)
	return reg
}

// havocRef sets all scalar parts of r to any values.
func (l *lowerer) havocRef(r ref, input, note string) {
	if isOpaque(r) {
		return
	}
	if r.typ.IsScalar() {
		l.havocScalar(r, input, note)
		return
	}
	if reg := l.onlyCell(r); reg != nil {
		l.emit(scalar.Havoc{To: reg.v, Input: input, Note: note})
		return
	}
	if l.isFlat(r) {
		leaves, _ := l.flatLeaves(r)
		if len(leaves) > maxLeaves || leaves == nil {
			l.havocFlat(r, note)
			return
		}
		for _, p := range leaves {
			l.havocScalar(p, input, note)
		}
		return
	}
	if !l.byParts(r) {
		if input == "" && note == "" {
			return // a part of memory already has an arbitrary value
		}
		l.havocLarge(r, note)
		return
	}
	for _, p := range l.parts(r) {
		l.havocRef(p, input, note)
	}
}

// havocLarge havocs the regions that the parts of r are in, and the variables of exploded parts.
func (l *lowerer) havocLarge(r ref, note string) {
	if l.isFlat(r) {
		l.havocFlat(r, note)
		return
	}
	switch r.typ.Kind {
	case cfg.Array:
		if isOpaque(r) {
			return
		}
		if slices.ContainsFunc(r.alts, func(a alt) bool { return a.kind == exploded }) {
			for _, p := range l.parts(r) {
				l.havocLarge(p, note)
			}
			return
		}
		l.havocLarge(l.element(r, 0), note) // its regions contain all elements
	case cfg.Struct, cfg.Union:
		for _, p := range l.parts(r) {
			l.havocLarge(p, note)
		}
	default:
		for _, a := range r.alts {
			switch a.kind {
			case regions:
				reg, _ := l.place(a)
				l.emit(scalar.Havoc{To: reg.v, Note: note})
			case exploded:
				l.emit(scalar.Havoc{To: l.slot(a), Note: note})
			}
		}
	}
}

func (l *lowerer) havocScalar(r ref, input, note string) {
	t := l.scalarType(r.typ)
	if len(r.alts) == 1 && r.alts[0].kind == exploded {
		if v := l.slotOf(r); v != nil && v.Type == t {
			l.emit(scalar.Havoc{To: v, Input: input, Note: note})
			return
		}
	}
	v := l.temp("input", t)
	l.emit(scalar.Havoc{To: v, Input: input, Note: note})
	l.write(r, scalar.NewRead(v))
}
