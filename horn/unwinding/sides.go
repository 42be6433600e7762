// SPDX-License-Identifier: Apache-2.0

package unwinding

import (
	"math/big"

	"cornet/logic"
)

// sides returns the two sides of a comparison of the integers s and t. If a sum is compared with a
// numeral, sides moves negative summands to the other side. For example,
//
//	x - 65536·(x div 65536) - (x mod 65536) = 0
//
// compares x with a sum that has the same bits, so the circuit is constant. The circuit of the
// difference would not be.
//
// Sums that conditions bound do not change, since their spans decide comparisons.
func (e *scope) sides(s, t *logic.Term) (x, y value) {
	if s.Op() != logic.OpAdd || t.Op() != logic.OpNum || e.c.ranges[s] != nil {
		return e.pair(s, t)
	}
	f := e.f
	k, ok := t.Num().BigInt()
	if !ok {
		refuse("numbers of sort %v", t.Sort())
	}
	x, y = f.known(new(big.Int)), f.known(k)
	for _, u := range s.Args() {
		factor := one
		if u.Op() == logic.OpMul && len(u.Args()) == 2 && u.Arg(0).Op() == logic.OpNum {
			if n, ok := u.Arg(0).Num().BigInt(); ok {
				factor, u = n, u.Arg(1)
			}
		}
		side := &x
		if factor.Sign() < 0 {
			side, factor = &y, new(big.Int).Neg(factor)
		}
		v := e.arg(u)
		if factor.Cmp(one) != 0 {
			v = f.multiply(f.known(factor), v)
		}
		*side = f.add(*side, v)
	}
	return x, y
}

// known returns a word for a constant.
func (f *Formula) known(x *big.Int) value { return value{word: f.integer(x), span: &span{x, x}} }
