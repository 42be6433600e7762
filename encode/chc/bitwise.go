// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/flat"
	"cornet/smtlib"
)

// This file translates bit operations into integer arithmetic: exactly over constants and over small
// operands, otherwise as any value with what is easily known about it.

// Limits of exact translations.
const (
	maxRuns  = 4  // runs of ones in a constant mask
	maxBlast = 8  // bits of operands that are taken apart
	maxCases = 33 // amounts of a shift
)

func (m *integers) bitwise(st *state, x *flat.Expr, a, b *smtlib.Term, ra, rb interval) *smtlib.Term {
	s := m.s
	m.b.bits = true
	switch x.Operator {
	case flat.Shl:
		return m.shift(st, x, b, rb, func(k int64) *smtlib.Term {
			return m.s.Scale(ratOf(new(big.Int).Lsh(one, uint(k))), a)
		})
	case flat.Shr:
		return m.shift(st, x, b, rb, func(k int64) *smtlib.Term {
			return m.s.IntDiv(a, m.num(new(big.Int).Lsh(one, uint(k))))
		})
	}
	if ra.isPoint() && !rb.isPoint() {
		a, b, ra, rb = b, a, rb, ra
	}
	var and *smtlib.Term
	switch {
	case rb.isPoint():
		and = m.mask(a, ra, rb.lo, x.Type)
	case ra.bitLen() >= 0 && rb.bitLen() >= 0 && min(ra.bitLen(), rb.bitLen()) <= maxBlast:
		and = m.blast(a, b, min(ra.bitLen(), rb.bitLen()))
	}
	if and == nil {
		v := m.inexact(st, x)
		if ra.nonneg() && rb.nonneg() {
			switch x.Operator {
			case flat.BitAnd:
				m.b.assume(s.And(s.Le(v, a), s.Le(v, b)))
			case flat.BitOr:
				m.b.assume(s.And(s.Ge(v, a), s.Ge(v, b), s.Le(v, s.Add(a, b))))
			}
		}
		return v
	}
	switch x.Operator {
	case flat.BitAnd:
		return and
	case flat.BitOr:
		return s.Sub(s.Add(a, b), and)
	}
	return s.Sub(s.Add(a, b), s.Scale(rational2, and))
}

var rational2 = ratOf(big.NewInt(2))

// shift distinguishes the amounts that b can be.
func (m *integers) shift(st *state, x *flat.Expr, b *smtlib.Term, rb interval, by func(int64) *smtlib.Term) *smtlib.Term {
	amounts, ok := rb.meet(span(0, int64(x.Type.Width-1)))
	if !ok {
		return m.b.any(st, flat.NewAny(x.Type, "", st.pos))
	}
	lo, hi := amounts.lo.Int64(), amounts.hi.Int64()
	if hi-lo+1 > maxCases || hi > lo && !x.Args[0].IsConst() && hi-lo+1 > maxBlast {
		return m.inexact(st, x)
	}
	z := m.wrapShift(x, by(hi), hi)
	for k := hi - 1; k >= lo; k-- {
		z = m.s.Ite(m.s.Eq(b, m.s.IntNum(k)), m.wrapShift(x, by(k), k), z)
	}
	if !rb.within(amounts) { // shifting by the width or more yields any value
		v := m.b.any(st, flat.NewAny(x.Type, "", st.pos))
		valid := m.s.And(m.s.Ge(b, m.s.IntNum(lo)), m.s.Le(b, m.s.IntNum(hi)))
		z = m.s.Ite(valid, z, v)
	}
	return z
}

// wrapShift wraps a constant shifted by a known amount, of which several are distinguished.
func (m *integers) wrapShift(x *flat.Expr, z *smtlib.Term, k int64) *smtlib.Term {
	if x.Operator == flat.Shl && x.Args[0].IsConst() {
		return m.num(x.Type.Wrap(new(big.Int).Lsh(x.Args[0].Value, uint(k))))
	}
	return z
}

// mask is a & c for constant c, nil if c has too many runs of ones. Integers stand for their two's
// complement: of a negative one, bits are those of its remainder modulo a power of two.
func (m *integers) mask(a *smtlib.Term, ra interval, c *big.Int, t flat.Type) *smtlib.Term {
	s := m.s
	if c.Sign() < 0 {
		// a & c = a - (a & ~c), and ~c >= 0.
		rest := m.mask(a, ra, new(big.Int).Not(c), t)
		if rest == nil {
			return nil
		}
		return s.Sub(a, rest)
	}
	type run struct{ from, to int }
	var runs []run
	for i := 0; i < c.BitLen(); {
		if c.Bit(i) == 0 {
			i++
			continue
		}
		j := i
		for c.Bit(j) == 1 {
			j++
		}
		runs = append(runs, run{i, j})
		i = j
	}
	if len(runs) > maxRuns {
		return nil
	}
	z := s.IntNum(0)
	for _, r := range runs {
		part := a
		low := m.num(new(big.Int).Lsh(one, uint(r.from)))
		if r.from > 0 {
			part = s.IntDiv(part, low)
		}
		// The upper bits need no cut where a has none.
		if n := ra.bitLen(); n < 0 || n > r.to {
			part = s.Mod(part, m.num(new(big.Int).Lsh(one, uint(r.to-r.from))))
		}
		z = s.Add(z, s.Scale(ratOf(new(big.Int).Lsh(one, uint(r.from))), part))
	}
	return z
}

// blast is a & b of nonnegative operands, of which one has no more than n bits.
func (m *integers) blast(a, b *smtlib.Term, n int) *smtlib.Term {
	s := m.s
	bit := func(x *smtlib.Term, i int) *smtlib.Term {
		low := m.num(new(big.Int).Lsh(one, uint(i)))
		return s.Eq(s.Mod(s.IntDiv(x, low), s.IntNum(2)), s.IntNum(1))
	}
	z := s.IntNum(0)
	for i := range n {
		both := s.And(bit(a, i), bit(b, i))
		z = s.Add(z, s.Ite(both, m.num(new(big.Int).Lsh(one, uint(i))), s.IntNum(0)))
	}
	return z
}
