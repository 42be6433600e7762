// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"fmt"
	"maps"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// This file lays out flat objects, whose accesses have conflicting types. It divides each into
// atoms: the largest ranges of bytes such that each access covers a range completely or not at all.
// An access to several atoms combines their values.

// use is an access to flat objects.
type use struct {
	cells []*pointsto.Cell // cells at which it may begin
	skip  int64            // bytes that it skips there
	size  int64
	typ   *cfg.Type // type of a scalar access; nil if the bytes are moved without interpretation
	part  bool      // it is a bit-field
	pos   cfg.Pos
}

// layout is the division of a flat object into atoms.
type layout struct {
	s       *storage
	size    int64 // in bytes; -1 if it is unknown
	modulus int64 // modulus of offsets; 0 if all offsets are distinguished
	cuts    map[int64]bool
	atoms   map[int64]*atom // by their first byte
}

// atom is a range of bytes in a flat object that are stored together: size bytes at each offset in
// the class.
type atom struct {
	in     *layout
	offset int64
	size   int64
	types  []*cfg.Type // types of the accesses to the whole atom; kept in the representative
	v      *scalar.Var // if the object is exploded
	region *region     // kept in the representative
}

// isFlat reports whether an alternative is in a flat object.
func (a alt) isFlat() bool { return a.kind != opaque && a.cell.IsFlat() }

// isFlat reports whether r may be in a flat object. If it may, all its objects become flat.
func (l *lowerer) isFlat(r ref) bool {
	flat := func(a alt) bool { return a.isFlat() }
	if !slices.ContainsFunc(r.alts, flat) {
		return false
	}
	for _, a := range r.alts {
		if a.kind != opaque {
			l.a.Flatten(a.cell.Object)
		}
	}
	return true
}

// surveyFlat finds the uses of flat objects.
func (l *lowerer) surveyFlat() {
	for e := range l.p.Edges() {
		block := false
		l.pos = e.Pos
		switch o := e.Op.(type) {
		case cfg.Copy:
			block = true
			n := l.blockBytes(o.Bytes, o.To, o.From)
			l.alike(l.use(l.a.Values(o.To), n), l.use(l.a.Values(o.From), n))
		case cfg.Fill:
			block = true
			l.use(l.a.Values(o.To), l.blockBytes(o.Bytes, o.To))
		case cfg.Assign:
			l.surveyAggregate(o.To, o.Value)
		case cfg.Call:
			l.surveyCall(o)
		}
		cfg.Accesses(e.Op, func(p cfg.Place, k cfg.AccessKind) {
			if k != cfg.Pointed && !(block && l.isBlock(e.Op, p)) {
				l.usePlace(p)
			}
		})
	}
}

// isBlock reports whether p is one of the blocks of op. The size of such a block is not the size of
// p.
func (l *lowerer) isBlock(op cfg.Op, p cfg.Place) bool {
	d, ok := p.(cfg.Deref)
	if !ok {
		return false
	}
	switch o := op.(type) {
	case cfg.Copy:
		return d.Pointer == o.To || d.Pointer == o.From
	case cfg.Fill:
		return d.Pointer == o.To
	}
	return false
}

// surveyAggregate finds the uses in an assignment of x to p, if x is an aggregate.
func (l *lowerer) surveyAggregate(p cfg.Place, x cfg.Expr) {
	if !p.Type().IsAggregate() || !slices.ContainsFunc(l.a.Cells(p), (*pointsto.Cell).IsFlat) {
		return
	}
	switch x := x.(type) {
	case cfg.Load:
		l.alike(l.usePlace(p), l.usePlace(x.From))
	case cfg.Cond:
		l.surveyAggregate(p, x.Then)
		l.surveyAggregate(p, x.Else)
	case cfg.Aggregate:
		for i, e := range x.Elems {
			if e == nil {
				continue
			}
			part := cfg.Place(cfg.FieldPlace{In: p, Index: i})
			if p.Type().Kind == cfg.Array {
				part = cfg.IndexPlace{In: p, Index: scalarIndex(i)}
			}
			l.usePlace(part)
			l.surveyAggregate(part, e)
		}
	}
}

// surveyCall finds the uses by the arguments and the result of a call.
func (l *lowerer) surveyCall(o cfg.Call) {
	if o.Callee == nil {
		return
	}
	for i, v := range o.Callee.Params {
		if i < len(o.Args) {
			l.surveyAggregate(cfg.VarPlace{Var: v}, o.Args[i])
		}
	}
	if r := o.Callee.Result; o.To != nil && r != nil {
		l.surveyAggregate(o.To, cfg.Load{From: cfg.VarPlace{Var: r}})
	}
}

