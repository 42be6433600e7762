// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"fmt"
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/internal/rational"
	"cornet/smtlib"
)

// A translator makes terms of expressions.
type translator interface {
	// sort is the sort of values of t.
	sort(t flat.Type) *smtlib.Sort
	// value is x as a term, cond is x != 0 as a formula, in the given state.
	value(st *state, x *flat.Expr) *smtlib.Term
	cond(st *state, x *flat.Expr) *smtlib.Term
	// inRange says that v is a value of type t, true if every value of the sort is.
	inRange(v *smtlib.Term, t flat.Type) *smtlib.Term
	// zero is the value 0 of t.
	zero(t flat.Type) *smtlib.Term
	// merge is ite(c, x, y).
	merge(c, x, y *smtlib.Term) *smtlib.Term
}

// integers translates into integer arithmetic. Results of operations are wrapped into their types unless the types of the
// operands exclude that they leave it.
type integers struct {
	b *builder
	s *smtlib.Store
	r ranges
	// overflow says what happens when a signed operation leaves its type.
	overflow Overflow
	// path is what holds where the subexpression being translated is evaluated; kept only
	// if overflow matters.
	path []*smtlib.Term
}

// under runs f where c holds.
func (m *integers) under(c *smtlib.Term, f func() *smtlib.Term) *smtlib.Term {
	if m.overflow == Wrap {
		return f()
	}
	m.path = append(m.path, c)
	defer func() { m.path = m.path[:len(m.path)-1] }()
	return f()
}

func (m *integers) sort(t flat.Type) *smtlib.Sort {
	if t.Array {
		return m.s.Array(m.s.Int, m.s.Int)
	}
	return m.s.Int
}

func (m *integers) zero(flat.Type) *smtlib.Term { return m.s.IntNum(0) }

func (m *integers) merge(c, x, y *smtlib.Term) *smtlib.Term { return m.s.Ite(c, x, y) }

func (m *integers) num(v *big.Int) *smtlib.Term { return m.s.Num(ratOf(v), m.s.Int) }

func ratOf(v *big.Int) rational.Rat { return rational.FromBigInt(v) }

func (m *integers) inRange(v *smtlib.Term, t flat.Type) *smtlib.Term {
	if t.Array || t.Kind == flat.Pointer {
		return m.s.True()
	}
	lo, hi := t.Range()
	return m.s.And(m.s.Ge(v, m.num(lo)), m.s.Le(v, m.num(hi)))
}

// bounded says that v is in x.
func (m *integers) bounded(v *smtlib.Term, x interval) *smtlib.Term {
	z := m.s.True()
	if x.lo != nil {
		z = m.s.And(z, m.s.Ge(v, m.num(x.lo)))
	}
	if x.hi != nil {
		z = m.s.And(z, m.s.Le(v, m.num(x.hi)))
	}
	return z
}

func (m *integers) cond(st *state, x *flat.Expr) *smtlib.Term {
	s := m.s
	switch x.Operator {
	case flat.Const:
		return s.BoolValue(x.Value.Sign() != 0)
	case flat.Not:
		return s.Not(m.cond(st, x.Args[0]))
	case flat.And:
		a := m.cond(st, x.Args[0])
		return s.And(a, m.under(a, func() *smtlib.Term { return m.cond(st, x.Args[1]) }))
	case flat.Or:
		a := m.cond(st, x.Args[0])
		return s.Or(a, m.under(s.Not(a), func() *smtlib.Term { return m.cond(st, x.Args[1]) }))
	case flat.Lt:
		return s.Lt(m.value(st, x.Args[0]), m.value(st, x.Args[1]))
	case flat.Le:
		return s.Le(m.value(st, x.Args[0]), m.value(st, x.Args[1]))
	case flat.Eq:
		a, b := x.Args[0], x.Args[1]
		if b.IsConst() && isTruth(a) && b.Value.IsInt64() {
			switch b.Value.Int64() {
			case 0:
				return s.Not(m.cond(st, a))
			case 1:
				return m.cond(st, a)
			}
		}
		return s.Eq(m.value(st, a), m.value(st, b))
	case flat.Ite:
		c := m.cond(st, x.Args[0])
		a := m.under(c, func() *smtlib.Term { return m.cond(st, x.Args[1]) })
		return s.Ite(c, a, m.under(s.Not(c), func() *smtlib.Term { return m.cond(st, x.Args[2]) }))
	case flat.Apply:
		if x.IsTruth() {
			return m.floats().cond(st, x)
		}
	case flat.Cast:
		if x.Type.Bool || m.r.raw(nil, x).within(m.r.typeRange(x.Type)) {
			return m.cond(st, x.Args[0])
		}
	}
	return s.Not(s.Eq(m.value(st, x), s.IntNum(0)))
}

