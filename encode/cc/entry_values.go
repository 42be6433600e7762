// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

const (
	entryLeaves = 64 // the number of scalars that get values one by one; others are indeterminate
	entryDepth  = 2  // the number of levels of objects that members point to
	entryFirst  = 4  // the number of elements of arrays of unknown length that get values one by one
)

// An lvalue is a place in the automaton and in the text.
type lvalue struct {
	at   cfg.Place
	text string
	typ  cc.Type
	// pointer is the text of a pointer to the place, or "" if no pointer leads to the object.
	pointer string
}

func (e *entry) lvalueOf(p parameter) lvalue {
	return lvalue{at: cfg.VarPlace{Var: p.v}, text: p.name, typ: p.typ.Decay()}
}

// pointee returns the place that p points to. l is the place of the pointer, and t is the type that
// it points to.
func (e *entry) pointee(l lvalue, p cfg.Expr, n cc.Node, t cc.Type) lvalue {
	return lvalue{at: e.deref(n, p), text: "(*" + l.text + ")", typ: t, pointer: l.text}
}

// element returns element i of an array, or of the elements that a pointer p points to.
func (e *entry) element(l lvalue, p cfg.Expr, n cc.Node, t cc.Type, i int64) lvalue {
	z := lvalue{text: fmt.Sprintf("%s[%d]", l.text, i), typ: t}
	if p != nil {
		z.at = e.deref(n, e.offset(n, p, e.constant(i, e.types.long())))
	} else {
		z.at = cfg.IndexPlace{In: l.at, Index: e.constant(i, e.types.long())}
	}
	return z
}

// set stores a value. Its steps belong to the line with its text.
func (e *entry) set(l lvalue, n cc.Node, text string, value func() cfg.Expr) {
	to := l.text
	if isConst(l.typ) {
		to = "*(" + e.declaration(n, l.typ, "*") + ")&" + l.text
	}
	e.linef("%s = %s;", to, text)
	e.store(n, l.at, value(), false)
}

// setInput stores any value.
func (e *entry) setInput(l lvalue, n cc.Node) {
	t := unqualified(l.at.Type())
	e.set(l, n, inputCall(t), func() cfg.Expr { return e.any(t) })
}

// setZero stores 0, or a null pointer.
func (e *entry) setZero(l lvalue, n cc.Node) {
	e.set(l, n, "0", func() cfg.Expr { return e.zero(unqualified(l.at.Type())) })
}

// when runs steps if x is not 0.
func (e *entry) when(x cfg.Expr, steps func()) {
	yes, after := e.node(), e.node()
	e.branch(x, yes, after)
	e.cur = yes
	steps()
	e.linef("}")
	e.label(after)
}

// suppose ends the executions in which a condition does not hold.
func (e *entry) suppose(text string, conditions ...cfg.Expr) {
	e.linef("__VERIFIER_assume(%s);", text)
	for _, c := range conditions {
		e.emit(cfg.Assume{Cond: c})
	}
}

// says records an assumption about an argument.
func (e *entry) says(n cc.Node, format string, args ...any) {
	what := fmt.Sprintf("argument %s of %s ", e.now, e.f.name) + fmt.Sprintf(format, args...)
	e.notes = append(e.notes, cfg.Note{Pos: e.pos(n), What: what, Assumed: true})
}

// makeArgument gives a parameter its value.
func (e *entry) makeArgument(p parameter) {
	e.now = p.name
	l, a := e.lvalueOf(p), p.want
	if p.of != ofCaller && a.kind == anyArgument {
		e.systemArgument(l, p)
		return
	}
	if a.kind == rangeArgument && p.pointer() != nil {
		e.refuse(p.node, "a range for the pointer %s", p.name)
	}
	e.give(l, p.node, 0, a)
	if a.kind == rangeArgument {
		low, _ := strconv.ParseInt(a.low, 10, 64)
		high, _ := strconv.ParseInt(a.high, 10, 64)
		wide, x := e.types.integer(64, true), cfg.Load{From: l.at}
		e.suppose(fmt.Sprintf("%[1]s >= %[2]sLL && %[1]s <= %[3]sLL", p.name, a.low, a.high),
			e.operate(p.node, cfg.Ge, x, e.constant(low, wide)), e.operate(p.node, cfg.Le, x, e.constant(high, wide)))
		e.says(p.node, "is from %s to %s", a.low, a.high)
	}
}

