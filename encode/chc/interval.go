// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
)

// interval is a set of integers from lo to hi; nil is unbounded. It is not empty.
type interval struct{ lo, hi *big.Int }

var one = big.NewInt(1)

func point(v *big.Int) interval { return interval{v, v} }

func span(lo, hi int64) interval { return interval{big.NewInt(lo), big.NewInt(hi)} }

// isPoint reports whether x has one element.
func (x interval) isPoint() bool { return x.lo != nil && x.hi != nil && x.lo.Cmp(x.hi) == 0 }

// within reports whether x is a subset of y.
func (x interval) within(y interval) bool {
	return (y.lo == nil || x.lo != nil && x.lo.Cmp(y.lo) >= 0) && (y.hi == nil || x.hi != nil && x.hi.Cmp(y.hi) <= 0)
}

// has reports whether v is in x.
func (x interval) has(v int64) bool { return point(big.NewInt(v)).within(x) }

// nonneg reports whether x has no negative elements.
func (x interval) nonneg() bool { return x.lo != nil && x.lo.Sign() >= 0 }

func (x interval) join(y interval) interval {
	var z interval
	if x.lo != nil && y.lo != nil {
		z.lo = minBig(x.lo, y.lo)
	}
	if x.hi != nil && y.hi != nil {
		z.hi = maxBig(x.hi, y.hi)
	}
	return z
}

// meet is the intersection, and false if it is empty.
func (x interval) meet(y interval) (interval, bool) {
	z := x
	if z.lo == nil || y.lo != nil && y.lo.Cmp(z.lo) > 0 {
		z.lo = y.lo
	}
	if z.hi == nil || y.hi != nil && y.hi.Cmp(z.hi) < 0 {
		z.hi = y.hi
	}
	return z, z.lo == nil || z.hi == nil || z.lo.Cmp(z.hi) <= 0
}

func (x interval) equal(y interval) bool { return x.within(y) && y.within(x) }

func minBig(x, y *big.Int) *big.Int {
	if x.Cmp(y) <= 0 {
		return x
	}
	return y
}

func maxBig(x, y *big.Int) *big.Int {
	if x.Cmp(y) >= 0 {
		return x
	}
	return y
}

func addBound(x, y *big.Int) *big.Int {
	if x == nil || y == nil {
		return nil
	}
	return new(big.Int).Add(x, y)
}

func negBound(x *big.Int) *big.Int {
	if x == nil {
		return nil
	}
	return new(big.Int).Neg(x)
}

func (x interval) neg() interval { return interval{negBound(x.hi), negBound(x.lo)} }
func (x interval) add(y interval) interval {
	return interval{addBound(x.lo, y.lo), addBound(x.hi, y.hi)}
}

// hull is the interval that f makes of the corners of bounded x and y.
func hull(x, y interval, f func(a, b *big.Int) *big.Int) interval {
	if x.lo == nil || x.hi == nil || y.lo == nil || y.hi == nil {
		return interval{}
	}
	z := point(f(x.lo, y.lo))
	for _, v := range []*big.Int{f(x.lo, y.hi), f(x.hi, y.lo), f(x.hi, y.hi)} {
		z = z.join(point(v))
	}
	return z
}

func (x interval) mul(y interval) interval {
	return hull(x, y, func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) })
}

// env maps floating-point variables to intervals that their values are likely to be in; others have their type's.
type env map[*flat.Var]interval

func (e env) clone() env {
	z := make(env, len(e))
	for v, x := range e {
		z[v] = x
	}
	return z
}

// ranges computes with intervals. Under the empty env, what it says follows from types and constants alone.
type ranges struct{ math bool } // math: integers are not bounded by their types

func (r ranges) typeRange(t flat.Type) interval {
	if t.Kind == flat.Pointer || r.math && !t.Bool && t.Kind == flat.Int {
		return interval{}
	}
	lo, hi := t.Range()
	return interval{lo, hi}
}

