// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"maps"
	"math/big"
	"slices"

	"cornet/encode/flat"
	"cornet/encode/poly"
)

// This file follows paths of a program with polynomials for values.

// course is what is known at the end of a path: the values of variables, as polynomials over their values at its start and over
// numbers that are not known, and what the conditions on the way say. A polynomial stands for an integer modulo the ring's.
type course struct {
	a       *identities
	values  map[*flat.Var]poly.Poly // others have the value that they had at the start
	truths  map[*flat.Var]*fact     // what it means that a variable is not 0
	ranges  env
	zero    []poly.Poly // what is 0: at the start, and by conditions
	unequal []poly.Poly // what is not
	orders  []order
	parts   []part               // quotients by constants
	modules map[int]*poly.Module // what follows from zero, by degree
}

// order says that lo < hi, or with equal lo <= hi, as numbers of type t.
type order struct {
	lo, hi poly.Poly
	equal  bool
	t      flat.Type
}

// part says that of/k, towards zero, is quotient, for numbers of type t.
type part struct {
	of, quotient poly.Poly
	k            *big.Int
	t            flat.Type
}

// fact is a condition. The zero value of op, Const, stands for one of which nothing is known.
type fact struct {
	op   flat.Operator // Eq, Lt, Le of numbers; Not, And, Or of facts
	x, y poly.Poly
	t    flat.Type
	in   interval // of x
	args []*fact
}

func (a *identities) newCourse(ranges env, zero []poly.Poly) *course {
	return &course{
		a: a, values: map[*flat.Var]poly.Poly{}, truths: map[*flat.Var]*fact{}, ranges: ranges.clone(),
		zero: zero, modules: map[int]*poly.Module{},
	}
}

// clone is a copy of c that may be changed.
func (c *course) clone() *course {
	z := *c
	z.values, z.truths, z.modules = maps.Clone(c.values), maps.Clone(c.truths), maps.Clone(c.modules)
	z.ranges = c.ranges.clone()
	z.zero, z.unequal, z.orders, z.parts = slices.Clip(c.zero), slices.Clip(c.unequal), slices.Clip(c.orders), slices.Clip(c.parts)
	return &z
}

// step goes on over op; it reports whether that is possible.
func (c *course) step(op flat.Op) bool {
	switch o := op.(type) {
	case flat.Assume:
		if !c.learn(c.fact(o.Cond), o.Negate) || !c.a.r.apply(c.ranges, op, c.a.fx) {
			return false
		}
		possible := true
		o.Cond.Walk(func(x *flat.Expr) {
			if x.Operator != flat.Read || !isNumber(x.Type) {
				return
			}
			if in := c.a.r.of(c.ranges, x.Var); in.isPoint() {
				possible = possible && c.vanishes(c.a.ring.Sub(c.of(x.Var), c.a.constant(in.lo)))
			}
		})
		return possible
	case flat.Assign:
		if isNumber(o.To.Type) {
			v, truth := c.value(o.Value), c.fact(o.Value)
			delete(c.truths, o.To)
			if truth.op != flat.Const {
				c.truths[o.To] = truth
			}
			c.values[o.To] = v
		}
	default:
		flat.Written(op, c.forget)
		if call, ok := op.(flat.Call); ok {
			for _, v := range c.a.fx[call.Callee].written {
				c.forget(v)
			}
		}
	}
	return c.a.r.apply(c.ranges, op, c.a.fx)
}

func (c *course) forget(v *flat.Var) {
	delete(c.truths, v)
	c.values[v] = c.a.fresh()
}

func (c *course) of(v *flat.Var) poly.Poly {
	if p := c.values[v]; p != nil {
		return p
	}
	return c.a.symbol(v)
}

// isNumber reports whether values of t are integers of C.
func isNumber(t flat.Type) bool { return t.Kind == flat.Int && !t.Array }

