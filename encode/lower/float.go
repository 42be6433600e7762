// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"cornet/encode/cfg"
	"cornet/encode/ieee"
	"cornet/encode/scalar"
)

// floatBinary applies an operator to floating-point operands.
func (l *lowerer) floatBinary(x cfg.Binary, t scalar.Type) *scalar.Expr {
	op, swap, deny, ok := x.Operator.FloatOp()
	if !ok {
		return scalar.NewAny(t, l.note("floating-point operation %v", x.Operator), l.pos)
	}
	a, b := l.expr(x.X), l.expr(x.Y)
	if swap {
		a, b = b, a
	}
	z := scalar.NewApply(op, t, a, b)
	if deny {
		z = scalar.New(scalar.Not, t, z)
	}
	return z
}

// nonzero returns the condition that the floating-point value x is not zero.
func (l *lowerer) nonzero(x *scalar.Expr) *scalar.Expr {
	return scalar.New(scalar.Not, l.int(), scalar.NewApply(ieee.Equal, l.int(), x, scalar.NewInt(0, x.Type)))
}

// floatCast converts from or to a floating-point type.
func (l *lowerer) floatCast(x cfg.Cast, t scalar.Type) *scalar.Expr {
	v := l.expr(x.X)
	switch {
	case v.Type.Kind == scalar.Float && t.Kind == scalar.Float:
		return scalar.NewApply(ieee.Resize, t, v)
	case v.Type.Kind == scalar.Int && t.Kind == scalar.Float:
		return scalar.NewApply(ieee.FromInt, t, v)
	case t.Kind == scalar.Int && t.Bool:
		return scalar.New(scalar.Cast, t, l.nonzero(v))
	case t.Kind == scalar.Int:
		return scalar.NewApply(ieee.ToInt, t, v)
	}
	return scalar.NewAny(t, l.note("conversion from %v to %v", x.X.Type(), x.Of), l.pos)
}

// reinterpret returns the bits of x as a value of type t. One of the two types is floating-point.
func (l *lowerer) reinterpret(x *scalar.Expr, t scalar.Type) *scalar.Expr {
	switch {
	case x.Type.Width != t.Width:
	case x.Type.Kind == scalar.Float && t.Kind == scalar.Int:
		return scalar.NewApply(ieee.Bits, t, x)
	case x.Type.Kind == scalar.Int && t.Kind == scalar.Float:
		return scalar.NewApply(ieee.FromBits, t, x)
	}
	return scalar.NewAny(t, l.note("memory of type %v is accessed as %v", x.Type, t), l.pos)
}
