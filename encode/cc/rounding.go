// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"

	"cornet/encode/cfg"
	"cornet/encode/ieee"

	"modernc.org/cc/v4"
)

// This file implements the rounding mode that fesetround chooses. The mode is a variable of the
// program. Depending on it, each operation that rounds becomes one of four operations. Programs
// that choose only FE_TONEAREST have no such variable.

// roundingModes are the modes of fenv.h except FE_TONEAREST, which is 0. They have the number of
// the mode and its value in FLT_ROUNDS.
var roundingModes = []struct {
	mode, limit int64
	to          ieee.Direction
}{{0x400, 3, ieee.Down}, {0x800, 2, ieee.Up}, {0xc00, 0, ieee.Zero}}

// scanRounding records whether the program may choose a rounding mode other than to nearest. It
// returns false for nodes whose parts need no scan.
func (u *unit) scanRounding(n cc.Node) bool {
	switch n := n.(type) {
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionCall && calleeName(n) == "fesetround" {
			args := arguments(n)
			if len(args) == 1 {
				if v, ok := integerOf(args[0].Value()); ok && v.Sign() == 0 {
					return false
				}
			}
		}
	case *cc.PrimaryExpression:
		u.rounds = u.rounds || n.Case == cc.PrimaryExpressionIdent && n.Token.SrcStr() == "fesetround"
	}
	return true
}

// roundingMode returns the place of the variable with the rounding mode.
func (b *builder) roundingMode() cfg.Place {
	if b.mode == nil {
		b.mode = b.newVar("__cornet_rounding_mode", b.types.int(), cfg.Global, nil, cfg.Pos{File: builtinDir + "/fenv.h"})
		b.addInit(initialiser{v: b.mode, in: b.translationUnit}) // zero means to nearest
		b.used[b.mode] = true
	}
	return cfg.VarPlace{Var: b.mode}
}

// inMode selects one of the expressions that yields makes for each direction of rounding.
func (b *builder) inMode(yields func(ieee.Direction) cfg.Expr) cfg.Expr {
	z := yields(ieee.Nearest)
	if !b.rounds || b.static {
		return z
	}
	mode := b.spill(cfg.Load{From: b.roundingMode()})
	for _, r := range roundingModes {
		z = b.ifThenElse(b.compare(cfg.Eq, mode, b.constant(r.mode, b.types.int())), yields(r.to), z)
	}
	return b.spill(z)
}

// roundBinary returns an operation that rounds, with a result of type t.
func (b *builder) roundBinary(op cfg.BinaryOp, x, y cfg.Expr, t *cfg.Type) cfg.Expr {
	if b.rounds && !b.static {
		x, y = b.spill(x), b.spill(y)
	}
	return b.inMode(func(d ieee.Direction) cfg.Expr { return cfg.Binary{Operator: op.Toward(d), X: x, Y: y, Of: t} })
}

// roundUnary returns an operation that rounds, with a result of type t.
func (b *builder) roundUnary(op cfg.UnaryOp, x cfg.Expr, t *cfg.Type) cfg.Expr {
	if b.rounds && !b.static {
		x = b.spill(x)
	}
	return b.inMode(func(d ieee.Direction) cfg.Expr { return cfg.Unary{Operator: op.Toward(d), X: x, Of: t} })
}

// roundingConversion returns x as a number of type t if the mode affects the result. Otherwise it
// returns nil.
func (b *builder) roundingConversion(x cfg.Expr, t *cfg.Type) cfg.Expr {
	s := x.Type()
	switch {
	case !b.rounds || b.static || t.Kind != cfg.Float:
		return nil
	case s.Kind == cfg.Float && s.Format().Precision > t.Format().Precision:
		return b.roundUnary(cfg.Resize, x, t)
	case s.Kind != cfg.Int || s.Width <= t.Format().Precision:
		return nil
	}
	wide := b.types.float(80)
	if s.Width > wide.Format().Precision {
		return b.imprecise(t, "an integer of 128 bits becomes a floating-point number, in a rounding mode that fesetround has chosen")
	}
	if t.Format().Precision >= wide.Format().Precision {
		return nil
	}
	return b.roundUnary(cfg.Resize, cfg.Cast{X: x, Of: wide}, t)
}

// fused returns x · y + z, rounded once: the sum of z and the exact product, in a wider format.
func (b *builder) fused(t *cfg.Type, xs []cfg.Expr) cfg.Expr {
	wide := b.types.float(map[int]int{32: 64, 64: 128}[t.Width])
	var ws []cfg.Expr
	for _, x := range xs {
		ws = append(ws, b.floatConvert(x, wide))
	}
	product := b.floatBinary(cfg.Mul, ws[0], ws[1], wide)
	return b.roundBinary(cfg.SumTo, product, ws[2], t)
}

// setRounding is the model of fesetround. It refuses numbers that are not modes.
func setRounding(b *builder, c *callSite) cfg.Expr {
	x := b.atLeast(c, 1)[0]
	zero := b.constant(0, b.types.int())
	if !b.rounds {
		return zero
	}
	if b.threads {
		b.refuse(c.n, "function fesetround in a program with threads")
	}
	b.assume(c.n, "operations follow the rounding mode, as if FENV_ACCESS were ON, but for those on constants")
	x = b.spill(b.convertAt(c.n, x, b.types.int()))
	others := cfg.Binary{Operator: cfg.BitAnd, X: x, Y: cfg.Const{Value: big.NewInt(^0xc00), Of: b.types.int()}, Of: b.types.int()}
	valid := b.spill(b.compare(cfg.Eq, others, zero))
	mode := b.roundingMode()
	b.emit(cfg.Assign{To: mode, Value: b.ifThenElse(valid, x, cfg.Load{From: mode})})
	return b.ifThenElse(valid, zero, b.constant(1, b.types.int()))
}

// limitRounds is the model of FLT_ROUNDS.
func limitRounds(b *builder, _ *callSite) cfg.Expr {
	z := b.constant(1, b.types.int())
	if !b.rounds {
		return z
	}
	mode := b.spill(cfg.Load{From: b.roundingMode()})
	for _, r := range roundingModes {
		z = b.ifThenElse(b.compare(cfg.Eq, mode, b.constant(r.mode, b.types.int())), b.constant(r.limit, b.types.int()), z)
	}
	return z
}