func (m *integers) value(st *state, x *flat.Expr) *smtlib.Term {
	s := m.s
	arg := func(i int) *smtlib.Term { return m.value(st, x.Args[i]) }
	switch x.Operator {
	case flat.Const:
		return m.num(x.Value)
	case flat.Read:
		return m.b.read(st, x.Var)
	case flat.Any:
		return m.b.any(st, x)
	case flat.Lt, flat.Le, flat.Eq, flat.And, flat.Or, flat.Not:
		return s.Ite(m.cond(st, x), s.IntNum(1), s.IntNum(0))
	case flat.Ite:
		c := m.cond(st, x.Args[0])
		a := m.under(c, func() *smtlib.Term { return arg(1) })
		return s.Ite(c, a, m.under(s.Not(c), func() *smtlib.Term { return arg(2) }))
	case flat.Select:
		z := s.Select(arg(0), arg(1))
		if !m.r.math || x.Type.Bool {
			m.b.assume(m.inRange(z, x.Type))
		}
		return z
	case flat.Store:
		return s.Store(arg(0), arg(1), arg(2))
	case flat.Fill:
		return s.ConstArray(m.sort(x.Type), arg(0))
	case flat.Cast:
		if x.Type.Bool {
			if m.r.value(nil, x.Args[0]).within(span(0, 1)) {
				return arg(0)
			}
			return s.Ite(m.cond(st, x.Args[0]), s.IntNum(1), s.IntNum(0))
		}
		if isTruth(x.Args[0]) {
			return arg(0)
		}
		return m.wrap(arg(0), m.r.raw(nil, x), x.Type)
	case flat.Apply:
		if x.IsTruth() {
			return s.Ite(m.cond(st, x), s.IntNum(1), s.IntNum(0))
		}
		return m.floats().value(st, x)
	}
	z := m.operate(st, x)
	return m.fit(st, x, z)
}

// fit is the result z of x's operation brought into x's type.
func (m *integers) fit(st *state, x *flat.Expr, z *smtlib.Term) *smtlib.Term {
	switch x.Operator {
	case flat.Shr, flat.BitAnd, flat.BitOr, flat.BitXor, flat.Rem:
		return z // made to fit
	case flat.Shl:
		if x.Args[0].IsConst() || m.mayOverflow(x) {
			return z // wrapped case by case, or required to fit
		}
	}
	raw := m.r.raw(nil, x)
	if raw.within(m.r.typeRange(x.Type)) {
		return z
	}
	if m.mayOverflow(x) {
		m.require(st, m.inRange(z, x.Type))
		return z
	}
	return m.wrap(z, raw, x.Type)
}

// mayOverflow reports whether x is a signed operation whose overflow matters.
func (m *integers) mayOverflow(x *flat.Expr) bool {
	return x.Type.Signed && x.Type.Kind == flat.Int && m.overflow != Wrap
}

// require makes an overflow of what does not fulfil a condition; executions go on where it holds.
func (m *integers) require(st *state, fits *smtlib.Term) {
	if len(m.path) > 0 {
		fits = m.s.Implies(m.s.And(m.path...), fits)
	}
	if fits.IsTrue() {
		return
	}
	if m.overflow == Check {
		m.b.overflows = append(m.b.overflows, m.s.And(st.guardTerm(m.s), m.s.Not(fits)))
	}
	st.guard = append(st.guard[:len(st.guard):len(st.guard)], fits)
}

// defined says where C11 defines x, a signed remainder or shift of operands in ra and rb: x % -1 is not defined where
// x / -1 overflows (6.5.5, 6), a shift by a negative amount or by the width or more is not, and neither is a
// shift to the left of a negative number, or whose result does not fit (6.5.7, 3 and 4).
func (m *integers) defined(x *flat.Expr, a, b *smtlib.Term, ra, rb interval) *smtlib.Term {
	s := m.s
	lo, hi := x.Type.Range()
	if x.Operator == flat.Rem {
		if !point(lo).within(ra) || !rb.has(-1) {
			return s.True()
		}
		return s.Not(s.And(s.Eq(a, m.num(lo)), s.Eq(b, s.IntNum(-1))))
	}
	amounts := span(0, int64(x.Type.Width-1))
	z := s.True()
	if !rb.within(amounts) {
		z = m.bounded(b, amounts)
	}
	amounts, ok := rb.meet(amounts)
	if x.Operator == flat.Shr || !ok {
		return z
	}
	if !ra.nonneg() {
		z = s.And(z, s.Ge(a, s.IntNum(0)))
	}
	for k := amounts.lo.Int64(); k <= amounts.hi.Int64(); k++ {
		most := new(big.Int).Rsh(hi, uint(k))
		if ra.hi == nil || ra.hi.Cmp(most) > 0 {
			z = s.And(z, s.Implies(s.Eq(b, s.IntNum(k)), s.Le(a, m.num(most))))
		}
	}
	return z
}

