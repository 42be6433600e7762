// SPDX-License-Identifier: Apache-2.0

package lower

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/scalar"
)

// expr returns the value of scalar x.
func (l *lowerer) expr(x cfg.Expr) *scalar.Expr {
	t := l.scalarType(x.Type())
	switch y := x.(type) {
	case cfg.Const:
		if t.Kind == scalar.Pointer && y.Value.Sign() != 0 {
			return l.toPointer(scalar.NewConst(y.Value, scalar.Type{Kind: scalar.Int, Width: t.Width}))
		}
		return scalar.NewConst(y.Value, t)
	case cfg.FloatConst:
		return scalar.NewConst(y.Value, t)
	case cfg.Load:
		return l.read(l.resolve(y.From, false))
	case cfg.AddrOf:
		return l.addressOf(y.Place)
	case cfg.FuncAddr:
		if y.Func == nil {
			return scalar.NewAny(t, l.note("address of function %s, which has no body", y.Name), l.pos)
		}
		return l.base(l.a.OfFunc(y.Func))
	case cfg.Unary:
		if op, ok := y.Operator.FloatOp(); ok && y.X.Type().Kind == cfg.Float {
			return scalar.NewApply(op, t, l.expr(y.X))
		}
		if y.Operator == cfg.LogNot {
			return scalar.New(scalar.Not, t, l.cond(y.X))
		}
		v := l.expr(y.X)
		switch y.Operator {
		case cfg.Neg:
			return maker(y.Fits)(scalar.Neg, t, v)
		}
		return scalar.New(scalar.BitNot, t, v)
	case cfg.Binary:
		return l.binary(y, t)
	case cfg.Cast:
		return l.cast(y, t)
	case cfg.Cond:
		return scalar.New(scalar.Ite, t, l.cond(y.If), l.expr(y.Then), l.expr(y.Else))
	case cfg.Any:
		return scalar.NewAny(t, y.Note, l.pos)
	case cfg.Valid:
		return l.valid(y)
	case cfg.Leak:
		return l.leak(y)
	}
	return scalar.NewAny(t, l.note("expression of an unexpected form"), l.pos)
}

// cond returns scalar x as a condition: only whether it differs from 0 counts.
func (l *lowerer) cond(x cfg.Expr) *scalar.Expr {
	if x.Type().Kind == cfg.Float {
		return l.nonzero(l.expr(x))
	}
	return l.expr(x)
}

func (l *lowerer) int() scalar.Type { return scalar.Type{Kind: scalar.Int, Width: 32, Signed: true} }

var compares = map[cfg.BinaryOp]struct {
	op         scalar.Operator
	swap, deny bool
}{
	cfg.Lt: {scalar.Lt, false, false}, cfg.Gt: {scalar.Lt, true, false},
	cfg.Le: {scalar.Le, false, false}, cfg.Ge: {scalar.Le, true, false},
	cfg.Eq: {scalar.Eq, false, false}, cfg.Ne: {scalar.Eq, false, true},
}

var operators = map[cfg.BinaryOp]scalar.Operator{
	cfg.Add: scalar.Add, cfg.Sub: scalar.Sub, cfg.Mul: scalar.Mul, cfg.Div: scalar.Div, cfg.Rem: scalar.Rem,
	cfg.Shl: scalar.Shl, cfg.Shr: scalar.Shr, cfg.BitAnd: scalar.BitAnd, cfg.BitOr: scalar.BitOr, cfg.BitXor: scalar.BitXor,
}

