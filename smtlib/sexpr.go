// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"io"
	"strings"

	"cornet/logic"
)

// Sexpr is an s-expression: an atom or a list. The reader keeps arguments of commands that it does
// not interpret in this form. It is also convenient for small outputs, such as refutations. Terms
// are not read through it.
type Sexpr struct {
	Kind   SexprKind
	Quoted bool    // a symbol written between bars
	Text   string  // of an atom: symbols without bars, keywords with the colon, bit-vectors without #x or #b, strings without quotes
	List   []Sexpr // of a list
	Pos    Pos

	end place // of the closing parenthesis
}

// SexprKind is the kind of a [Sexpr].
type SexprKind uint8

// The kinds of s-expressions.
const (
	SexprList SexprKind = iota
	SexprSymbol
	SexprKeyword
	SexprNumeral
	SexprDecimal
	SexprHex
	SexprBinary
	SexprString
)

// IsSymbol reports whether x is the symbol called name.
func (x Sexpr) IsSymbol(name string) bool { return x.Kind == SexprSymbol && x.Text == name }

// Head returns the symbol that the list x starts with, "" when x is no such
// list.
func (x Sexpr) Head() string {
	if x.Kind == SexprList && len(x.List) > 0 && x.List[0].Kind == SexprSymbol {
		return x.List[0].Text
	}
	return ""
}

// String returns x in SMT-LIB syntax on one line.
func (x Sexpr) String() string {
	var b strings.Builder
	x.write(&b)
	return b.String()
}

func (x Sexpr) write(b *strings.Builder) {
	type item struct {
		list []Sexpr
		next int
	}
	stack := []item{{list: []Sexpr{x}}}
	for {
		top := &stack[len(stack)-1]
		if top.next == len(top.list) {
			stack = stack[:len(stack)-1]
			if len(stack) == 0 {
				return
			}
			b.WriteByte(')')
			continue
		}
		y := &top.list[top.next]
		if top.next++; top.next > 1 {
			b.WriteByte(' ')
		}
		if y.Kind == SexprList {
			b.WriteByte('(')
			stack = append(stack, item{list: y.List})
			continue
		}
		y.writeAtom(b)
	}
}

func (x *Sexpr) writeAtom(b *strings.Builder) {
	switch x.Kind {
	case SexprSymbol:
		if logic.IsReserved(x.Text) && !x.Quoted {
			b.WriteString(x.Text)
			return
		}
		b.WriteString(logic.QuoteSymbol(x.Text))
	case SexprHex:
		b.WriteString("#x" + x.Text)
	case SexprBinary:
		b.WriteString("#b" + x.Text)
	case SexprString:
		b.WriteString(`"` + strings.ReplaceAll(x.Text, `"`, `""`) + `"`)
	default:
		b.WriteString(x.Text)
	}
}

// ReadSexprs reads all s-expressions of r. name is the name of the input in messages. The error is
// nil or an *[Error].
func ReadSexprs(name string, r io.Reader) ([]Sexpr, error) {
	rd := &reader{lx: newLexer(r, name, &symbols{table: map[string]*symbol{}})}
	var z []Sexpr
	err := Catch(func() {
		for rd.lx.next(); rd.lx.kind != tokEOF; rd.lx.next() {
			z = append(z, rd.sexprHere())
		}
	})
	if err != nil {
		return nil, err
	}
	return z, nil
}

// sexprHere reads the s-expression that starts with the current token. Lists
// deeper than a limit are refused, so that recursion over the result is safe.
func (r *reader) sexprHere() Sexpr {
	var open []Sexpr
	for {
		x := Sexpr{Pos: r.lx.position(r.lx.at)}
		switch r.lx.kind {
		case tokEOF:
			if len(open) > 0 {
				panic(r.lx.unclosed(placeOf(open[0].Pos), "list"))
			}
			panic(r.unexpected("an s-expression"))
		case tokOpen:
			if len(open) >= maxSexprDepth {
				panic(r.errorAt(r.lx.at, CodeLimit, "lists nested more than %d deep", maxSexprDepth))
			}
			open = append(open, x)
			r.lx.next()
			continue
		case tokClose:
			if len(open) == 0 {
				panic(r.unexpected("an s-expression"))
			}
			x = open[len(open)-1]
			x.end = r.lx.at
			open = open[:len(open)-1]
		default:
			k := atomKinds[r.lx.kind]
			x.Kind, x.Quoted, x.Text = k, r.lx.kind == tokQuoted, string(r.lx.text)
			if k == SexprString {
				x.Text = strings.ReplaceAll(x.Text, `""`, `"`)
			}
		}
		if len(open) == 0 {
			return x
		}
		top := &open[len(open)-1]
		top.List = append(top.List, x)
		r.lx.next()
	}
}

const maxSexprDepth = 100_000

var atomKinds = [...]SexprKind{
	tokSymbol: SexprSymbol, tokQuoted: SexprSymbol, tokKeyword: SexprKeyword, tokNumeral: SexprNumeral,
	tokDecimal: SexprDecimal, tokHex: SexprHex, tokBinary: SexprBinary, tokString: SexprString,
}

var tokenKinds = [...]tokenKind{
	SexprSymbol: tokSymbol, SexprKeyword: tokKeyword, SexprNumeral: tokNumeral, SexprDecimal: tokDecimal,
	SexprHex: tokHex, SexprBinary: tokBinary, SexprString: tokString,
}

func placeOf(p Pos) place { return place{p.Offset, int32(p.Line), int32(p.Column)} }

// token is a token read before.
type token struct {
	kind tokenKind
	at   place
	text string
}

// replay lets f read x again, as if it came next in the input.
func (r *reader) replay(x Sexpr, f func()) {
	saved := *r.lx
	r.lx.file, r.lx.held = x.Pos.File, true
	r.lx.queue = append(x.tokens(), token{kind: tokEOF, at: x.end})
	f()
	*r.lx = saved
}

// tokens returns the tokens of x.
func (x Sexpr) tokens() []token {
	var z []token
	type item struct {
		Sexpr
		next int // of its list
	}
	for stack := []item{{Sexpr: x}}; len(stack) > 0; {
		top := &stack[len(stack)-1]
		if top.Kind == SexprList && top.next == 0 {
			z = append(z, token{kind: tokOpen, at: placeOf(top.Pos)})
		}
		switch {
		case top.Kind != SexprList:
			kind := tokenKinds[top.Kind]
			if top.Quoted {
				kind = tokQuoted
			}
			z = append(z, token{kind, placeOf(top.Pos), top.Text})
			stack = stack[:len(stack)-1]
		case top.next == len(top.List):
			z = append(z, token{kind: tokClose, at: top.end})
			stack = stack[:len(stack)-1]
		default:
			top.next++
			stack = append(stack, item{Sexpr: top.List[top.next-1]})
		}
	}
	return z
}
