// SPDX-License-Identifier: Apache-2.0

package cfg

import (
	"math/big"
	"slices"
)

// Fold returns the value of x, an integer or a pointer expression, if it follows from the values of
// variables. value returns the value of a variable, or nil if it is unknown. Fold returns false if
// the value of x is unknown or undefined.
//
// An operand whose value does not matter may be unknown: 0 && x is 0.
func Fold(x Expr, value func(*Var) *big.Int) (*big.Int, bool) {
	v := fold(x, value)
	return v, v != nil
}

func fold(x Expr, value func(*Var) *big.Int) *big.Int {
	switch y := x.(type) {
	case Const:
		return y.Value
	case Load:
		if l, ok := y.From.(VarPlace); ok && value != nil {
			return value(l.Var)
		}
	case Unary:
		return foldUnary(y, fold(y.X, value))
	case Binary:
		return foldBinary(y, fold(y.X, value), fold(y.Y, value))
	case Cast:
		v := fold(y.X, value)
		if v == nil || !y.Of.IsInteger() && y.Of.Kind != Pointer || y.X.Type().Kind == Float {
			return nil
		}
		return convert(v, y.Of)
	case Cond:
		c := fold(y.If, value)
		if c == nil {
			return nil
		}
		if c.Sign() != 0 {
			return fold(y.Then, value)
		}
		return fold(y.Else, value)
	}
	return nil
}

// convert converts v to t, an integer or pointer type.
func convert(v *big.Int, t *Type) *big.Int {
	if t.Kind == Pointer {
		m := new(big.Int).Lsh(big.NewInt(1), uint(8*t.Size))
		return m.Mod(v, m)
	}
	return t.Wrap(v)
}

func foldUnary(x Unary, v *big.Int) *big.Int {
	if v == nil || x.Of.Kind == Float {
		return nil
	}
	switch x.Operator {
	case Neg:
		return convert(new(big.Int).Neg(v), x.Of)
	case BitNot:
		return convert(new(big.Int).Not(v), x.Of)
	default:
		return truth(v.Sign() == 0)
	}
}

func truth(b bool) *big.Int {
	if b {
		return big.NewInt(1)
	}
	return new(big.Int)
}

func foldBinary(x Binary, a, b *big.Int) *big.Int {
	switch x.Operator {
	case LogAnd:
		if a != nil && a.Sign() == 0 || b != nil && b.Sign() == 0 {
			return new(big.Int)
		}
	case LogOr:
		if a != nil && a.Sign() != 0 || b != nil && b.Sign() != 0 {
			return big.NewInt(1)
		}
	}
	if a == nil || b == nil || x.X.Type().Kind == Float {
		return nil
	}
	if f, ok := comparisons[x.Operator]; ok {
		return truth(f(a.Cmp(b)))
	}
	if !x.Of.IsInteger() || !x.X.Type().IsInteger() {
		return nil
	}
	if x.Operator == LogAnd || x.Operator == LogOr { // the cases that decide were handled above
		return truth(x.Operator == LogAnd)
	}
	z := x.Operator.Compute(a, b, x.Of.Width)
	if z == nil {
		return nil
	}
	return x.Of.Wrap(z)
}

// Compute returns the result of an arithmetic or bitwise operator on integers, before it is brought
// into the range of its type, which has the given number of bits. It returns nil for other
// operators. It also returns nil if C leaves the result undefined for every type: for divisions by
// zero, and for shifts by less than 0 bits or by all.
func (op BinaryOp) Compute(x, y *big.Int, width int) *big.Int {
	z := new(big.Int)
	switch op {
	case Add:
		return z.Add(x, y)
	case Sub:
		return z.Sub(x, y)
	case Mul:
		return z.Mul(x, y)
	case BitAnd:
		return z.And(x, y)
	case BitOr:
		return z.Or(x, y)
	case BitXor:
		return z.Xor(x, y)
	case Div, Rem:
		switch {
		case y.Sign() == 0:
			return nil
		case op == Div:
			return z.Quo(x, y)
		}
		return z.Rem(x, y)
	case Shl, Shr:
		switch {
		case y.Sign() < 0 || y.Cmp(big.NewInt(int64(width))) >= 0:
			return nil
		case op == Shl:
			return z.Lsh(x, uint(y.Uint64()))
		}
		return z.Rsh(x, uint(y.Uint64()))
	}
	return nil
}

var comparisons = map[BinaryOp]func(cmp int) bool{
	Lt: func(c int) bool { return c < 0 },
	Le: func(c int) bool { return c <= 0 },
	Gt: func(c int) bool { return c > 0 },
	Ge: func(c int) bool { return c >= 0 },
	Eq: func(c int) bool { return c == 0 },
	Ne: func(c int) bool { return c != 0 },
}

// IsZero reports whether x is a zero constant of any type, with all bytes 0. It is true for nil, an
// omitted element of an Aggregate.
func IsZero(x Expr) bool {
	switch y := x.(type) {
	case nil:
		return true
	case Const:
		return y.Value.Sign() == 0
	case FloatConst:
		return y.Value.Sign() == 0
	case Cast:
		return IsZero(y.X)
	case Aggregate:
		return !slices.ContainsFunc(y.Elems, func(e Expr) bool { return !IsZero(e) })
	}
	return false
}
