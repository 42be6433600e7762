// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"cornet/encode/cfg"
)

// A value is the value of an expression in #if, of type intmax_t or uintmax_t.
type value struct {
	n        int64
	unsigned bool
}

func truth(b bool) value {
	if b {
		return value{n: 1}
	}
	return value{}
}

// condition evaluates the condition of #if or #elif.
func (p *preprocessor) condition(at Token) bool {
	c := &condition{p: p, at: at.Pos, ts: p.operands(p.file().rest())}
	if len(c.ts) == 0 {
		p.fail(at.Pos, "#%s with no expression", at.Text)
	}
	v := c.choice(true)
	if len(c.ts) > 0 {
		p.fail(at.Pos, "unexpected '%s' in the condition of #%s", c.ts[0].Text, at.Text)
	}
	return v.n != 0
}

// operands returns the tokens of a condition with macros expanded. Numbers replace the operators
// that take names. Macros may expand to such operators; the names after the operators are not
// expanded.
func (p *preprocessor) operands(ts []Token) (z []Token) {
	x := &expander{p: p, base: func() Token { return Token{Kind: endOfText} }}
	x.push(ts, nil)
	defer x.close()
	for {
		t := x.next()
		if t.Kind == endOfText {
			return z
		}
		if t.Kind != Identifier || t.Text != "defined" && p.operators[t.Text] == nil {
			z = append(z, t)
			continue
		}
		arg := x.operand(t)
		n := 0
		if t.Text != "defined" {
			n = p.operators[t.Text](arg, t)
		} else if len(arg) != 1 {
			p.fail(t.Pos, "defined takes a name")
		} else {
			n = int(truth(p.has(arg[0])).n)
		}
		z = append(z, Token{Kind: Number, Text: strconv.Itoa(n), Pos: t.Pos, space: t.space})
	}
}

// operand returns the tokens after an operator that takes a name.
func (x *expander) operand(of Token) (arg []Token) {
	first := x.raw()
	if !first.is("(") {
		if of.Text != "defined" || first.Kind == endOfText {
			x.p.fail(of.Pos, "missing '(' after %s", of.Text)
		}
		return []Token{first}
	}
	for depth := 0; ; {
		t := x.raw()
		switch {
		case t.Kind == endOfText:
			x.p.fail(of.Pos, "missing ')' after %s", of.Text)
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth < 0 {
				return arg
			}
		}
		arg = append(arg, t)
	}
}

// A condition is an expression of a directive during evaluation.
type condition struct {
	p     *preprocessor
	at    cfg.Pos
	ts    []Token
	depth int
}

func (c *condition) fail(format string, args ...any) { c.p.fail(c.at, format, args...) }

// take skips a punctuator if it is the next token.
func (c *condition) take(s string) bool {
	if len(c.ts) > 0 && c.ts[0].is(s) {
		c.ts = c.ts[1:]
		return true
	}
	return false
}

// choice evaluates an expression. Parts that need no evaluation may divide by zero.
func (c *condition) choice(eval bool) value {
	if c.depth++; c.depth > maxDepth {
		c.fail("the condition is nested too deeply")
	}
	defer func() { c.depth-- }()
	v := c.binary(0, eval)
	if !c.take("?") {
		return v
	}
	yes := c.choice(eval && v.n != 0)
	if !c.take(":") {
		c.fail("'?' without following ':'")
	}
	no := c.choice(eval && v.n == 0)
	unsigned := yes.unsigned || no.unsigned
	if v.n == 0 {
		yes = no
	}
	return value{yes.n, unsigned}
}

