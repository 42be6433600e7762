// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// A function other than main is verified by way of another one, which calls it with any arguments: C text behind the file
// that defines it, so that a replay compiles the very same.

const (
	// EntryFile is the file that the text seems to be in.
	EntryFile = "arguments"
	// EntryName is the function that calls the entry function.
	EntryName = "cornet_entry"
)

const (
	entryLeaves = 64 // scalars that are given values one by one; others are indeterminate
	entryDepth  = 2  // how many levels of objects that members point to there are
	entryFirst  = 4  // elements of arrays of unknown length that are given values one by one
)

// Enter returns the program in some texts with a function that calls the entry function with any arguments, unless that is main without
// descriptions of arguments; the property for it, and what is assumed of the arguments.
func Enter(sources []Source, o Options) (with []Source, p Property, assumed []cfg.Note, err error) {
	p = o.Property
	arguments, err := parseArguments(o.Arguments)
	if err != nil || p.entry() == "main" && len(arguments) == 0 {
		return sources, p, nil, err
	}
	u, err := parts(sources, o)
	if err != nil {
		return nil, p, nil, err
	}
	err = guard(sources, func() {
		u.survey()
		u.declare()
		main := u.entry()
		if main == nil {
			return
		}
		u.translationUnit = main.in
		e := &entry{unit: u, f: main, given: arguments, inputs: map[string]bool{}}
		text := e.text()
		i := slices.Index(u.parts, main.in)
		with = slices.Clone(sources)
		with[i].Entry = []byte(text)
		assumed = e.assumed
		p.Entry = EntryName
	})
	switch {
	case err != nil:
	case with == nil:
		with = sources
	default:
		for name, a := range arguments {
			if !a.used {
				err = fmt.Errorf("--argument %s: %s has no parameter of that name", name, o.Property.entry())
			}
		}
	}
	return with, p, assumed, err
}

// Harness returns the function that [Enter] makes, as main: a text that can stand in another file beside that of the entry function. It is ""
// if the entry function is main.
func Harness(sources []Source, o Options) (string, error) {
	with, _, _, err := Enter(sources, o)
	if err != nil {
		return "", err
	}
	for _, s := range with {
		if before, body, ok := strings.Cut(string(s.Entry), "void "+EntryName+"(void) {"); ok {
			return before + "int main(void) {" + body, nil
		}
	}
	return "", nil
}

// An entry is the text of the function that calls the entry function.
type entry struct {
	*unit
	f       *function
	given   map[string]*argument
	b       strings.Builder
	inputs  map[string]bool // that are called
	indent  int
	leaves  int
	names   int
	assumed []cfg.Note
}

func (e *entry) linef(format string, args ...any) {
	e.b.WriteString(strings.Repeat("  ", e.indent))
	fmt.Fprintf(&e.b, format+"\n", args...)
}

// input is a call of a function that yields any value.
func (e *entry) input(name string) string {
	e.inputs[name] = true
	return "__VERIFIER_nondet_" + name + "()"
}

// A parameter is one of the entry function.
type parameter struct {
	name string
	node *cc.ParameterDeclaration
	typ  cc.Type
	want *argument
	text string // its declaration as a variable
}

// text is the function, with declarations.
func (e *entry) text() string {
	params := e.parameters()
	e.indent = 1
	var names []string
	for _, p := range params {
		names = append(names, p.name)
		e.linef("%s;", p.text)
	}
	for _, numbers := range []bool{true, false} { // lengths are known before what has them
		for _, p := range params {
			if _, pointer := p.typ.(*cc.PointerType); pointer != numbers {
				e.argument(p)
			}
		}
	}
	e.linef("%s(%s);", e.f.name, strings.Join(names, ", "))
	if e.f.typ.IsVariadic() {
		e.assume(e.f.decl, "%s is called without variable arguments", e.f.name)
	}
	e.assumed, e.p.Notes = e.p.Notes, nil
	return e.inputDeclarations(e.inputs) + "void " + EntryName + "(void) {\n" + e.b.String() + "}\n"
}

