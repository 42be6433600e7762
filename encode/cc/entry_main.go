// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// The system makes the arguments of main (5.1.2.2.1): a nonnegative number, and that many strings
// followed by a null pointer. On most systems, the strings of the environment follow. They live as
// long as the program. The program may change them, and does not free them.
//
// The first strings are made one by one. The pointers after them are arbitrary. This is more than C
// allows, since they should point to strings.

// A source says where an argument comes from.
type source uint8

const (
	ofCaller      source = iota // from an unknown caller
	ofCount                     // argc
	ofArguments                 // argv
	ofEnvironment               // envp
)

// systemArguments are the arguments of main.
var systemArguments = []struct {
	source
	fits func(parameter) bool
}{{ofCount, isNumber}, {ofArguments, isVector}, {ofEnvironment, isVector}}

func isNumber(p parameter) bool { return p.typ.Kind() == cc.Int }

// isVector reports whether a parameter is a pointer to pointers to characters.
func isVector(p parameter) bool {
	t := p.pointer()
	if t == nil {
		return false
	}
	s, ok := t.Elem().(*cc.PointerType)
	return ok && s.Elem().Kind() == cc.Char
}

// systemArgument gives a parameter of main its value.
func (e *entry) systemArgument(l lvalue, p parameter) {
	switch first := e.params[0]; {
	case p.of == ofCount:
		e.setInput(l, p.node)
		x := cfg.Load{From: l.at}
		e.suppose(l.text+" >= 0", e.compare(cfg.Ge, x, e.zero(x.Type())))
	case p.of == ofArguments && first.of == ofCount:
		e.vector(l, p.node, e.lvalueOf(first))
	default:
		e.vector(l, p.node, e.size("count", p.node))
	}
}

// vector makes l point to as many strings as given, followed by a null pointer.
func (e *entry) vector(l lvalue, n cc.Node, count lvalue) {
	size := e.types.size()
	x := e.spill(e.convertAt(n, cfg.Load{From: count.at}, size))
	room := e.binary(cfg.Div, e.binary(cfg.Div, e.most(), e.constant(4, size), size), e.elemSize(l), size)
	e.suppose(fmt.Sprintf("%s < %s / 4 / sizeof *%s", count.text, mostText, l.text), e.compare(cfg.Lt, x, room))
	p := e.elements(l, n, "(__SIZE_TYPE__)("+count.text+" + 1)", func() cfg.Expr { return e.binary(cfg.Add, x, e.constant(1, size), size) })
	t := l.typ.(*cc.PointerType).Elem()
	e.otherStrings(l, n, p, x, count.text)
	for k := range int64(entryFirst) {
		e.linef("if (%d < %s) {", k, count.text)
		e.when(e.compare(cfg.Lt, e.constant(k, size), x), func() { e.string(e.element(l, p, n, t, k), n, "") })
	}
	last := e.element(l, p, n, t, 0)
	last.text, last.at = l.text+"["+count.text+"]", e.deref(n, e.offset(n, p, x))
	e.setZero(last, n)
}

// otherStrings makes the strings after the first ones, if there are any. They are in one block with
// arbitrary contents, since nothing is stored in it. So its strings, and the pointers to them, are
// arbitrary, too. One pointer is stored, so that the points-to analysis includes the block in the
// points-to sets of all these pointers.
func (e *entry) otherStrings(l lvalue, n cc.Node, p, count cfg.Expr, text string) {
	size, first := e.types.size(), e.constant(entryFirst, e.types.size())
	less := func(x, y cfg.Expr) { e.emit(cfg.Assume{Cond: e.compare(cfg.Lt, x, y)}) }
	open := func() cfg.Expr {
		v := cfg.VarPlace{Var: e.temp(size)}
		e.emit(cfg.Havoc{To: v})
		return cfg.Load{From: v}
	}
	e.linef("if (%d < %s) {", entryFirst, text)
	e.when(e.compare(cfg.Lt, first, count), func() {
		e.linef("static char cornet_empty[1];")
		e.linef("__SIZE_TYPE__ cornet_k;")
		e.linef("for (cornet_k = %d; cornet_k < %s; cornet_k++) %s[cornet_k] = cornet_empty;", entryFirst, text, l.text)
		what := fmt.Sprintf("strings after the first %d that %s of main points to are any pointers", entryFirst, e.now)
		e.emit(cfg.Assume{Cond: e.spill(cfg.Any{Of: e.types.int(), Note: what})})
		bytes, offset, k := open(), open(), open()
		less(bytes, e.binary(cfg.Div, e.most(), e.constant(8, size), size))
		less(offset, bytes)
		e.emit(cfg.Assume{Cond: e.compare(cfg.Le, first, k)})
		less(k, count)
		at := e.deref(n, e.offset(n, p, k))
		t := unqualified(at.Type())
		block := cfg.VarPlace{Var: e.temp(t)}
		e.emit(cfg.Alloc{To: block, Size: bytes, Elem: t.Elem, Auto: true})
		e.emit(cfg.Assign{To: at, Value: e.offset(n, cfg.Load{From: block}, offset)})
	})
}
