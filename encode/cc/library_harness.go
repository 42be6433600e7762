// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"slices"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// harnessModels returns the models of the functions that CBMC (its manual, "API") and KLEE
// (klee/klee.h) provide for harnesses. Assertions and assumptions are in propertyModels. Results
// that depend on where objects begin and end, or on the object that a pointer points to, are any
// value.
func harnessModels() map[string]model {
	m := map[string]model{
		"__CPROVER_allocate":             allocateAny,
		"__CPROVER_deallocate":           release,
		"__CPROVER_havoc_object":         havocObject,
		"__CPROVER_havoc_slice":          havocBytes,
		"__CPROVER_overflow_plus":        overflowOf(cfg.Add),
		"__CPROVER_overflow_minus":       overflowOf(cfg.Sub),
		"__CPROVER_overflow_mult":        overflowOf(cfg.Mul),
		"__CPROVER_overflow_unary_minus": overflowOf(cfg.Sub),
		"__cornet_forall":                quantified(true),
		"__cornet_zeroed":                allZero,
		"__cornet_exists":                quantified(false),
		"klee_make_symbolic":             havocBytes,
		"klee_int":                       func(b *builder, c *callSite) cfg.Expr { return b.nondet(c, b.types.int()) },
		"klee_range":                     inRange,
		"klee_report_error":              reportError,
		"klee_abort":                     reportError,
	}
	for name := range accessibles {
		m[name] = accessible
	}
	for name, what := range unknownToHarnesses {
		m[name] = func(b *builder, c *callSite) cfg.Expr {
			b.dropped(c)
			t := b.result(c)
			if f := b.funcs[c.name]; f == nil && what == "size" {
				t = b.types.size()
			}
			return b.imprecise(t, c.name+" is any value")
		}
	}
	for _, name := range refusedInHarnesses {
		m[name] = func(b *builder, c *callSite) cfg.Expr {
			b.refuse(c.n, "%s", c.name)
			return nil
		}
	}
	return m
}

// unknownToHarnesses are functions about objects and pointers with unknown results. Each maps to
// the kind of its result: a size or a truth value.
var unknownToHarnesses = map[string]string{
	"__CPROVER_same_object":    "truth",
	"__CPROVER_DYNAMIC_OBJECT": "truth", "__CPROVER_is_invalid_pointer": "truth", "__CPROVER_LIVE_OBJECT": "truth", "__CPROVER_WRITEABLE_OBJECT": "truth",
	"__CPROVER_is_zero_string": "truth", "__CPROVER_pointer_in_range": "truth", "klee_is_symbolic": "truth",
	"__CPROVER_OBJECT_SIZE": "size", "__CPROVER_POINTER_OBJECT": "size", "__CPROVER_POINTER_OFFSET": "size", "__CPROVER_buffer_size": "size",
	"__CPROVER_zero_string_length": "size",
}

// accessibles are the functions that report whether memory may be accessed. They map to true if
// they are about stores.
var accessibles = map[string]bool{"__CPROVER_r_ok": false, "__CPROVER_w_ok": true, "__CPROVER_rw_ok": true}

// asksForAccess reports whether the program calls one of them.
func (u *unit) asksForAccess() bool {
	for name := range accessibles {
		if slices.ContainsFunc(u.parts, func(p *translationUnit) bool { return len(p.mentions[name]) > 0 }) {
			return true
		}
	}
	return false
}

