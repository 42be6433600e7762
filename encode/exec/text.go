// SPDX-License-Identifier: Apache-2.0

package exec

import (
	"bytes"
	"fmt"
	"strings"

	"cornet/encode/cfg"
	"cornet/encode/ieee"
)

// This file writes values, places and conditions in C.

// maxElements is the number of elements of an aggregate that are written.
const maxElements = 8

// text writes a value of type t.
func (m *machine) text(v value, t *cfg.Type) string {
	switch t.Kind {
	case cfg.Int:
		return v.int().String()
	case cfg.Float:
		return t.Format().String(v.int())
	case cfg.Pointer:
		return m.nameAt(v.address(), t.Elem)
	}
	return m.aggregate(v.raw, t)
}

// aggregate writes a struct, union or array whose bytes are known.
func (m *machine) aggregate(raw []byte, t *cfg.Type) string {
	tmp := memory{heap: region{objects: []object{objectOf(raw)}}}
	var parts []string
	element := func(offset int64, t *cfg.Type) {
		if t.IsScalar() {
			parts = append(parts, m.text(tmp.load(heapBase+offset, t), t))
		} else if b := tmp.bytes(heapBase+offset, sizeOf(t)); b != nil {
			parts = append(parts, m.aggregate(b, t))
		}
	}
	switch t.Kind {
	case cfg.Array:
		size := max(t.Elem.Size, 1)
		for at := int64(0); at+size <= int64(len(raw)) && len(parts) < maxElements; at += size {
			element(at, t.Elem)
		}
		if int64(len(raw))/size > maxElements {
			parts = append(parts, "…")
		}
	case cfg.Struct, cfg.Union:
		for _, f := range t.Fields {
			switch {
			case len(parts) == maxElements:
				parts = append(parts, "…")
				return "{" + strings.Join(parts, ", ") + "}"
			case f.Bits > 0:
				parts = append(parts, tmp.loadBits(heapBase, f).int().String())
			default:
				element(f.Offset, f.Type)
			}
			if t.Kind == cfg.Union {
				break
			}
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// nameAt writes the address a of an element of type elem. If elem is nil, the type does not matter.
func (m *machine) nameAt(a int64, elem *cfg.Type) string {
	if a == 0 {
		return "NULL"
	}
	if f, ok := m.byCode[a]; ok && f != nil {
		return f.Name
	}
	if s, ok := m.literal(a); ok {
		return s
	}
	name := m.designated(a, elem)
	switch {
	case name == "":
		return fmt.Sprintf("%#x", a)
	case strings.HasPrefix(name, "*"):
		return name[1:]
	}
	return "&" + name
}

// literal writes an address in a string literal.
func (m *machine) literal(a int64) (string, bool) {
	o := m.mem.find(a)
	if o == nil || m.observer.names[o.base].name != stringLiteral || m.observer.names[o.base].typ.Elem.Size != 1 {
		return "", false
	}
	text, _, _ := bytes.Cut(o.part(0, min(o.size, maxPart)), []byte{0})
	s := fmt.Sprintf("%.40q", text)
	if a > o.base {
		s += fmt.Sprintf(" + %d", a-o.base)
	}
	return s, true
}

// stringLiteral is the name of the variables that hold string literals.
const stringLiteral = "<string>"

// designated writes the object, or part of an object, of type elem at address a. If elem is nil,
// the type does not matter. It returns "" if there is no object.
func (m *machine) designated(a int64, elem *cfg.Type) string {
	o := m.mem.find(a)
	if o == nil {
		return ""
	}
	n, ok := m.observer.names[o.base]
	if !ok {
		return ""
	}
	name, rest := n.name, a-o.base
	if n.typ == nil && elem != nil && elem.Size > 0 && rest%elem.Size == 0 { // an allocated object is used as an array
		if rest == 0 && o.size < 2*elem.Size {
			return "*" + name
		}
		return fmt.Sprintf("%s[%d]", name, rest/elem.Size)
	}
	path, rest := member(n.typ, rest, elem)
	if rest != 0 || n.typ == nil {
		base := "*(&" + name + path
		if n.typ == nil {
			base = "*(" + name
		}
		return strings.TrimSuffix(fmt.Sprintf("%s + %d)", base, rest), " + 0)")
	}
	return name + path
}

// member returns the part of a type at an offset with type elem, and the rest of the offset.
func member(t *cfg.Type, offset int64, elem *cfg.Type) (string, int64) {
	path := ""
	for t != nil && !(offset == 0 && (elem == nil || t.Same(elem))) {
		switch {
		case t.Kind == cfg.Array && t.Elem.Size > 0:
			path += fmt.Sprintf("[%d]", offset/t.Elem.Size)
			t, offset = t.Elem, offset%t.Elem.Size
			continue
		case t.Kind == cfg.Struct || t.Kind == cfg.Union:
			if f := fieldAt(t, offset); f != nil {
				path += "." + f.Name
				t, offset = f.Type, offset-f.Offset
				continue
			}
		}
		break
	}
	return path, offset
}

// fieldAt returns the field of a struct or union that contains an offset, or nil.
func fieldAt(t *cfg.Type, offset int64) *cfg.Field {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Bits == 0 && f.Offset <= offset && offset < f.Offset+f.Type.Size {
			return f
		}
	}
	return nil
}

// placeText writes a place, with the numbers of indices.
func (m *machine) placeText(fr *frame, l cfg.Place) string {
	switch l := l.(type) {
	case cfg.VarPlace:
		if l.Var.Kind == cfg.Temp {
			if s := m.observer.texts[fr][l.Var.ID]; s != "" {
				return s
			}
			return "…"
		}
		return l.Var.Name
	case cfg.Deref:
		if a, ok := l.Pointer.(cfg.AddrOf); ok {
			return m.placeText(fr, a.Place)
		}
		if b, ok := l.Pointer.(cfg.Binary); ok && b.Operator == cfg.PtrAdd {
			return m.exprText(fr, b.X, 100) + "[" + m.index(fr, b.Y) + "]"
		}
		return "*" + m.exprText(fr, l.Pointer, 90)
	case cfg.FieldPlace:
		name := l.In.Type().Fields[l.Index].Name
		if d, ok := l.In.(cfg.Deref); ok {
			if _, ok := d.Pointer.(cfg.AddrOf); !ok {
				return m.exprText(fr, d.Pointer, 100) + "->" + name
			}
		}
		return m.placeText(fr, l.In) + "." + name
	case cfg.IndexPlace:
		return m.placeText(fr, l.In) + "[" + m.index(fr, l.Index) + "]"
	}
	return "…"
}

// index returns the value of an index.
func (m *machine) index(fr *frame, x cfg.Expr) (s string) {
	m.unobserved(func() { s = m.eval(fr, x).int().String() })
	return s
}

// precedences are the operators with their precedences.
var precedences = map[cfg.BinaryOp]struct {
	sign string
	prec int
}{
	cfg.Mul: {"*", 80}, cfg.Div: {"/", 80}, cfg.Rem: {"%", 80}, cfg.Add: {"+", 70}, cfg.Sub: {"-", 70}, cfg.PtrAdd: {"+", 70}, cfg.PtrDiff: {"-", 70},
	cfg.Shl: {"<<", 60}, cfg.Shr: {">>", 60}, cfg.Lt: {"<", 50}, cfg.Le: {"<=", 50}, cfg.Gt: {">", 50}, cfg.Ge: {">=", 50},
	cfg.Eq: {"==", 45}, cfg.Ne: {"!=", 45}, cfg.BitAnd: {"&", 40}, cfg.BitXor: {"^", 35}, cfg.BitOr: {"|", 30}, cfg.LogAnd: {"&&", 20}, cfg.LogOr: {"||", 10},
}

// opposite maps comparisons to their negations.
var opposite = map[cfg.BinaryOp]cfg.BinaryOp{cfg.Lt: cfg.Ge, cfg.Ge: cfg.Lt, cfg.Le: cfg.Gt, cfg.Gt: cfg.Le, cfg.Eq: cfg.Ne, cfg.Ne: cfg.Eq}

// exprText writes an expression, in parentheses if it binds less tightly than prec. Conversions of
// numbers are left out.
func (m *machine) exprText(fr *frame, x cfg.Expr, prec int) string {
	switch x := x.(type) {
	case cfg.Const:
		if x.Of.Kind == cfg.Pointer {
			return m.nameAt(fromBig(x.Value).address(), x.Of.Elem)
		}
		return cfg.FormatExpr(x)
	case cfg.FloatConst:
		return x.Of.Format().String(x.Value)
	case cfg.Load:
		return m.placeText(fr, x.From)
	case cfg.AddrOf:
		if x.Place.Type().Kind == cfg.Array {
			return m.placeText(fr, x.Place)
		}
		return "&" + m.placeText(fr, x.Place)
	case cfg.FuncAddr:
		return x.Name
	case cfg.Cast:
		return m.exprText(fr, x.X, prec)
	case cfg.Unary:
		return m.unaryText(fr, x)
	case cfg.Binary:
		b, ok := precedences[x.Operator.Toward(ieee.Nearest)]
		if !ok {
			return cfg.FormatExpr(x)
		}
		return parenthesized(m.exprText(fr, x.X, b.prec)+" "+b.sign+" "+m.exprText(fr, x.Y, b.prec+1), b.prec < prec)
	case cfg.Cond:
		return parenthesized(m.exprText(fr, x.If, 11)+" ? "+m.exprText(fr, x.Then, 5)+" : "+m.exprText(fr, x.Else, 5), prec > 5)
	}
	return "…"
}

func (m *machine) unaryText(fr *frame, x cfg.Unary) string {
	sign := map[cfg.UnaryOp]string{cfg.Neg: "-", cfg.BitNot: "~", cfg.LogNot: "!"}[x.Operator]
	if sign == "" {
		return cfg.FormatExpr(x)
	}
	if x.Operator == cfg.LogNot {
		inner := x.X
		for {
			c, ok := inner.(cfg.Cast)
			if !ok {
				break
			}
			inner = c.X
		}
		if b, ok := inner.(cfg.Binary); ok && b.X.Type().Kind != cfg.Float {
			if o, ok := opposite[b.Operator]; ok {
				b.Operator = o
				return m.exprText(fr, b, 0)
			}
		}
		if u, ok := inner.(cfg.Unary); ok && u.Operator == cfg.LogNot {
			return m.exprText(fr, u.X, 90)
		}
	}
	return sign + m.exprText(fr, x.X, 90)
}

func parenthesized(s string, parens bool) string {
	if parens {
		return "(" + s + ")"
	}
	return s
}