// usePlace returns the use of p, or nil if p is in no flat object.
func (l *lowerer) usePlace(p cfg.Place) *use {
	t := p.Type()
	u := l.use(l.a.Cells(p), t.Size)
	if u == nil || !t.IsScalar() {
		return u
	}
	u.typ = t
	if t.Kind == cfg.Float {
		u.size = int64(t.Width / 8)
	}
	if f, ok := p.(cfg.FieldPlace); ok {
		if f := f.In.Type().Fields[f.Index]; f.Bits > 0 {
			u.skip, u.size, u.part = int64(f.BitOffset/8), bitBytes(f), true
		}
	}
	return u
}

// bitBytes returns the number of bytes that a bit-field shares.
func bitBytes(f cfg.Field) int64 { return int64((f.BitOffset%8 + f.Bits + 7) / 8) }

// use adds an access of size bytes at some cells, if some of them are in flat objects.
func (l *lowerer) use(cells []*pointsto.Cell, size int64) *use {
	u := &use{size: size, pos: l.pos}
	for _, c := range cells {
		if c.IsFlat() {
			u.cells = append(u.cells, c)
		}
	}
	if u.cells == nil || size <= 0 {
		return nil
	}
	for _, c := range u.cells {
		if l.accessed[c.Object] == nil {
			l.accessed[c.Object] = map[*pointsto.Cell]bool{}
		}
		l.accessed[c.Object][c] = true
	}
	l.uses = append(l.uses, u)
	return u
}

// otherwise names an access to the n bytes at a that reads them as something other than an address.
func (l *lowerer) otherwise(a alt, n int64) string {
	for _, u := range l.uses {
		if u.typ == nil || u.typ.Kind == cfg.Pointer {
			continue
		}
		for _, c := range u.cells {
			if c.Object == a.cell.Object && c.Meets(a.cell.Span, max(n, u.size)) {
				return fmt.Sprintf("line %d accesses %v there", u.pos.Line, u.typ)
			}
		}
	}
	return "its bytes are accessed"
}

// alike records that the bytes of u and v must be divided in the same way.
func (l *lowerer) alike(u, v *use) {
	if u != nil && v != nil {
		l.copies = append(l.copies, [2]*use{u, v})
	}
}

// classifyFlat chooses the storage of a flat object.
func (l *lowerer) classifyFlat(s *storage) {
	o := s.object
	in := &layout{s: s, size: -1, cuts: map[int64]bool{}, atoms: map[int64]*atom{}}
	l.layouts[o] = in
	s.kind = exploded
	switch {
	case o.Site != nil:
		size, known := cfg.Fold(o.Site.Op.(cfg.Alloc).Size, nil)
		s.dynamic = !known || !l.once(o.Site)
		s.typ = nil
		if known && size.IsInt64() && size.Int64() < maxBytes {
			in.size = size.Int64()
			s.typ = bytesType(in.size)
		}
	case o.Var != nil:
		in.size = o.Var.Type.Size
		s.dynamic = l.repeats(o)
	}
	if s.dynamic || in.size < 0 || in.size > maxBytes {
		s.kind = regions
	}
	for c := range l.accessed[o] {
		if s.kind == exploded && len(l.positions(s, c)) > maxCases {
			s.kind = regions
		}
	}
}

// maxBytes is the maximal size of a flat object that is exploded.
const maxBytes = 1 << 12

// bytesType returns the type of n bytes.
func bytesType(n int64) *cfg.Type {
	return &cfg.Type{Kind: cfg.Array, Elem: &cfg.Type{Kind: cfg.Int, Width: 8, Size: 1, Align: 1}, Len: n, Size: n, Align: 1}
}

// flatPositions returns the offsets of a cell in a flat object.
func (in *layout) flatPositions(c *pointsto.Cell) (z []int64) {
	if c.Stride == 0 {
		if c.Offset >= 0 && (in.size < 0 || c.Offset < in.size) {
			z = append(z, c.Offset)
		}
		return z
	}
	for k := c.Offset; k < in.size && len(z) <= maxBytes; k += c.Stride {
		z = append(z, k)
	}
	return z
}

