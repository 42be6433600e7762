// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
	"cornet/encode/ieee"
)

// This file has the intervals of floating-point numbers: intervals of ordinals, where -0 and +0 lie side by side
// and NaN is behind infinity.

var minusOne = big.NewInt(-1)

// applied is the interval of x, an Apply.
func (r ranges) applied(e env, x *flat.Expr) interval {
	all := r.typeRange(x.Type)
	args := make([]interval, len(x.Args))
	for i, a := range x.Args {
		args[i] = r.value(e, a)
		if args[i].lo == nil || args[i].hi == nil {
			if x.IsTruth() {
				return span(0, 1)
			}
			return all
		}
	}
	a := args[0]
	switch x.Fn {
	case ieee.Less, ieee.LessEqual, ieee.Equal:
		return compareFloats(x, a, args[1])
	case ieee.SignBit:
		f := x.Args[0].Type.Format()
		switch {
		case f.IsNaN(a.hi):
		case a.lo.Sign() >= 0:
			return span(0, 0)
		case a.hi.Sign() < 0:
			return span(1, 1)
		}
		return span(0, 1)
	case ieee.FromInt, ieee.ToInt: // monotone
		lo, hi := x.ApplyTo([]*big.Int{a.lo}), x.ApplyTo([]*big.Int{a.hi})
		if lo == nil || hi == nil {
			return all
		}
		return interval{lo, hi}
	case ieee.Bits, ieee.FromBits:
		if a.nonneg() && a.hi.Cmp(power(x.Args[0].Type.Width-1)) < 0 { // the same, up to NaN
			lo, hi := x.ApplyTo([]*big.Int{a.lo}), x.ApplyTo([]*big.Int{a.hi})
			if lo != nil && hi != nil {
				return interval{lo, hi}
			}
		}
		return all
	}
	xs := make([]ieee.Interval, len(args))
	for i, y := range args {
		xs[i] = ieee.Interval{Lo: y.lo, Hi: y.hi}
	}
	z := x.Args[0].Type.Format().Hull(x.Fn, x.Type.Format(), xs...)
	return interval{z.Lo, z.Hi}
}

// zeros makes an interval contain both zeros if it contains one, and no NaN; false if nothing is left.
func zeros(x interval, f ieee.Format) (interval, bool) {
	z, ok := x.meet(interval{nil, f.Inf()})
	if !ok {
		return x, false
	}
	if z.lo.Sign() == 0 {
		z.lo = minusOne
	}
	if z.hi.Cmp(minusOne) == 0 {
		z.hi = new(big.Int)
	}
	return z, true
}

// compareFloats is the interval of x, a comparison of numbers in a and b.
func compareFloats(x *flat.Expr, a, b interval) interval {
	f := x.Args[0].Type.Format()
	p, ok := zeros(a, f)
	q, ok2 := zeros(b, f)
	if !ok || !ok2 {
		return span(0, 0) // one is NaN
	}
	nan := f.IsNaN(a.hi) || f.IsNaN(b.hi)
	less := p.hi.Cmp(q.lo) < 0
	more := q.hi.Cmp(p.lo) < 0
	same := p.lo.Cmp(q.hi) == 0 && q.lo.Cmp(p.hi) == 0 || ieee.IsZero(p.lo) && ieee.IsZero(p.hi) && ieee.IsZero(q.lo) && ieee.IsZero(q.hi)
	var yes, no bool
	switch x.Fn {
	case ieee.Less:
		touch := p.lo.Cmp(q.hi) == 0 // then p.lo >= all of q
		yes, no = less, more || touch || ieee.IsZero(p.lo) && ieee.IsZero(q.hi)
	case ieee.LessEqual:
		yes, no = less || p.hi.Cmp(q.lo) == 0 || ieee.IsZero(p.hi) && ieee.IsZero(q.lo), more
	default:
		yes, no = same, less || more
	}
	switch {
	case no:
		return span(0, 0)
	case yes && !nan:
		return span(1, 1)
	}
	return span(0, 1)
}

// assign gives the variable of an assignment the interval of its value.
func (r ranges) assign(e env, o flat.Assign) {
	if o.To.Type.Kind == flat.Float {
		e[o.To] = r.value(e, o.Value)
	}
}