// give stores any value.
func (e *entry) give(l lvalue, n cc.Node, depth int, want *argument) {
	t := l.typ
	if d := t.Undecay(); depth > 0 && d != nil && d.Kind() == cc.Array {
		t = d
	}
	switch t.Kind() {
	case cc.Ptr:
		e.pointer(l, t.(*cc.PointerType), n, depth, want)
		return
	case cc.Array:
		elem := t.(*cc.ArrayType).Elem()
		count := e.typeOf(n, t).Len
		if count >= 0 && count <= entryLeaves && e.leaves+int(count)*leavesOf(e.typeOf(n, elem)) <= entryLeaves {
			for i := range count {
				e.give(e.element(l, nil, n, elem, i), n, depth, &argument{})
			}
			return
		}
	case cc.Struct:
		s := t.(*cc.StructType)
		for i := range s.NumFields() {
			e.giveMember(l, s.FieldByIndex(i), n, depth)
		}
		return
	case cc.Union:
	default:
		e.giveNumber(l, n, depth, want)
		return
	}
	if hasPointers(e.typeOf(n, t)) {
		e.says(n, "has pointers in %s that are not valid", l.text)
	}
	if v, ok := l.at.(cfg.VarPlace); ok {
		e.emit(cfg.Havoc{To: v, Input: "argument " + e.now + " of " + e.f.name})
	}
}

// giveNumber stores any number.
func (e *entry) giveNumber(l lvalue, n cc.Node, depth int, want *argument) {
	if want.kind != anyArgument && want.kind != rangeArgument {
		e.refuse(n, "a description as a pointer of %s, which is a %s", l.text, l.typ)
	}
	switch e.leaves++; {
	case inputOf(unqualified(l.at.Type())) != "" && e.leaves <= entryLeaves:
		e.setInput(l, n)
	case depth == 0:
		e.emit(cfg.Havoc{To: l.at, Input: "argument " + e.now + " of " + e.f.name})
	}
}

// giveMember gives a member any value.
func (e *entry) giveMember(l lvalue, f *cc.Field, n cc.Node, depth int) {
	switch {
	case f.IsFlexibleArrayMember() || f.IsBitfield() && (f.Name() == "" || isConst(f.Type())):
		return
	case f.Name() == "": // an anonymous member: its members belong to the whole
		l.typ = f.Type()
	case l.pointer != "":
		l = lvalue{at: e.member(n, l.at, f.Name()), text: l.pointer + "->" + f.Name(), typ: f.Type()}
	default:
		l = lvalue{at: e.member(n, l.at, f.Name()), text: l.text + "." + f.Name(), typ: f.Type()}
	}
	e.give(l, n, depth+1, &argument{})
}

// leavesOf returns the number of scalars in a value of type t, or a large number if the number is
// not known.
func leavesOf(t *cfg.Type) int {
	switch t.Kind {
	case cfg.Array:
		if t.Len < 0 || t.Len > entryLeaves {
			return entryLeaves + 1
		}
		return int(t.Len) * leavesOf(t.Elem)
	case cfg.Struct, cfg.Union:
		n := 0
		for _, f := range t.Fields {
			n += leavesOf(f.Type)
		}
		return n
	}
	return 1
}

