// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"cornet/internal/rational"
	"cornet/logic"
)

// This file linearises bit-vectors. A sum of words is a sum of their unsigned values, minus 2ʷ
// times the number of wraps. The cube fixes this number to its value in the model, and rows
// describe the values for which it is right. Other numbers belong to other cubes.

// word returns the unsigned value of a bit-vector as a sum over columns, with the wraps of the
// model.
func (z *linearizer) word(t *logic.Term) logic.Linear {
	switch t.Op() {
	case logic.OpBV:
		return logic.Linear{Const: rational.FromBigInt(t.BV())}
	case logic.OpBVAdd:
		x := logic.Linear{}
		for _, a := range t.Args() {
			x = x.Add(z.word(a))
		}
		return z.wrapped(t, x)
	case logic.OpBVNeg:
		return z.wrapped(t, z.word(t.Arg(0)).Scale(rational.Int(-1)))
	case logic.OpBVMul:
		if len(t.Args()) == 2 {
			for i, k := range t.Args() {
				if k.Op() == logic.OpBV {
					return z.wrapped(t, z.word(t.Arg(1-i)).Scale(rational.FromBigInt(k.BV())))
				}
			}
		}
	case logic.OpSignExtend:
		x := z.word(t.Arg(0))
		if !z.negative(t.Arg(0), x) {
			return x
		}
		from, to := t.Arg(0).Sort().Width(), t.Sort().Width()
		return x.Add(power(to)).Sub(power(from))
	case logic.OpConcat:
		x, width := logic.Linear{}, t.Sort().Width()
		for _, a := range t.Args() {
			width -= a.Sort().Width()
			x = x.Add(z.word(a).Scale(power(width).Const))
		}
		return x
	}
	x := z.linear(z.s.BVToInt(t))
	z.related(t, x)
	return x
}

// related adds bounds of the value x of a bit operation t by the values of its operands.
func (z *linearizer) related(t *logic.Term, x logic.Linear) {
	switch t.Op() {
	case logic.OpBVAnd:
		for _, a := range t.Args() {
			z.most = append(z.most, x.Sub(z.word(a)))
		}
	case logic.OpBVOr:
		for _, a := range t.Args() {
			z.most = append(z.most, z.word(a).Sub(x))
		}
	case logic.OpBVURem:
		z.most = append(z.most, x.Sub(z.word(t.Arg(0))))
	case logic.OpBVLshr, logic.OpBVUDiv:
		k := t.Arg(1)
		if k.Op() != logic.OpBV || k.BV().Sign() == 0 {
			return
		}
		divisor := rational.FromBigInt(k.BV())
		if t.Op() == logic.OpBVLshr {
			divisor = power(int(min(k.BV().Uint64(), uint64(t.Sort().Width())))).Const
		}
		rest := z.word(t.Arg(0)).Sub(x.Scale(divisor)) // the remainder
		z.within(rest, logic.Linear{}, logic.Linear{Const: divisor.Sub(rational.Int(1))})
	}
}

// power returns 2ⁿ.
func power(n int) logic.Linear { return logic.Linear{Const: rational.FromBigInt(pow2(n))} }

// wrapped returns the value modulo 2ʷ of a sum, for the bit-vector t.
func (z *linearizer) wrapped(t *logic.Term, x logic.Linear) logic.Linear {
	now := x.Const
	for _, m := range x.Monomials {
		v := z.m.Eval(m.Term)
		if !v.IsValue() {
			return z.linear(z.s.BVToInt(t))
		}
		now = now.AddMul(m.Coeff, v.Num())
	}
	all := power(t.Sort().Width()).Const
	x = x.Sub(logic.Linear{Const: all.Mul(now.Div(all).Floor())})
	z.within(x, logic.Linear{}, logic.Linear{Const: all.Sub(rational.Int(1))})
	return x
}

// within states low ≤ x ≤ high.
func (z *linearizer) within(x, low, high logic.Linear) {
	z.most = append(z.most, low.Sub(x), x.Sub(high))
}

// negative reports whether the signed value of t, with the unsigned value x, is negative in the
// model. It adds rows so that the same holds in the whole cube.
func (z *linearizer) negative(t *logic.Term, x logic.Linear) bool {
	w := t.Sort().Width()
	v := z.m.Eval(t)
	half, top := power(w-1), power(w).Sub(constant(1))
	if v.IsValue() && v.BV().Bit(w-1) == 1 {
		z.within(x, half, top)
		return true
	}
	z.within(x, logic.Linear{}, half.Sub(constant(1)))
	return false
}

// signed returns the signed value of a bit-vector.
func (z *linearizer) signed(t *logic.Term) logic.Linear {
	x := z.word(t)
	if z.negative(t, x) {
		return x.Sub(power(t.Sort().Width()))
	}
	return x
}

// words adds a literal about bit-vectors. It reports whether it supports the literal.
func (z *linearizer) words(l *logic.Term, positive bool) bool {
	value := z.word
	switch l.Op() {
	case logic.OpBVSle:
		value = z.signed
	case logic.OpBVUle:
	case logic.OpEq:
		if !l.Arg(0).Sort().IsBitVec() {
			return false
		}
		d := z.word(l.Arg(0)).Sub(z.word(l.Arg(1)))
		if positive {
			z.equal = append(z.equal, d)
			return true
		}
		if x, y := z.m.Eval(l.Arg(0)), z.m.Eval(l.Arg(1)); x.IsValue() && y.IsValue() {
			if x.BV().Cmp(y.BV()) > 0 {
				d = d.Scale(rational.Int(-1))
			}
			z.most = append(z.most, d.Add(constant(1)))
		}
		return true
	default:
		return false
	}
	d := value(l.Arg(0)).Sub(value(l.Arg(1)))
	if !positive {
		d = d.Scale(rational.Int(-1)).Add(constant(1))
	}
	z.most = append(z.most, d)
	return true
}
