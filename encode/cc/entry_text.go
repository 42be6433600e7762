// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"fmt"
	"math"
	"strings"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// An entryText is the text of an entry. Its first line declares the functions that yield inputs.
// The second line begins the function.
type entryText struct {
	head, body strings.Builder
	indent     int
	line       int // the line of the next statement
	declared   map[string]bool
}

// entryLine is the line of the first statement.
const entryLine = 3

func newEntryText(u *unit) *entryText {
	t := &entryText{indent: 1, line: entryLine, declared: map[string]bool{}}
	if u.funcs["__VERIFIER_assume"] == nil {
		t.head.WriteString("extern void __VERIFIER_assume(int);")
	}
	return t
}

// harness returns the text. It can follow the text of a file.
func (t *entryText) harness(file int) *cfg.Harness {
	return &cfg.Harness{Head: strings.TrimSpace(t.head.String()) + "\n", Body: t.body.String(), File: file}
}

func join(texts []string) string { return strings.Join(texts, ", ") }

// linef writes a line. The steps that follow belong to it.
func (e *entry) linef(format string, args ...any) {
	t := e.text
	if strings.HasPrefix(format, "}") {
		t.indent--
	}
	t.body.WriteString(strings.Repeat("  ", t.indent))
	fmt.Fprintf(&t.body, format+"\n", args...)
	e.at = cfg.Pos{File: EntryFile, Line: t.line, Column: 2*t.indent + 1}
	if strings.HasSuffix(format, "{") {
		t.indent++
	}
	t.line++
}

// inputTypes are the declared result types of functions that yield inputs.
var inputTypes = map[string]string{
	"float": "float", "double": "double", "bool": "_Bool", "char": "char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
	"int": "int", "uint": "unsigned", "longlong": "long long", "ulonglong": "unsigned long long",
}

// inputOf returns the end, after __VERIFIER_nondet_, of the name of a function that yields any
// value of a scalar type, or "".
func inputOf(t *cfg.Type) string {
	switch {
	case t.Kind == cfg.Float:
		return map[int]string{32: "float", 64: "double"}[t.Width]
	case t.Kind != cfg.Int:
		return ""
	case t.Bool:
		return "bool"
	}
	name := map[int64]string{1: "char", 2: "short", 4: "int", 8: "longlong"}[t.Size]
	if name != "" && !t.Signed {
		name = "u" + name
	}
	return name
}

// inputCall returns the text of a call that yields any value of type t.
func inputCall(t *cfg.Type) string { return "__VERIFIER_nondet_" + inputOf(t) + "()" }

// any returns any value of type t, from the call in the last written line.
func (e *entry) any(t *cfg.Type) cfg.Expr {
	kind := inputOf(t)
	name := "__VERIFIER_nondet_" + kind
	if !e.text.declared[name] && e.funcs[name] == nil {
		fmt.Fprintf(&e.text.head, " extern %s %s(void);", inputTypes[kind], name)
		e.mentionBehind(name)
	}
	e.text.declared[name] = true
	v := e.temp(t)
	e.emit(cfg.Havoc{To: cfg.VarPlace{Var: v}, Input: name}).Pos.Mention = e.mentionBehind(name)
	return cfg.Load{From: cfg.VarPlace{Var: v}}
}

// mentionBehind adds a mention of a name at the end of the translation unit's text. It returns the
// number of the mention.
func (u *unit) mentionBehind(name string) int {
	u.mentions[name] = append(u.mentions[name], math.MaxInt)
	u.countMentions(name)
	return u.mentionsBefore(name) + len(u.mentions[name])
}

// basicTypes are the names of types that have no declaration.
var basicTypes = map[cc.Kind]string{
	cc.Void: "void", cc.Bool: "_Bool", cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char", cc.Short: "short", cc.UShort: "unsigned short",
	cc.Int: "int", cc.UInt: "unsigned", cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
	cc.Int128: "__int128", cc.UInt128: "unsigned __int128", cc.Float: "float", cc.Double: "double", cc.LongDouble: "long double",
}

var keywords = map[cc.Kind]string{cc.Struct: "struct", cc.Union: "union", cc.Enum: "enum"}

// declaration declares the declarator what with type t, without its qualifiers. If the length of an
// array is not constant, its elements are declared instead, one after the other.
func (e *entry) declaration(n cc.Node, t cc.Type, what string) string {
	switch t := t.(type) {
	case *cc.PointerType:
		elem := t.Elem()
		if row := vlaType(elem); row != nil {
			elem = vlaBase(row)
		}
		if k := elem.Kind(); k == cc.Array || k == cc.Function {
			return e.declaration(n, elem, "(*"+what+")")
		}
		return e.declaration(n, elem, "*"+what)
	case *cc.ArrayType:
		length := ""
		if own := e.typeOf(n, t).Len; own >= 0 {
			length = fmt.Sprint(own)
		}
		return e.declaration(n, t.Elem(), what+"["+length+"]")
	case *cc.FunctionType:
		var params []string
		for _, p := range t.Parameters() {
			params = append(params, e.declaration(n, p.Type(), ""))
		}
		if t.IsVariadic() {
			params = append(params, "...")
		}
		return e.declaration(n, t.Result(), what+"("+join(params)+")")
	}
	name := basicTypes[t.Kind()]
	if tagged, ok := t.(interface{ Tag() cc.Token }); ok {
		tag := tagged.Tag()
		// Compilers do not accept a type without a name.
		if d := t.Typedef(); tag.SrcStr() != "" || d == nil {
			name = keywords[t.Kind()] + " " + tag.SrcStr()
		} else {
			name = d.Name()
		}
	}
	return strings.TrimSpace(name + " " + what)
}
