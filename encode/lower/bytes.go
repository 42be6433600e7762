// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"maps"
	"math/big"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// This file reads and writes values in flat objects that consist of several atoms, or that are
// stored as atoms of another type.

// piece is an atom of a place.
type piece struct {
	v     *scalar.Var  // the variable of the atom, or its region
	index *scalar.Expr // if it is in a region
	typ   scalar.Type
	at    int64 // bytes after the beginning of the place
	size  int64
}

// get returns the value of p.
func (p piece) get() *scalar.Expr {
	if p.index == nil {
		return scalar.NewRead(p.v)
	}
	return &scalar.Expr{Operator: scalar.Select, Type: p.typ, Args: []*scalar.Expr{scalar.NewRead(p.v), p.index}}
}

// set assigns x to p if the guard holds, or if there is no guard.
func (l *lowerer) set(p piece, guard, x *scalar.Expr) {
	if p.index != nil {
		x = &scalar.Expr{Operator: scalar.Store, Type: p.v.Type, Args: []*scalar.Expr{scalar.NewRead(p.v), p.index, x}}
	}
	if guard != nil {
		x = scalar.New(scalar.Ite, p.v.Type, guard, x, scalar.NewRead(p.v))
	}
	l.emit(scalar.Assign{To: p.v, Value: x})
}

// bytesOf returns the beginning of scalar r in bytes, and its size.
func bytesOf(r ref) (skip, size int64) {
	switch {
	case r.bits != nil:
		return int64(r.bits.BitOffset / 8), bitBytes(*r.bits)
	case r.typ.Kind == cfg.Float:
		return 0, int64(r.typ.Width / 8)
	}
	return 0, r.typ.Size
}

// pieces returns the atoms of the n bytes that begin some bytes after a, without those beyond the
// object.
func (l *lowerer) pieces(a alt, skip, n int64) []piece {
	in := l.layouts[a.cell.Object]
	if in == nil {
		return nil // the object has just become flat
	}
	var z []piece
	if a.kind == exploded {
		atoms, at := in.across(a.offset+skip, n)
		for i, x := range atoms {
			v := l.atomVar(x)
			z = append(z, piece{v: v, typ: v.Type, at: at[i], size: x.size})
		}
		return z
	}
	atoms, at := in.across(a.cell.Offset+a.beyond+skip, n)
	for i, x := range atoms {
		r := l.atomRegion(x)
		l.touch(r)
		index := l.indexIn(r, a, a.bytes+skip+at[i], l.unit)
		z = append(z, piece{v: r.v, index: index, typ: r.typ, at: at[i], size: x.size})
	}
	return z
}

// whole reports whether ps cover all of n bytes.
func whole(ps []piece, n int64) bool {
	for _, p := range ps {
		n -= p.size
	}
	return n == 0
}

// unsigned returns the type of unsigned numbers of n bytes.
func unsigned(n int64) scalar.Type { return scalar.Type{Kind: scalar.Int, Width: int(8 * n)} }

// pattern returns the bits of x as a number of n bytes.
func (l *lowerer) pattern(a alt, x *scalar.Expr, n int64) *scalar.Expr {
	t := unsigned(n)
	switch {
	case x.IsConst() && x.Type.Kind == scalar.Pointer && x.Value.Sign() == 0:
		return scalar.NewInt(0, t)
	case x.Type.Kind == scalar.Pointer:
		return scalar.NewAny(t, l.note("an address in %v is taken apart: %s", a.cell.Object, l.otherwise(a, n)), l.pos)
	case x.Type.Kind == scalar.Float:
		return l.reinterpret(x, t)
	}
	return scalar.New(scalar.Cast, t, x)
}

// valueOf returns the value of type t with bit pattern x.
func (l *lowerer) valueOf(a alt, x *scalar.Expr, t scalar.Type) *scalar.Expr {
	switch {
	case t.Kind == scalar.Pointer && (!x.IsConst() || x.Value.Sign() != 0):
		return scalar.NewAny(t, l.note("an address in %v is put together: %s", a.cell.Object, l.otherwise(a, int64(t.Width/8))), l.pos)
	case t.Kind == scalar.Pointer:
		return scalar.NewInt(0, t)
	case t.Kind == scalar.Float:
		return l.reinterpret(x, t)
	case t.Bool:
		return l.truthValue(x, t)
	}
	return scalar.New(scalar.Cast, t, x)
}

