// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

	"cornet/logic"
	"cornet/smt/sat"
)

// sides writes a comparison of the integers s and t as one of x and y + k. k is nil if it is 0. If
// a sum is compared with a numeral, sides moves negative summands to the other side. For example,
//
//	x - 65536·(x div 65536) - (x mod 65536) = 0
//
// compares x with a sum that has the same bits, so the circuit is constant. The circuit of the
// difference would not be.
//
// Sums that conditions bound do not change, since their spans decide comparisons.
func (e *scope) sides(s, t *logic.Term) (x, y value, k *big.Int) {
	f := e.f
	if s.Op() != logic.OpAdd || t.Op() != logic.OpNum || e.c.ranges[s] != nil {
		x, y = e.pair(s, t)
		return x, y, nil
	}
	k, ok := t.Num().BigInt()
	if !ok {
		refuse("numbers of sort %v", t.Sort())
	}
	x, y = f.known(new(big.Int)), f.known(new(big.Int))
	for _, u := range s.Args() {
		factor, u := factorOf(u)
		if factor.Sign() > 0 {
			x = f.add(x, f.scale(factor, e.arg(u)))
		} else {
			y = f.add(y, f.scale(new(big.Int).Neg(factor), e.arg(u)))
		}
	}
	return x, y, k
}

// atMost returns whether s <= t. A comparison and its negation are contrary literals. For example,
// x - y <= -1 is the negation of y - x <= 0.
func (e *scope) atMost(s, t *logic.Term) sat.Lit {
	f := e.f
	x, y, k := e.sides(s, t)
	switch {
	case k == nil:
		return f.atMost(x, y)
	case f.isZero(x): // 0 <= y + k
		return f.atMost(y, f.known(new(big.Int).Not(k))).Not()
	case k.Sign() >= 0 || f.isZero(y):
		return f.atMost(x, f.add(y, f.known(k)))
	}
	return f.atMost(y, f.add(x, f.known(new(big.Int).Not(k)))).Not()
}

// equals returns whether s = t.
func (e *scope) equals(s, t *logic.Term) sat.Lit {
	f := e.f
	x, y, k := e.sides(s, t)
	switch {
	case k == nil:
		return f.equalInts(x, y)
	case k.Sign() < 0 && !f.isZero(y) || f.isZero(x):
		return f.equalInts(f.add(x, f.known(new(big.Int).Neg(k))), y)
	}
	return f.equalInts(x, f.add(y, f.known(k)))
}

// factorOf returns a summand as a numeral times a term.
func factorOf(u *logic.Term) (*big.Int, *logic.Term) {
	if u.Op() == logic.OpMul && len(u.Args()) == 2 && u.Arg(0).Op() == logic.OpNum {
		if n, ok := u.Arg(0).Num().BigInt(); ok {
			return n, u.Arg(1)
		}
	}
	return one, u
}

// scale returns a number times an integer.
func (f *Formula) scale(factor *big.Int, v value) value {
	if factor.Cmp(one) == 0 {
		return v
	}
	return f.multiply(f.known(factor), v)
}

// isZero reports whether an integer is the constant 0.
func (f *Formula) isZero(v value) bool {
	x, ok := f.constant(v.word, true)
	return ok && x.Sign() == 0 && v.wild == sat.NoLit
}

// known returns a word for a constant.
func (f *Formula) known(x *big.Int) value { return value{word: f.integer(x), span: &span{x, x}} }
