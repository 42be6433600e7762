// SPDX-License-Identifier: Apache-2.0

package cfg

import "math/big"

// Fold is the value of x, an integer or a pointer expression, if it follows from the values of
// variables; value returns theirs, nil for an unknown one. A result of false
// says that the value is not known or undefined.
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

// convert is v as a value of t, an integer or pointer type.
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
	z := new(big.Int)
	switch x.Operator {
	case Add:
		z.Add(a, b)
	case Sub:
		z.Sub(a, b)
	case Mul:
		z.Mul(a, b)
	case Div, Rem:
		if b.Sign() == 0 {
			return nil
		}
		if x.Operator == Div {
			z.Quo(a, b)
		} else {
			z.Rem(a, b)
		}
	case Shl, Shr:
		if b.Sign() < 0 || b.Cmp(big.NewInt(int64(x.Of.Width))) >= 0 {
			return nil
		}
		if x.Operator == Shl {
			z.Lsh(a, uint(b.Uint64()))
		} else {
			z.Rsh(a, uint(b.Uint64()))
		}
	case BitAnd:
		z.And(a, b)
	case BitOr:
		z.Or(a, b)
	case BitXor:
		z.Xor(a, b)
	case LogAnd, LogOr: // the cases that decide are done
		return truth(x.Operator == LogAnd)
	default:
		return nil
	}
	return x.Of.Wrap(z)
}

var comparisons = map[BinaryOp]func(cmp int) bool{
	Lt: func(c int) bool { return c < 0 },
	Le: func(c int) bool { return c <= 0 },
	Gt: func(c int) bool { return c > 0 },
	Ge: func(c int) bool { return c >= 0 },
	Eq: func(c int) bool { return c == 0 },
	Ne: func(c int) bool { return c != 0 },
}
