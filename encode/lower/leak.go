// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"slices"

	"cornet/encode/cfg"
	"cornet/encode/pointsto"
	"cornet/encode/scalar"
)

// leak returns the condition that some object made by Alloc is live.
func (l *lowerer) leak(x cfg.Leak) *scalar.Expr {
	z := l.truth(false)
	many, held := false, false
	doubt := func(lives *scalar.Expr) *scalar.Expr {
		return l.and(lives, scalar.NewAny(l.int(), l.note("whether something points to memory that was not freed"), l.pos))
	}
	for _, o := range slices.Clone(l.a.Objects) {
		if !allocated(o) || l.stores[o] == nil {
			continue
		}
		if !l.isSingle(o) {
			many = true
			held = held || l.fromStatic()[o]
			continue
		}
		lives := scalar.NewRead(l.lifeOf(o).alive)
		if x.Lost && l.fromStatic()[o] {
			if holders, ok := l.holders(o); ok {
				for _, p := range holders {
					lives = l.and(lives, scalar.New(scalar.Not, l.int(), l.pointsInto(p, l.lifeOf(o))))
				}
			} else {
				lives = doubt(lives)
			}
		}
		z = l.or(z, lives)
	}
	if !many {
		return z
	}
	lives := scalar.New(scalar.Lt, l.int(), l.address(0), scalar.NewRead(l.liveCount()))
	if x.Lost && held {
		lives = doubt(lives)
	}
	return l.or(z, lives)
}

// reuses reports whether x compares numbers that come from addresses of allocated objects. The
// address of a freed object may be used again, so such numbers may be equal. For pointers to freed
// objects, C leaves the comparison undefined.
func (l *lowerer) reuses(x cfg.Binary) bool {
	heap := func(y cfg.Expr) bool {
		return y.Type().Kind == cfg.Int && slices.ContainsFunc(l.a.Values(y), func(c *pointsto.Cell) bool { return allocated(c.Object) })
	}
	return l.lives.checked && heap(x.X) && heap(x.Y)
}

// fromStatic returns the objects that are reachable from variables in static storage.
func (l *lowerer) fromStatic() map[*pointsto.Object]bool {
	if l.lives.static != nil {
		return l.lives.static
	}
	held := map[*pointsto.Object][]*pointsto.Object{}
	for _, c := range slices.Clone(l.allCells()) {
		for _, d := range l.a.Held(c) {
			held[c.Object] = append(held[c.Object], d.Object)
		}
	}
	seen := map[*pointsto.Object]bool{}
	var todo []*pointsto.Object
	visit := func(o *pointsto.Object) {
		if !seen[o] {
			seen[o] = true
			todo = append(todo, o)
		}
	}
	for _, o := range l.a.Objects {
		if o.Var != nil && o.Var.Kind == cfg.Global || o == l.a.Outside {
			visit(o)
		}
	}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, p := range held[o] {
			visit(p)
		}
	}
	l.lives.static = seen
	return seen
}

// holders returns the pointers in static storage that may point into o. It fails if one of them is
// not a variable, or if anything else reachable from static storage may point into o.
func (l *lowerer) holders(o *pointsto.Object) (z []*scalar.Expr, ok bool) {
	for _, c := range slices.Clone(l.allCells()) {
		if !l.fromStatic()[c.Object] || !slices.ContainsFunc(l.a.Held(c), func(d *pointsto.Cell) bool { return d.Object == o }) {
			continue
		}
		s := l.stores[c.Object]
		if s == nil || s.kind != exploded || c.IsFlat() || c.Type == nil || !c.Type.IsScalar() || c.Object.Var == nil {
			return nil, false
		}
		for _, at := range l.positions(s, c) {
			z = append(z, scalar.NewRead(l.slot(alt{cell: c, kind: exploded, offset: at})))
		}
	}
	return z, true
}

// pointsInto returns the condition that p points into an object, or to its end.
func (l *lowerer) pointsInto(p *scalar.Expr, o *life) *scalar.Expr {
	return l.and(l.le(o.base, p), l.le(l.distance(o.base, p), o.size))
}
