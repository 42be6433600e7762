// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"strings"

	"cornet/encode/cfg"
)

// assertions are functions that fail if their first argument is 0.
var assertions = []string{
	"assert", "__VERIFIER_assert", "__cornet_assert", "__CPROVER_assert", "__CPROVER_precondition", "__CPROVER_postcondition", "klee_assert", "__ESBMC_assert",
}

func propertyModels() map[string]model {
	z := map[string]model{
		"assume":                  assumption,
		"__VERIFIER_assume":       assumption,
		"__CPROVER_assume":        assumption,
		"__ESBMC_assume":          assumption,
		"klee_assume":             assumption,
		"__builtin_assume":        assumption,
		"__VERIFIER_atomic_begin": atomicBegin,
		"__VERIFIER_atomic_end":   atomicEnd,
		"__CPROVER_atomic_begin":  atomicBegin,
		"__CPROVER_atomic_end":    atomicEnd,
		"__ESBMC_atomic_begin":    atomicBegin,
		"__cornet_assume":         assumption,
		"__cornet_apart":          apart,
		"__cornet_looks_for_ends": looksForEnds,
		"__cornet_accessible":     isAccessible,
		"__cornet_wait_once":      waiting("what pthread_once runs"),
		"__cornet_wait_barrier":   waiting("a barrier"),
		"__cornet_atomic_begin":   atomicBegin,
		"__cornet_atomic_end":     atomicEnd,
		"__cornet_step_begin":     stepBegin,
		"__cornet_step_end":       stepEnd,
		"__ESBMC_atomic_end":      atomicEnd,
		"__cornet_no_effects":     noEffects,
	}
	for _, name := range assertions {
		z[name] = assertion
	}
	return z
}

// assertion fails if its first argument is 0.
func assertion(b *builder, c *callSite) cfg.Expr {
	ok, failed := b.node(), b.node()
	if len(c.args) > 0 {
		b.cond(c.args[0], ok, failed)
	} else {
		b.branch(b.truth(b.atLeast(c, 1)[0]), ok, failed)
	}
	b.cur = failed
	switch {
	case b.o.Property.OnlyFunctions:
		b.end(cfg.Stop{})
	case b.forgotten: // no compiler accepts the program, so no compiled run can confirm an error
		b.unsupported(unsupported(b.pos(c.n), "an assertion function without a body, in a program that does not declare NULL"))
	default:
		b.end(cfg.Error{Kind: cfg.AssertFailed})
	}
	b.cur = ok
	return b.voidOrInt(c)
}

// assumption blocks if its argument is 0.
func assumption(b *builder, c *callSite) cfg.Expr { return waiting("")(b, c) }

// waiting blocks if its argument is 0. The block is a wait of the thread.
func waiting(what string) model {
	return func(b *builder, c *callSite) cfg.Expr {
		x := b.atLeast(c, 1)[0]
		if !x.Type().IsScalar() {
			b.fail(c.n, "an assumption of type %v", x.Type())
		}
		b.emit(cfg.Assume{Cond: b.truth(x), Wait: what})
		return b.voidOrInt(c)
	}
}

// apart makes it an error if a model of the library copies between overlapping blocks, provided
// that overlaps are checked.
func apart(b *builder, c *callSite) cfg.Expr {
	if !b.o.Overlaps {
		return b.voidValue()
	}
	args := b.atLeast(c, 4)
	for i := range args {
		args[i] = b.spill(args[i])
	}
	ends := func(p, n, q cfg.Expr) cfg.Expr {
		return b.compare(cfg.Le, cfg.Binary{Operator: cfg.PtrAdd, X: p, Y: n, Of: p.Type()}, q)
	}
	or := func(x, y cfg.Expr) cfg.Expr { return cfg.Binary{Operator: cfg.LogOr, X: x, Y: y, Of: b.types.int()} }
	empty := func(n cfg.Expr) cfg.Expr { return b.compare(cfg.Eq, n, b.zero(n.Type())) }
	fine, wrong := b.node(), b.node()
	b.branch(or(or(empty(args[1]), empty(args[3])), or(ends(args[0], args[1], args[2]), ends(args[2], args[3], args[0]))), fine, wrong)
	b.cur = wrong
	b.end(cfg.Error{Kind: cfg.Overlap, What: strings.TrimPrefix(b.f.Name, "__cornet_")})
	b.cur = fine
	return b.voidValue()
}

func atomicBegin(b *builder, c *callSite) cfg.Expr {
	if b.threads {
		b.emit(cfg.AtomicBegin{})
	}
	return b.voidOrInt(c)
}

func atomicEnd(b *builder, c *callSite) cfg.Expr {
	if b.threads {
		b.emit(cfg.AtomicEnd{})
	}
	return b.voidOrInt(c)
}

// stepBegin and stepEnd surround the code that a witness adds to a program. Atomic blocks that are
// open stay open after stepEnd.
func stepBegin(b *builder, c *callSite) cfg.Expr {
	if b.threads {
		b.emit(cfg.AtomicBegin{Inner: true, Plain: true})
	}
	return b.voidOrInt(c)
}

