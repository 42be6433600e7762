// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// An unspecifiedResult is the result of a function for which C specifies only whether it is zero,
// and perhaps its sign. The model yields one value x. Compilers and libraries may yield another.
type unspecifiedResult struct {
	other   func(b *builder, x cfg.Expr) cfg.Expr
	hasSign bool // both values have the sign that C defines
}

// unspecifiedResults are such functions. Tests of characters yield 1 where gcc inlines them, and a
// bit of glibc's table otherwise. Comparisons yield differences in glibc, and 1 or -1 where gcc
// can compute the operands. On some processors, signbit yields the bit of the sign.
var unspecifiedResults = func() map[string]unspecifiedResult {
	table := map[string]unspecifiedResult{
		"isinf":   {other: func(b *builder, x cfg.Expr) cfg.Expr { return b.binary(cfg.Mul, x, x, x.Type()) }},
		"signbit": {other: times(-1 << 31)},
	}
	for _, name := range []string{"strcmp", "strncmp", "memcmp", "bcmp", "strcasecmp", "strncasecmp"} {
		table[name] = unspecifiedResult{other: signOf, hasSign: true}
	}
	for i, name := range ctypeClasses {
		if name != "" {
			table[name] = unspecifiedResult{other: times(1 << i), hasSign: true}
		}
	}
	return table
}()

// ctypeClasses are the tests of characters, by their bits in glibc's table for little endian.
var ctypeClasses = []string{
	"isblank", "iscntrl", "ispunct", "isalnum", "", "", "", "", "isupper", "islower", "isalpha", "isdigit", "isxdigit", "isspace", "isprint", "isgraph",
}

func times(k int64) func(*builder, cfg.Expr) cfg.Expr {
	return func(b *builder, x cfg.Expr) cfg.Expr { return b.binary(cfg.Mul, x, b.constant(k, x.Type()), x.Type()) }
}

func signOf(b *builder, x cfg.Expr) cfg.Expr {
	zero := b.zero(x.Type())
	return cfg.Cond{
		If: b.compare(cfg.Gt, x, zero), Then: b.constant(1, x.Type()),
		Else: cfg.Cond{If: b.compare(cfg.Lt, x, zero), Then: b.constant(-1, x.Type()), Else: zero},
	}
}

func unspecifiedOf(name string) (unspecifiedResult, bool) {
	r, ok := unspecifiedResults[strings.TrimPrefix(strings.TrimPrefix(name, "__builtin_"), "__cornet_")]
	return r, ok
}

// signOnly records that the program only compares e to 0, if e is a call.
func (b *builder) signOnly(e cc.ExpressionNode, op cfg.BinaryOp) {
	call, ok := inner(e).(*cc.PostfixExpression)
	if !ok || call.Case != cc.PostfixExpressionCall {
		return
	}
	if r, ok := unspecifiedOf(calleeName(call)); ok && (r.hasSign || op == cfg.Eq || op == cfg.Ne) {
		b.signs[call] = true
	}
}

// unspecified returns the result x of a call. If the program uses more than its sign, the result is
// any of the possible values.
func (b *builder) unspecified(c *callSite, x cfg.Expr) cfg.Expr {
	r, ok := unspecifiedOf(c.name)
	if !ok || !c.used || x == nil || x.Type().Kind != cfg.Int || c.call != nil && b.signs[c.call] {
		return x
	}
	x = b.spill(x)
	pick := b.input(&callSite{n: c.n, name: "__cornet_nondet_bool"}, b.types.bool())
	return cfg.Cond{If: pick, Then: x, Else: r.other(b, x)}
}

// isZeroLiteral reports whether e is a constant 0.
func isZeroLiteral(e cc.ExpressionNode) bool {
	v, ok := integerOf(e.Value())
	return ok && v.Sign() == 0
}