// layOut divides the flat objects.
func (l *lowerer) layOut() {
	for _, u := range l.uses {
		for _, c := range u.cells {
			if in := l.layouts[c.Object]; in.s.kind == regions {
				in.modulus = gcd(in.modulus, c.Stride)
			}
		}
	}
	for _, u := range l.uses {
		for _, c := range u.cells {
			in := l.layouts[c.Object]
			for _, k := range in.begins(u, c) {
				in.cut(k)
				in.cut(k + u.size)
			}
		}
	}
	for l.cutAlike() || l.cutLarge() {
	}
	for _, o := range l.a.Objects {
		if in := l.layouts[o]; in != nil {
			in.part()
			if in.s.kind == regions {
				l.divide(in.modulus)
				for k := range in.cuts {
					l.divide(k)
				}
			}
		}
	}
	l.joinAtoms()
}

// begins returns the offsets at which u may begin from c.
func (in *layout) begins(u *use, c *pointsto.Cell) []int64 {
	if in.s.kind == regions {
		return []int64{c.Offset + u.skip}
	}
	z := in.flatPositions(c)
	for i := range z {
		z[i] += u.skip
	}
	return z
}

// cut divides the object at offset k. It reports whether this division is new.
func (in *layout) cut(k int64) bool {
	if in.modulus > 0 {
		k = ((k % in.modulus) + in.modulus) % in.modulus
	} else if k < 0 {
		k = 0
	}
	if in.s.kind == exploded {
		k = min(k, in.size)
	}
	old := in.cuts[k]
	in.cuts[k] = true
	return !old
}

// cutAlike divides bytes in the same way if they are moved together, or accessed in one region. It
// reports whether anything has changed.
func (l *lowerer) cutAlike() bool {
	changed := false
	even := func(all bool, us ...*use) {
		inner := map[int64]bool{}
		for _, apply := range []bool{false, true} {
			for _, u := range us {
				for _, c := range u.cells {
					in := l.layouts[c.Object]
					if !all && in.s.kind != regions {
						continue
					}
					for _, k := range in.begins(u, c) {
						if !apply {
							in.inner(k, u.size, inner)
							continue
						}
						for d := range inner {
							changed = in.cut(k+d) || changed
						}
					}
				}
			}
		}
	}
	for _, u := range l.uses {
		if len(u.cells) > 1 || u.typ == nil {
			even(u.typ == nil, u)
		}
	}
	for _, c := range l.copies {
		even(true, c[0], c[1])
	}
	return changed
}

// cutLarge divides large ranges that the program only moves and fills. It reports whether there are
// any.
func (l *lowerer) cutLarge() bool {
	changed := false
	for _, o := range l.a.Objects {
		in := l.layouts[o]
		if in == nil {
			continue
		}
		cuts := slices.Sorted(maps.Keys(in.cuts))
		for i, c := range cuts[:max(len(cuts)-1, 0)] {
			for k := c + wordBytes; k+wordBytes < cuts[i+1]; k += wordBytes {
				changed = in.cut(k) || changed
			}
		}
	}
	return changed
}

// wordBytes is the size of the parts of large ranges.
const wordBytes = 8

// inner adds the distances from k of the cuts within the n bytes at k.
func (in *layout) inner(k, n int64, z map[int64]bool) {
	for c := range in.cuts {
		d := c - k
		if m := in.modulus; m > 0 {
			for d = ((d % m) + m) % m; d < n; d += m {
				if d > 0 {
					z[d] = true
				}
			}
		} else if d > 0 && d < n {
			z[d] = true
		}
	}
}

// part makes the atoms between the cuts.
func (in *layout) part() {
	cuts := slices.Sorted(maps.Keys(in.cuts))
	for i, c := range cuts {
		size := in.modulus
		if i+1 < len(cuts) {
			size = cuts[i+1] - c
		} else if in.modulus > 0 {
			size = cuts[0] + in.modulus - c
		}
		if size > 0 {
			in.atoms[c] = &atom{in: in, offset: c, size: size}
		}
	}
}

// across returns the atoms of n bytes from offset k on, as far as they are in the object, and the
// distance of each from there.
func (in *layout) across(k, n int64) (z []*atom, at []int64) {
	for d := int64(0); d < n; {
		r := k + d
		if m := in.modulus; m > 0 {
			r = ((r % m) + m) % m
		}
		x := in.atoms[r]
		if x == nil || d+x.size > n {
			break
		}
		z, at = append(z, x), append(at, d)
		d += x.size
	}
	return z, at
}