// pointer makes l point to an object that the user's description or its type requires.
func (e *entry) pointer(l lvalue, t *cc.PointerType, n cc.Node, depth int, want *argument) {
	a := *want
	elem := t.Elem()
	whole := elem.Kind() != cc.Function && elem.Kind() != cc.Void && (!elem.IsIncomplete() || vlaType(elem) != nil)
	if a.kind != anyArgument && a.kind != nullArgument && !whole && (a.kind != objectArgument || elem.Kind() == cc.Function) {
		e.refuse(n, "this description of %s, which is a %s", l.text, t)
	}
	if a.kind == stringArgument && elem.Size() != 1 {
		e.refuse(n, "a description as a string of %s, which is a %s", l.text, t)
	}
	if a.kind == nullArgument || depth > entryDepth {
		e.setZero(l, n)
		if depth == 0 {
			e.says(n, "is null")
		} else {
			e.says(n, "leads to objects %d levels deep, in which pointers are null", entryDepth)
		}
		return
	}
	says, at := "", len(e.notes)
	if a.null || depth > 0 {
		e.setZero(l, n)
		e.linef("if (%s) {", inputCall(e.types.bool()))
		e.when(e.any(e.types.bool()), func() { says = "is null or " + e.target(l, elem, n, depth, a) })
	} else {
		says = e.target(l, elem, n, depth, a)
	}
	if depth > 0 {
		says = "has pointers that are null or point to objects of their own"
	}
	e.says(n, "%s", says)
	if last := len(e.notes) - 1; last > at { // this note comes before the notes about its members
		e.notes = slices.Insert(e.notes[:last:last], at, e.notes[last])
	}
}

// target makes l point to something of type elem, and returns it.
func (e *entry) target(l lvalue, elem cc.Type, n cc.Node, depth int, a argument) (says string) {
	switch f, _ := elem.(*cc.FunctionType); {
	case f != nil:
		return e.callback(l, f, n)
	case elem.Kind() == cc.Void || elem.IsIncomplete() && vlaType(elem) == nil:
		v := e.size("size", n)
		e.block(l, n, v.text, func() cfg.Expr { return cfg.Load{From: v.at} })
		return "points to a block of its own, of any size"
	case a.kind == stringArgument, a.kind == anyArgument && elem.Kind() == cc.Char:
		return e.string(l, n, a.length)
	case a.kind == arrayArgument:
		return e.array(l, elem, n, a)
	}
	if vlaType(elem) != nil {
		return e.rows(l, elem, n, a)
	}
	p := e.elements(l, n, "", func() cfg.Expr { return e.constant(1, e.types.size()) })
	e.give(e.pointee(l, p, n, elem), n, depth, &argument{})
	return "points to an object of its own"
}

// callback makes l point to a function without a body.
func (e *entry) callback(l lvalue, t *cc.FunctionType, n cc.Node) (says string) {
	e.numbers++
	name := fmt.Sprintf("cornet_callback_%d", e.numbers)
	e.linef("extern __typeof__(*%s) %s;", l.text, name)
	d, _ := n.(*cc.Parameter)
	f := &function{name: name, in: e.translationUnit, decl: e.f.decl, typ: t}
	if d != nil && d.Declarator != nil {
		f.decl = d.Declarator
	}
	e.set(l, n, name, func() cfg.Expr {
		return cfg.FuncAddr{Func: e.stub(f), Name: name, Of: e.types.pointer(e.types.function())}
	})
	return "points to a function without body"
}

// size declares a variable for a number of bytes or elements, and gives it any value. The value is
// small, unless a special input allows large ones. Engines seldom choose that input without need,
// so compiled runs have enough memory.
func (e *entry) size(name string, n cc.Node) lvalue {
	e.numbers++
	name = fmt.Sprintf("cornet_%s_%d", name, e.numbers)
	large, size, small := e.types.bool(), e.types.size(), e.types.integer(16, false)
	e.linef("__SIZE_TYPE__ %s = %s ? %s : %s;", name, inputCall(large), inputCall(size), inputCall(small))
	at := cfg.VarPlace{Var: e.newVar(strings.TrimPrefix(name, "cornet_"), size, cfg.Local, e.builder.f, e.at)}
	x := e.ifThenElse(e.compare(cfg.Ne, e.any(large), e.zero(large)), e.any(size), e.convert(e.any(small), size))
	e.store(n, at, x, false)
	return lvalue{at: at, text: name}
}