func (r ranges) of(e env, v *flat.Var) interval {
	if x, ok := e[v]; ok {
		return x
	}
	return r.typeRange(v.Type)
}

// value is the interval of x in e.
func (r ranges) value(e env, x *flat.Expr) interval {
	z := r.raw(e, x)
	t := r.typeRange(x.Type)
	if z.within(t) {
		return z
	}
	if x.Operator == flat.Cast && x.Type.Bool {
		return span(0, 1)
	}
	// If all of z wraps by the same multiple, it is z shifted.
	if z.lo != nil && z.hi != nil && t.lo != nil {
		m := new(big.Int).Lsh(one, uint(x.Type.Width))
		k := floorDiv(new(big.Int).Sub(z.lo, t.lo), m)
		if k.Cmp(floorDiv(new(big.Int).Sub(z.hi, t.lo), m)) == 0 {
			k.Mul(k, m).Neg(k)
			return interval{addBound(z.lo, k), addBound(z.hi, k)}
		}
	}
	return t
}

func floorDiv(x, y *big.Int) *big.Int {
	return new(big.Int).Div(x, y) // Euclidean, which is floor for positive y
}

// raw is the interval of x before it is wrapped into its type.
func (r ranges) raw(e env, x *flat.Expr) interval {
	arg := func(i int) interval { return r.value(e, x.Args[i]) }
	switch x.Operator {
	case flat.Const:
		return point(x.Value)
	case flat.Read:
		return r.of(e, x.Var)
	case flat.Neg:
		return arg(0).neg()
	case flat.BitNot:
		return arg(0).neg().add(span(-1, -1))
	case flat.Add:
		return arg(0).add(arg(1))
	case flat.Sub:
		return arg(0).add(arg(1).neg())
	case flat.Mul:
		return arg(0).mul(arg(1))
	case flat.Div:
		return r.div(arg(0), arg(1), r.typeRange(x.Type))
	case flat.Rem:
		return r.rem(arg(0), arg(1))
	case flat.Shl:
		a, b := arg(0), arg(1)
		if b.nonneg() && b.hi != nil && b.hi.Cmp(big.NewInt(128)) < 0 && a.lo != nil && a.hi != nil {
			return hull(a, b, func(a, b *big.Int) *big.Int { return new(big.Int).Lsh(a, uint(b.Int64())) })
		}
		return interval{}
	case flat.Shr:
		a, b := arg(0), arg(1)
		if b.nonneg() && b.hi != nil && b.hi.Cmp(big.NewInt(128)) < 0 && a.lo != nil && a.hi != nil {
			return hull(a, b, func(a, b *big.Int) *big.Int { return new(big.Int).Rsh(a, uint(b.Int64())) })
		}
		if a.nonneg() {
			return interval{new(big.Int), a.hi}
		}
		return r.typeRange(x.Type)
	case flat.BitAnd:
		a, b := arg(0), arg(1)
		switch {
		case a.nonneg() && b.nonneg():
			if a.hi == nil || b.hi == nil {
				return interval{new(big.Int), nil}
			}
			return interval{new(big.Int), minBig(a.hi, b.hi)}
		case a.nonneg():
			return interval{new(big.Int), a.hi}
		case b.nonneg():
			return interval{new(big.Int), b.hi}
		}
		return r.typeRange(x.Type)
	case flat.BitOr, flat.BitXor:
		a, b := arg(0), arg(1)
		if a.nonneg() && b.nonneg() && a.hi != nil && b.hi != nil {
			n := uint(max(a.hi.BitLen(), b.hi.BitLen()))
			hi := new(big.Int).Lsh(one, n)
			z := interval{new(big.Int), hi.Sub(hi, one)}
			if x.Operator == flat.BitOr {
				z.lo = maxBig(a.lo, b.lo)
			}
			return z
		}
		return r.typeRange(x.Type)
	case flat.Lt, flat.Le, flat.Eq, flat.And, flat.Or, flat.Not:
		return r.truth(e, x)
	case flat.Cast:
		return arg(0)
	case flat.Ite:
		switch c := arg(0); {
		case c.isPoint() && c.lo.Sign() == 0:
			return arg(2)
		case !c.has(0):
			return arg(1)
		}
		return arg(1).join(arg(2))
	case flat.Apply:
		return r.applied(e, x)
	case flat.Select, flat.Fill: // the interval of an array is that of all its elements
		return arg(0)
	case flat.Store:
		return arg(0).join(arg(2))
	}
	return r.typeRange(x.Type)
}