// truthValue returns the number x read as _Bool. Numbers other than 0 and 1 are not values of this
// type.
func (l *lowerer) truthValue(x *scalar.Expr, t scalar.Type) *scalar.Expr {
	is := func(n int64) *scalar.Expr { return scalar.New(scalar.Eq, l.int(), x, scalar.NewInt(n, x.Type)) }
	if x.Type.Bool || x.IsConst() && x.Value.IsInt64() && x.Value.Int64()&^1 == 0 {
		return scalar.New(scalar.Cast, t, x)
	}
	trap := scalar.NewAny(t, l.note("a _Bool that is neither 0 nor 1"), l.pos)
	return scalar.New(scalar.Ite, t, is(0), scalar.NewInt(0, t), scalar.New(scalar.Ite, t, is(1), scalar.NewInt(1, t), trap))
}

// together returns the bit pattern of n bytes that consist of some atoms.
func (l *lowerer) together(a alt, ps []piece, n int64) *scalar.Expr {
	t := unsigned(n)
	z := scalar.NewInt(0, t)
	for _, p := range ps {
		x := scalar.New(scalar.Cast, t, l.pattern(a, p.get(), p.size))
		if p.at > 0 {
			x = scalar.New(scalar.Mul, t, x, scalar.NewConst(power(8*p.at), t))
		}
		z = scalar.New(scalar.Add, t, z, x)
	}
	return z
}

func power(n int64) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(n)) }

// readFlat returns the value of scalar r in alternative a, which is in a flat object.
func (l *lowerer) readFlat(r ref, a alt) *scalar.Expr {
	t := l.scalarType(r.typ)
	skip, n := bytesOf(r)
	ps := l.pieces(a, skip, n)
	switch {
	case !whole(ps, n):
		return scalar.NewAny(t, l.note("memory beyond an object is read (%v)", a.cell), l.pos)
	case r.bits != nil:
		x := scalar.New(scalar.Shr, unsigned(n), l.together(a, ps, n), scalar.NewInt(int64(r.bits.BitOffset%8), l.int()))
		x = scalar.New(scalar.Cast, scalar.Type{Kind: scalar.Int, Width: r.bits.Bits, Signed: t.Signed && !t.Bool}, x)
		return scalar.New(scalar.Cast, t, x)
	case len(ps) > 1:
		return l.valueOf(a, l.together(a, ps, n), t)
	case t.Bool && !ps[0].typ.Bool:
		return l.truthValue(ps[0].get(), t)
	}
	return l.convert(ps[0].get(), t)
}

// writeFlat stores x in scalar r in alternative a, which is in a flat object, if the guard holds.
func (l *lowerer) writeFlat(r ref, a alt, guard, x *scalar.Expr) {
	skip, n := bytesOf(r)
	ps := l.pieces(a, skip, n)
	switch {
	case !whole(ps, n):
		return
	case len(ps) == 1 && r.bits == nil:
		l.set(ps[0], guard, l.convert(x, ps[0].typ))
		return
	}
	rest := l.pattern(a, x, n)
	if r.bits != nil {
		rest = l.withBits(l.together(a, ps, n), *r.bits, x, unsigned(n))
	}
	for _, p := range ps {
		rest = l.stash("bytes", rest)
		l.set(p, guard, l.valueOf(a, scalar.New(scalar.Cast, unsigned(p.size), rest), p.typ))
		rest = scalar.New(scalar.Shr, rest.Type, rest, scalar.NewInt(8*p.size, l.int()))
	}
}

// withBits returns the pattern old with bit-field f set to x.
func (l *lowerer) withBits(old *scalar.Expr, f cfg.Field, x *scalar.Expr, t scalar.Type) *scalar.Expr {
	shift := int64(f.BitOffset % 8)
	mask := power(int64(f.Bits))
	mask.Sub(mask, big.NewInt(1)).Lsh(mask, uint(shift))
	x = scalar.New(scalar.Cast, t, scalar.New(scalar.Cast, scalar.Type{Kind: scalar.Int, Width: f.Bits}, x))
	x = scalar.New(scalar.Mul, t, x, scalar.NewConst(power(shift), t))
	all := power(int64(t.Width))
	all.Sub(all, big.NewInt(1))
	return scalar.New(scalar.Add, t, scalar.New(scalar.BitAnd, t, old, scalar.NewConst(all.Xor(all, mask), t)), x)
}