// block makes l point to a block of as many bytes as given, and returns the pointer.
func (e *entry) block(l lvalue, n cc.Node, text string, bytes func() cfg.Expr) cfg.Expr {
	t := unqualified(l.at.Type())
	elem, allocator := t.Elem, "__builtin_malloc"
	if e.auto {
		allocator = "__builtin_alloca"
	}
	if elem.Kind == cfg.Void || elem.Size <= 0 {
		elem = nil
	}
	p, direct := l.at.(cfg.VarPlace)
	if !direct {
		e.numbers++
		p = cfg.VarPlace{Var: e.newVar(fmt.Sprintf("block_%d", e.numbers), t, cfg.Local, e.builder.f, e.pos(n))}
	}
	e.set(l, n, allocator+"("+text+")", func() cfg.Expr {
		v := cfg.VarPlace{Var: e.temp(t)}
		e.emit(cfg.Alloc{To: v, Size: bytes(), Elem: elem, Auto: e.auto})
		if !direct {
			e.emit(cfg.Assign{To: p, Value: cfg.Load{From: v}})
		}
		return cfg.Load{From: v}
	})
	return cfg.Load{From: p}
}

// elements makes l point to the given number of elements. The text of the number is "" if it is 1.
func (e *entry) elements(l lvalue, n cc.Node, text string, count func() cfg.Expr) cfg.Expr {
	if text != "" {
		text += " * "
	}
	return e.block(l, n, text+"sizeof *"+l.text, func() cfg.Expr {
		return e.binary(cfg.Mul, count(), e.elemSize(l), e.types.size())
	})
}

// elemSize returns the size of the elements that the pointer l points to.
func (e *entry) elemSize(l lvalue) cfg.Expr {
	return e.constant(l.at.Type().Elem.Size, e.types.size())
}

// most returns the maximal size of an object.
func (e *entry) most() cfg.Expr {
	_, most := e.types.long().Range()
	return cfg.Const{Value: most, Of: e.types.size()}
}

const mostText = "(__SIZE_TYPE__)-1 / 2"

// string makes l point to a string. If limit is a number, the string has at most limit characters.
func (e *entry) string(l lvalue, n cc.Node, limit string) (says string) {
	length := e.size("length", n)
	most, size := e.most(), e.types.size()
	count := cfg.Load{From: length.at}
	switch k, err := strconv.ParseInt(limit, 10, 64); {
	case err == nil:
		e.suppose(length.text+" <= "+limit, e.compare(cfg.Le, count, e.constant(k, size)))
		says = "points to a string of its own, of at most " + limit + " characters"
	case e.auto: // memory has room for several such strings
		e.suppose(length.text+" < "+mostText+" / 8", e.compare(cfg.Lt, count, e.binary(cfg.Div, most, e.constant(8, size), size)))
	default:
		e.suppose(length.text+" < "+mostText, e.compare(cfg.Lt, count, most))
		says = "points to a string of its own, of any length"
	}
	p := e.block(l, n, length.text+" + 1", func() cfg.Expr { return e.binary(cfg.Add, count, e.constant(1, size), size) })
	t := l.typ.(*cc.PointerType).Elem()
	for k := range int64(entryFirst) {
		e.linef("if (%d < %s) {", k, length.text)
		e.when(e.compare(cfg.Lt, e.constant(k, size), count), func() { e.setInput(e.element(l, p, n, t, k), n) })
	}
	last := e.element(l, p, n, t, 0)
	last.text, last.at = l.text+"["+length.text+"]", e.deref(n, e.offset(n, p, count))
	e.setZero(last, n)
	return says
}

// array makes l point to some elements.
func (e *entry) array(l lvalue, elem cc.Type, n cc.Node, a argument) (says string) {
	count, err := strconv.ParseInt(a.length, 10, 31)
	if a.declared != nil && !a.declared.IsVLA() {
		count, err = e.typeOf(n, a.declared).Len, nil
	}
	if err != nil || vlaType(elem) != nil {
		return e.rows(l, elem, n, a)
	}
	p := e.elements(l, n, fmt.Sprint(count), func() cfg.Expr { return e.constant(count, e.types.size()) })
	if t := e.typeOf(n, elem); count <= entryLeaves && e.leaves+int(count)*leavesOf(t) <= entryLeaves {
		for i := range count {
			e.give(e.element(l, p, n, elem, i), n, 1, &argument{})
		}
	} else if hasPointers(t) {
		e.says(n, "has pointers that are not valid")
	}
	return fmt.Sprintf("points to %d elements of their own", count)
}

