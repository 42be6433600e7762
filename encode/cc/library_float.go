// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/ieee"
)

// This file has the functions of math.h. Those that IEEE 754 defines are exact.

// A floatModel computes a function of floating-point numbers of one type.
type floatModel func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr

// floatFunctions have suffixes f and l for types other than double. Their result has the type of
// their operands.
var floatFunctions = map[string]struct {
	args  int
	model floatModel
}{
	"fabs": {1, rounding(cfg.Abs)}, "sqrt": {1, rounding(cfg.Sqrt)}, "floor": {1, rounding(cfg.Floor)}, "ceil": {1, rounding(cfg.Ceil)},
	"trunc": {1, rounding(cfg.Trunc)}, "round": {1, rounding(cfg.Round)}, "rint": {1, rounding(cfg.Rint)},
	"nearbyint": {1, rounding(cfg.Rint)}, "roundeven": {1, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		return cfg.Unary{Operator: cfg.Rint, X: xs[0], Of: t}
	}},
	"fmod":      {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.binary(cfg.Rem, xs[0], xs[1], t) }},
	"remainder": {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.binary(cfg.Remainder, xs[0], xs[1], t) }},
	"drem":      {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.binary(cfg.Remainder, xs[0], xs[1], t) }},
	"fma": {3, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		if t.Width > 64 { // no format represents the product exactly
			return b.imprecise(t, "floating-point function fmal yields any value")
		}
		return b.fused(t, xs)
	}},
	"fmin": {2, extreme(cfg.Lt)}, "fmax": {2, extreme(cfg.Gt)},
	"fdim": {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		// If an operand is NaN, the difference is NaN.
		less := b.compare(cfg.Le, xs[0], xs[1])
		return b.ifThenElse(less, b.zero(t), b.binary(cfg.Sub, xs[0], xs[1], t))
	}},
	"copysign": {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.copysign(xs[0], xs[1]) }},
	"huge_val": {0, special(ieee.Format.Inf)}, "inf": {0, special(ieee.Format.Inf)},
	"nan": {0, special(ieee.Format.NaN)}, "nans": {0, special(ieee.Format.NaN)},
}

// floatTests yield an int.
var floatTests = map[string]struct {
	args  int
	model floatModel
}{
	"isnan": {1, isNaN}, "finite": {1, isFinite}, "isfinite": {1, isFinite}, "isnormal": {1, isNormal},
	"isinf": {1, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		minus := b.compare(cfg.Eq, xs[0], b.floatConst(t, ieee.Neg(t.Format().Inf())))
		plus := b.compare(cfg.Eq, xs[0], b.floatConst(t, t.Format().Inf()))
		return b.binary(cfg.Sub, b.promote(plus), b.promote(minus), b.types.int())
	}},
	"signbit": {1, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		return cfg.Unary{Operator: cfg.SignBit, X: xs[0], Of: b.types.int()}
	}},
	"fpclassify": {1, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		z := b.constant(4, b.types.int())
		z = b.ifThenElse(isNormal(b, t, xs), z, b.constant(3, b.types.int()))
		z = b.ifThenElse(b.compare(cfg.Eq, xs[0], b.zero(t)), b.constant(2, b.types.int()), z)
		z = b.ifThenElse(isFinite(b, t, xs), z, b.constant(1, b.types.int()))
		return b.ifThenElse(isNaN(b, t, xs), b.constant(0, b.types.int()), z)
	}},
	"isgreater": {2, comparison(cfg.Gt)}, "isgreaterequal": {2, comparison(cfg.Ge)}, "isless": {2, comparison(cfg.Lt)},
	"islessequal": {2, comparison(cfg.Le)},
	"islessgreater": {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		return b.logical(cfg.LogOr, b.compare(cfg.Lt, xs[0], xs[1]), b.compare(cfg.Gt, xs[0], xs[1]))
	}},
	"isunordered": {2, func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		return b.logical(cfg.LogOr, isNaN(b, t, xs[:1]), isNaN(b, t, xs[1:]))
	}},
}

// integerRoundings yield long. Those whose names begin with ll yield long long.
var integerRoundings = map[string]cfg.UnaryOp{
	"lrint": cfg.Rint, "llrint": cfg.Rint, "lround": cfg.Round, "llround": cfg.Round,
}

// openFunctions yield any value.
var openFunctions = strings.Fields(`acos asin atan cos sin tan cosh sinh tanh acosh asinh atanh exp exp2 expm1 log log2 log10 log1p cbrt
	atan2 pow hypot nextafter erf erfc tgamma lgamma logb scalbn scalbln ldexp`)

func rounding(op cfg.UnaryOp) floatModel {
	return func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.floatUnary(op, xs[0]) }
}

func (b *builder) floatUnary(op cfg.UnaryOp, x cfg.Expr) cfg.Expr {
	z := cfg.Unary{Operator: op, X: x, Of: x.Type()}
	if c, ok := x.(cfg.FloatConst); ok {
		return constantOf(cfg.FoldFloat(z, c.Value), z)
	}
	if op == cfg.Sqrt || op == cfg.Rint {
		return b.roundUnary(op, x, x.Type())
	}
	return z
}

func (b *builder) floatConst(t *cfg.Type, v *big.Int) cfg.Expr {
	return cfg.FloatConst{Value: v, Of: t}
}

func special(value func(ieee.Format) *big.Int) floatModel {
	return func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.floatConst(t, value(t.Format())) }
}

func comparison(op cfg.BinaryOp) floatModel {
	return func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.compare(op, xs[0], xs[1]) }
}