// accessible reports whether the first argument points to memory that may be accessed: one element,
// or as many bytes as the second argument says. It is 0 for null and for an object that is too
// short. Other pointers are invalid in C, so the result for them is marked as doubtful.
func accessible(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 1)
	t := b.types.int()
	if !b.scopes() { // a header of the system contains it
		return b.imprecise(t, c.name+" is any value")
	}
	p := b.spill(b.pointerArgument(c, args[0]))
	n := cfg.Expr(b.constant(max(p.Type().Elem.Size, 1), b.types.size()))
	if len(args) > 1 {
		n = b.spill(b.convertAt(c.n, args[1], b.types.size()))
	}
	within := func(n cfg.Expr) cfg.Expr {
		return b.spill(cfg.Valid{Pointer: p, Bytes: n, Write: accessibles[c.name], Of: t})
	}
	z := cfg.VarPlace{Var: b.temp(t)}
	yes, no, wild, doubtful, known, after := b.node(), b.node(), b.node(), b.node(), b.node(), b.node()
	give := func(at *cfg.Node, x cfg.Expr) {
		b.cur = at
		b.emit(cfg.Assign{To: z, Value: x})
		b.jump(after)
	}
	b.branch(within(n), yes, no)
	b.cur = no
	b.branch(b.compare(cfg.Ne, p, b.zero(p.Type())), wild, known)
	b.cur = wild
	b.branch(within(b.zero(b.types.size())), known, doubtful)
	give(yes, b.constant(1, t))
	give(known, b.constant(0, t))
	give(doubtful, b.imprecise(t, "whether a pointer that points into no object passes "+c.name))
	b.cur = after
	return cfg.Load{From: z}
}

// refusedInHarnesses are functions for contracts, and functions that write to objects that they
// find themselves.
var refusedInHarnesses = []string{
	"__CPROVER_is_fresh", "__CPROVER_obeys_contract", "__CPROVER_loop_old", "__CPROVER_was_freed", "__CPROVER_is_freeable",
	"__CPROVER_array_copy", "__CPROVER_array_set", "__CPROVER_array_replace", "__CPROVER_array_equal", "__CPROVER_k_induction_hint", "__CPROVER_map", "klee_set_forking", "__CPROVER_overflow_shl",
}

// overflowOf reports whether the result of an operation on the arguments does not fit the type that
// the operator's conversions give.
func overflowOf(op cfg.BinaryOp) model {
	return func(b *builder, c *callSite) cfg.Expr {
		args := b.arguments(c)
		if len(args) == 1 && op == cfg.Sub { // unary
			args = []cfg.Expr{b.zero(args[0].Type()), args[0]}
		}
		if len(args) != 2 || args[0].Type().Kind != cfg.Int || args[1].Type().Kind != cfg.Int {
			b.refuse(c.n, "%s of other operands than two integers", c.name)
		}
		x, y := args[0], args[1]
		t := b.operate(c.n, cfg.Add, x, y).Type()
		wide := b.types.integer(2*t.Width+2, true)
		z := b.spill(b.binary(op, b.convert(b.convert(x, t), wide), b.convert(b.convert(y, t), wide), wide))
		return b.convert(b.compare(cfg.Ne, b.convert(b.convert(z, t), wide), z), b.types.bool())
	}
}

// quantified is the model of a quantifier. Its argument is the value of the body at one arbitrary
// place. If the body is true at all places, it is true at this one, and if it is true at this one,
// it is true somewhere. The opposite conclusions are doubtful.
func quantified(universal bool) model {
	return func(b *builder, c *callSite) cfg.Expr {
		x := b.spill(b.truth(b.atLeast(c, 1)[0]))
		doubtful, after := b.node(), b.node()
		if universal {
			b.branch(x, doubtful, after)
		} else {
			b.branch(x, after, doubtful)
		}
		b.cur = doubtful
		b.emit(cfg.Assume{Cond: b.spill(b.imprecise(b.types.int(), "a quantifier is decided at one place"))})
		b.label(after)
		return b.convert(b.compare(cfg.Ne, x, b.zero(x.Type())), b.types.int())
	}
}

// allZero reports whether all bytes of the object that the argument points to are zero. Padding has
// unknown bytes.
func allZero(b *builder, c *callSite) cfg.Expr {
	l := b.deref(c.n, b.spill(b.atLeast(c, 1)[0]))
	yes := cfg.Expr(b.constant(1, b.types.int()))
	bytes := int64(0)
	var part func(l cfg.Place)
	part = func(l cfg.Place) {
		switch t := l.Type(); {
		case t.Kind == cfg.Struct:
			for i := range t.Fields {
				part(cfg.FieldPlace{In: l, Index: i})
			}
		case t.Kind == cfg.Array && t.Len >= 0 && t.Len <= 64:
			for i := range t.Len {
				part(cfg.IndexPlace{In: l, Index: b.constant(i, b.types.long())})
			}
		case (t.Kind == cfg.Int || t.Kind == cfg.Pointer) && !isBitField(l):
			yes = b.logical(cfg.LogAnd, yes, b.compare(cfg.Eq, b.read(c.n, l), b.zero(unqualified(t))))
			bytes += t.Size
		}
	}
	part(l)
	if bytes < l.Type().Size {
		yes = b.logical(cfg.LogAnd, yes, b.imprecise(b.types.int(), "bytes that no scalar has may be zero"))
	}
	return yes
}