func stepEnd(b *builder, c *callSite) cfg.Expr {
	if b.threads {
		b.emit(cfg.AtomicEnd{Inner: true, Plain: true})
	}
	return b.voidOrInt(c)
}

// noEffects refuses an argument that has side effects. The argument is not evaluated.
func noEffects(b *builder, c *callSite) cfg.Expr {
	for _, x := range c.args {
		if b.effects(x) {
			b.refuse(c.n, "an expression of a witness with side effects")
		}
	}
	return b.zero(b.types.int())
}

// voidOrInt returns the value of a call that returns nothing, or 0 for success.
func (b *builder) voidOrInt(c *callSite) cfg.Expr {
	if t := b.result(c); t.IsScalar() {
		return b.zero(t)
	}
	return b.voidValue()
}

// controlModels end the program, or are hints for the compiler.
func controlModels() map[string]model {
	return map[string]model{
		"exit": stop, "abort": stop, "_Exit": stop, "_exit": stop, "quick_exit": stop, "exit_group": stop, "thrd_abort": stop,
		"unreachable": stop, "trap": stop, "__VERIFIER_silent_exit": stop, "klee_silent_exit": stop, "__assert_fail": stop, "__assert_unreachable": stop,
		"expect": func(b *builder, c *callSite) cfg.Expr {
			return b.convertAt(c.n, b.atLeast(c, 1)[0], b.types.long())
		},
		"constant_p": func(b *builder, c *callSite) cfg.Expr {
			v, ok := integerOf(c.call.Value())
			if !ok {
				return b.constant(0, b.types.int())
			}
			return cfg.Const{Value: v, Of: b.types.int()}
		},
		"choose_expr": func(b *builder, c *callSite) cfg.Expr {
			// otherwise the call is its operand; see chosen
			b.fail(c.n, "%s without three arguments and a constant first one", c.name)
			return nil
		},
		"__ccgo__types_compatible_p": func(b *builder, c *callSite) cfg.Expr {
			v, ok := integerOf(c.call.Value())
			if !ok {
				b.fail(c.n, "__builtin_types_compatible_p of arguments that are not types")
			}
			return cfg.Const{Value: v, Of: b.types.int()}
		},
	}
}

// stop ends the program.
func stop(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	if c.name == "exit" {
		b.runHandlers()
	}
	b.end(cfg.Stop{Exit: c.name == "exit" || c.name == "quick_exit" || c.name == "_Exit" || c.name == "_exit"})
	return b.indeterminate(c)
}

// nondetTypes are the types of the competitions' nondeterministic functions, by the part of their
// names after __VERIFIER_nondet_. Width 0 represents the width of a pointer.
var nondetTypes = map[string]struct {
	width  int
	signed bool
}{
	"int": {32, true}, "uint": {32, false}, "unsigned": {32, false}, "unsigned_int": {32, false},
	"long": {0, true}, "ulong": {0, false}, "longlong": {64, true}, "ulonglong": {64, false},
	"short": {16, true}, "ushort": {16, false}, "char": {8, true}, "uchar": {8, false}, "schar": {8, true},
	"unsigned_char": {8, false}, "size_t": {0, false}, "loff_t": {64, true}, "sector_t": {0, false},
	"S8": {8, true}, "S16": {16, true}, "S32": {32, true}, "U8": {8, false}, "u8": {8, false},
	"U16": {16, false}, "u16": {16, false}, "U32": {32, false}, "u32": {32, false},
	"int128": {128, true}, "uint128": {128, false}, "uintptr_t": {0, false}, "intptr_t": {0, true},
}

// nondetModels returns the models of the functions that yield any value of their type.
func nondetModels() map[string]model {
	m := map[string]model{
		"__cornet_nondet_bool":     func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.bool()) },
		"__cornet_nondet_char":     func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.char()) },
		"__cornet_nondet_int":      func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.int()) },
		"__VERIFIER_nondet_bool":   func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.bool()) },
		"__VERIFIER_nondet__Bool":  func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.bool()) },
		"__VERIFIER_nondet_float":  func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.float(32)) },
		"__VERIFIER_nondet_double": func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.float(64)) },
	}
	for _, name := range []string{"char", "int", "bool", "long_long", "double"} {
		m["__cornet_unknown_"+name] = func(b *builder, c *callSite) cfg.Expr {
			return b.imprecise(b.result(c), "text that the library reads or writes is any text")
		}
	}
	for name, t := range nondetTypes {
		m["__VERIFIER_nondet_"+name] = func(b *builder, c *callSite) cfg.Expr {
			w := t.width
			if w == 0 {
				w = b.types.long().Width
			}
			return b.nondet(c, b.types.integer(w, t.signed))
		}
	}
	return m
}

// nondet yields any value of the declared type of the function. If the function is not declared,
// the type is t.
func (b *builder) nondet(c *callSite, t *cfg.Type) cfg.Expr {
	b.dropped(c)
	if f := b.funcs[c.name]; f != nil {
		t = b.result(c)
	}
	if t.Kind == cfg.Void {
		return b.voidValue()
	}
	return b.input(c, t)
}
