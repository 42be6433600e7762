// SPDX-License-Identifier: Apache-2.0

package threads

import (
	"slices"

	"cornet/encode/cfg"
)

// overlap returns the condition that x and y access the same memory, or nil if they never do.
func (b *builder) overlap(x, y use) cfg.Expr {
	k, l := pathOf(x.place), pathOf(y.place)
	switch {
	case k.root != nil && l.root != nil && k.root != l.root:
		return nil
	case x.bytes != nil || y.bytes != nil:
		return b.meet(x, y)
	case k.root != nil && l.root != nil:
		if cond, never := samePart(k, l); never || cond != nil {
			return cond
		}
	case k.pointer != nil && l.pointer != nil && k.of.Same(l.of):
		if cond, never := samePart(k, l); never {
			return nil
		} else if cond != nil {
			return conjunction(b.equalAddress(k.pointer, l.pointer), cond)
		}
	}
	return b.meet(x, y)
}

// A path is a place: a variable, or the target of a pointer, and then parts of parts of it.
type path struct {
	root    *cfg.Var
	pointer cfg.Expr
	of      *cfg.Type // type of the pointer's target
	parts   []cfg.Place
}

func pathOf(l cfg.Place) (z path) {
	for {
		switch k := l.(type) {
		case cfg.VarPlace:
			z.root = k.Var
			return z
		case cfg.FieldPlace:
			z.parts = append([]cfg.Place{k}, z.parts...)
			l = k.In
		case cfg.IndexPlace:
			z.parts = append([]cfg.Place{k}, z.parts...)
			l = k.In
		case cfg.Deref:
			direct := k.Direct()
			if direct == nil {
				z.root = cfg.Root(k)
				z.pointer, z.of = k.Pointer, k.Of
				return z
			}
			l = direct
		}
	}
}

// samePart returns the condition that two paths from the same object overlap. never means that they
// do not. A nil condition means that this is unknown.
func samePart(k, l path) (cond cfg.Expr, never bool) {
	if k.root != nil && (k.pointer != nil || l.pointer != nil) {
		return number(1), false // the whole has a type of its own
	}
	cond = number(1)
	for i := range min(len(k.parts), len(l.parts)) {
		switch x := k.parts[i].(type) {
		case cfg.FieldPlace:
			y, ok := l.parts[i].(cfg.FieldPlace)
			if !ok {
				return number(1), false
			}
			if x.Index == y.Index {
				continue
			}
			of := x.In.Type()
			if of.Kind == cfg.Union && (computed(k.parts[i:]) || computed(l.parts[i:])) {
				return nil, false
			}
			if of.Kind == cfg.Union && !apart(k.parts[i:], l.parts[i:]) || of.Kind != cfg.Union && oneLocation(of.Fields, x.Index, y.Index) {
				return cond, false
			}
			return nil, true
		case cfg.IndexPlace:
			y, ok := l.parts[i].(cfg.IndexPlace)
			if !ok {
				return number(1), false
			}
			m, known1 := cfg.Fold(x.Index, nil)
			n, known2 := cfg.Fold(y.Index, nil)
			switch {
			case !known1 || !known2:
				cond = conjunction(cond, equal(converted(x.Index, longType), converted(y.Index, longType)))
			case m.Cmp(n) != 0:
				return nil, true
			}
		}
	}
	return cond, false
}

// oneLocation reports whether two members are bit-fields with only bit-fields of width 1 or more
// between them: in C these are one memory location.
func oneLocation(fields []cfg.Field, i, j int) bool {
	i, j = min(i, j), max(i, j)
	for k, f := range fields[i : j+1] {
		if f.Bits == 0 || f.Parted && k > 0 {
			return false
		}
	}
	return true
}

// apart reports whether two paths into a union are known to lead to different bytes.
func apart(k, l []cfg.Place) bool {
	from1, to1, ok1 := extent(k)
	from2, to2, ok2 := extent(l)
	return ok1 && ok2 && (to1 <= from2 || to2 <= from1)
}

