// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cmp"
	"math"
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// This file adds the points-to checks to the lowered program. A check states that at each access,
// the pointer points to a part of an object in its points-to set, unless the access is undefined.
// An address belongs to the last object that begins at or before it. Dynamic objects are not
// distinguished. So an access counts as undefined if its pointer has left an object without
// reaching another one. The same holds for null, and for addresses that are not in use yet. Runs,
// unlike clauses, distinguish dynamic objects.

// maxPositions bounds the places of an object that an obligation distinguishes.
const maxPositions = 8

// span is a range of addresses, in units: lo is included, hi is not.
type span struct{ lo, hi int64 }

// meant adds the points-to check of an access through a pointer.
func (t *traps) meant(q cfg.Deref) {
	l := t.l
	x := l.expr(q.Pointer)
	if x.HasAny() { // a second evaluation of the pointer may give another value
		return
	}
	among, parts, any := l.targets(q)
	if any {
		return
	}
	z := scalar.Obligation{Cond: l.within(q, x, among, len(parts) > 0), Address: x, Parts: parts}
	if l.allMade(parts) {
		z.Parts = nil
	}
	if t.guard != nil {
		z.Cond = scalar.New(scalar.Or, l.int(), scalar.New(scalar.Not, l.int(), t.guard), z.Cond)
		z.Parts = nil // the access may not be evaluated
	}
	trivial := z.Cond.IsConst() && z.Cond.Value.Sign() != 0 && z.Parts == nil
	if !trivial && !slices.ContainsFunc(t.claims, z.Equal) {
		t.claims = append(t.claims, z)
	}
}

// keepsOut records the assumption that a store through a pointer changes no object of the program.
// This concerns pointers that come from functions without a body, or from files.
func (l *lowerer) keepsOut(pointer cfg.Expr) {
	_, constant := cfg.Fold(pointer, nil)
	switch {
	case l.a.MayBeOutside(pointer):
		l.assume("pointers from functions without a body, through which it stores, point to no object of the program")
	case !constant && len(l.a.Values(pointer)) == 0:
		l.assume("pointers through which it stores, and for which no object is known, point to no object of the program")
	}
}

// targets returns the cells of objects with constant addresses that access q may point to, and the
// parts of dynamic ones. any means that nothing is known.
func (l *lowerer) targets(q cfg.Deref) (among map[*pointsto.Object][]*pointsto.Cell, parts []scalar.Part, any bool) {
	among = map[*pointsto.Object][]*pointsto.Cell{}
	for _, c := range l.a.Values(q.Pointer) {
		if c.Object == l.a.Outside {
			// for pointers from outside, it is an assumption that they point nowhere else
			return nil, nil, true
		}
		if c.Object.Func != nil {
			continue
		}
		c = l.a.As(c, q.Of)
		switch s := l.stores[c.Object]; {
		case s != nil && s.class != nil:
			parts = append(parts, scalar.Part{Site: c.Object.ID, Stride: 1})
		case s != nil && !s.dynamic && s.base != nil:
			among[c.Object] = append(among[c.Object], c)
		case c.IsFlat() && c.Stride == 0:
			parts = append(parts, scalar.Part{Site: c.Object.ID, Offset: c.Offset / l.unit, Stride: 1 << 40})
		case c.IsFlat():
			parts = append(parts, scalar.Part{Site: c.Object.ID, Offset: c.Offset / l.unit, Stride: c.Stride / l.unit})
		case c.Object.Opaque || c.Parent == nil:
			parts = append(parts, scalar.Part{Site: c.Object.ID, Stride: 1})
		default:
			stride := max(strideOf(c)/l.unit, 1)
			parts = append(parts, scalar.Part{Site: c.Object.ID, Offset: offsetOf(c) / l.unit % stride, Stride: stride})
		}
	}
	return among, parts, false
}

// allMade reports whether the parts include everything that is made during the run.
func (l *lowerer) allMade(parts []scalar.Part) bool {
	for _, o := range l.dynamic {
		if !slices.ContainsFunc(parts, func(p scalar.Part) bool { return p.Site == o.ID && p.Stride == 1 }) {
			return false
		}
	}
	return true
}

// within returns the condition that address x is a possible one for the access q: in one of some
// objects or, if dynamic is set, in an object made during the run.
func (l *lowerer) within(q cfg.Deref, x *scalar.Expr, among map[*pointsto.Object][]*pointsto.Cell, dynamic bool) *scalar.Expr {
	spans := []span{{math.MinInt64, l.first}}
	if dynamic || !l.allocates() {
		spans = append(spans, span{l.heap, math.MaxInt64})
	}
	z := scalar.NewInt(0, l.int())
	or := func(y *scalar.Expr) { z = scalar.New(scalar.Or, z.Type, z, y) }
	for o, cells := range among {
		s := l.stores[o]
		if places := l.places(s, cells); places != nil {
			// An access beyond the end of the object is undefined.
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
		switch from, to := scalar.New(scalar.Le, l.int(), l.address(s.lo), x), scalar.New(scalar.Lt, l.int(), x, l.address(s.hi)); {
		case s.lo == math.MinInt64 && s.hi == math.MaxInt64:
			return scalar.NewInt(1, l.int())
		case s.lo == math.MinInt64:
			or(to)
		case s.hi == math.MaxInt64:
			or(from)
		case s.hi == s.lo+1:
			or(scalar.New(scalar.Eq, l.int(), x, l.address(s.lo)))
		default:
			or(scalar.New(scalar.And, l.int(), from, to))
		}
	}
	if !dynamic && l.allocates() { // there are no objects there yet
		free := scalar.New(scalar.Le, l.int(), scalar.NewRead(l.brk), x)
		for _, c := range l.classes {
			free = l.and(free, scalar.New(scalar.Not, l.int(), l.isRanked(c, x)))
		}
		or(free)
	}
	return z
}

// places returns the addresses of some cells of an object. It returns nil if there are many, or if
// they include all its bytes.
func (l *lowerer) places(s *storage, cells []*pointsto.Cell) (z []int64) {
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

// behind returns the address of the next object after one with a constant address, or the address
// where dynamic objects begin.
func (l *lowerer) behind(s *storage) int64 {
	at := s.base.Value.Int64()
	if k, _ := slices.BinarySearch(l.bases, at+1); k < len(l.bases) {
		return min(l.heap, l.bases[k])
	}
	return l.heap
}

// allocates reports whether there are dynamic objects.
func (l *lowerer) allocates() bool { return len(l.dynamic) > 0 }
