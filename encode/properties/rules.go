// SPDX-License-Identifier: Apache-2.0

package properties

import (
	"math/big"

	"cornet/encode/cfg"
)

// This file has the rules: the conditions under which an expression is allowed.

// binary applies the rules of operators with two operands to x, whose operands are evaluated.
func (w walker) binary(x cfg.Binary) cfg.Expr {
	t, kinds := x.Of, w.in.kinds
	if x.X.Type().Kind == cfg.Pointer && kinds&pointers != 0 {
		w.pointers(x)
	}
	if t.Kind != cfg.Int || x.X.Type().Kind != cfg.Int {
		return x
	}
	switch x.Operator {
	case cfg.Add, cfg.Sub, cfg.Mul:
		switch {
		case t.Signed && kinds.Has(cfg.SignedOverflow):
			w.require(cfg.SignedOverflow, x, fits(x))
			x.Fits = true
		case !t.Signed && kinds.Has(cfg.UnsignedOverflow):
			w.require(cfg.UnsignedOverflow, x, fits(x))
		}
	case cfg.Div, cfg.Rem:
		if kinds.Has(cfg.DivisionByZero) {
			w.require(cfg.DivisionByZero, x, differs(x.Y, new(big.Int)))
		}
		if t.Signed && kinds.Has(cfg.SignedOverflow) {
			least, _ := t.Range()
			w.require(cfg.SignedOverflow, x, or(differs(x.X, least), differs(x.Y, big.NewInt(-1))))
			x.Fits = x.Operator == cfg.Div
		}
	case cfg.Shl, cfg.Shr:
		if kinds.Has(cfg.WrongShift) {
			w.require(cfg.WrongShift, x, shifts(x))
			x.Fits = x.Operator == cfg.Shl && t.Signed
		}
	}
	return x
}

// unary applies the rules of operators with one operand.
func (w walker) unary(x cfg.Unary) cfg.Expr {
	if x.Operator != cfg.Neg || x.Of.Kind != cfg.Int {
		return x
	}
	switch {
	case x.Of.Signed && w.in.kinds.Has(cfg.SignedOverflow):
		least, _ := x.Of.Range()
		w.require(cfg.SignedOverflow, x, differs(x.X, least))
		x.Fits = true
	case !x.Of.Signed && w.in.kinds.Has(cfg.UnsignedOverflow):
		w.require(cfg.UnsignedOverflow, x, within(x.X, new(big.Int), new(big.Int)))
	}
	return x
}

// cast applies the rules of conversions.
func (w walker) cast(x cfg.Cast) {
	from, kinds := x.X.Type(), w.in.kinds
	switch {
	case x.Of.Kind != cfg.Int || x.Of.Bool:
	case from.Kind == cfg.Float && kinds.Has(cfg.FloatConversion):
		w.require(cfg.FloatConversion, x, holds(x.X, x.Of))
	case from.Kind == cfg.Int && kinds.Has(cfg.LossyConversion):
		lo, hi := x.Of.Range()
		w.require(cfg.LossyConversion, x, within(x.X, lo, hi))
	}
}

// index applies the rules of indices to l, which may be one past the end of its array. If there is
// no check of indices, they are checked as additions to pointers into the object.
func (w walker) index(l cfg.IndexPlace, behind int64) {
	n := l.In.Type().Len
	_, member := l.In.(cfg.FieldPlace)
	if n < 0 || n == 0 && member { // unknown, or an old-style flexible array
		return
	}
	switch _, whole := l.In.(cfg.VarPlace); {
	case w.in.kinds.Has(cfg.OutOfBounds):
		w.require(cfg.OutOfBounds, cfg.Load{From: l}, within(l.Index, new(big.Int), big.NewInt(n-1+behind)))
	case !w.in.kinds.Has(cfg.PointerArithmetic):
	case whole:
		w.require(cfg.PointerArithmetic, cfg.Load{From: l}, within(l.Index, new(big.Int), big.NewInt(n)))
	default:
		first := cfg.IndexPlace{In: l.In, Index: cfg.Const{Value: new(big.Int), Of: l.Index.Type()}}
		at := func(l cfg.Place) cfg.Expr { return cfg.AddrOf{Place: l, Of: w.pointerTo(l.Type())} }
		w.require(cfg.PointerArithmetic, cfg.Load{From: l}, or(within(l.Index, new(big.Int), big.NewInt(n)), cfg.Valid{Pointer: at(l), Bytes: number(0), In: at(first), Of: intType}))
	}
}

// among claims that the index of b is in its array, or one past its end.
func among(b cfg.Bound, behind int64) cfg.Expr {
	index, length := b.Index, b.Length
	op := cfg.Lt
	if behind > 0 {
		op = cfg.Le
	}
	z := truth(true)
	switch least, most := span(index); {
	case least.Sign() == 0 && most.Sign() == 0:
		return truth(true) // an array has an element
	case most.Sign() < 0:
		return truth(false)
	case least.Sign() < 0:
		z = binary(cfg.Ge, index, cfg.Const{Value: new(big.Int), Of: index.Type()})
	}
	if t := index.Type(); t.Width > length.Type().Width {
		length = cfg.Cast{X: length, Of: t}
	} else if !t.Same(length.Type()) {
		index = cfg.Cast{X: index, Of: length.Type()} // the length is not negative
	}
	return and(z, binary(op, index, length))
}