// joinAtoms finds the atoms that share a region, and the types of all of them.
func (l *lowerer) joinAtoms() {
	for _, u := range l.uses {
		var first []*atom
		for _, c := range u.cells {
			in := l.layouts[c.Object]
			if in.s.kind != regions {
				continue
			}
			z, _ := in.across(c.Offset+u.skip, u.size)
			if first == nil {
				first = z
			}
			for i, x := range z[:min(len(z), len(first))] {
				l.ranges.Union(x, first[i])
			}
		}
	}
	for _, u := range l.uses {
		if u.typ == nil || u.part {
			continue
		}
		for _, c := range u.cells {
			in := l.layouts[c.Object]
			for _, k := range in.begins(u, c) {
				if z, _ := in.across(k, u.size); len(z) == 1 && z[0].size == u.size {
					x := l.ranges.Find(z[0])
					if len(x.types) > 0 && (x.types[0].Kind == cfg.Pointer) != (u.typ.Kind == cfg.Pointer) {
						l.divide(1) // an access to one as the other then needs no division
					}
					x.types = append(x.types, u.typ)
				}
			}
		}
	}
}

// atomType returns the type of the values of x. It is the type of its accesses if they agree, and
// otherwise a type of numbers.
func (l *lowerer) atomType(x *atom) scalar.Type {
	x = l.ranges.Find(x)
	number := scalar.Type{Kind: scalar.Int, Width: int(8 * x.size)}
	if len(x.types) == 0 {
		return number
	}
	t := l.scalarType(x.types[0])
	number.Signed = true
	for _, u := range x.types {
		u := l.scalarType(u)
		if u != t {
			t = number
		}
		number.Signed = number.Signed && u.Kind == scalar.Int && u.Signed
	}
	if t.Kind == scalar.Int && !t.Bool {
		return number
	}
	return t
}

// atomVar returns the variable of an atom of an exploded object.
func (l *lowerer) atomVar(x *atom) *scalar.Var {
	if x.v == nil {
		s := x.in.s
		t := l.atomType(x)
		name, exact := l.flatName(s.object, x.offset, x.size, t)
		x.v = l.newVar(name, t, s.owner)
		if o := s.object.Var; exact && o != nil && o.Kind != cfg.Temp && o.Kind != cfg.Result {
			x.v.Source, x.v.Decl = name, o.Pos
			if o.Func != nil {
				x.v.Scope = o.Func.Name
			}
		}
	}
	return x.v
}

// flatName names the bytes of an object at an offset. The name is exact if it is C's expression for
// a part of type t with exactly these bytes.
func (l *lowerer) flatName(o *pointsto.Object, offset, size int64, t scalar.Type) (string, bool) {
	if o.Var != nil {
		if name, ok := l.member(o.Name, o.Var.Type, offset, size, t); ok {
			return name, true
		}
	}
	return fmt.Sprintf("%s+%d:%d", o.Name, offset, size), false
}

// member returns C's expression for the part of type t of the object called name.
func (l *lowerer) member(name string, of *cfg.Type, offset, size int64, t scalar.Type) (string, bool) {
	switch of.Kind {
	case cfg.Array:
		if n := of.Elem.Size; n > 0 && offset >= 0 {
			return l.member(fmt.Sprintf("%s[%d]", name, offset/n), of.Elem, offset%n, size, t)
		}
	case cfg.Struct, cfg.Union:
		for _, f := range of.Fields {
			if f.Bits > 0 || offset < f.Offset || offset >= f.Offset+f.Type.Size {
				continue
			}
			inner := name
			if f.Name != "" {
				inner += "." + f.Name
			}
			if z, ok := l.member(inner, f.Type, offset-f.Offset, size, t); ok {
				return z, true
			}
		}
	default:
		return name, of.IsScalar() && offset == 0 && of.Size == size && l.scalarType(of) == t
	}
	return "", false
}

// atomRegion returns the region of an atom.
func (l *lowerer) atomRegion(x *atom) *region {
	lead := l.ranges.Find(x)
	if lead.region != nil {
		return lead.region
	}
	r := &region{objects: map[*pointsto.Object]bool{}, zero: true, typ: l.atomType(lead)}
	lead.region = r
	var owner *scalar.Function
	atoms := 0
	for _, o := range l.a.Objects {
		if in := l.layouts[o]; in != nil {
			for _, y := range in.atoms {
				if l.ranges.Find(y) == lead {
					r.objects[o] = true
					atoms++
				}
			}
		}
	}
	for o := range r.objects {
		r.zero = r.zero && zeroed(o)
	}
	s := x.in.s
	if len(r.objects) == 1 {
		if s.direct {
			owner = s.owner
		}
		if !s.dynamic && !s.direct && atoms == 1 {
			r.shift = s.base.Value.Int64() + lead.offset/l.unit
		}
	}
	name, _ := l.flatName(s.object, lead.offset, lead.size, r.typ)
	r.v = l.newVar(name, scalar.ArrayOf(r.typ), owner)
	return r
}