// wrap is the value of type t that is congruent to z, which is in raw.
func (m *integers) wrap(z *smtlib.Term, raw interval, t flat.Type) *smtlib.Term {
	all := m.r.typeRange(t)
	if raw.within(all) {
		return z
	}
	s := m.s
	period := new(big.Int).Lsh(one, uint(t.Width))
	if raw.lo != nil && raw.hi != nil {
		// The multiples of the period to take off are from..to.
		from := floorDiv(new(big.Int).Sub(raw.lo, all.lo), period)
		to := floorDiv(new(big.Int).Sub(raw.hi, all.lo), period)
		if n := new(big.Int).Sub(to, from); n.IsInt64() && n.Int64() <= 2 {
			shifted := func(k *big.Int) *smtlib.Term {
				return s.Sub(z, m.num(new(big.Int).Mul(k, period)))
			}
			y := shifted(to)
			for k := new(big.Int).Sub(to, one); k.Cmp(from) >= 0; k = new(big.Int).Sub(k, one) {
				limit := new(big.Int).Add(all.hi, new(big.Int).Mul(k, period))
				y = s.Ite(s.Le(z, m.num(limit)), shifted(k), y)
			}
			return y
		}
	}
	mod := s.Mod(s.Sub(z, m.num(all.lo)), m.num(period))
	return s.Add(mod, m.num(all.lo))
}

// operate is the result of x's operator before it is wrapped.
func (m *integers) operate(st *state, x *flat.Expr) *smtlib.Term {
	s := m.s
	a := m.value(st, x.Args[0])
	switch x.Operator {
	case flat.Neg:
		return s.Neg(a)
	case flat.BitNot:
		return s.Sub(s.IntNum(-1), a)
	}
	b := m.value(st, x.Args[1])
	ra, rb := m.r.value(nil, x.Args[0]), m.r.value(nil, x.Args[1])
	switch x.Operator {
	case flat.Rem, flat.Shl, flat.Shr:
		if m.mayOverflow(x) {
			m.require(st, m.defined(x, a, b, ra, rb))
		}
	}
	switch x.Operator {
	case flat.Add:
		return s.Add(a, b)
	case flat.Sub:
		return s.Sub(a, b)
	case flat.Mul:
		return s.Mul(a, b)
	case flat.Div:
		return m.divide(st, x, a, b, ra, rb)
	case flat.Rem:
		m.b.bits = true
		return m.remainder(st, x, a, b, ra, rb)
	}
	return m.bitwise(st, x, a, b, ra, rb)
}

// divide is a / b rounded towards zero, any value if b is 0.
func (m *integers) divide(st *state, x *flat.Expr, a, b *smtlib.Term, ra, rb interval) *smtlib.Term {
	s := m.s
	if x.Type.Kind == flat.Pointer {
		return s.IntDiv(a, b)
	}
	quotient := func(a, b *smtlib.Term) *smtlib.Term { return s.IntDiv(a, b) }
	var z *smtlib.Term
	switch {
	case ra.nonneg() && (rb.nonneg() || rb.isPoint()):
		z = quotient(a, b) // Euclidean division agrees for a >= 0
	case ra.nonneg():
		z = quotient(a, b)
	default:
		z = s.Ite(s.Ge(a, s.IntNum(0)), quotient(a, b), s.Neg(quotient(s.Neg(a), b)))
	}
	return m.unlessZero(st, x, b, rb, z)
}

// remainder is a - (a/b)*b, any value if b is 0.
func (m *integers) remainder(st *state, x *flat.Expr, a, b *smtlib.Term, ra, rb interval) *smtlib.Term {
	s := m.s
	z := s.Mod(a, b)
	if !ra.nonneg() {
		z = s.Ite(s.Ge(a, s.IntNum(0)), z, s.Neg(s.Mod(s.Neg(a), b)))
	}
	return m.unlessZero(st, x, b, rb, z)
}

func (m *integers) unlessZero(st *state, x *flat.Expr, b *smtlib.Term, rb interval, z *smtlib.Term) *smtlib.Term {
	if !rb.has(0) {
		return z
	}
	v := m.b.any(st, flat.NewAny(x.Type, "", cfg.Pos{}))
	return m.s.Ite(m.s.Eq(b, m.s.IntNum(0)), v, z)
}

// inexact is any value of x's type in bounds, for a bit operation that has no exact counterpart
// in integer arithmetic.
func (m *integers) inexact(st *state, x *flat.Expr) *smtlib.Term {
	y := flat.NewAny(x.Type, fmt.Sprintf("operator %s over integers (use --ints=bv)", opName(x.Operator)), st.pos)
	v := m.b.any(st, y)
	m.b.inexactBits[v] = true
	m.b.assume(m.bounded(v, m.r.value(nil, x)))
	return v
}

func opName(op flat.Operator) string {
	names := map[flat.Operator]string{flat.BitAnd: "&", flat.BitOr: "|", flat.BitXor: "^", flat.Shl: "<<", flat.Shr: ">>", flat.BitNot: "~"}
	return names[op]
}