// fits claims that the result of x, an addition, subtraction or multiplication, is in the range of
// its type.
func fits(x cfg.Binary) cfg.Expr {
	lo, hi := x.Of.Range()
	if c, ok := x.Y.(cfg.Const); ok {
		return fitsConst(x.Operator, x.X, c.Value, lo, hi)
	}
	if c, ok := x.X.(cfg.Const); ok {
		if x.Operator != cfg.Sub {
			return fitsConst(x.Operator, x.Y, c.Value, lo, hi)
		}
		return within(x.Y, new(big.Int).Sub(c.Value, hi), new(big.Int).Sub(c.Value, lo)) // lo <= c - y <= hi
	}
	wide := &cfg.Type{Kind: cfg.Int, Width: 64, Signed: true, Size: 8, Align: 8}
	if x.Of.Width > 32 || x.Of.Width == 32 && !x.Of.Signed && x.Operator == cfg.Mul {
		wide = &cfg.Type{Kind: cfg.Int, Width: 2*x.Of.Width + 1, Signed: true, Size: 16, Align: 16}
	}
	return within(cfg.Binary{Operator: x.Operator, X: cfg.Cast{X: x.X, Of: wide}, Y: cfg.Cast{X: x.Y, Of: wide}, Of: wide}, lo, hi)
}

// fitsConst returns the condition that x op c is between lo and hi.
func fitsConst(op cfg.BinaryOp, x cfg.Expr, c, lo, hi *big.Int) cfg.Expr {
	switch op {
	case cfg.Add:
		return within(x, new(big.Int).Sub(lo, c), new(big.Int).Sub(hi, c))
	case cfg.Sub:
		return within(x, new(big.Int).Add(lo, c), new(big.Int).Add(hi, c))
	}
	switch c.Sign() {
	case 0:
		return truth(true)
	case -1: // lo <= x*c <= hi means hi/c <= x <= lo/c
		lo, hi = hi, lo
	}
	least, rest := new(big.Int).QuoRem(lo, c, new(big.Int)) // round towards zero
	if rest.Sign() != 0 && rest.Sign() == c.Sign() {
		least.Add(least, big.NewInt(1))
	}
	most, rest := new(big.Int).QuoRem(hi, c, new(big.Int))
	if rest.Sign() != 0 && rest.Sign() != c.Sign() {
		most.Sub(most, big.NewInt(1))
	}
	return within(x, least, most)
}

// shifts claims that x, a shift, is defined (6.5.7): the amount is not negative and less than the
// width. For a left shift of a signed type, the number is not negative and the result fits.
func shifts(x cfg.Binary) cfg.Expr {
	z := within(x.Y, new(big.Int), big.NewInt(int64(x.Of.Width-1)))
	if x.Operator == cfg.Shr || !x.Of.Signed {
		return z
	}
	_, hi := x.Of.Range()
	if c, ok := x.Y.(cfg.Const); ok {
		if c.Value.Sign() < 0 || !c.Value.IsInt64() || c.Value.Int64() >= int64(x.Of.Width) {
			return truth(false)
		}
		return within(x.X, new(big.Int), new(big.Int).Rsh(hi, uint(c.Value.Int64())))
	}
	most := cfg.Binary{Operator: cfg.Shr, X: cfg.Const{Value: hi, Of: x.Of}, Y: x.Y, Of: x.Of}
	return and(z, and(within(x.X, new(big.Int), hi), binary(cfg.Le, x.X, most)))
}

// holds claims that type t can hold the value of x, a floating-point number, after its fraction is
// cut off (6.3.1.4).
func holds(x cfg.Expr, t *cfg.Type) cfg.Expr {
	f := x.Type().Format()
	number := func(v *big.Int) (cfg.Expr, bool) {
		r := new(big.Rat).SetInt(v)
		z := f.Round(r, false)
		exact := !f.IsInf(z) && f.Rat(z).Cmp(r) == 0
		return cfg.FloatConst{Value: z, Of: x.Type()}, exact
	}
	lo, hi := t.Range()
	below, exact := number(new(big.Int).Sub(lo, big.NewInt(1)))
	z := binary(cfg.Gt, x, below)
	if !exact { // otherwise the format has no number between this one and lo
		least, _ := number(lo)
		z = binary(cfg.Ge, x, least)
	}
	above, exact := number(new(big.Int).Add(hi, big.NewInt(1)))
	if !exact { // too large for the format: infinity
		return and(z, binary(cfg.Lt, x, cfg.FloatConst{Value: f.Inf(), Of: x.Type()}))
	}
	return and(z, binary(cfg.Lt, x, above))
}