// stash saves x in a temporary, which it returns.
func (l *lowerer) stash(name string, x *scalar.Expr) *scalar.Expr {
	if x.IsConst() || x.Operator == scalar.Read {
		return x
	}
	v := l.temp(name, x.Type)
	l.emit(scalar.Assign{To: v, Value: x})
	return scalar.NewRead(v)
}

// flatLeaves returns the atoms of aggregate r, which is in flat objects, as separate places in
// order, and in at their distances from the beginning.
func (l *lowerer) flatLeaves(r ref) (z []ref, at []int64) {
	for _, a := range r.alts {
		if !a.isFlat() {
			continue
		}
		ps := l.pieces(a, 0, r.typ.Size)
		for _, p := range ps {
			leaf := ref{typ: p.typ.CType()}
			leaf.typ.Size = p.size
			for _, b := range r.alts {
				leaf.alts = append(leaf.alts, b.behind(p.at))
			}
			z, at = append(z, leaf), append(at, p.at)
		}
		break
	}
	return z, at
}

// behind returns the place n bytes after a.
func (a alt) behind(n int64) alt {
	a.offset += n
	a.bytes += n
	a.beyond += n
	return a
}

// assignFlat sets aggregate r, which is in flat objects, to x.
func (l *lowerer) assignFlat(to ref, x cfg.Aggregate) {
	leaves, at := l.flatLeaves(to)
	if n := len(leaves); n == 0 || n > maxLeaves {
		l.havocFlat(to, l.note("initialisation of a large object"))
		return
	}
	static := l.init && zeroed(to.alts[0].cell.Object)
	for i, r := range leaves {
		t := l.scalarType(r.typ)
		v := scalar.NewInt(0, t)
		if !static && !covers(to.typ, x, at[i], at[i]+r.typ.Size) {
			v = scalar.NewAny(t, l.note("the padding of an aggregate is unspecified"), l.pos)
		}
		l.write(r, v)
	}
	l.assignNonzero(to, x)
}

// covers reports whether an initialisation of type t by x sets some of the bytes from lo up to hi.
// It does not if they are all padding, or if they come after the member of a union that is set.
func covers(t *cfg.Type, x cfg.Expr, lo, hi int64) bool {
	if hi <= 0 || lo >= t.Size {
		return false
	}
	switch t.Kind {
	case cfg.Array:
		return true
	case cfg.Struct, cfg.Union:
		y, _ := x.(cfg.Aggregate)
		for i, f := range t.Fields {
			if t.Kind == cfg.Union && i > 0 {
				break
			}
			var e cfg.Expr
			if i < len(y.Elems) {
				e = y.Elems[i]
			}
			if covers(f.Type, e, lo-f.Offset, hi-f.Offset) {
				return true
			}
		}
		return false
	}
	return true
}

// havocFlat havocs all objects that r may be in, if they are flat.
func (l *lowerer) havocFlat(r ref, note string) {
	done := map[*scalar.Var]bool{}
	for _, a := range r.alts {
		in := l.layouts[a.cell.Object]
		if in == nil {
			continue
		}
		for _, k := range slices.Sorted(maps.Keys(in.atoms)) {
			v := l.container(in.atoms[k])
			if !done[v] {
				done[v] = true
				l.emit(scalar.Havoc{To: v, Note: note})
			}
		}
	}
}

// container returns the variable of an atom, or its region.
func (l *lowerer) container(x *atom) *scalar.Var {
	if x.in.s.kind == exploded {
		return l.atomVar(x)
	}
	r := l.atomRegion(x)
	l.touch(r)
	return r.v
}

// copyFlat assigns aggregate from to to, in flat objects. Afterwards, the padding of to may have
// other values.
func (l *lowerer) copyFlat(to, from ref) {
	l.isFlat(to)
	l.isFlat(from)
	ps, at := l.flatLeaves(to)
	qs, _ := l.flatLeaves(from)
	if len(ps) == 0 || len(ps) != len(qs) || len(ps) > maxLeaves {
		l.havocFlat(to, l.note("copy of a large object"))
		return
	}
	for i, p := range ps {
		if covers(to.typ, nil, at[i], at[i]+p.typ.Size) || hasUnion(to.typ) {
			l.write(p, l.read(qs[i]))
			continue
		}
		l.write(p, scalar.NewAny(l.scalarType(p.typ), l.note("the padding of an aggregate is unspecified"), l.pos))
	}
}

// hasUnion reports whether t has a union.
func hasUnion(t *cfg.Type) bool {
	switch t.Kind {
	case cfg.Union:
		return true
	case cfg.Array:
		return hasUnion(t.Elem)
	}
	return slices.ContainsFunc(t.Fields, func(f cfg.Field) bool { return hasUnion(f.Type) })
}

