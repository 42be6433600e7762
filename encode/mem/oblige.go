// SPDX-License-Identifier: Apache-2.0

package mem

import (
	"cmp"
	"math"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/encode/points"
)

// This file says in the lowered program what it has assumed of pointers: at each access, that the pointer means a part of an object
// which the points-to analysis allows, or that the access is undefined. An address belongs to the object behind whose beginning it
// is, up to the next one; dynamic objects are all alike. So an access through a pointer that has left its object without
// coming to another one is taken for undefined, as is one of null or of an address that nothing has yet.

// maxPositions is how many places of an object an obligation tells apart.
const maxPositions = 8

// span is a range of addresses, in units: from lo up to, and without, hi.
type span struct{ lo, hi int64 }

// meant adds the obligation of an access through a pointer.
func (t *traps) meant(q cfg.Deref) {
	l := t.l
	x := l.expr(q.Pointer)
	if hasAny(x) { // evaluated again it may be something else
		return
	}
	z := l.allowed(q, x)
	if z == nil {
		return
	}
	if t.guard != nil {
		z = flat.New(flat.Or, z.Type, flat.New(flat.Not, z.Type, t.guard), z)
	}
	if z.IsConst() && z.Value.Sign() != 0 || slices.ContainsFunc(t.claims, func(y *flat.Expr) bool { return y.String() == z.String() }) {
		return
	}
	t.claims = append(t.claims, z)
}

// allowed is the condition under which address x is one that the access q may have; nil if that is any.
func (l *lowerer) allowed(q cfg.Deref, x *flat.Expr) *flat.Expr {
	spans := []span{{math.MinInt64, firstAddress}}
	among := map[*points.Object][]*points.Cell{}
	dynamic := false
	for _, c := range l.a.Values(q.Pointer) {
		if c.Object == l.a.Outside {
			return nil // pointers from outside point nowhere else, which is no more than an assumption
		}
		if c.Object.Func != nil {
			continue
		}
		if s := l.stores[c.Object]; s == nil || s.dynamic || s.base == nil {
			dynamic = true
		} else {
			among[c.Object] = append(among[c.Object], l.a.As(c, q.Of))
		}
	}
	if dynamic || !l.allocates() {
		spans = append(spans, span{l.heap, math.MaxInt64})
	}
	z := flat.NewInt(0, l.int())
	or := func(y *flat.Expr) { z = flat.New(flat.Or, z.Type, z, y) }
	for o, cells := range among {
		s := l.stores[o]
		if places := l.places(s, cells); places != nil {
			// What reaches over the end of the object is undefined.
			end := s.base.Value.Int64() + l.units(s.typ.Size)
			spans = append(spans, span{end - l.units(max(q.Of.Size, 1)) + 1, l.behind(s)})
			for _, k := range places {
				spans = append(spans, span{k, k + 1})
			}
		} else {
			spans = append(spans, span{s.base.Value.Int64(), l.behind(s)})
		}
	}
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.lo, y.lo) })
	for i, s := range spans {
		if i+1 < len(spans) && s.hi >= spans[i+1].lo {
			spans[i+1] = span{s.lo, max(s.hi, spans[i+1].hi)}
			continue
		}
		switch from, to := flat.New(flat.Le, l.int(), l.address(s.lo), x), flat.New(flat.Lt, l.int(), x, l.address(s.hi)); {
		case s.lo == math.MinInt64 && s.hi == math.MaxInt64:
			return nil
		case s.lo == math.MinInt64:
			or(to)
		case s.hi == math.MaxInt64:
			or(from)
		case s.hi == s.lo+1:
			or(flat.New(flat.Eq, l.int(), x, l.address(s.lo)))
		default:
			or(flat.New(flat.And, l.int(), from, to))
		}
	}
	if !dynamic && l.allocates() { // nothing is there yet
		or(flat.New(flat.Le, l.int(), flat.NewRead(l.brk), x))
	}
	return z
}

// places are the addresses of some cells of an object, nil if they are many or those of all its bytes.
func (l *lowerer) places(s *storage, cells []*points.Cell) (z []int64) {
	if s.typ == nil || s.typ.Size <= 0 || s.object.Opaque {
		return nil
	}
	for _, c := range cells {
		if c.Object.Opaque {
			return nil
		}
		positions := l.positions(s, c)
		if len(positions)+len(z) > maxPositions {
			return nil
		}
		for _, k := range positions {
			z = append(z, s.base.Value.Int64()+k/l.unit)
		}
	}
	return z
}

// behind is the address of the object behind one with a constant address, or where dynamic ones begin.
func (l *lowerer) behind(s *storage) int64 {
	z := l.heap
	for _, r := range l.stores {
		if r.base != nil && r.base.IsConst() && r.base.Value.Cmp(s.base.Value) > 0 {
			z = min(z, r.base.Value.Int64())
		}
	}
	return z
}

// allocates reports whether there are dynamic objects.
func (l *lowerer) allocates() bool {
	for _, s := range l.stores {
		if s.dynamic {
			return true
		}
	}
	return false
}

// hasAny reports whether something in x is left open.
func hasAny(x *flat.Expr) bool {
	found := false
	x.Walk(func(y *flat.Expr) { found = found || y.Operator == flat.Any })
	return found
}
