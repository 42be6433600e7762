// SPDX-License-Identifier: Apache-2.0

package expr

import (
	"math/big"

	"cornet/encode/scalar"
	"cornet/internal/rational"
	"cornet/logic"
)

// vectors are bit-vectors, whose arithmetic is exact. Addresses are bit-vectors, too: arithmetic on
// them wraps at the width of a pointer.
type vectors struct {
	s            *logic.Store
	pointerWidth int
}

func (m *vectors) scalar(t scalar.Type) *logic.Sort { return m.s.BitVec(t.Width) }

func (m *vectors) index() *logic.Sort { return m.s.BitVec(m.pointerWidth) }

func (m *vectors) num(v rational.Rat, t scalar.Type) *logic.Term {
	return m.s.BVNum(integer(v), t.Width)
}

func (m *vectors) le(a, b *logic.Term, t scalar.Type) *logic.Term {
	switch {
	case t.Kind != scalar.Pointer && t.Signed:
		return m.s.BV(logic.OpBVSle, a, b)
	case a.Op() == logic.OpBV && a.BV().Sign() == 0:
		return m.s.True()
	}
	return m.s.BV(logic.OpBVUle, a, b)
}

func (m *vectors) add(v *logic.Term, c rational.Rat, t scalar.Type) *logic.Term {
	return m.s.BV(logic.OpBVAdd, v, m.num(c, t))
}

func (m *vectors) complement(v *logic.Term) *logic.Term { return m.s.BV(logic.OpBVNot, v) }

func (m *vectors) fills(t scalar.Type) bool {
	return t.Kind != scalar.Float && (!t.Bool || t.Width == 1)
}

func (m *vectors) toIndex(v *logic.Term, t scalar.Type) *logic.Term {
	return m.resize(v, t, m.pointerWidth)
}

func (m *vectors) convert(v *logic.Term, x *scalar.Expr) *logic.Term {
	return m.resize(v, x.Args[0].Type, x.Type.Width)
}

// operators maps operators to those of bit-vectors: for signed values and addresses, and for
// others.
var operators = map[scalar.Operator][2]logic.Op{
	scalar.Add: {logic.OpBVAdd, logic.OpBVAdd}, scalar.Mul: {logic.OpBVMul, logic.OpBVMul}, scalar.Div: {logic.OpBVSDiv, logic.OpBVUDiv},
	scalar.Rem: {logic.OpBVSRem, logic.OpBVURem}, scalar.Shl: {logic.OpBVShl, logic.OpBVShl}, scalar.Shr: {logic.OpBVAshr, logic.OpBVLshr},
	scalar.BitAnd: {logic.OpBVAnd, logic.OpBVAnd}, scalar.BitOr: {logic.OpBVOr, logic.OpBVOr}, scalar.BitXor: {logic.OpBVXor, logic.OpBVXor},
}

func (m *vectors) operate(c Context, x *scalar.Expr, args []*logic.Term) *logic.Term {
	s, a := m.s, args[0]
	switch x.Operator {
	case scalar.Neg:
		return s.BV(logic.OpBVNeg, a)
	case scalar.BitNot:
		return m.complement(a)
	}
	b := args[1]
	if x.Args[1].Type.Width != x.Type.Width { // for shifts, and offsets
		b = m.amount(b, x.Args[1].Type, x.Type.Width, x.Operator)
	}
	if x.Operator == scalar.Sub {
		return s.BVSub(a, b)
	}
	op := operators[x.Operator][1]
	if x.Type.Signed || x.Type.Kind == scalar.Pointer {
		op = operators[x.Operator][0]
	}
	z := s.BV(op, a, b)
	if m.defined(x) {
		return z
	}
	// If C does not define the result, it is any value.
	any := c.Undefined(x.Type, undefinedBy(x))
	if x.Operator == scalar.Div || x.Operator == scalar.Rem {
		return s.Ite(s.Eq(b, m.num(zero, x.Type)), any, z)
	}
	inside := s.Not(s.BV(logic.OpBVUle, m.num(rational.Int(int64(x.Type.Width)), x.Type), b))
	return s.Ite(inside, z, any)
}

// defined reports whether C defines the result of x for all possible values of the operands.
func (m *vectors) defined(x *scalar.Expr) bool {
	switch x.Operator {
	case scalar.Div, scalar.Rem:
		return x.Type.Kind == scalar.Pointer || x.Args[1].IsConst() && x.Args[1].Value.Sign() != 0
	case scalar.Shl, scalar.Shr:
		b := x.Args[1]
		return b.IsConst() && b.Value.Sign() >= 0 && b.Value.Cmp(big.NewInt(int64(x.Type.Width))) < 0
	}
	return true
}

// resize converts a vector of type t to width bits.
func (m *vectors) resize(z *logic.Term, t scalar.Type, width int) *logic.Term {
	switch {
	case t.Width == width:
		return z
	case t.Width > width:
		return m.s.Extract(width-1, 0, z)
	case t.Signed && t.Kind == scalar.Int:
		return m.s.SignExtend(width-t.Width, z)
	}
	return m.s.ZeroExtend(width-t.Width, z)
}

// amount converts the amount of a shift. An amount that is out of range stays out of range.
func (m *vectors) amount(b *logic.Term, t scalar.Type, width int, op scalar.Operator) *logic.Term {
	if t.Width < width || op != scalar.Shl && op != scalar.Shr {
		return m.resize(b, t, width)
	}
	s := m.s
	low := s.Extract(width-1, 0, b)
	high := s.Extract(t.Width-1, width, b)
	return s.Ite(s.Eq(high, s.BVNum(new(big.Int), t.Width-width)), low, s.BVNum(big.NewInt(-1), width))
}