// parameters are those of the entry function, from its definition.
func (e *entry) parameters() (z []parameter) {
	direct := e.f.def.Declarator.DirectDeclarator
	if ps := e.f.typ.Parameters(); len(ps) == 0 || len(ps) == 1 && ps[0].Type().Kind() == cc.Void {
		return nil
	}
	if direct.Case != cc.DirectDeclaratorFuncParam {
		e.refuse(e.f.decl, "a definition of this form of %s, the entry function", e.f.name)
	}
	for l := direct.ParameterTypeList.ParameterList; l != nil; l = l.ParameterList {
		n := l.ParameterDeclaration
		if n.Declarator == nil {
			e.refuse(n, "a parameter without name of the entry function")
		}
		p := parameter{name: n.Declarator.Name(), node: n, typ: n.Declarator.Type(), want: &argument{}}
		p.text = plainDeclaration(n)
		if a := e.given[p.name]; a != nil {
			a.used = true
			p.want = a
		}
		if length, ok := arrayLength(n.Declarator); ok {
			if p.want.kind == anyArgument && length != "" {
				p.want = &argument{kind: arrayArgument, length: length, null: p.want.null}
			}
			p.text = pointerDeclaration(p.text, p.name)
		}
		z = append(z, p)
	}
	return z
}

// dropped are words of a parameter's declaration that are not wanted in that of a variable which gets a value.
var dropped = regexp.MustCompile(`\b(const|__const|__const__|register|restrict|__restrict|__restrict__)\b`)

// plainDeclaration is the text of a parameter as a variable that can be assigned.
func plainDeclaration(n *cc.ParameterDeclaration) string {
	var words []string
	for _, t := range cc.NodeTokens(n) {
		words = append(words, t.SrcStr())
	}
	return strings.Join(strings.Fields(dropped.ReplaceAllString(strings.Join(words, " "), "")), " ")
}

// arrayLength is the length, a number or a name, that the declaration of a parameter as an array gives, "" if it is none of those.
func arrayLength(d *cc.Declarator) (length string, array bool) {
	x := d.DirectDeclarator
	if x == nil || x.DirectDeclarator == nil || d.Pointer != nil && x.DirectDeclarator.Case != cc.DirectDeclaratorIdent {
		return "", false
	}
	switch x.Case {
	case cc.DirectDeclaratorArr, cc.DirectDeclaratorStaticArr, cc.DirectDeclaratorArrStatic, cc.DirectDeclaratorStar:
	default:
		return "", false
	}
	if x.AssignmentExpression == nil {
		return "", true
	}
	words := cc.NodeTokens(x.AssignmentExpression)
	if len(words) == 1 && lengthWord.MatchString(words[0].SrcStr()) {
		return words[0].SrcStr(), true
	}
	return "", true
}

var lengthWord = regexp.MustCompile(`^([A-Za-z_]\w*|\d+)$`)

// pointerDeclaration is the declaration of a pointer to the elements of what text declares as an array.
func pointerDeclaration(text, name string) string {
	i := strings.Index(text, name+" [")
	j := i + strings.Index(text[i:], "]")
	return text[:i] + "(*" + name + ")" + text[j+1:]
}

// argument gives a parameter its value.
func (e *entry) argument(p parameter) {
	start := len(e.p.Notes)
	e.value(p.name, p.typ, p.node, 0, p.want)
	for i := range e.p.Notes[start:] {
		n := &e.p.Notes[start+i]
		n.What = "argument " + p.name + " of " + e.f.name + " " + n.What
	}
	if a := p.want; a.kind == rangeArgument {
		if _, ok := p.typ.(*cc.PointerType); ok {
			e.refuse(p.node, "a range for the pointer %s", p.name)
		}
		e.linef("__VERIFIER_assume(%[1]s >= %[2]sLL && %[1]s <= %[3]sLL);", p.name, a.low, a.high)
		e.assume(p.node, "argument %s of %s is from %s to %s", p.name, e.f.name, a.low, a.high)
	}
}