// computed reports whether an index on a path is not constant.
func computed(parts []cfg.Place) bool {
	return slices.ContainsFunc(parts, func(p cfg.Place) bool {
		x, ok := p.(cfg.IndexPlace)
		if ok {
			_, ok = cfg.Fold(x.Index, nil)
			return !ok
		}
		return false
	})
}

// extent returns the range of bytes to which parts of parts lead, from the beginning of the first
// part's aggregate. ok means that it is known.
func extent(parts []cfg.Place) (from, to int64, ok bool) {
	for _, p := range parts {
		switch x := p.(type) {
		case cfg.FieldPlace:
			f := x.In.Type().Fields[x.Index]
			if f.Bits > 0 {
				return 0, 0, false
			}
			from += f.Offset
		case cfg.IndexPlace:
			i, known := cfg.Fold(x.Index, nil)
			if !known || !i.IsInt64() {
				return 0, 0, false
			}
			from += i.Int64() * x.Type().Size
		}
		to = from + p.Type().Size
	}
	return from, to, true
}

var longType = &cfg.Type{Kind: cfg.Int, Width: 64, Signed: true, Size: 8, Align: 8}

// conjunction returns x and y, without constants that hold.
func conjunction(x, y cfg.Expr) cfg.Expr {
	if c, ok := cfg.Fold(x, nil); ok && c.Sign() != 0 {
		return y
	}
	if c, ok := cfg.Fold(y, nil); ok && c.Sign() != 0 {
		return x
	}
	return both(x, y)
}

// equalAddress compares pointers of any types.
func (b *builder) equalAddress(x, y cfg.Expr) cfg.Expr {
	t := &cfg.Type{Kind: cfg.Pointer, Elem: &cfg.Type{Kind: cfg.Void, Size: 1, Align: 1}, Size: x.Type().Size, Align: x.Type().Align}
	return equal(converted(x, t), converted(y, t))
}

// meet returns the condition that the bytes of x and y overlap.
func (b *builder) meet(x, y use) cfg.Expr {
	size := b.s.program.Model.PointerBytes()
	word := &cfg.Type{Kind: cfg.Int, Width: int(8 * size), Size: size, Align: size}
	pointer := func(l cfg.Place) cfg.Expr {
		if d, ok := l.(cfg.Deref); ok {
			return d.Pointer
		}
		return cfg.AddrOf{Place: l, Of: &cfg.Type{Kind: cfg.Pointer, Elem: l.Type(), Size: size, Align: size}}
	}
	p, q := pointer(x.place), pointer(y.place)
	t, u := x.place.Type(), y.place.Type()
	if x.bytes == nil && y.bytes == nil && t.IsScalar() && u.IsScalar() && t.Size == u.Size {
		return b.equalAddress(p, q)
	}
	bytes := func(u use) cfg.Expr {
		if u.bytes != nil {
			return converted(u.bytes, word)
		}
		return constant(max(u.place.Type().Size, 1), word)
	}
	// the block begins at its first byte; whether later bytes belong to it is unknown
	if x.bytes == unknownSize || y.bytes == unknownSize {
		base := func(l cfg.Place, p cfg.Expr) cfg.Expr {
			if k := pathOf(l); k.pointer != nil {
				return k.pointer
			}
			return p
		}
		p, q = base(x.place, p), base(y.place, q)
		if y.bytes == unknownSize {
			p, q = q, p
		}
		behind := apply(cfg.Lt, converted(p, word), converted(q, word))
		return either(b.equalAddress(p, q), both(behind, unknownSize))
	}
	before := func(p, q cfg.Expr, n cfg.Expr) cfg.Expr {
		end := cfg.Binary{Operator: cfg.Add, X: converted(q, word), Y: n, Of: word}
		return apply(cfg.Lt, converted(p, word), end)
	}
	return both(before(p, q, bytes(y)), before(q, p, bytes(x)))
}