// precedences are the binary operators, from the loosest to the tightest binding.
var precedences = [][]string{
	{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

func (c *condition) binary(level int, eval bool) value {
	if level == len(precedences) {
		return c.unary(eval)
	}
	v := c.binary(level+1, eval)
	for {
		op := ""
		for _, o := range precedences[level] {
			if c.take(o) {
				op = o
				break
			}
		}
		switch op {
		case "":
			return v
		case "||":
			w := c.binary(level+1, eval && v.n == 0)
			v = truth(v.n != 0 || w.n != 0)
		case "&&":
			w := c.binary(level+1, eval && v.n != 0)
			v = truth(v.n != 0 && w.n != 0)
		default:
			v = c.apply(op, v, c.binary(level+1, eval), eval)
		}
	}
}

// operations are operators whose result has the common type of the operands.
var operations = map[string]func(a, b int64) int64{
	"|": func(a, b int64) int64 { return a | b }, "^": func(a, b int64) int64 { return a ^ b }, "&": func(a, b int64) int64 { return a & b },
	"+": func(a, b int64) int64 { return a + b }, "-": func(a, b int64) int64 { return a - b }, "*": func(a, b int64) int64 { return a * b },
}

// comparisons are the comparisons of signed numbers. Unsigned numbers are shifted into the signed
// range first.
var comparisons = map[string]func(a, b int64) bool{
	"==": func(a, b int64) bool { return a == b }, "!=": func(a, b int64) bool { return a != b },
	"<=": func(a, b int64) bool { return a <= b }, ">=": func(a, b int64) bool { return a >= b },
	"<": func(a, b int64) bool { return a < b }, ">": func(a, b int64) bool { return a > b },
}

func (c *condition) apply(op string, v, w value, eval bool) value {
	unsigned := v.unsigned || w.unsigned
	if f := operations[op]; f != nil {
		return value{f(v.n, w.n), unsigned}
	}
	if f := comparisons[op]; f != nil {
		if unsigned {
			return truth(f(v.n^-1<<63, w.n^-1<<63))
		}
		return truth(f(v.n, w.n))
	}
	if op == "<<" || op == ">>" {
		n := w.n
		if (op == ">>") != (n < 0 && !w.unsigned) {
			return shiftRight(v, magnitude(w))
		}
		if m := magnitude(w); m < 64 {
			return value{v.n << m, v.unsigned}
		}
		return value{0, v.unsigned}
	}
	if w.n == 0 {
		if eval {
			c.fail("division by zero in a condition")
		}
		return value{0, unsigned}
	}
	switch {
	case unsigned && op == "/":
		q, _ := bits.Div64(0, uint64(v.n), uint64(w.n))
		return value{int64(q), true}
	case unsigned:
		return value{int64(uint64(v.n) % uint64(w.n)), true}
	case op == "/":
		return value{v.n / w.n, false}
	}
	return value{v.n % w.n, false}
}

// magnitude returns the absolute value of a number of bits.
func magnitude(v value) uint64 {
	if v.n < 0 && !v.unsigned {
		return uint64(-v.n)
	}
	return uint64(v.n)
}

func shiftRight(v value, n uint64) value {
	if v.unsigned {
		return value{int64(uint64(v.n) >> n), true}
	}
	return value{v.n >> min(n, 63), false}
}

func (c *condition) unary(eval bool) value {
	if c.depth++; c.depth > maxDepth {
		c.fail("the condition is nested too deeply")
	}
	defer func() { c.depth-- }()
	switch {
	case c.take("!"):
		return truth(c.unary(eval).n == 0)
	case c.take("-"):
		v := c.unary(eval)
		return value{-v.n, v.unsigned}
	case c.take("+"):
		return c.unary(eval)
	case c.take("~"):
		v := c.unary(eval)
		return value{^v.n, v.unsigned}
	case c.take("("):
		v := c.choice(eval)
		if !c.take(")") {
			c.fail("missing ')' in a condition")
		}
		return v
	}
	if len(c.ts) == 0 {
		c.fail("a condition ends too early")
	}
	t := c.ts[0]
	c.ts = c.ts[1:]
	switch t.Kind {
	case Number:
		return c.number(t)
	case Char:
		return c.char(t)
	case Identifier:
		if len(c.ts) > 0 && c.ts[0].is("(") {
			c.fail("'%s' is not a macro with arguments", t.Text)
		}
		c.p.undefined(t)
		return value{}
	}
	c.fail("unexpected '%s' in a condition", t.Text)
	return value{}
}

// number returns the value of an integer constant.
func (c *condition) number(t Token) value {
	text := strings.ToLower(strings.ReplaceAll(t.Text, "'", ""))
	digits := strings.TrimRight(text, "ul")
	if strings.HasPrefix(digits, "0x") {
		digits = "0x" + digits[2:]
	}
	suffix := text[len(digits):]
	n, err := strconv.ParseUint(digits, 0, 64)
	if strings.Contains(digits, "_") || strings.HasPrefix(digits, "0o") || err != nil || len(suffix) > 3 {
		c.fail("'%s' is not an integer constant", t.Text)
	}
	return value{int64(n), strings.Contains(suffix, "u") || n > 1<<63-1}
}

// simpleEscapes are the escape sequences of one character.
var simpleEscapes = map[byte]int64{'n': 10, 't': 9, 'r': 13, 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27, '\\': '\\', '\'': '\'', '"': '"', '?': '?'}

// char returns the value of a character constant.
func (c *condition) char(t Token) value {
	prefix, s, _ := strings.Cut(t.Text, "'")
	s = s[:len(s)-1]
	v, count := int64(0), 0
	for s != "" {
		n, size := int64(s[0]), 1
		switch {
		case s[0] == '\\' && len(s) > 1:
			n, size = c.escape(s)
		case prefix != "":
			var r rune
			r, size = utf8.DecodeRuneInString(s)
			n = int64(r)
		}
		s = s[size:]
		count++
		if prefix != "" {
			v = n
		} else {
			v = int64(int32(v<<8 | n&0xff))
		}
	}
	if count == 0 {
		c.fail("an empty character constant")
	}
	if count == 1 && prefix == "" {
		v = int64(int8(v))
	}
	return value{v, prefix == "u" || prefix == "U" || prefix == "u8"}
}

// escape returns the value and the length of the escape sequence at the beginning of s.
func (c *condition) escape(s string) (n int64, size int) {
	if v, ok := simpleEscapes[s[1]]; ok {
		return v, 2
	}
	digits, base, from, most := "01234567", 8, 1, 4
	if s[1] == 'x' {
		digits, base, from, most = "0123456789abcdefABCDEF", 16, 2, len(s)
	}
	size = from
	for size < min(most, len(s)) && strings.IndexByte(digits, s[size]) >= 0 {
		size++
	}
	v, err := strconv.ParseUint(s[from:size], base, 64)
	if err != nil {
		c.fail("an escape sequence in a condition")
	}
	return int64(v), size
}