// flatZeroed reports whether r is in regions that are zero at the start.
func (l *lowerer) flatZeroed(r ref) bool {
	for _, a := range r.alts {
		if a.kind != regions {
			return false
		}
		ps := l.pieces(a, 0, r.typ.Size)
		for _, p := range ps {
			if i := slices.IndexFunc(l.used, func(r *region) bool { return r.v == p.v }); i < 0 || !l.used[i].zero {
				return false
			}
		}
		if ps == nil {
			return false
		}
	}
	return true
}

// zeroFlat fills the new flat object at an address with zeros, except in regions that are zero
// anyway.
func (l *lowerer) zeroFlat(s *storage, at *scalar.Var) {
	in := l.layouts[s.object]
	if in == nil {
		return
	}
	zero := true
	for _, k := range slices.Sorted(maps.Keys(in.atoms)) {
		zero = zero && l.atomRegion(in.atoms[k]).zero
	}
	if zero {
		return
	}
	whole := ref{alts: []alt{{cell: l.a.Root(s.object), kind: regions, base: scalar.NewRead(at)}}}
	if in.size < 0 || in.modulus > 0 && in.size/in.modulus*int64(len(in.atoms)) > maxLeaves {
		l.havocFlat(whole, l.note("calloc of unknown or large size"))
		return
	}
	whole.typ = bytesType(in.size)
	leaves, _ := l.flatLeaves(whole)
	for _, r := range leaves {
		l.write(r, scalar.NewInt(0, l.scalarType(r.typ)))
	}
	if leaves == nil {
		l.havocFlat(whole, l.note("calloc of unknown or large size"))
	}
}

// flatten makes the objects flat that the pointers may point into, since a block in them does not
// fit their types. After that, lowering starts again.
func (l *lowerer) flatten(pointers ...cfg.Expr) {
	for _, p := range pointers {
		for _, c := range l.a.Values(p) {
			l.a.Flatten(c.Object)
		}
	}
}

// ragged reports whether a block of known size ends within an element of type t.
func (l *lowerer) ragged(bytes cfg.Expr, t *cfg.Type) bool {
	n, ok := cfg.Fold(bytes, nil)
	return ok && n.IsInt64() && n.Int64() <= maxBytes && t.Size > 0 && n.Int64()%t.Size != 0
}

// anyFlat reports whether some of the pointers point to flat objects.
func (l *lowerer) anyFlat(pointers ...cfg.Expr) bool {
	return slices.ContainsFunc(pointers, func(p cfg.Expr) bool {
		return slices.ContainsFunc(l.a.Values(p), (*pointsto.Cell).IsFlat)
	})
}

// blockAlts returns the flat objects that pointer may point into.
func (l *lowerer) blockAlts(pointer cfg.Expr) (z []alt) {
	for _, c := range l.a.Values(pointer) {
		if s := l.stores[c.Object]; c.IsFlat() && s != nil {
			z = append(z, alt{cell: c, kind: s.kind})
		}
	}
	return z
}

// reached returns the new value of bytes lo to hi, given that the first n bytes of a block are
// overwritten. It is x if the block covers all of these bytes, and old if the block ends before
// them. If the block ends between them, the result has the low bytes of x and the high bytes of
// old.
func (l *lowerer) reached(n *scalar.Expr, lo, hi int64, x, old *scalar.Expr) *scalar.Expr {
	if n.IsConst() {
		return x
	}
	least := func(k int64) *scalar.Expr {
		return scalar.New(scalar.Le, l.int(), scalar.NewInt(k, n.Type), n)
	}
	z := old
	switch size := hi - lo; {
	case size == 1:
	case x.Type.Kind != scalar.Int || x.Type.Width != int(8*size) || size > wordBytes:
		some := scalar.NewAny(x.Type, l.note("a block that ends within a value"), l.pos)
		z = scalar.New(scalar.Ite, x.Type, least(lo+1), some, old)
	default:
		t := unsigned(size)
		for k := int64(1); k < size; k++ {
			low := func(x *scalar.Expr) *scalar.Expr {
				return scalar.New(scalar.Cast, t, scalar.New(scalar.Cast, unsigned(k), x))
			}
			rest := scalar.New(scalar.Sub, t, scalar.New(scalar.Cast, t, old), low(old))
			mixed := scalar.New(scalar.Cast, x.Type, scalar.New(scalar.Add, t, rest, low(x)))
			z = scalar.New(scalar.Ite, x.Type, least(lo+k), mixed, z)
		}
	}
	return scalar.New(scalar.Ite, x.Type, least(hi), x, z)
}