// value is x. Results that may have been wrapped to fewer bits than the ring has are not known.
func (c *course) value(x *flat.Expr) poly.Poly {
	if !isNumber(x.Type) {
		return c.a.fresh()
	}
	if x.Operator == flat.Read {
		return c.of(x.Var)
	}
	in := c.a.r.value(c.ranges, x)
	if in.isPoint() {
		return c.a.constant(in.lo)
	}
	for _, y := range x.Args {
		if !isNumber(y.Type) {
			return c.a.fresh()
		}
	}
	fits := !x.Type.Bool && x.Type.Width >= c.a.width || c.a.r.raw(c.ranges, x).within(c.a.r.typeRange(x.Type))
	if !fits {
		return c.a.fresh()
	}
	arg := func(i int) poly.Poly { return c.value(x.Args[i]) }
	ring := c.a.ring
	switch x.Operator {
	case flat.Cast:
		return arg(0)
	case flat.Neg:
		return ring.Sub(nil, arg(0))
	case flat.BitNot:
		return ring.Sub(ring.Const(^uint64(0)), arg(0))
	case flat.Add:
		return ring.Add(arg(0), arg(1))
	case flat.Sub:
		return ring.Sub(arg(0), arg(1))
	case flat.Mul:
		if z, ok := ring.Mul(arg(0), arg(1)); ok {
			return z
		}
	case flat.Shl:
		if k := amount(x); k >= 0 {
			return ring.Scale(arg(0), 1<<k)
		}
	case flat.Div, flat.Rem:
		if k := x.Args[1]; k.IsConst() && k.Value.IsInt64() && k.Value.Int64() >= 2 && x.Args[0].Type == x.Type {
			quotient := c.quotient(x.Args[0], k.Value)
			if x.Operator == flat.Div {
				return quotient
			}
			return ring.Sub(arg(0), ring.Scale(quotient, k.Value.Uint64()))
		}
	}
	return c.a.fresh()
}

// quotient is x/k, towards zero; that of the same number is the same.
func (c *course) quotient(x *flat.Expr, k *big.Int) poly.Poly {
	if x.Type.Width != c.a.width || x.Type.Bool { // the polynomial does not determine the number
		return c.a.fresh()
	}
	v := c.value(x)
	for _, p := range c.parts {
		if p.t != x.Type || p.k.Cmp(k) != 0 {
			continue
		}
		// The product of k and the quotient is a number of the type, too: it is not further from 0.
		if c.implies(c.a.ring.Sub(p.of, v)) || c.implies(c.a.ring.Sub(c.a.ring.Scale(p.quotient, k.Uint64()), v)) {
			return p.quotient
		}
	}
	z := c.a.fresh()
	c.parts = append(c.parts, part{v, z, k, x.Type})
	return z
}

// fact is the condition that x is not 0.
func (c *course) fact(x *flat.Expr) *fact {
	switch x.Operator {
	case flat.Read:
		if f := c.truths[x.Var]; f != nil {
			return f
		}
	case flat.Cast:
		if x.Args[0].IsTruth() {
			return c.fact(x.Args[0])
		}
	case flat.Not:
		return &fact{op: flat.Not, args: []*fact{c.fact(x.Args[0])}}
	case flat.And, flat.Or:
		return &fact{op: x.Operator, args: []*fact{c.fact(x.Args[0]), c.fact(x.Args[1])}}
	case flat.Eq, flat.Lt, flat.Le:
		a, b := x.Args[0], x.Args[1]
		if x.Operator == flat.Eq && b.IsConst() && b.Value.Sign() == 0 {
			if f := c.fact(a); f.op != flat.Const {
				return &fact{op: flat.Not, args: []*fact{f}}
			}
		}
		if isNumber(a.Type) && a.Type == b.Type {
			return &fact{op: x.Operator, x: c.value(a), y: c.value(b), t: a.Type, in: c.a.r.value(c.ranges, a)}
		}
		return &fact{}
	case flat.Apply:
		return &fact{}
	}
	if isNumber(x.Type) && !x.IsTruth() {
		zero := &fact{op: flat.Eq, x: c.value(x), t: x.Type, in: c.a.r.value(c.ranges, x)}
		return &fact{op: flat.Not, args: []*fact{zero}}
	}
	return &fact{}
}

// learn adds that f holds, or with negate that it does not; it reports whether that is possible.
func (c *course) learn(f *fact, negate bool) bool {
	switch f.op {
	case flat.Not:
		return c.learn(f.args[0], !negate)
	case flat.And, flat.Or:
		if (f.op == flat.Or) == negate {
			return c.learn(f.args[0], negate) && c.learn(f.args[1], negate)
		}
		return c.clone().learn(f.args[0], negate) || c.clone().learn(f.args[1], negate)
	case flat.Eq:
		d := c.a.ring.Sub(f.x, f.y)
		if !negate {
			return c.vanishes(d)
		}
		// Numbers of at most the ring's bits are equal if their difference is 0 in the ring.
		if f.t.Width > c.a.width {
			return true
		}
		if other := f.other(); other != nil {
			return c.vanishes(c.a.ring.Sub(f.x, c.a.constant(other)))
		}
		c.unequal = append(c.unequal, d)
		return !c.implies(d)
	case flat.Lt, flat.Le:
		if f.t.Width > c.a.width {
			return true
		}
		if negate {
			return c.ordered(order{f.y, f.x, f.op == flat.Lt, f.t})
		}
		return c.ordered(order{f.x, f.y, f.op == flat.Le, f.t})
	}
	return true
}

