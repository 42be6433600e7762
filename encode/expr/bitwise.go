// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"fmt"
	"math/big"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// This file translates bit operations into integer arithmetic. Over constants and small operands it
// is exact. Otherwise the result is any value that satisfies some simple bounds.

// Limits of exact translations.
const (
	maxRuns  = 4  // runs of ones in a constant mask
	maxBlast = 8  // bits of operands that are split into bits
	maxCases = 33 // amounts of a shift
)

// bitwise returns the bitwise conjunction, disjunction or exclusive disjunction.
func (m *integers) bitwise(c Context, x *scalar.Expr, a, b operand) *logic.Term {
	s := m.s
	if a.IsPoint() && !b.IsPoint() {
		a, b = b, a
	}
	var and *logic.Term
	if n := bitLen(a.Interval); disjoint(x.Args[0], bitLen(b.Interval)) || disjoint(x.Args[1], n) {
		and = s.IntNum(0)
	} else if n := min(bitLen(a.Interval), bitLen(b.Interval)); b.IsPoint() {
		and = m.mask(a, integer(b.Lo.X))
	} else if n >= 0 && n <= maxBlast {
		and = m.blast(a.term, b.term, n)
	}
	sum := s.Add(a.term, b.term)
	if and == nil {
		v := m.inexact(c, x)
		if nonneg(a.Interval) && nonneg(b.Interval) {
			switch x.Operator {
			case scalar.BitAnd:
				c.Assume(s.And(s.Le(v, a.term), s.Le(v, b.term)))
			case scalar.BitOr:
				c.Assume(s.And(s.Ge(v, a.term), s.Ge(v, b.term), s.Le(v, sum)))
			}
		}
		return v
	}
	switch x.Operator {
	case scalar.BitAnd:
		return and
	case scalar.BitOr:
		return s.Sub(sum, and)
	}
	return s.Sub(sum, s.Scale(rational.Int(2), and))
}

// disjoint reports whether the lowest n bits of x are zero. An n of -1 is an unknown number.
func disjoint(x *scalar.Expr, n int) bool { return n >= 0 && zeroBits(x) >= n }

// zeroBits returns a number of lowest bits of x that are zero.
func zeroBits(x *scalar.Expr) int {
	least := func(args []*scalar.Expr) int { return min(zeroBits(args[0]), zeroBits(args[1])) }
	switch a := x.Args; x.Operator {
	case scalar.Const:
		if x.Value.Sign() == 0 {
			return x.Type.Width
		}
		return int(x.Value.TrailingZeroBits())
	case scalar.Shl:
		if k := a[1]; k.IsConst() && k.Value.IsInt64() && k.Value.Sign() >= 0 && k.Value.Int64() < int64(x.Type.Width) {
			return zeroBits(a[0]) + int(k.Value.Int64())
		}
	case scalar.Mul:
		return zeroBits(a[0]) + zeroBits(a[1])
	case scalar.Add, scalar.Sub, scalar.BitOr, scalar.BitXor:
		return least(a)
	case scalar.BitAnd:
		return max(zeroBits(a[0]), zeroBits(a[1]))
	case scalar.Ite:
		return least(a[1:])
	case scalar.Cast:
		if !x.Type.Bool && a[0].Type.Kind == scalar.Int {
			return zeroBits(a[0])
		}
	}
	return 0
}

// inexact returns any value of x's type in bounds, for a bit operation without an exact counterpart
// in integer arithmetic.
func (m *integers) inexact(c Context, x *scalar.Expr) *logic.Term {
	names := map[scalar.Operator]string{scalar.BitAnd: "&", scalar.BitOr: "|", scalar.BitXor: "^", scalar.Shl: "<<", scalar.Shr: ">>"}
	v := c.Any(x.Type, fmt.Sprintf("operator %s over integers (use --ints=bv)", names[x.Operator]))
	m.t.Inexact[v] = true
	c.Assume(m.bounded(v, m.value(x)))
	return v
}

// shift returns a shifted by b, with a case for each amount.
func (m *integers) shift(c Context, x *scalar.Expr, a *logic.Term, b operand) *logic.Term {
	s := m.s
	amounts := b.Meet(span(0, int64(x.Type.Width-1)))
	if amounts.IsEmpty() {
		return c.Undefined(x.Type, undefinedBy(x))
	}
	lo, hi := int(integer(amounts.Lo.X).Int64()), int(integer(amounts.Hi.X).Int64())
	if hi-lo+1 > maxCases || hi > lo && !x.Args[0].IsConst() && hi-lo+1 > maxBlast {
		return m.inexact(c, x)
	}
	by := func(k int) *logic.Term {
		switch {
		case x.Operator == scalar.Shr:
			return m.high(a, k)
		case x.Args[0].IsConst():
			return m.int(rat(x.Type.Wrap(new(big.Int).Lsh(x.Args[0].Value, uint(k)))))
		}
		return s.Scale(power(k), a)
	}
	z := by(hi)
	for k := hi - 1; k >= lo; k-- {
		z = s.Ite(s.Eq(b.term, s.IntNum(int64(k))), by(k), z)
	}
	if !b.In(amounts) { // shifting by the width or more yields any value
		z = s.Ite(m.bounded(b.term, amounts), z, c.Undefined(x.Type, undefinedBy(x)))
	}
	return z
}

// high returns a without its lowest k bits. It removes whole bytes one by one, so that linear
// equations relate all bytes of a.
func (m *integers) high(a *logic.Term, k int) *logic.Term {
	if k%8 != 0 {
		return m.s.IntDiv(a, m.int(power(k)))
	}
	for ; k > 0; k -= 8 {
		a = m.s.IntDiv(a, m.int(power(8)))
	}
	return a
}

// mask returns a & c for constant c, or nil if c has too many runs of ones. Integers represent
// their two's complement: the bits of a negative integer are those of its remainder modulo a power
// of two.
func (m *integers) mask(a operand, c *big.Int) *logic.Term {
	s := m.s
	if c.Sign() < 0 {
		// a & c = a - (a & ~c), and ~c >= 0.
		rest := m.mask(a, new(big.Int).Not(c))
		if rest == nil {
			return nil
		}
		return s.Sub(a.term, rest)
	}
	z := s.IntNum(0)
	runs := 0
	for i := 0; i < c.BitLen(); i++ {
		from := i
		for c.Bit(i) == 1 {
			i++
		}
		if i == from {
			continue
		}
		if runs++; runs > maxRuns {
			return nil
		}
		part := a.term
		if from > 0 {
			part = m.high(part, from)
		}
		// The upper bits need no cut if a has no higher bits.
		if n := bitLen(a.Interval); n < 0 || n > i {
			part = s.Mod(part, m.int(power(i-from)))
		}
		z = s.Add(z, s.Scale(power(from), part))
	}
	return z
}

// blast returns a & b for nonnegative operands. One of them must have at most n bits.
func (m *integers) blast(a, b *logic.Term, n int) *logic.Term {
	s := m.s
	bit := func(x *logic.Term, i int) *logic.Term {
		return s.Eq(s.Mod(s.IntDiv(x, m.int(power(i))), s.IntNum(2)), s.IntNum(1))
	}
	z := s.IntNum(0)
	for i := range n {
		z = s.Add(z, s.Ite(s.And(bit(a, i), bit(b, i)), m.int(power(i)), s.IntNum(0)))
	}
	return z
}