// copyBytes copies a block in flat objects. The blocks may overlap, so it reads everything before
// it writes.
func (l *lowerer) copyBytes(o cfg.Copy) {
	size := l.expr(o.Bytes)
	if size.IsConst() && size.Value.Sign() == 0 {
		return
	}
	havoc := func() { l.havocObjects(o.To, l.note("copy of a block of unknown or large size")) }
	l.inParts(o.To, l.blockBytes(o.Bytes, o.To, o.From), size, havoc, func(to []ref, at []int64, n int64) {
		from, starts := l.block(o.From, n)
		for i, r := range to {
			if i < len(from) && (starts[i] != at[i] || from[i].typ.Size != r.typ.Size) {
				from = from[:i]
			}
		}
		l.transfer(to, from, at, size)
	})
}

// transfer copies the first size bytes of some parts to others. at has the positions of the parts.
// Parts whose counterpart is beyond an object get any value.
func (l *lowerer) transfer(to, from []ref, at []int64, size *scalar.Expr) {
	size = l.stash("size", size)
	values := make([]*scalar.Expr, len(to))
	for i, r := range to {
		t := l.scalarType(r.typ)
		var x *scalar.Expr
		if i < len(from) {
			x = l.convert(l.read(from[i]), t)
		} else {
			x = scalar.NewAny(t, l.note("memory beyond an object is read"), l.pos)
		}
		v := l.temp("block", t)
		l.emit(scalar.Assign{To: v, Value: l.reached(size, at[i], at[i]+r.typ.Size, x, l.read(r))})
		values[i] = scalar.NewRead(v)
	}
	for i, r := range to {
		l.write(r, values[i])
	}
}

// elements returns the scalar parts of the first n elements of type t at a pointer, and their
// distances from there.
func (l *lowerer) elements(pointer cfg.Expr, t *cfg.Type, n int64) (z []ref, starts []int64) {
	for i := range n {
		whole := l.resolve(at(pointer, t, i), true)
		for _, r := range l.leaves(whole) {
			z, starts = append(z, r), append(starts, i*t.Size+r.alts[0].bytes-whole.alts[0].bytes)
		}
	}
	return z, starts
}

// atMost returns the maximal number of elements of type t in a block of unknown size. It returns -1
// if the number is unknown or too large.
func (l *lowerer) atMost(bytes cfg.Expr, t *cfg.Type, pointers ...cfg.Expr) int64 {
	k := l.blockBytes(bytes, pointers...)
	if m := leafCount(t); k == 0 || t.Size <= 0 || m < 0 || k/t.Size*int64(m) > maxGuarded {
		return -1
	}
	return k / t.Size
}

// maxGuarded is the number of parts of a block that are copied or filled one by one if its size is
// unknown.
const maxGuarded = 64

// maxOpen is the number of bytes of a block that are copied or filled part by part, if even a bound
// on its size is unknown.
const maxOpen = 16

// fillBytes fills a block in flat objects.
func (l *lowerer) fillBytes(o cfg.Fill) {
	size := l.expr(o.Bytes)
	if size.IsConst() && size.Value.Sign() == 0 {
		return
	}
	havoc := func() { l.havocObjects(o.To, l.note("filling a block of unknown or large size")) }
	l.inParts(o.To, l.blockBytes(o.Bytes, o.To), size, havoc, func(to []ref, at []int64, _ int64) {
		l.fillParts(to, at, l.expr(o.Value), size)
	})
}

// fillParts sets the first size bytes of some parts to byte v. at has the positions of the parts.
func (l *lowerer) fillParts(to []ref, at []int64, v, size *scalar.Expr) {
	v, size = l.stash("byte", v), l.stash("size", size)
	for i, r := range to {
		u, ones := unsigned(r.typ.Size), new(big.Int)
		for range r.typ.Size {
			ones.Lsh(ones, 8).Or(ones, big.NewInt(1))
		}
		x := l.valueOf(r.alts[0], scalar.New(scalar.Mul, u, scalar.New(scalar.Cast, u, v), scalar.NewConst(ones, u)), l.scalarType(r.typ))
		l.write(r, l.reached(size, at[i], at[i]+r.typ.Size, x, l.read(r)))
	}
}