// value stores any value of type t at path, a place.
func (e *entry) value(path string, t cc.Type, n cc.Node, depth int, want *argument) {
	if d := t.Undecay(); depth > 0 && d != nil && d.Kind() == cc.Array {
		t = d
	}
	switch t.Kind() {
	case cc.Ptr:
		e.pointer(path, t.(*cc.PointerType), n, depth, want)
		return
	case cc.Array:
		a := t.(*cc.ArrayType)
		count := e.typeOf(n, t).Len
		if count >= 0 && e.leaves+int(count)*leavesOf(e.typeOf(n, a.Elem())) <= entryLeaves {
			for i := range count {
				e.value(fmt.Sprintf("%s[%d]", path, i), a.Elem(), n, depth, &argument{})
			}
			return
		}
	case cc.Struct:
		s := t.(*cc.StructType)
		for i := range s.NumFields() {
			f := s.FieldByIndex(i)
			e.member(path, f, n, depth)
		}
		return
	case cc.Union:
	default:
		if want.kind != anyArgument && want.kind != rangeArgument {
			e.refuse(n, "a description as a pointer of %s, which is a %s", path, t)
		}
		name := inputOf(e.typeOf(n, t))
		if name != "" && !isConst(t) {
			if e.leaves++; e.leaves <= entryLeaves {
				e.linef("%s = %s;", path, e.input(name))
			}
		}
		return
	}
	if hasPointers(e.typeOf(n, t)) {
		e.assume(n, "has pointers in %s that are not valid", path)
	}
}

// member gives a member any value.
func (e *entry) member(path string, f *cc.Field, n cc.Node, depth int) {
	name := path
	if f.Name() != "" {
		if name = path + "." + f.Name(); strings.HasPrefix(path, "(*") && strings.HasSuffix(path, ")") && !strings.ContainsAny(path[2:len(path)-1], "()*") {
			name = path[2:len(path)-1] + "->" + f.Name()
		}
	} else if f.IsBitfield() {
		return
	}
	if f.IsFlexibleArrayMember() {
		return
	}
	e.value(name, f.Type(), n, depth+1, &argument{})
}

// leavesOf is the number of scalars in a value of type t, many if that is not known.
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

// pointer has path point to what is wanted of it, or what its type says.
func (e *entry) pointer(path string, t *cc.PointerType, n cc.Node, depth int, want *argument) {
	if isConst(t) && depth > 0 {
		e.assume(n, "has pointers in %s that are not valid", path)
		return
	}
	a := *want
	elem := t.Elem()
	whole := elem.Kind() != cc.Function && elem.Kind() != cc.Void && !elem.IsIncomplete()
	char := whole && elem.Kind() == cc.Char
	if a.kind == rangeArgument {
		return // refused by the caller
	}
	if a.kind != anyArgument && a.kind != nullArgument && !whole && (a.kind != objectArgument || elem.Kind() == cc.Function) {
		e.refuse(n, "this description of %s, which is a %s", path, t)
	}
	if a.kind == stringArgument && elem.Size() != 1 {
		e.refuse(n, "a description as a string of %s, which is a %s", path, t)
	}
	null, at := a.null || depth > 0, len(e.p.Notes)
	switch {
	case a.kind == nullArgument, depth > entryDepth:
		e.linef("%s = 0;", path)
		if depth == 0 {
			e.assume(n, "is null")
		} else {
			e.assume(n, "leads to objects %d levels deep, in which pointers are null", entryDepth)
		}
		return
	case null:
		e.linef("%s = 0;", path)
		e.linef("if (%s) {", e.input("bool"))
		e.indent++
	}
	says := ""
	switch {
	case elem.Kind() == cc.Function:
		e.names++
		e.linef("extern __typeof__(*%s) cornet_callback_%d;", path, e.names)
		e.linef("%s = cornet_callback_%d;", path, e.names)
		says = "points to a function without body"
	case !whole:
		e.names++
		e.linef("__SIZE_TYPE__ size_%d = %s;", e.names, e.input(e.sizeInput()))
		e.linef("%s = __builtin_malloc(size_%d);", path, e.names)
		says = "points to a block of its own, of any size"
	case a.kind == stringArgument, a.kind == anyArgument && char:
		says = e.stringOf(path, a)
	case a.kind == arrayArgument:
		says = e.array(path, elem, n, a)
	default:
		e.linef("%s = __builtin_malloc(sizeof *%s);", path, path)
		e.value("(*"+path+")", elem, n, depth, &argument{})
		says = "points to an object of its own"
	}
	if depth > 0 {
		says = "has pointers that are null or point to objects of their own"
	} else if null {
		says = "is null or " + says
	}
	if null {
		e.indent--
		e.linef("}")
	}
	e.assume(n, "%s", says)
	if last := len(e.p.Notes) - 1; last > at { // in front of what it contains
		e.p.Notes = slices.Insert(e.p.Notes[:last:last], at, e.p.Notes[last])
	}
}