func (l *lowerer) binary(x cfg.Binary, t scalar.Type) *scalar.Expr {
	switch x.Operator {
	case cfg.LogAnd:
		return scalar.New(scalar.And, t, l.cond(x.X), l.cond(x.Y))
	case cfg.LogOr:
		return scalar.New(scalar.Or, t, l.cond(x.X), l.cond(x.Y))
	case cfg.PtrAdd:
		if k, ok := constantOffset(x); ok && k%l.unit == 0 {
			return scalar.New(scalar.Add, l.ptr, l.expr(x.X), l.address(k/l.unit))
		}
		n, exact := l.scale(x.X.Type().Elem)
		if !exact {
			return scalar.NewAny(t, l.note("pointer arithmetic in memory that is not modelled"), l.pos)
		}
		i := scalar.New(scalar.Cast, l.ptr, l.expr(x.Y))
		return scalar.New(scalar.Add, l.ptr, l.expr(x.X), scalar.New(scalar.Mul, l.ptr, i, l.address(n)))
	case cfg.PtrDiff:
		n, exact := l.scale(x.X.Type().Elem)
		if !exact {
			return scalar.NewAny(t, l.note("pointer arithmetic in memory that is not modelled"), l.pos)
		}
		d := scalar.New(scalar.Sub, l.ptr, l.expr(x.X), l.expr(x.Y))
		if n > 1 {
			d = scalar.New(scalar.Div, l.ptr, d, l.address(n))
		}
		return scalar.New(scalar.Cast, t, d)
	}
	if x.X.Type().Kind == cfg.Float {
		return l.floatBinary(x, t)
	}
	if c, ok := compares[x.Operator]; ok {
		if l.reuses(x) {
			return scalar.NewAny(t, l.note("a comparison of the numbers of addresses, which may be those of objects that were freed"), l.pos)
		}
		a, b := l.expr(x.X), l.expr(x.Y)
		if c.swap {
			a, b = b, a
		}
		z := scalar.New(c.op, t, a, b)
		if c.deny {
			z = scalar.New(scalar.Not, t, z)
		}
		return z
	}
	return maker(x.Fits)(operators[x.Operator], t, l.expr(x.X), l.expr(x.Y))
}

// maker makes expressions with an operator. fits reports whether their results are known to fit.
func maker(fits bool) func(scalar.Operator, scalar.Type, ...*scalar.Expr) *scalar.Expr {
	if fits {
		return scalar.NewFitting
	}
	return scalar.New
}

// constantOffset returns the number of bytes that x adds to a pointer, if it is known.
func constantOffset(x cfg.Binary) (int64, bool) {
	size := int64(1)
	if t := x.Of.Elem; t != nil && t.Size > 0 {
		size = t.Size
	}
	k, ok := cfg.Fold(x.Y, nil)
	if !ok || !k.IsInt64() || k.CmpAbs(big.NewInt(1<<40)) > 0 {
		return 0, false
	}
	return k.Int64() * size, true
}

// scale returns the size of t in units, and whether it is a whole number of units.
func (l *lowerer) scale(t *cfg.Type) (int64, bool) {
	size := int64(1)
	if t != nil && t.Size > 0 {
		size = t.Size
	}
	return size / l.unit, size%l.unit == 0
}

func (l *lowerer) cast(x cfg.Cast, t scalar.Type) *scalar.Expr {
	from := x.X.Type()
	switch {
	case from.Kind == cfg.Float || x.Of.Kind == cfg.Float:
		return l.floatCast(x, t)
	case from.Kind == cfg.Void || from.IsAggregate():
		return scalar.NewAny(t, l.note("conversion from %v", from), l.pos)
	case from.Kind != cfg.Pointer && t.Kind == scalar.Pointer:
		if back, ok := x.X.(cfg.Cast); ok && back.X.Type().Kind == cfg.Pointer && back.Of.Size >= x.Of.Size {
			return l.expr(back.X)
		}
		return l.toPointer(l.expr(x.X))
	}
	v := l.expr(x.X)
	if t.Bool && v.Type.Kind == scalar.Pointer {
		return scalar.New(scalar.Cast, t, scalar.New(scalar.Not, t, scalar.New(scalar.Not, t, v)))
	}
	return l.convert(v, t)
}

// addressOf returns the address of p in units.
func (l *lowerer) addressOf(p cfg.Place) *scalar.Expr {
	switch k := p.(type) {
	case cfg.VarPlace:
		if s := l.store(k.Var); s.base != nil {
			return s.base
		}
		return scalar.NewAny(l.ptr, l.note("address of %s", k.Var.Name), l.pos)
	case cfg.Deref:
		return l.expr(k.Pointer)
	case cfg.FieldPlace:
		off := k.In.Type().Fields[k.Index].Offset
		if off%l.unit != 0 {
			return scalar.NewAny(l.ptr, l.note("address in memory that is not modelled"), l.pos)
		}
		return scalar.New(scalar.Add, l.ptr, l.addressOf(k.In), l.address(off/l.unit))
	case cfg.IndexPlace:
		n, exact := l.scale(k.In.Type().Elem)
		if !exact {
			return scalar.NewAny(l.ptr, l.note("address in memory that is not modelled"), l.pos)
		}
		i := scalar.New(scalar.Cast, l.ptr, l.expr(k.Index))
		return scalar.New(scalar.Add, l.ptr, l.addressOf(k.In), scalar.New(scalar.Mul, l.ptr, i, l.address(n)))
	}
	panic("mem: unknown place")
}