// refine narrows e by the knowledge that x differs from 0, or with negate that it is 0, as far as comparisons of floating-point
// numbers say so; false if that cannot be.
func (r ranges) refine(e env, x *flat.Expr, negate bool) bool {
	switch x.Operator {
	case flat.Not:
		return r.refine(e, x.Args[0], !negate)
	case flat.And, flat.Or:
		if (x.Operator == flat.And) != negate {
			return r.refine(e, x.Args[0], negate) && r.refine(e, x.Args[1], negate)
		}
	case flat.Eq:
		if b := x.Args[1]; b.IsConst() && b.Value.Sign() == 0 && isTruth(x.Args[0]) {
			return r.refine(e, x.Args[0], !negate)
		}
	case flat.Cast:
		return !isTruth(x) || r.refine(e, x.Args[0], negate)
	case flat.Apply:
		return r.refineFloat(e, x, negate)
	}
	return true
}

// narrow uses that x is in to.
func (r ranges) narrow(e env, x *flat.Expr, to interval) bool {
	z, ok := r.value(e, x).meet(to)
	if ok && x.Operator == flat.Read && !x.Type.Array {
		e[x.Var] = z
	}
	return ok
}

// exclude uses that x is not the only element of not.
func (r ranges) exclude(e env, x *flat.Expr, not interval) bool {
	now := r.value(e, x)
	switch {
	case !not.isPoint():
		return true
	case now.isPoint() && now.lo.Cmp(not.lo) == 0:
		return false
	case now.lo.Cmp(not.lo) == 0:
		return r.narrow(e, x, interval{new(big.Int).Add(now.lo, one), nil})
	case now.hi.Cmp(not.lo) == 0:
		return r.narrow(e, x, interval{nil, new(big.Int).Sub(now.hi, one)})
	}
	return true
}

// refineFloat narrows e by the knowledge that x, an Apply, differs from 0, or with negate that it is 0; false if that
// cannot be.
func (r ranges) refineFloat(e env, x *flat.Expr, negate bool) bool {
	if v := r.value(e, x); v.isPoint() && (v.lo.Sign() != 0) == negate {
		return false
	}
	if !x.Fn.IsCompare() {
		return true
	}
	a, b := x.Args[0], x.Args[1]
	f := a.Type.Format()
	ia, ib := r.value(e, a), r.value(e, b)
	op := x.Fn
	if negate {
		if a.Operator == flat.Read && b.Operator == flat.Read && a.Var == b.Var && op != ieee.Less { // a test for NaN
			return r.narrow(e, a, point(f.NaN()))
		}
		if op == ieee.Equal {
			return r.excludeFloat(e, a, ib) && r.excludeFloat(e, b, ia)
		}
		// Not a < b is b <= a, or one is NaN: which a can still be if it is said to lie above something, as NaN does, unless
		// it is b that may be NaN.
		a, b, ia, ib = b, a, ib, ia
		if f.IsNaN(ia.hi) {
			return true
		}
		p, ok := zeros(ia, f)
		if !ok {
			return true
		}
		lo := p.lo
		if op == ieee.LessEqual { // strict
			lo = above(lo)
		}
		if !r.narrow(e, b, interval{lo, nil}) {
			return false
		}
		if f.IsNaN(ib.hi) {
			return true
		}
		q, _ := zeros(ib, f)
		hi := q.hi
		if op == ieee.LessEqual {
			hi = below(hi)
		}
		return r.narrow(e, a, interval{nil, hi})
	}
	p, ok := zeros(ia, f)
	q, ok2 := zeros(ib, f)
	if !ok || !ok2 {
		return false
	}
	if op == ieee.Equal {
		return r.narrow(e, a, q) && r.narrow(e, b, p)
	}
	lo, hi := p.lo, q.hi
	if op == ieee.Less {
		lo, hi = above(lo), below(hi)
	}
	return r.narrow(e, a, interval{nil, hi}) && r.narrow(e, b, interval{lo, f.Inf()})
}

// above is the ordinal of the least number larger than that of x, below that of the largest smaller one.
func above(x *big.Int) *big.Int {
	if ieee.IsZero(x) {
		return one
	}
	return new(big.Int).Add(x, one)
}

func below(x *big.Int) *big.Int {
	if ieee.IsZero(x) {
		return big.NewInt(-2)
	}
	return new(big.Int).Sub(x, one)
}

// excludeFloat uses that x equals no number in not.
func (r ranges) excludeFloat(e env, x *flat.Expr, not interval) bool {
	f := x.Type.Format()
	if f.IsNaN(not.hi) {
		return true
	}
	if ieee.IsZero(not.lo) && ieee.IsZero(not.hi) {
		now := r.value(e, x)
		switch {
		case ieee.IsZero(now.lo) && ieee.IsZero(now.hi):
			return false
		case ieee.IsZero(now.lo):
			return r.narrow(e, x, interval{one, nil})
		case ieee.IsZero(now.hi):
			return r.narrow(e, x, interval{nil, big.NewInt(-2)})
		}
		return true
	}
	return r.exclude(e, x, not)
}