// truth is the interval of a comparison or connective.
func (r ranges) truth(e env, x *flat.Expr) interval {
	a := r.value(e, x.Args[0])
	var b interval
	if len(x.Args) > 1 {
		b = r.value(e, x.Args[1])
	}
	below := func(x, y interval, strict bool) bool { // all of x below all of y
		if x.hi == nil || y.lo == nil {
			return false
		}
		c := x.hi.Cmp(y.lo)
		return c < 0 || c == 0 && !strict
	}
	isZero := func(x interval) bool { return x.isPoint() && x.lo.Sign() == 0 }
	var yes, no bool
	switch x.Operator {
	case flat.Lt:
		yes, no = below(a, b, true), below(b, a, false)
	case flat.Le:
		yes, no = below(a, b, false), below(b, a, true)
	case flat.Eq:
		yes = a.isPoint() && b.isPoint() && a.lo.Cmp(b.lo) == 0
		no = below(a, b, true) || below(b, a, true)
	case flat.And:
		yes, no = !a.has(0) && !b.has(0), isZero(a) || isZero(b)
	case flat.Or:
		yes, no = !a.has(0) || !b.has(0), isZero(a) && isZero(b)
	case flat.Not:
		yes, no = isZero(a), !a.has(0)
	}
	switch {
	case yes:
		return span(1, 1)
	case no:
		return span(0, 0)
	}
	return span(0, 1)
}

func (r ranges) div(a, b, t interval) interval {
	if a.lo == nil || a.hi == nil || b.lo == nil || b.hi == nil {
		return interval{}
	}
	if !b.has(0) {
		// Quotients are extreme at the corners, and at divisors 1 and -1, which are
		// corners unless b has both signs; then it would have 0.
		return hull(a, b, func(a, b *big.Int) *big.Int { return new(big.Int).Quo(a, b) })
	}
	m := maxBig(new(big.Int).Abs(a.lo), new(big.Int).Abs(a.hi))
	z := interval{new(big.Int).Neg(m), m}
	// Division by 0 yields any value.
	if t.lo != nil {
		return z.join(t)
	}
	return interval{}
}

func (r ranges) rem(a, b interval) interval {
	if b.lo == nil || b.hi == nil || b.has(0) {
		return interval{}
	}
	m := new(big.Int).Sub(maxBig(new(big.Int).Abs(b.lo), new(big.Int).Abs(b.hi)), one)
	z := interval{new(big.Int).Neg(m), m}
	if a.nonneg() {
		z.lo = new(big.Int)
		if a.hi != nil {
			z.hi = minBig(z.hi, a.hi)
		}
	}
	return z
}

func isTruth(x *flat.Expr) bool {
	return x.IsTruth() || x.Operator == flat.Cast && isTruth(x.Args[0])
}

// joinEnv keeps what holds in both.
func (r ranges) joinEnv(a, b env) env {
	z := env{}
	for v, x := range a {
		if y, ok := b[v]; ok {
			if j := x.join(y); !j.equal(r.typeRange(v.Type)) {
				z[v] = j
			}
		}
	}
	return z
}

// bitLen is the number of bits of the largest element of nonnegative x, -1 if there is none.
func (x interval) bitLen() int {
	if !x.nonneg() || x.hi == nil {
		return -1
	}
	return max(x.hi.BitLen(), 1)
}
