// SPDX-License-Identifier: Apache-2.0

package chc

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/smtlib"
)

// vectors translates into bit-vectors, exactly. Addresses are vectors, too: arithmetic on them
// wraps at the width of a pointer.
type vectors struct {
	b *builder
	s *smtlib.Store
}

func (m *vectors) sort(t flat.Type) *smtlib.Sort {
	elem := m.s.BitVec(t.Width)
	if t.Array {
		return m.s.Array(m.s.BitVec(m.b.pointerWidth), elem)
	}
	return elem
}

func (m *vectors) zero(t flat.Type) *smtlib.Term { return m.s.BVNum(new(big.Int), t.Width) }

func (m *vectors) merge(c, x, y *smtlib.Term) *smtlib.Term { return m.s.Ite(c, x, y) }

func (m *vectors) inRange(v *smtlib.Term, t flat.Type) *smtlib.Term {
	if t.Bool && !t.Array && t.Width > 1 {
		return m.s.BV(smtlib.OpBVUle, v, m.s.BVNum(one, t.Width))
	}
	if t.Kind == flat.Float && !t.Array {
		lo, hi := t.Range()
		f := m.floats()
		return m.s.And(f.le(f.num(lo, t), v), f.le(v, f.num(hi, t)))
	}
	return m.s.True()
}

func (m *vectors) cond(st *state, x *flat.Expr) *smtlib.Term {
	s := m.s
	pair := func() (*smtlib.Term, *smtlib.Term) {
		return m.value(st, x.Args[0]), m.value(st, x.Args[1])
	}
	switch x.Operator {
	case flat.Const:
		return s.BoolValue(x.Value.Sign() != 0)
	case flat.Not:
		return s.Not(m.cond(st, x.Args[0]))
	case flat.And:
		return s.And(m.cond(st, x.Args[0]), m.cond(st, x.Args[1]))
	case flat.Or:
		return s.Or(m.cond(st, x.Args[0]), m.cond(st, x.Args[1]))
	case flat.Lt, flat.Le:
		a, b := pair()
		signed := x.Args[0].Type.Kind != flat.Pointer && x.Args[0].Type.Signed
		if x.Operator == flat.Lt {
			// a < b is not b <= a.
			a, b = b, a
		}
		z := s.BV(smtlib.OpBVUle, a, b)
		if signed {
			z = s.BV(smtlib.OpBVSle, a, b)
		}
		if x.Operator == flat.Lt {
			z = s.Not(z)
		}
		return z
	case flat.Eq:
		if b := x.Args[1]; b.IsConst() && b.Value.Sign() == 0 && isTruth(x.Args[0]) {
			return s.Not(m.cond(st, x.Args[0]))
		}
		a, b := pair()
		return s.Eq(a, b)
	case flat.Ite:
		return s.Ite(m.cond(st, x.Args[0]), m.cond(st, x.Args[1]), m.cond(st, x.Args[2]))
	case flat.Apply:
		if x.IsTruth() {
			return m.floats().cond(st, x)
		}
	case flat.Cast:
		if from := x.Args[0].Type; x.Type.Bool || x.Type.Width >= from.Width {
			return m.cond(st, x.Args[0])
		}
	}
	return s.Not(s.Eq(m.value(st, x), m.zero(x.Type)))
}

func (m *vectors) bit(c *smtlib.Term, t flat.Type) *smtlib.Term {
	return m.s.Ite(c, m.s.BVNum(one, t.Width), m.zero(t))
}