// A dimension is a length of an array that is computed at run time.
type dimension struct {
	x    cfg.Expr
	text string
}

// dimensions returns the dimensions of the object that a pointer to elem points to, by its type and
// description, and the type of the innermost elements.
func (e *entry) dimensions(l lvalue, elem cc.Type, n cc.Node, a argument) (z []dimension, innermost cc.Type) {
	of := func(t *cc.ArrayType) {
		for ; t != nil; t = vlaType(t.Elem()) {
			x := t.SizeExpression()
			if x == nil || e.effects(x) {
				e.refuse(n, "this length of an array that is the parameter %s", e.now)
			}
			z, elem = append(z, dimension{e.spill(e.value(x)), sourceText(x)}), t.Elem()
		}
	}
	own := vlaType(elem)
	switch {
	case a.declared != nil:
		own = a.declared
	case a.kind == arrayArgument:
		if k, err := strconv.ParseInt(a.length, 10, 31); err == nil {
			z = append(z, dimension{e.constant(k, e.types.size()), a.length})
			break
		}
		i := slices.IndexFunc(e.params, func(p parameter) bool { return p.name == a.length && p.v.Type.Kind == cfg.Int })
		if i < 0 {
			e.refuse(n, "%s as the length of %s, which is no argument that is an integer", a.length, l.text)
		}
		z = append(z, dimension{cfg.Load{From: cfg.VarPlace{Var: e.params[i].v}}, a.length})
	}
	of(own)
	return z, elem
}

// sourceText returns the text of an expression.
func sourceText(x cc.Node) string {
	var words []string
	for _, t := range cc.NodeTokens(x) {
		words = append(words, t.SrcStr())
	}
	return strings.Join(words, " ")
}

// rows makes l point to an array whose dimensions are expressions. It computes the number of
// innermost elements.
func (e *entry) rows(l lvalue, elem cc.Type, n cc.Node, a argument) (says string) {
	dims, innermost := e.dimensions(l, elem, n, a)
	size := e.types.size()
	count, text, limitText := cfg.Expr(nil), "", mostText+" / sizeof *"+l.text
	limit := e.binary(cfg.Div, e.most(), e.elemSize(l), size)
	for i, d := range dims {
		x := d.text
		if len(dims) > 1 || !isWordText(x) {
			x = "(" + x + ")"
		}
		c := e.spill(e.convertAt(n, d.x, size))
		positive, conditions := "", []cfg.Expr{e.compare(cfg.Le, c, limit)}
		if t := d.x.Type(); t.Signed {
			positive, conditions = x+" >= 0 && ", append(conditions, e.compare(cfg.Ge, d.x, e.zero(t)))
		}
		e.suppose(positive+x+" <= "+limitText, conditions...)
		if i == 0 {
			count, text = c, x
		} else {
			count, text = e.spill(e.binary(cfg.Mul, count, c, size)), text+" * "+x
		}
		if i+1 < len(dims) {
			least := e.ifThenElse(e.compare(cfg.Eq, c, e.zero(size)), e.constant(1, size), c)
			limit, limitText = e.spill(e.binary(cfg.Div, limit, least, size)), limitText+" / ("+x+" ? "+x+" : 1)"
		}
	}
	p := e.elements(l, n, text, func() cfg.Expr { return count })
	if t := l.at.Type().Elem; inputOf(unqualified(t)) != "" {
		for k := range int64(entryFirst) {
			e.linef("if (%d < %s) {", k, text)
			e.when(e.compare(cfg.Lt, e.constant(k, size), count), func() { e.setInput(e.element(l, p, n, innermost, k), n) })
		}
	} else if hasPointers(t) {
		e.says(n, "has pointers that are not valid")
	}
	if len(dims) == 1 {
		text = dims[0].text
	}
	return "points to " + text + " elements of their own"
}

func isWordText(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 || !isWord(byte(r)) })
}