// within claims that lo <= x <= hi, unless the syntax of x implies it.
func within(x cfg.Expr, lo, hi *big.Int) cfg.Expr {
	least, most := span(x)
	z := truth(true)
	if most.Cmp(lo) < 0 || least.Cmp(hi) > 0 {
		return truth(false)
	}
	if least.Cmp(lo) < 0 {
		z = binary(cfg.Ge, x, cfg.Const{Value: lo, Of: x.Type()})
	}
	if most.Cmp(hi) > 0 {
		z = and(z, binary(cfg.Le, x, cfg.Const{Value: hi, Of: x.Type()}))
	}
	return z
}

// differs claims that x is not v, unless the syntax of x implies it.
func differs(x cfg.Expr, v *big.Int) cfg.Expr {
	least, most := span(x)
	switch {
	case v.Cmp(least) < 0 || v.Cmp(most) > 0:
		return truth(true)
	case least.Cmp(most) == 0:
		return truth(false)
	}
	return binary(cfg.Ne, x, cfg.Const{Value: v, Of: x.Type()})
}

// span returns the least and the greatest value of the integer x, according to its syntax.
func span(x cfg.Expr) (lo, hi *big.Int) {
	lo, hi = x.Type().Range()
	switch y := x.(type) {
	case cfg.Const:
		return y.Value, y.Value
	case cfg.Load:
		if f, ok := y.From.(cfg.FieldPlace); ok {
			if bits := f.In.Type().Fields[f.Index].Bits; bits > 0 {
				return (&cfg.Type{Kind: cfg.Int, Width: bits, Signed: x.Type().Signed}).Range()
			}
		}
	case cfg.Cast:
		if y.X.Type().Kind == cfg.Int {
			if a, b := span(y.X); a.Cmp(lo) >= 0 && b.Cmp(hi) <= 0 {
				return a, b
			}
		}
	case cfg.Unary:
		if y.Operator == cfg.LogNot {
			return new(big.Int), big.NewInt(1)
		}
	case cfg.Cond:
		a, b := span(y.Then)
		c, d := span(y.Else)
		if c.Cmp(a) < 0 {
			a = c
		}
		if d.Cmp(b) > 0 {
			b = d
		}
		return a, b
	case cfg.Binary:
		return spanBinary(y, lo, hi)
	}
	return lo, hi
}

// spanBinary returns the span of x, whose type has the values from lo to hi.
func spanBinary(x cfg.Binary, lo, hi *big.Int) (*big.Int, *big.Int) {
	switch {
	case x.Operator >= cfg.Lt && x.Operator <= cfg.LogOr:
		return new(big.Int), big.NewInt(1)
	case x.X.Type().Kind != cfg.Int || x.Y.Type().Kind != cfg.Int:
		return lo, hi
	}
	a, b := span(x.X)
	c, d := span(x.Y)
	z, y := new(big.Int), new(big.Int)
	switch x.Operator {
	case cfg.Add:
		z, y = z.Add(a, c), y.Add(b, d)
	case cfg.Sub:
		z, y = z.Sub(a, d), y.Sub(b, c)
	case cfg.Mul:
		if a.Sign() < 0 || c.Sign() < 0 {
			return lo, hi
		}
		z, y = z.Mul(a, c), y.Mul(b, d)
	case cfg.BitAnd:
		if c.Sign() < 0 {
			return lo, hi
		}
		y = d
	case cfg.Rem:
		if c.Sign() <= 0 {
			return lo, hi
		}
		y.Sub(d, big.NewInt(1))
		if a.Sign() < 0 {
			z.Neg(y)
		}
	case cfg.Shr, cfg.Div:
		if a.Sign() < 0 || c.Sign() < 0 {
			return lo, hi
		}
		y = b
	default:
		return lo, hi
	}
	if z.Cmp(lo) < 0 || y.Cmp(hi) > 0 {
		return lo, hi
	}
	return z, y
}

var intType = &cfg.Type{Kind: cfg.Int, Width: 32, Signed: true, Size: 4, Align: 4}

func truth(v bool) cfg.Expr {
	z := new(big.Int)
	if v {
		z.SetInt64(1)
	}
	return cfg.Const{Value: z, Of: intType}
}

// binary applies an operator that yields int.
func binary(op cfg.BinaryOp, x, y cfg.Expr) cfg.Expr {
	return cfg.Binary{Operator: op, X: x, Y: y, Of: intType}
}

func not(x cfg.Expr) cfg.Expr { return cfg.Unary{Operator: cfg.LogNot, X: x, Of: intType} }

// and returns the conjunction of x and y, without constant parts.
func and(x, y cfg.Expr) cfg.Expr {
	if c, ok := x.(cfg.Const); ok {
		if c.Value.Sign() == 0 {
			return x
		}
		return y
	}
	if c, ok := y.(cfg.Const); ok {
		if c.Value.Sign() == 0 {
			return y
		}
		return x
	}
	return binary(cfg.LogAnd, x, y)
}

// or returns the disjunction of x and y, without constant parts.
func or(x, y cfg.Expr) cfg.Expr {
	if c, ok := x.(cfg.Const); ok {
		if c.Value.Sign() != 0 {
			return x
		}
		return y
	}
	if c, ok := y.(cfg.Const); ok {
		if c.Value.Sign() != 0 {
			return y
		}
		return x
	}
	return binary(cfg.LogOr, x, y)
}