func (m *vectors) value(st *state, x *flat.Expr) *smtlib.Term {
	s := m.s
	arg := func(i int) *smtlib.Term { return m.value(st, x.Args[i]) }
	switch x.Operator {
	case flat.Const:
		return s.BVNum(x.Value, x.Type.Width)
	case flat.Read:
		return m.b.read(st, x.Var)
	case flat.Any:
		return m.b.any(st, x)
	case flat.Lt, flat.Le, flat.Eq, flat.And, flat.Or, flat.Not:
		return m.bit(m.cond(st, x), x.Type)
	case flat.Ite:
		return s.Ite(m.cond(st, x.Args[0]), arg(1), arg(2))
	case flat.Select:
		z := s.Select(arg(0), m.resize(arg(1), x.Args[1].Type, m.b.pointerWidth))
		m.b.assume(m.inRange(z, x.Type))
		return z
	case flat.Store:
		return s.Store(arg(0), m.resize(arg(1), x.Args[1].Type, m.b.pointerWidth), arg(2))
	case flat.Fill:
		return s.ConstArray(m.sort(x.Type), arg(0))
	case flat.Cast:
		if x.Type.Bool {
			return m.bit(m.cond(st, x.Args[0]), x.Type)
		}
		return m.resize(arg(0), x.Args[0].Type, x.Type.Width)
	case flat.Apply:
		if x.IsTruth() {
			return m.bit(m.cond(st, x), x.Type)
		}
		return m.floats().value(st, x)
	case flat.Neg:
		return s.BV(smtlib.OpBVNeg, arg(0))
	case flat.BitNot:
		return s.BV(smtlib.OpBVNot, arg(0))
	}
	a, b := arg(0), arg(1)
	if x.Args[1].Type.Width != x.Type.Width { // of shifts, and of offsets
		b = m.amount(b, x.Args[1].Type, x.Type.Width, x.Operator)
	}
	if x.Operator == flat.Sub {
		return s.BVSub(a, b)
	}
	z := s.BV(m.operator(x), a, b)
	if m.defined(x) {
		return z
	}
	// Where C leaves the result undefined it is any value.
	any := m.b.any(st, flat.NewAny(x.Type, "", cfg.Pos{}))
	if x.Operator == flat.Div || x.Operator == flat.Rem {
		return s.Ite(s.Eq(b, m.zero(x.Type)), any, z)
	}
	inside := s.Not(s.BV(smtlib.OpBVUle, s.BVNum(big.NewInt(int64(x.Type.Width)), x.Type.Width), b))
	return s.Ite(inside, z, any)
}

// defined reports whether C defines the result of x for all values that the operands can have.
func (m *vectors) defined(x *flat.Expr) bool {
	switch x.Operator {
	case flat.Div, flat.Rem:
		return x.Type.Kind == flat.Pointer || x.Args[1].IsConst() && x.Args[1].Value.Sign() != 0
	case flat.Shl, flat.Shr:
		b := x.Args[1]
		return b.IsConst() && b.Value.Sign() >= 0 && b.Value.Cmp(big.NewInt(int64(x.Type.Width))) < 0
	}
	return true
}

func (m *vectors) operator(x *flat.Expr) smtlib.Op {
	signed := x.Type.Signed || x.Type.Kind == flat.Pointer
	pick := func(a, b smtlib.Op) smtlib.Op {
		if signed {
			return a
		}
		return b
	}
	switch x.Operator {
	case flat.Add:
		return smtlib.OpBVAdd
	case flat.Mul:
		return smtlib.OpBVMul
	case flat.Div:
		return pick(smtlib.OpBVSDiv, smtlib.OpBVUDiv)
	case flat.Rem:
		return pick(smtlib.OpBVSRem, smtlib.OpBVURem)
	case flat.Shl:
		return smtlib.OpBVShl
	case flat.Shr:
		return pick(smtlib.OpBVAshr, smtlib.OpBVLshr)
	case flat.BitAnd:
		return smtlib.OpBVAnd
	case flat.BitOr:
		return smtlib.OpBVOr
	}
	return smtlib.OpBVXor
}

// resize converts a vector of type t to width bits.
func (m *vectors) resize(z *smtlib.Term, t flat.Type, width int) *smtlib.Term {
	switch {
	case t.Width == width:
		return z
	case t.Width > width:
		return m.s.Extract(width-1, 0, z)
	case t.Signed && t.Kind == flat.Int:
		return m.s.SignExtend(width-t.Width, z)
	}
	return m.s.ZeroExtend(width-t.Width, z)
}

// amount converts the amount of a shift; one that does not fit stays out of range.
func (m *vectors) amount(b *smtlib.Term, t flat.Type, width int, op flat.Operator) *smtlib.Term {
	if t.Width < width || op != flat.Shl && op != flat.Shr {
		return m.resize(b, t, width)
	}
	s := m.s
	low := s.Extract(width-1, 0, b)
	high := s.Extract(t.Width-1, width, b)
	return s.Ite(s.Eq(high, s.BVNum(new(big.Int), t.Width-width)), low, s.BVNum(big.NewInt(-1), width))
}
