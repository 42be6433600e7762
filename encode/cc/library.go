// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"cornet/encode/cfg"
)

// A model translates a call of a function of the library.
type model func(*builder, *callSite) cfg.Expr

// library are the functions that calls of are translated without a body. A program that defines one of
// them is believed. Names of builtins stand without their prefix __builtin_.
var library map[string]model

func init() {
	library = map[string]model{}
	for _, table := range []map[string]model{propertyModels, controlModels, nondetModels()} {
		for name, m := range table {
			library[name] = m
		}
	}
}

var propertyModels = map[string]model{
	"assert":            assertion,
	"__VERIFIER_assert": assertion,
	"__cornet_assert":   assertion,
	"assume":            assumption,
	"__VERIFIER_assume": assumption,
	"__builtin_assume":  assumption,
	"__CPROVER_assume":  assumption,
	"__CPROVER_assert":  assertion,
}

// assertion fails if its first argument is 0.
func assertion(b *builder, c *callSite) cfg.Expr {
	if len(c.args) == 0 {
		b.fail(c.n, "%s without argument", c.name)
	}
	ok, failed := b.node(), b.node()
	b.cond(c.args[0], ok, failed)
	b.cur = failed
	if b.o.Property.OnlyFunctions {
		b.end(cfg.Stop{})
	} else {
		b.end(cfg.Error{Kind: cfg.AssertFailed})
	}
	b.cur = ok
	return b.voidOrInt(c)
}

// assumption blocks if its argument is 0.
func assumption(b *builder, c *callSite) cfg.Expr {
	if len(c.args) == 0 {
		b.fail(c.n, "%s without argument", c.name)
	}
	x := b.value(c.args[0])
	if !x.Type().IsScalar() {
		b.fail(c.n, "an assumption of type %v", x.Type())
	}
	b.emit(cfg.Assume{Cond: b.truth(x)})
	return b.voidOrInt(c)
}

// voidOrInt is the value of a call that nobody should look at: declared void, or undeclared.
func (b *builder) voidOrInt(c *callSite) cfg.Expr {
	if t := b.result(c); t.IsScalar() {
		return b.zero(t)
	}
	return b.voidValue()
}

var controlModels = map[string]model{
	"exit": stop, "abort": stop, "_Exit": stop, "_exit": stop, "quick_exit": stop, "exit_group": stop,
	"unreachable": stop, "trap": stop, "__VERIFIER_silent_exit": stop,
	"expect": func(b *builder, c *callSite) cfg.Expr {
		if len(c.args) < 1 {
			b.fail(c.n, "%s without argument", c.name)
		}
		return b.convertAt(c.n, b.value(c.args[0]), b.types.long())
	},
	"constant_p": func(b *builder, c *callSite) cfg.Expr {
		v, ok := integerOf(c.n.Value())
		if !ok {
			return b.constant(0, b.types.int())
		}
		return cfg.Const{Value: v, Of: b.types.int()}
	},
	"__ccgo__types_compatible_p": func(b *builder, c *callSite) cfg.Expr {
		v, ok := integerOf(c.n.Value())
		if !ok {
			b.fail(c.n, "__builtin_types_compatible_p of what are not types")
		}
		return cfg.Const{Value: v, Of: b.types.int()}
	},
}

// stop ends the program.
func stop(b *builder, c *callSite) cfg.Expr {
	b.arguments(c)
	b.end(cfg.Stop{})
	return b.indeterminate(c)
}

// nondetModels are the field's nondeterministic functions: each yields any value of its type.
func nondetModels() map[string]model {
	m := map[string]model{}
	for name, t := range map[string]struct {
		width  int // 0: of a pointer
		signed bool
	}{
		"int": {32, true}, "uint": {32, false}, "unsigned": {32, false}, "unsigned_int": {32, false},
		"long": {0, true}, "ulong": {0, false}, "longlong": {64, true}, "ulonglong": {64, false},
		"short": {16, true}, "ushort": {16, false}, "char": {8, true}, "uchar": {8, false}, "schar": {8, true},
		"size_t": {0, false}, "loff_t": {64, true}, "S8": {8, true}, "S16": {16, true}, "S32": {32, true},
		"U8": {8, false}, "u8": {8, false}, "U16": {16, false}, "u16": {16, false}, "U32": {32, false}, "u32": {32, false},
		"int128": {128, true}, "uint128": {128, false}, "uintptr_t": {0, false}, "intptr_t": {0, true},
		"sector_t": {0, false}, "unsigned_char": {8, false},
	} {
		m["__VERIFIER_nondet_"+name] = func(b *builder, c *callSite) cfg.Expr {
			w := t.width
			if w == 0 {
				w = b.types.long().Width
			}
			return b.nondet(c, b.types.integer(w, t.signed))
		}
	}
	m["__VERIFIER_nondet_bool"] = func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.bool()) }
	m["__VERIFIER_nondet_float"] = func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.float(32)) }
	m["__VERIFIER_nondet_double"] = func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.float(64)) }
	return m
}

// nondet yields any value of the type that the function is declared with; if it is not declared, of type t.
func (b *builder) nondet(c *callSite, t *cfg.Type) cfg.Expr {
	b.arguments(c)
	if f := b.funcs[c.name]; f != nil {
		t = b.result(c)
	}
	if t.Kind == cfg.Void {
		return b.voidValue()
	}
	return b.input(c, t)
}