// other is the only number that x can be if it is not y; nil if there are more.
func (f *fact) other() *big.Int {
	v, ok := f.y.Constant()
	if !ok || f.in.lo == nil || f.in.hi == nil || new(big.Int).Sub(f.in.hi, f.in.lo).Cmp(one) != 0 {
		return nil
	}
	switch not := f.t.Wrap(new(big.Int).SetUint64(v)); {
	case not.Cmp(f.in.lo) == 0:
		return f.in.hi
	case not.Cmp(f.in.hi) == 0:
		return f.in.lo
	}
	return nil
}

// ordered adds o; it reports whether that is possible.
func (c *course) ordered(o order) bool {
	lo, isLo := c.reduced(o.lo).Constant()
	hi, isHi := c.reduced(o.hi).Constant()
	if isLo && isHi {
		d := o.number(lo).Cmp(o.number(hi))
		return d < 0 || d == 0 && o.equal
	}
	if !o.equal && c.implies(c.a.ring.Sub(o.lo, o.hi)) {
		return false
	}
	p := c.weak(o)
	for _, other := range c.orders {
		if other.t != o.t {
			continue
		}
		q := c.weak(other)
		opposite := func(o, q order) bool {
			return c.implies(c.a.ring.Sub(o.lo, q.hi)) && c.implies(c.a.ring.Sub(o.hi, q.lo))
		}
		switch {
		case (!o.equal || !other.equal) && opposite(o, other), !o.equal && opposite(o, q), !other.equal && opposite(p, other):
			return false
		case opposite(p, q):
			c.orders = append(c.orders, o)
			return c.vanishes(c.a.ring.Sub(p.lo, p.hi))
		}
	}
	c.orders = append(c.orders, o)
	return true
}

// weak is o as lo <= hi: lo + 1 is a number of the type, too, if lo < hi.
func (c *course) weak(o order) order {
	if !o.equal {
		o.lo, o.equal = c.a.ring.Add(o.lo, c.a.ring.Const(1)), true
	}
	return o
}

// number is the number of type t that coefficient v stands for.
func (o order) number(v uint64) *big.Int { return o.t.Wrap(new(big.Int).SetUint64(v)) }

// vanishes adds that p is 0; it reports whether that is possible.
func (c *course) vanishes(p poly.Poly) bool {
	p = c.reduced(p)
	if v, ok := p.Constant(); ok {
		return v == 0
	}
	c.zero, c.modules = append(c.zero, p), map[int]*poly.Module{}
	for _, q := range c.unequal {
		if c.implies(q) {
			return false
		}
	}
	return true
}

// implies reports whether p is found to be 0.
func (c *course) implies(p poly.Poly) bool { return len(c.reduced(p)) == 0 }

// maxProducts bounds the multiples of what is 0 that are looked at.
const maxProducts = 600

// reduced is p, less something that is 0.
func (c *course) reduced(p poly.Poly) poly.Poly {
	if len(p) == 0 || len(c.zero) == 0 {
		return p
	}
	d := p.Degree()
	for _, q := range c.zero {
		d = max(d, q.Degree())
	}
	z := c.modules[d]
	if z == nil {
		z = c.module(d)
		c.modules[d] = z
	}
	return z.Reduce(p)
}

// module is what follows from zero up to degree d: products with monomials over variables that occur in it, as far as there
// are not too many.
func (c *course) module(d int) *poly.Module {
	z := poly.NewModule(c.a.ring)
	seen := map[int]bool{}
	for _, q := range c.zero {
		z.Add(q)
		for m := range q {
			for _, i := range m.Vars() {
				seen[i] = true
			}
		}
	}
	monos := poly.Monos(slices.Sorted(maps.Keys(seen)), min(d, 3))[1:]
	made := 0
	for _, m := range monos {
		for _, q := range c.zero {
			if q.Degree()+m.Degree() > d {
				continue
			}
			if made++; made > maxProducts {
				return z
			}
			if made%8 == 0 {
				c.a.fuel--
			}
			z.Add(c.a.ring.Times(q, m))
		}
	}
	return z
}
