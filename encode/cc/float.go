// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Floating-point numbers compute as in IEEE 754, each operation in its own type. gcc does the same
// for x86 with SSE (FLT_EVAL_METHOD 0). Operations on constants round to nearest.

func (b *builder) floatLiteral(n *cc.PrimaryExpression) cfg.Expr {
	t := b.typeOf(n, n.Type())
	if t.Kind != cfg.Float {
		b.refuse(n, "constant of type %v", n.Type())
	}
	s := n.Token.SrcStr()
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") { // f is a hexadecimal digit too
		i := strings.IndexAny(s, "pP")
		s = s[:max(i, 0)] + strings.TrimRight(s[max(i, 0):], "fFlL")
	} else {
		s = strings.TrimRight(s, "fFlL")
	}
	if v, err := t.Format().Parse(s); err == nil && len(s) < 2000 {
		return cfg.FloatConst{Value: v, Of: t}
	}
	return b.imprecise(t, "the floating-point constant "+n.Token.SrcStr()+" is any value")
}

// floatBinary applies an operator to floating-point operands of one type.
func (b *builder) floatBinary(op cfg.BinaryOp, x, y cfg.Expr, t *cfg.Type) cfg.Expr {
	z := cfg.Binary{Operator: op, X: x, Y: y, Of: t}
	c, ok := x.(cfg.FloatConst)
	d, ok2 := y.(cfg.FloatConst)
	if !ok || !ok2 {
		switch op {
		case cfg.Add, cfg.Sub, cfg.Mul, cfg.Div:
			b.assumePrecision(b.at)
			if b.compiler.Contraction == FastContraction && (op == cfg.Add || op == cfg.Sub) {
				return b.imprecise(t, "a floating-point sum that may be fused with a product (-mfma, -march, -ffp-contract) yields any value")
			}
			return b.roundBinary(op, x, y, t)
		}
		return z
	}
	return constantOf(cfg.FoldFloat(z, c.Value, d.Value), z)
}

// assumePrecision adds an assumption, once, about the precision of operations in ILP32. There gcc
// computes with the precision of x87, unless options choose another one.
func (u *unit) assumePrecision(at cfg.Pos) {
	if u.o.Model.Resolve() == cfg.ILP32 && !u.precise && !u.dry {
		u.precise = true
		u.addNote(cfg.Note{Pos: at, What: "floating-point operations have the precision of their types, as with -msse2 -mfpmath=sse", Assumed: true})
	}
}

// floatConvert converts from or to a floating-point type.
func (b *builder) floatConvert(x cfg.Expr, t *cfg.Type) cfg.Expr {
	z := cfg.Cast{X: x, Of: t}
	switch c := x.(type) {
	case cfg.Const:
		return constantOf(cfg.FoldFloat(z, c.Value), z)
	case cfg.FloatConst:
		return constantOf(cfg.FoldFloat(z, c.Value), z)
	case cfg.Cond: // this stays an operation on constants, as in tests of signs
		if isConstant(c.Then) && isConstant(c.Else) {
			return cfg.Cond{If: c.If, Then: b.convert(c.Then, t), Else: b.convert(c.Else, t)}
		}
	}
	if y := b.roundingConversion(x, t); y != nil {
		return y
	}
	return z
}

func isConstant(x cfg.Expr) bool {
	switch x.(type) {
	case cfg.Const, cfg.FloatConst:
		return true
	}
	return false
}

// constantOf returns z with the value v, or z unchanged if v is unknown.
func constantOf(v *big.Int, z cfg.Expr) cfg.Expr {
	switch t := z.Type(); {
	case v == nil:
		return z
	case t.Kind == cfg.Float:
		return cfg.FloatConst{Value: v, Of: t}
	default:
		return cfg.Const{Value: v, Of: t}
	}
}