// allocateAny is the model of __CPROVER_allocate(size, zero), for a constant zero.
func allocateAny(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	zero, ok := args[1].(cfg.Const)
	if !ok {
		b.refuse(c.n, "%s with zeros on a condition", c.name)
	}
	return b.allocated(c, b.convertAt(c.n, args[0], b.types.size()), zero.Value.Sign() != 0)
}

// havocBytes stores any values in the bytes that the first argument points to. The second argument
// is their number.
func havocBytes(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	n := b.convertAt(c.n, args[1], b.types.size())
	size, ok := cfg.Fold(n, nil)
	for l := placeOf(args[0]); ok && l != nil; l = around(l) {
		if size.Cmp(big.NewInt(l.Type().Size)) == 0 {
			b.emit(cfg.Havoc{To: l})
			return b.voidOrInt(c)
		}
	}
	b.emit(cfg.Copy{To: b.pointerArgument(c, args[0]), From: b.allocated(c, n, false), Bytes: n})
	return b.voidOrInt(c)
}

// placeOf returns the place whose address is x, or nil.
func placeOf(x cfg.Expr) cfg.Place {
	for {
		switch y := x.(type) {
		case cfg.Cast:
			x = y.X
		case cfg.AddrOf:
			return y.Place
		default:
			return nil
		}
	}
}

// around returns the place that begins with l, which is an element or a member, or nil.
func around(l cfg.Place) cfg.Place {
	switch l := l.(type) {
	case cfg.IndexPlace:
		if i, ok := cfg.Fold(l.Index, nil); ok && i.Sign() == 0 {
			return l.In
		}
	case cfg.FieldPlace:
		if l.In.Type().Fields[l.Index].Offset == 0 {
			return l.In
		}
	}
	return nil
}

// havocObject stores any values in the object that the argument points into, and maybe in the
// objects that its pointers point to.
func havocObject(b *builder, c *callSite) cfg.Expr {
	x := b.atLeast(c, 1)[0]
	for cast, ok := x.(cfg.Cast); ok; cast, ok = x.(cfg.Cast) {
		x = cast.X
	}
	b.clobber(x, c.name)
	return b.voidOrInt(c)
}

// inRange is the model of klee_range(first, behind, name).
func inRange(b *builder, c *callSite) cfg.Expr {
	args := b.atLeast(c, 2)
	t := b.types.int()
	x := b.input(c, t)
	b.emit(cfg.Assume{Cond: b.compare(cfg.Le, b.convertAt(c.n, args[0], t), x)})
	b.emit(cfg.Assume{Cond: b.compare(cfg.Lt, x, b.convertAt(c.n, args[1], t))})
	return x
}

// reportError is an error, like a failing assertion.
func reportError(b *builder, c *callSite) cfg.Expr {
	b.dropped(c)
	if b.o.Property.OnlyFunctions {
		b.end(cfg.Stop{})
	} else {
		b.end(cfg.Error{Kind: cfg.AssertFailed})
	}
	return b.indeterminate(c)
}

// fileLocal begins the names that CBMC's compiler gives to static functions, so that a harness can
// call them. The file name follows, with _ for characters that names cannot have, and then the
// function.
const fileLocal = "__CPROVER_file_local_"

// fileLocalName returns the name by which other files may know the static function that d declares,
// if there is one.
func (u *unit) fileLocalName(d *cc.Declarator) string {
	file := u.pos(d).File
	file = file[strings.LastIndexAny(file, `/\`)+1:]
	return fileLocal + strings.Map(func(c rune) rune {
		if c < 0x80 && isWord(byte(c)) {
			return c
		}
		return '_'
	}, file) + "_" + d.Name()
}
