// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"math/big"
	"strings"
	"unicode/utf8"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// This file computes the values of literals from their spelling. The parser's values differ from
// gcc's for wide strings with escapes, character constants of several bytes and u8 strings. joined
// prepares literals for the parser.

// integerLiteral returns the value of an integer constant.
func (b *builder) integerLiteral(n *cc.PrimaryExpression) cfg.Expr {
	v, ok := integerOf(n.Value())
	if !ok {
		b.fail(n, "%s is not an integer constant", n.Token.SrcStr())
	}
	t := b.typeOf(n, n.Type())
	if t.Kind != cfg.Int {
		b.fail(n, "%s is not an integer constant", n.Token.SrcStr())
	}
	return cfg.Const{Value: t.Wrap(v), Of: t, Written: n.Token.SrcStr()}
}

// characterLiteral returns the value of a character constant. As in gcc, several characters are the
// bytes of an int, with the last one lowest.
func (b *builder) characterLiteral(n *cc.PrimaryExpression) cfg.Expr {
	elem := b.types.char()
	if n.Case == cc.PrimaryExpressionLChar {
		elem = b.types.int()
	}
	units := b.decode(n, elem)
	t := b.types.int()
	switch {
	case len(units) == 1:
		return cfg.Const{Value: t.Wrap(elem.Wrap(big.NewInt(units[0]))), Of: t, Written: n.Token.SrcStr()}
	case len(units) == 0 || len(units) > 4 || elem.Width != 8:
		b.refuse(n, "character constant %s", n.Token.SrcStr())
	}
	v := int64(0)
	for _, c := range units {
		v = v<<8 | c&0xff
	}
	return cfg.Const{Value: t.Wrap(big.NewInt(v)), Of: t}
}

// stringLiteral returns the anonymous array of a string literal.
func (b *builder) stringLiteral(n *cc.PrimaryExpression) cfg.Place {
	text, elem := b.literalText(n)
	return cfg.VarPlace{Var: b.text(text, elem, b.pos(n))}
}

// literalText returns the contents of a string literal with its terminator, in bytes, and the type
// of its characters.
func (b *builder) literalText(n *cc.PrimaryExpression) ([]byte, *cfg.Type) {
	elem := b.types.char()
	if n.Case == cc.PrimaryExpressionLString {
		elem = b.types.int()
	}
	var text []byte
	for _, c := range append(b.decode(n, elem), 0) {
		for i := int64(0); i < elem.Size; i++ {
			text = append(text, byte(c>>(8*i)))
		}
	}
	return text, elem
}

// decode returns the characters of a literal as numbers of the width of elem. Narrow literals have
// bytes of UTF-8, and wide ones have code points.
func (b *builder) decode(n *cc.PrimaryExpression, elem *cfg.Type) []int64 {
	s := n.Token.SrcStr()
	if elem.Width > 8 {
		s = strings.TrimPrefix(s, "L")
	}
	if len(s) < 2 || s[0] != s[len(s)-1] {
		b.refuse(n, "literal %s", n.Token.SrcStr())
	}
	quote, s := s[0], s[1:len(s)-1]
	units := make([]int64, 0, len(s))
	encode := func(r rune) {
		if elem.Width > 8 {
			units = append(units, int64(r))
			return
		}
		for _, c := range []byte(string(r)) {
			units = append(units, int64(c))
		}
	}
	for len(s) > 0 {
		switch {
		case s[0] == quote:
			// The literal has a prefix that the parser does not know.
			b.refuse(n, "literal %s", n.Token.SrcStr())
		case s[0] == '\\':
			v, isChar, size := escape(s)
			if size == 0 || !isChar && v >= 1<<elem.Width {
				b.refuse(n, "an escape sequence in %s", n.Token.SrcStr())
			}
			if isChar {
				encode(rune(v))
			} else {
				units = append(units, v)
			}
			s = s[size:]
		case elem.Width == 8:
			units = append(units, int64(s[0]))
			s = s[1:]
		default:
			r, size := utf8.DecodeRuneInString(s)
			if r == utf8.RuneError && size <= 1 {
				b.refuse(n, "literal %s, which is not UTF-8", n.Token.SrcStr())
			}
			encode(r)
			s = s[size:]
		}
	}
	return units
}

// simpleEscapes are the values of escape sequences of one character.
var simpleEscapes = map[byte]int64{
	'\'': '\'', '"': '"', '?': '?', '\\': '\\', 'a': 7, 'b': 8, 'e': 27, 'E': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11,
}

// escape reads the escape sequence at the beginning of s. It returns the value, whether this is a
// code point instead of a unit of the literal, and the length of the sequence. The length is 0 if
// the sequence is not known.
func escape(s string) (v int64, isChar bool, size int) {
	if len(s) < 2 {
		return 0, false, 0
	}
	if v, ok := simpleEscapes[s[1]]; ok {
		return v, false, 2
	}
	base, least, most, start := int64(16), 1, len(s), 2
	switch s[1] {
	case 'x':
	case 'u':
		least, most, isChar = 4, 4, true
	case 'U':
		least, most, isChar = 8, 8, true
	default:
		base, most, start = 8, 3, 1
	}
	i := start
	for i < len(s) && i-start < most && v < 1<<40 {
		d := int64(strings.IndexByte("0123456789abcdef", s[i]|0x20))
		if d < 0 || d >= base || s[i] < '0' {
			break
		}
		v = v*base + d
		i++
	}
	if i-start < least {
		return 0, false, 0
	}
	if isChar && !utf8.ValidRune(rune(v)) {
		return 0, false, 0
	}
	return v, isChar, i
}

// text returns the variable of a string literal. Equal literals share one.
func (u *unit) text(text []byte, elem *cfg.Type, pos cfg.Pos) *cfg.Var {
	key := elem.String() + string(text)
	v := u.strings[key]
	if v == nil {
		v = u.newVar("<string>", u.types.array(elem, int64(len(text))/elem.Size), cfg.Global, nil, pos)
		v.Literal = true
		u.strings[key] = v
		u.addInit(initialiser{v: v, text: text})
		u.constants[v] = true
	}
	u.use(v)
	return v
}

// textValue returns a string literal as the value of an array of type t.
func (u *unit) textValue(text []byte, t *cfg.Type) cfg.Expr {
	a := cfg.Aggregate{Of: unqualified(t)}
	w := t.Elem.Size
	for i := int64(0); i+w <= int64(len(text)) && (t.Len < 0 || i/w < t.Len); i += w {
		v := int64(0)
		for j := w - 1; j >= 0; j-- {
			v = v<<8 | int64(text[i+j])
		}
		a.Elems = append(a.Elems, cfg.Const{Value: t.Elem.Wrap(big.NewInt(v)), Of: unqualified(t.Elem)})
	}
	for len(a.Elems) > 0 && a.Elems[len(a.Elems)-1].(cfg.Const).Value.Sign() == 0 {
		a.Elems = a.Elems[:len(a.Elems)-1]
	}
	return a
}
