// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"math/big"

	"cornet/encode/ieee"
)

var floatUnary = map[UnaryOp]ieee.Op{
	Neg: ieee.Minus, Abs: ieee.Abs, Sqrt: ieee.Sqrt, Floor: ieee.Floor, Ceil: ieee.Ceil, Trunc: ieee.Trunc, Rint: ieee.Rint,
	Round: ieee.Round, SignBit: ieee.SignBit, Resize: ieee.Resize,
}

// directed is the number of operators to which a direction of rounding can be added.
const directed = 32

// Toward returns op, an operation on floating-point numbers that rounds, with a direction of
// rounding.
func (op UnaryOp) Toward(d ieee.Direction) UnaryOp { return op%directed + directed*UnaryOp(d) }

// Toward returns op, an operation on floating-point numbers that rounds, with a direction of
// rounding.
func (op BinaryOp) Toward(d ieee.Direction) BinaryOp { return op%directed + directed*BinaryOp(d) }

// FloatOp returns the operation on floating-point numbers that op denotes.
func (op UnaryOp) FloatOp() (ieee.Op, bool) {
	z, ok := floatUnary[op%directed]
	if op >= directed {
		z = z.Toward(ieee.Direction(op / directed))
	}
	return z, ok
}

var floatBinary = map[BinaryOp]struct {
	op         ieee.Op
	swap, deny bool
}{
	Add: {ieee.Add, false, false}, Sub: {ieee.Sub, false, false}, Mul: {ieee.Mul, false, false}, Div: {ieee.Div, false, false},
	Rem: {ieee.Rem, false, false}, Lt: {ieee.Less, false, false}, Gt: {ieee.Less, true, false},
	Remainder: {ieee.Remainder, false, false}, SumTo: {ieee.SumTo, false, false},
	Le: {ieee.LessEqual, false, false}, Ge: {ieee.LessEqual, true, false}, Eq: {ieee.Equal, false, false}, Ne: {ieee.Equal, false, true},
}

// FloatOp returns the operation on floating-point numbers that op denotes. swap means that the
// operands are in the other order, and deny that the result is negated.
func (op BinaryOp) FloatOp() (z ieee.Op, swap, deny, ok bool) {
	e, ok := floatBinary[op%directed]
	if op >= directed {
		e.op = e.op.Toward(ieee.Direction(op / directed))
	}
	return e.op, e.swap, e.deny, ok
}

// FoldFloat computes an operation with at least one floating-point operand. Operands are ordinals
// for floating-point numbers, and values for others. x is a Unary, a Binary or a Cast; vs are the
// values of its operands. The result is nil if C does not define it.
func FoldFloat(x Expr, vs ...*big.Int) *big.Int {
	switch y := x.(type) {
	case Unary:
		f := y.X.Type().Format()
		if y.Operator == LogNot {
			return truth(ieee.IsZero(vs[0]))
		}
		if op, ok := y.Operator.FloatOp(); ok {
			to := f
			if y.Of.Kind == Float {
				to = y.Of.Format()
			}
			return f.Apply(op, to, vs[0])
		}
	case Binary:
		op, swap, deny, ok := y.Operator.FloatOp()
		if !ok {
			return nil
		}
		if swap {
			vs = []*big.Int{vs[1], vs[0]}
		}
		f := y.X.Type().Format()
		to := f
		if y.Of.Kind == Float {
			to = y.Of.Format()
		}
		z := f.Apply(op, to, vs...)
		if deny {
			return truth(z.Sign() == 0)
		}
		return z
	case Cast:
		from, to := y.X.Type(), y.Of
		f := from.Format()
		switch {
		case from.Kind == Int && to.Kind == Float:
			return to.Format().Apply(ieee.FromInt, to.Format(), vs[0])
		case from.Kind == Float && to.Kind == Float:
			return f.Apply(ieee.Resize, to.Format(), vs[0])
		case from.Kind == Float && to.Bool:
			return truth(!ieee.IsZero(vs[0]))
		case from.Kind == Float && to.Kind == Int:
			z := f.Apply(ieee.ToInt, ieee.Format{}, vs[0])
			if z == nil {
				return nil
			}
			if lo, hi := to.Range(); z.Cmp(lo) >= 0 && z.Cmp(hi) <= 0 {
				return z
			}
		}
	}
	return nil
}
