// SPDX-License-Identifier: Apache-2.0

package ieee

import "math/big"

// Interval is an interval of ordinals, with both ends. NaN is at its upper end or not in it.
type Interval struct{ Lo, Hi *big.Int }

// All are the numbers of the format and NaN.
func (f Format) All() Interval {
	lo, hi := f.Range()
	return Interval{lo, hi}
}

func (x Interval) has(v *big.Int) bool { return x.Lo.Cmp(v) <= 0 && v.Cmp(x.Hi) <= 0 }

// hasZero reports whether -0 or +0 is in x.
func (x Interval) hasZero() bool { return x.Lo.Sign() <= 0 && x.Hi.Cmp(big.NewInt(-1)) >= 0 }

// Hull is an interval that contains the results of op over numbers in xs: the smallest that does if no result is
// NaN, otherwise all of the format. op is none of ToInt, FromInt, Bits, FromBits and comparisons, for which it is nil.
//
// Operations are monotone in each operand as long as the other one keeps its sign, so results are extreme at ends.
func (f Format) Hull(op Op, to Format, xs ...Interval) *Interval {
	result := f
	if op == Resize {
		result = to
	}
	all := result.All()
	for _, x := range xs {
		if f.IsNaN(x.Hi) {
			return &all
		}
	}
	x := xs[0]
	switch op {
	case Add, Sub, Mul, Div:
		y := xs[1]
		inf, minus := f.Inf(), Neg(f.Inf())
		infinite := func(z Interval) bool { return z.has(inf) || z.has(minus) }
		if op == Mul && (x.hasZero() && infinite(y) || y.hasZero() && infinite(x)) || op == Div && y.hasZero() {
			return &all
		}
		return f.corners(op, to, all, []*big.Int{x.Lo, x.Hi}, []*big.Int{y.Lo, y.Hi})
	case Rem:
		return &all
	case Abs:
		if x.Lo.Sign() < 0 && x.Hi.Sign() >= 0 {
			z := Interval{new(big.Int), magnitude(x.Lo)}
			if z.Hi.Cmp(x.Hi) < 0 {
				z.Hi = x.Hi
			}
			return &z
		}
	case Less, LessEqual, Equal, FromInt, ToInt, Bits, FromBits, SignBit:
		return nil
	}
	return f.corners(op, to, all, []*big.Int{x.Lo, x.Hi}, nil)
}

// corners is the interval of the results over ends of intervals, all if one is NaN.
func (f Format) corners(op Op, to Format, all Interval, xs, ys []*big.Int) *Interval {
	var z *Interval
	add := func(v *big.Int) bool {
		if v.Cmp(all.Hi) == 0 {
			return false
		}
		switch {
		case z == nil:
			z = &Interval{v, v}
		case v.Cmp(z.Lo) < 0:
			z.Lo = v
		case v.Cmp(z.Hi) > 0:
			z.Hi = v
		}
		return true
	}
	for _, x := range xs {
		if ys == nil && !add(f.Apply(op, to, x)) {
			return &all
		}
		for _, y := range ys {
			if !add(f.Apply(op, to, x, y)) {
				return &all
			}
		}
	}
	return z
}
