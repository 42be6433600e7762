// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"slices"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Variable arguments are stored in arrays of the caller: one for integers, one for floating-point
// numbers and one for pointers. An argument has the same index in its array as among all variable
// arguments. A function with variable arguments has an additional parameter. It points to a record
// of type va_list with the three arrays and the index of the next argument (include/prelude.h).

// vaArg is the function in the expansion of va_arg: *(T *)__cornet_va_arg(list, (T *)0).
const vaArg = "__cornet_va_arg"

// listTag is the tag of that record.
const listTag = "__cornet_arguments"

// listMembers are the members of va_list by the kinds of arguments.
var listMembers = map[cfg.TypeKind]string{cfg.Int: "__numbers", cfg.Float: "__reals", cfg.Pointer: "__pointers"}

// argumentModels returns the models of the macros of stdarg.h.
func argumentModels() map[string]model {
	return map[string]model{vaArg: nextArgument, "va_start": startList, "va_copy": copyList}
}

// listType returns the type of the record, which the variable in include/prelude.h has.
func (u *unit) listType() *cfg.Type { return u.globals["__cornet_no_arguments"].Type }

// variableArguments makes the record of the variable arguments of a call, and returns its address.
func (b *builder) variableArguments(args []cfg.Expr) cfg.Expr {
	t := b.listType()
	list := cfg.VarPlace{Var: b.newVar("<arguments>", t, cfg.Local, b.f, b.at)}
	for _, kind := range []cfg.TypeKind{cfg.Int, cfg.Float, cfg.Pointer} {
		if !slices.ContainsFunc(args, func(x cfg.Expr) bool { return kind == x.Type().Kind || kind == cfg.Pointer && isNull(x) }) {
			continue
		}
		member := b.member(nil, list, listMembers[kind])
		elem := member.Type().Elem
		array := cfg.VarPlace{Var: b.newVar("<arguments>", b.types.array(elem, int64(len(args))), cfg.Local, b.f, b.at)}
		first := cfg.IndexPlace{In: array, Index: b.constant(0, b.types.int())}
		b.emit(cfg.Assign{To: member, Value: cfg.AddrOf{Place: first, Of: member.Type()}})
		for i, x := range args {
			if x.Type().Kind == kind || kind == cfg.Pointer && isNull(x) {
				b.emit(cfg.Assign{To: cfg.IndexPlace{In: array, Index: b.constant(int64(i), b.types.int())}, Value: b.convert(x, elem)})
			}
		}
	}
	return cfg.AddrOf{Place: list, Of: b.types.pointer(t)}
}

// list returns the place of the record that the i-th argument, of type va_list, denotes or points
// to.
func (b *builder) list(c *callSite, i int) cfg.Place {
	if len(c.args) <= i {
		b.fail(c.n, "%s takes %d arguments", c.name, i+1)
	}
	if b.isPlace(c.args[i]) {
		if l := b.place(c.args[i]); l.Type().Kind == cfg.Struct {
			return l
		}
	}
	x := b.value(c.args[i])
	if x.Type().Kind != cfg.Pointer || x.Type().Elem.Kind != cfg.Struct {
		b.fail(c.n, "%s takes a va_list", c.name)
	}
	return b.deref(c.n, x)
}

// startList is the model of va_start.
func startList(b *builder, c *callSite) cfg.Expr {
	if !b.f.VarArgs || len(c.args) == 0 {
		b.fail(c.n, "va_start in a function without variable arguments")
	}
	own := b.f.Params[len(b.f.Params)-1]
	to := b.list(c, 0)
	b.emit(cfg.Assign{To: to, Value: cfg.Load{From: b.deref(c.n, cfg.Load{From: cfg.VarPlace{Var: own}})}})
	next := b.member(c.n, to, "__next")
	b.emit(cfg.Assign{To: next, Value: b.zero(next.Type())})
	return b.voidValue()
}

// copyList is the model of va_copy.
func copyList(b *builder, c *callSite) cfg.Expr {
	from := b.list(c, 1)
	b.emit(cfg.Assign{To: b.list(c, 0), Value: cfg.Load{From: from}})
	return b.voidValue()
}

// nextArgument yields a pointer to a copy of the next argument. The second argument of the call
// points to its type. Arguments that are not numbers or pointers are any value.
func nextArgument(b *builder, c *callSite) cfg.Expr {
	list := b.list(c, 0)
	t := unqualified(b.value(c.args[1]).Type().Elem)
	next := b.member(c.n, list, "__next")
	x := cfg.VarPlace{Var: b.newVar("<argument>", t, cfg.Local, b.f, b.at)}
	if name := listMembers[t.Kind]; name != "" && t.Width <= 64 {
		array := cfg.Load{From: b.member(c.n, list, name)}
		value := cfg.Load{From: b.deref(c.n, b.offset(c.n, array, cfg.Load{From: next}))}
		b.emit(cfg.Assign{To: x, Value: b.convertAt(c.n, value, t)})
	} else {
		b.argumentPointers(c.n, t)
		b.emit(cfg.Assign{To: x, Value: b.imprecise(t, "a variable argument is any value")})
	}
	b.emit(cfg.Assign{To: next, Value: b.binary(cfg.Add, cfg.Load{From: next}, b.constant(1, next.Type()), next.Type())})
	return cfg.AddrOf{Place: x, Of: b.types.pointer(t)}
}

// argumentPointers accounts for objects that may be changed, and functions that may be called,
// through the pointers in a variable argument of type t. The translation does not follow these
// pointers to the objects that a caller passes.
func (b *builder) argumentPointers(n cc.Node, t *cfg.Type) {
	if hasPointers(t) {
		b.anything("anything may be changed through the pointer that is a variable argument")
	}
}

// hasPointers reports whether values of type t are or contain pointers.
func hasPointers(t *cfg.Type) bool {
	switch t.Kind {
	case cfg.Pointer:
		return true
	case cfg.Array:
		return hasPointers(t.Elem)
	case cfg.Struct, cfg.Union:
		return slices.ContainsFunc(t.Fields, func(f cfg.Field) bool { return hasPointers(f.Type) })
	}
	return false
}
