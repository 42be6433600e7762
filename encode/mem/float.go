// SPDX-License-Identifier: Apache-2.0

package mem

import (
	"cornet/encode/cfg"
	"cornet/encode/flat"
	"cornet/encode/ieee"
)

// floatBinary applies an operator to floating-point operands.
func (l *lowerer) floatBinary(x cfg.Binary, t flat.Type) *flat.Expr {
	op, swap, deny, ok := x.Operator.FloatOp()
	if !ok {
		return flat.NewAny(t, l.note("floating-point operation %v", x.Operator), l.pos)
	}
	a, b := l.expr(x.X), l.expr(x.Y)
	if swap {
		a, b = b, a
	}
	z := flat.NewApply(op, t, a, b)
	if deny {
		z = flat.New(flat.Not, t, z)
	}
	return z
}

// nonzero says that floating-point x is no zero.
func (l *lowerer) nonzero(x *flat.Expr) *flat.Expr {
	return flat.New(flat.Not, l.int(), flat.NewApply(ieee.Equal, l.int(), x, flat.NewInt(0, x.Type)))
}

// floatCast converts from or to a floating-point type.
func (l *lowerer) floatCast(x cfg.Cast, t flat.Type) *flat.Expr {
	v := l.expr(x.X)
	switch {
	case v.Type.Kind == flat.Float && t.Kind == flat.Float:
		return flat.NewApply(ieee.Resize, t, v)
	case v.Type.Kind == flat.Int && t.Kind == flat.Float:
		return flat.NewApply(ieee.FromInt, t, v)
	case t.Kind == flat.Int && t.Bool:
		return flat.New(flat.Cast, t, l.nonzero(v))
	case t.Kind == flat.Int:
		return flat.NewApply(ieee.ToInt, t, v)
	}
	return flat.NewAny(t, l.note("conversion from %v to %v", x.X.Type(), x.Of), l.pos)
}

// reinterpret is the bits of x as a value of type t; one of the types is floating-point.
func (l *lowerer) reinterpret(x *flat.Expr, t flat.Type) *flat.Expr {
	switch {
	case x.Type.Width != t.Width:
	case x.Type.Kind == flat.Float && t.Kind == flat.Int:
		return flat.NewApply(ieee.Bits, t, x)
	case x.Type.Kind == flat.Int && t.Kind == flat.Float:
		return flat.NewApply(ieee.FromBits, t, x)
	}
	return flat.NewAny(t, l.note("memory of type %v is accessed as %v", x.Type, t), l.pos)
}
