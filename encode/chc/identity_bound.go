// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
	"cornet/encode/poly"
)

// This file finds by how much counters may pass their bounds, so that loops end with an equation: if x <= y at the head of a loop
// that is left when x >= y, then x = y there. Candidates are the comparisons of variables, and they are dropped like equations.

// bound says that x <= y + more, as numbers of type t, to which those of x and y belong.
type bound struct {
	x, y *flat.Var
	more int64 // 0; or 1, where y is less than the greatest number of t
	t    flat.Type
}

// guessBounds fills bounds with all comparisons of variables that are live.
func (a *identities) guessBounds() {
	var all []bound
	seen := map[bound]bool{}
	eachExpr(a.f, func(e *flat.Expr) {
		if e.Operator != flat.Lt && e.Operator != flat.Le || e.Args[0].Type.Width > a.width {
			return
		}
		b := bound{x: a.variable(e.Args[0]), y: a.variable(e.Args[1]), t: e.Args[0].Type}
		if e.Operator == flat.Le {
			b.more = 1
		}
		if b.x != nil && b.y != nil && b.x != b.y && !seen[b] {
			seen[b] = true
			all = append(all, b)
		}
	})
	for _, n := range a.order {
		if !a.heads[n] || n == a.f.Entry || a.envs[n.ID] == nil {
			continue
		}
		for _, b := range all {
			if live := a.live[n.ID]; live[b.x] && live[b.y] && a.room(a.envs[n.ID], b) {
				a.bounds[n] = append(a.bounds[n], b)
			}
		}
	}
}

// variable is the variable that x reads, perhaps converted to a type that has all its values; else nil.
func (a *identities) variable(x *flat.Expr) *flat.Var {
	t := x.Type
	for x.Operator == flat.Cast {
		x = x.Args[0]
	}
	if x.Operator != flat.Read || !isNumber(x.Type) || !isNumber(t) || t.Bool || !a.r.typeRange(x.Type).within(a.r.typeRange(t)) {
		return nil
	}
	return x.Var
}

// room reports whether y + more is of the type.
func (a *identities) room(e env, b bound) bool {
	_, highest := b.t.Range()
	return a.r.of(e, b.y).add(point(big.NewInt(b.more))).within(interval{nil, highest})
}

// limit is y + more behind c.
func (c *course) limit(b bound) poly.Poly {
	return c.a.ring.Add(c.of(b.y), c.a.ring.Const(uint64(b.more)))
}

// bounded reports whether b is found to hold behind c.
func (c *course) bounded(b bound) bool {
	if !c.a.room(c.ranges, b) {
		return false
	}
	x, y := c.a.r.of(c.ranges, b.x), c.a.r.of(c.ranges, b.y)
	if x.hi != nil && y.lo != nil && x.hi.Cmp(new(big.Int).Add(y.lo, big.NewInt(b.more))) <= 0 {
		return true
	}
	z := c.clone()
	if b.more == 1 {
		// lo <= y makes lo + 1 <= y + 1, since there is room.
		for _, o := range c.orders {
			if o.t == b.t && c.implies(c.a.ring.Sub(o.hi, c.of(b.y))) {
				z.orders = append(z.orders, order{c.a.ring.Add(o.lo, c.a.ring.Const(1)), c.limit(b), o.equal, o.t})
			}
		}
	}
	return !z.ordered(order{z.limit(b), z.of(b.x), false, b.t})
}
