// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Floating-point numbers are not modelled, except for constants: they compute as IEEE 754 says, with
// rounding to nearest, as long as no infinity, NaN, negative zero or subnormal number comes in.

const floatNote = "floating-point arithmetic yields any value"

// mantissas are the bits of precision of the floating-point types.
var mantissas = map[int]uint{16: 11, 32: 24, 64: 53, 80: 64, 128: 113}

// exponents are the largest exponents.
var exponents = map[int]int{16: 15, 32: 127, 64: 1023, 80: 16383, 128: 16383}

// rounded is the value of a floating-point type nearest to v, or nil if it is not a normal number.
func rounded(v *big.Rat, t *cfg.Type) *big.Rat {
	if v.Sign() == 0 {
		return v
	}
	f := new(big.Float).SetPrec(mantissas[t.Width]).SetMode(big.ToNearestEven).SetRat(v)
	// f = mantissa · 2^exp with the mantissa in [1/2, 1).
	if e := f.MantExp(nil) - 1; e > exponents[t.Width] || e < 1-exponents[t.Width] {
		return nil
	}
	r, _ := f.Rat(nil)
	return r
}

func (b *builder) floatLiteral(n *cc.PrimaryExpression) cfg.Expr {
	t := b.typeOf(n, n.Type())
	if t.Kind != cfg.Float {
		b.refuse(n, "constant of type %v", n.Type())
	}
	s := strings.TrimRight(n.Token.SrcStr(), "fFlL")
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		s = n.Token.SrcStr()
		s = strings.TrimRight(s, "lL")
		if i := strings.IndexAny(s, "pP"); i >= 0 {
			s = s[:i] + strings.TrimRight(s[i:], "fF")
		}
	}
	if len(s) < 64 {
		if v, ok := new(big.Rat).SetString(s); ok {
			if v = rounded(v, t); v != nil {
				return cfg.FloatConst{Exact: v, Of: t}
			}
		}
	}
	return b.imprecise(t, "the floating-point constant "+n.Token.SrcStr()+" is any value")
}

// floatBinary applies an operator to floating-point operands of one type.
func (b *builder) floatBinary(op cfg.BinaryOp, x, y cfg.Expr, t *cfg.Type) cfg.Expr {
	c, ok := x.(cfg.FloatConst)
	d, ok2 := y.(cfg.FloatConst)
	if !ok || !ok2 {
		return b.imprecise(t, floatNote)
	}
	v := new(big.Rat)
	switch op {
	case cfg.Add:
		v.Add(c.Exact, d.Exact)
	case cfg.Sub:
		v.Sub(c.Exact, d.Exact)
	case cfg.Mul:
		v.Mul(c.Exact, d.Exact)
	case cfg.Div:
		if d.Exact.Sign() == 0 {
			return b.imprecise(t, floatNote)
		}
		v.Quo(c.Exact, d.Exact)
	default:
		if t.Kind == cfg.Int {
			order := cfg.Const{Value: big.NewInt(int64(c.Exact.Cmp(d.Exact))), Of: t}
			return b.compare(op, order, b.constant(0, t))
		}
		return b.imprecise(t, floatNote)
	}
	// A zero may be a negative one, where an operand is negative.
	negative := c.Exact.Sign() < 0 || d.Exact.Sign() < 0
	if v = rounded(v, c.Of); v == nil || v.Sign() == 0 && negative && op != cfg.Add && op != cfg.Sub {
		return b.imprecise(t, floatNote)
	}
	return cfg.FloatConst{Exact: v, Of: t}
}

// floatConvert converts from or to a floating-point type.
func (b *builder) floatConvert(x cfg.Expr, t *cfg.Type) cfg.Expr {
	switch c := x.(type) {
	case cfg.Const:
		if v := rounded(new(big.Rat).SetInt(c.Value), t); v != nil && c.Of.Kind == cfg.Int {
			return cfg.FloatConst{Exact: v, Of: t}
		}
	case cfg.FloatConst:
		switch {
		case t.Kind == cfg.Float:
			if v := rounded(c.Exact, t); v != nil {
				return cfg.FloatConst{Exact: v, Of: t}
			}
		case t.Bool:
			return b.constant(int64(new(big.Int).Abs(c.Exact.Num()).Sign()), t)
		case t.Kind == cfg.Int:
			v := new(big.Int).Quo(c.Exact.Num(), c.Exact.Denom())
			if lo, hi := t.Range(); v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
				return cfg.Const{Value: v, Of: t}
			}
		}
	}
	return b.imprecise(t, "a conversion from or to floating point yields any value")
}