// sizeInput yields any size.
func (e *entry) sizeInput() string {
	return inputOf(e.types.size())
}

// most is the greatest size of an object.
func (e *entry) most() string {
	if e.o.Model == cfg.LP64 {
		return "0x7fffffffffffffff"
	}
	return "0x7fffffff"
}

// stringOf has path point to a string.
func (e *entry) stringOf(path string, a argument) (says string) {
	e.names++
	n, s := fmt.Sprintf("length_%d", e.names), fmt.Sprintf("text_%d", e.names)
	e.linef("__SIZE_TYPE__ %s = %s;", n, e.input(e.sizeInput()))
	says = "points to a string of its own, of any length"
	if a.length == "" {
		e.linef("__VERIFIER_assume(%s < %s);", n, e.most())
	} else {
		e.linef("__VERIFIER_assume(%s <= %s);", n, a.length)
		says = "points to a string of its own, of at most " + a.length + " characters"
	}
	e.linef("char *%s = __builtin_malloc(%s + 1);", s, n)
	for k := range entryFirst {
		e.linef("if (%d < %s) %s[%d] = %s;", k, n, s, k, e.input("char"))
	}
	e.linef("%s[%s] = 0;", s, n)
	e.linef("%s = (void *)%s;", path, s)
	return says
}

// array has path point to some elements.
func (e *entry) array(path string, elem cc.Type, n cc.Node, a argument) (says string) {
	t := e.typeOf(n, elem)
	if count, err := strconv.ParseInt(a.length, 10, 31); err == nil {
		e.linef("%s = __builtin_malloc(%d * sizeof *%s);", path, count, path)
		if e.leaves+int(count)*leavesOf(t) <= entryLeaves {
			for i := range count {
				e.value(fmt.Sprintf("%s[%d]", path, i), elem, n, 1, &argument{})
			}
		} else if hasPointers(t) {
			e.assume(n, "has pointers that are not valid")
		}
		return fmt.Sprintf("points to %d elements of their own", count)
	}
	ps := e.f.typ.Parameters()
	i := slices.IndexFunc(ps, func(p *cc.Parameter) bool { return p.Name() == a.length })
	if i < 0 || e.typeOf(n, ps[i].Type()).Kind != cfg.Int {
		e.refuse(n, "%s as the length of %s, which is no argument that is an integer", a.length, path)
	}
	sign := ""
	if e.typeOf(n, ps[i].Type()).Signed {
		sign = a.length + " >= 0 && "
	}
	e.linef("__VERIFIER_assume(%s%s <= %s / sizeof *%s);", sign, a.length, e.most(), path)
	e.linef("%s = __builtin_malloc(%s * sizeof *%s);", path, a.length, path)
	if input := inputOf(t); input != "" {
		for k := range entryFirst {
			e.linef("if (%d < %s) %s[%d] = %s;", k, a.length, path, k, e.input(input))
		}
	} else if hasPointers(t) {
		e.assume(n, "has pointers that are not valid")
	}
	return "points to " + a.length + " elements of their own"
}

// guard runs f, whose panics become an error.
func guard(sources []Source, f func()) (err error) {
	defer func() {
		// Refusals come as *Error. The parser, which answers questions about types
		// lazily, panics on some malformed programs with other values.
		switch r := recover().(type) {
		case nil:
		case *Error:
			if r.Pos.Line == 0 { // something is missing in the whole
				last := sources[len(sources)-1]
				r.Pos = endOf(last.Name, last.Text)
			}
			err = r
		default:
			err = &Error{Msg: fmt.Sprintf("%s: cannot be translated: %s", sources[0].Name, firstLine(fmt.Sprint(r)))}
		}
	}()
	f()
	return nil
}