// extreme yields the operand that comes first by op; a NaN comes last. Of -0 and +0 it yields
// either.
func extreme(op cfg.BinaryOp) floatModel {
	return func(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
		first := b.logical(cfg.LogOr, b.compare(op, xs[0], xs[1]), isNaN(b, t, xs[1:]))
		z := b.ifThenElse(first, xs[0], xs[1])
		zeros := b.logical(cfg.LogAnd, b.compare(cfg.Eq, xs[0], b.zero(t)), b.compare(cfg.Eq, xs[1], b.zero(t)))
		either := b.ifThenElse(cfg.Any{Of: b.types.bool(), Note: "fmin or fmax of -0 and +0 is any of them"}, xs[0], xs[1])
		return b.ifThenElse(zeros, either, z)
	}
}

func isNaN(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr { return b.compare(cfg.Ne, xs[0], xs[0]) }

func isFinite(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
	return b.compare(cfg.Lt, b.floatUnary(cfg.Abs, xs[0]), b.floatConst(t, t.Format().Inf()))
}

func isNormal(b *builder, t *cfg.Type, xs []cfg.Expr) cfg.Expr {
	abs := b.floatUnary(cfg.Abs, xs[0])
	least := new(big.Int).Lsh(big.NewInt(1), uint(t.Format().Precision-1))
	return b.logical(cfg.LogAnd, b.compare(cfg.Ge, abs, b.floatConst(t, least)), isFinite(b, t, xs))
}

// copysign returns x with the sign of y.
func (b *builder) copysign(x, y cfg.Expr) cfg.Expr {
	abs := b.floatUnary(cfg.Abs, x)
	negative := cfg.Unary{Operator: cfg.SignBit, X: y, Of: b.types.int()}
	return b.ifThenElse(negative, b.floatUnary(cfg.Neg, abs), abs)
}

// floatModels returns the models of the functions in the tables above.
func floatModels() map[string]model {
	m := map[string]model{
		"fegetround": func(b *builder, c *callSite) cfg.Expr {
			if !b.rounds {
				return b.constant(0, b.types.int())
			}
			return b.spill(cfg.Load{From: b.roundingMode()})
		},
		"fesetround": setRounding,
		"flt_rounds": limitRounds,
	}
	widths := map[string]int{"": 64, "f": 32, "l": 80}
	for suffix, width := range widths {
		for name, f := range floatFunctions {
			m[name+suffix] = func(b *builder, c *callSite) cfg.Expr {
				t := b.types.float(width)
				return f.model(b, t, b.floats(c, t, f.args))
			}
		}
		for name, op := range integerRoundings {
			m[name+suffix] = func(b *builder, c *callSite) cfg.Expr {
				t := b.types.long()
				if strings.HasPrefix(name, "ll") {
					t = b.types.integer(64, true)
				}
				x := b.floats(c, b.types.float(width), 1)[0]
				return b.convert(b.floatUnary(op, x), t)
			}
		}
		for _, name := range openFunctions {
			m[name+suffix] = func(b *builder, c *callSite) cfg.Expr {
				b.dropped(c)
				return b.imprecise(b.types.float(width), "floating-point function "+c.name+" yields any value")
			}
		}
		m["modf"+suffix] = func(b *builder, c *callSite) cfg.Expr {
			t := b.types.float(width)
			args := b.atLeast(c, 2)
			x := b.spill(b.convertAt(c.n, args[0], t))
			whole := b.spill(b.floatUnary(cfg.Trunc, x))
			b.emit(cfg.Assign{To: b.deref(c.n, b.convertAt(c.n, args[1], b.types.pointer(t))), Value: whole})
			// For an infinity the rest is zero, not the difference.
			exact := b.compare(cfg.Eq, x, whole)
			return b.copysign(b.ifThenElse(exact, b.zero(t), b.binary(cfg.Sub, x, whole, t)), x)
		}
		for name, f := range floatTests {
			// The functions of the library take a number of their own type. The macros and builtins
			// take one of any type.
			function := func(b *builder, c *callSite) cfg.Expr {
				return f.model(b, b.types.float(width), b.floats(c, b.types.float(width), f.args))
			}
			m["__"+name+suffix] = function
			if suffix != "" {
				m[name+suffix] = function
			}
			generic := func(b *builder, c *callSite) cfg.Expr {
				t, xs := b.commonFloat(c, f.args)
				return f.model(b, t, xs)
			}
			m["__cornet_"+name] = generic
			m[name] = generic
		}
	}
	return m
}

// floats returns the first n arguments of a call as numbers of type t without effects.
func (b *builder) floats(c *callSite, t *cfg.Type, n int) []cfg.Expr {
	args := b.atLeast(c, n)[:n]
	for i, x := range args {
		args[i] = b.spill(b.convertAt(c.n, x, t))
	}
	return args
}

// commonFloat returns the common type of the first n arguments of a call, and the arguments as
// numbers of that type.
func (b *builder) commonFloat(c *callSite, n int) (*cfg.Type, []cfg.Expr) {
	t := b.types.float(64)
	if f := b.funcs[c.name]; f == nil || strings.HasPrefix(c.name, "__") {
		// No prototype converts the arguments.
		t = b.types.float(32)
		for _, x := range c.args[:min(n, len(c.args))] {
			u := b.typeOf(x, x.Type())
			if u.Kind == cfg.Int {
				u = b.types.float(64)
			}
			if u.Kind == cfg.Float && u.Width > t.Width {
				t = u
			}
		}
	}
	return t, b.floats(c, t, n)
}
