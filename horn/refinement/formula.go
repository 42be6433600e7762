// SPDX-License-Identifier: Apache-2.0

package refinement

import (
	"slices"
	"strings"

	"cornet/smtlib"
)

// This file reads tokens, sorts and infix formulas of the native format.

// nativeWords are the words that begin a command of the native format.
var nativeWords = map[string]bool{
	"fixpoint": true, "bind": true, "ebind": true, "constraint": true, "wf": true, "qualif": true, "constant": true, "distinct": true, "cut": true,
	"pack": true, "data": true, "define": true, "match": true, "expand": true, "rewrite": true, "autorewrite": true, "fixity": true, "numeric": true,
	"defines": true,
}

// isNative reports whether a text that begins with head is in the native format.
func isNative(head string) bool {
	all, _ := scan("", head, true)
	return len(all) > 1 && nativeWords[all[0].text] && all[1].text != "("
}

type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken
	stringToken
	signToken
)

// token is a word of the text.
type token struct {
	kind  tokenKind
	text  string
	at    smtlib.Pos
	first bool // in its line
}

// signs are the operators, the longest first.
var signs = []string{"<=>", "==>", ":=", "&&", "||", "=>", "==", "!=", "/=", "!~", "~~", "<=", ">=", "->", "::"}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_'#$.%@", c) >= 0 || c >= 0x80
}

// tokens splits a text into words.
func tokens(file, text string) []token {
	z, at := scan(file, text, false)
	return append(z, token{kind: endToken, text: "the end of the text", at: at})
}

// scan returns the tokens of a text, and its end; of the beginning of a text the first two.
func scan(file, text string, begin bool) (z []token, at smtlib.Pos) {
	s := &scanner{file: file, text: text, line: 1}
	line := 0
	for {
		s.blank()
		if s.at == len(s.text) || begin && len(z) == 2 {
			return z, s.pos()
		}
		t := token{at: s.pos(), kind: signToken, first: s.line != line}
		line = s.line
		rest, n := s.text[s.at:], 1
		switch c := rest[0]; {
		case c == '"':
			t.kind = stringToken
			if n = strings.IndexAny(rest[1:], "\"\n") + 2; n < 2 || rest[n-1] != '"' {
				if begin {
					return z, s.pos()
				}
				fail(t.at, smtlib.CodeUnclosed, "the string that begins here does not end in its line")
			}
		case wordByte(c) && c != '.' && c != '@':
			t.kind = wordToken
			if c >= '0' && c <= '9' {
				t.kind = numberToken
			}
			for n < len(rest) && wordByte(rest[n]) {
				n++
			}
		default:
			if i := slices.IndexFunc(signs, func(s string) bool { return strings.HasPrefix(rest, s) }); i >= 0 {
				n = len(signs[i])
			}
		}
		t.text = rest[:n]
		if t.kind == stringToken {
			t.text = rest[1 : n-1]
		}
		s.at += n
		z = append(z, t)
	}
}

// blank skips spaces and comments. Unlike in the Horn format, a semicolon separates items.
func (s *scanner) blank() {
	for s.at < len(s.text) {
		rest, end := s.text[s.at:], 1
		switch {
		case strings.HasPrefix(rest, "//"):
			end = strings.IndexByte(rest, '\n')
		case strings.HasPrefix(rest, "/*"):
			if end = strings.Index(rest, "*/"); end >= 0 {
				end += 2
			}
		case rest[0] > ' ':
			return
		}
		if end < 0 {
			end = len(rest)
		}
		for i := range end {
			if rest[i] == '\n' {
				s.line, s.lineStart = s.line+1, s.at+i+1
			}
		}
		s.at += end
	}
}

// parser reads tokens. The last one is an endToken.
type parser struct {
	tokens   []token
	at       int
	depth    int
	apply    func(at smtlib.Pos, name string, by map[string]smtlib.Sexpr) smtlib.Sexpr
	variable func(smtlib.Sexpr) smtlib.Sexpr
}

func (p *parser) next(n int) token { return p.tokens[min(p.at+n, len(p.tokens)-1)] }
func (p *parser) peek() token      { return p.next(0) }

func (p *parser) take() token {
	t := p.peek()
	if t.kind != endToken {
		p.at++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if t := p.peek(); t.kind == stringToken || t.kind == endToken || t.text != text {
		return false
	}
	p.at++
	return true
}

func (p *parser) want(text string) {
	if !p.accept(text) {
		fail(p.peek().at, smtlib.CodeSyntax, "found %q; expected %q", p.peek().text, text)
	}
}

func (p *parser) symbol() smtlib.Sexpr {
	t := p.take()
	if t.kind != wordToken {
		fail(t.at, smtlib.CodeSyntax, "found %q; expected a name", t.text)
	}
	return word(t.at, t.text)
}

// nested counts the depth of nesting until leave is called.
func (p *parser) nested() (leave func()) {
	if p.depth++; p.depth > maxDepth/10 {
		fail(p.peek().at, smtlib.CodeLimit, "parentheses nested more than %d deep", maxDepth/10)
	}
	return func() { p.depth-- }
}

// sort reads a sort and its arguments.
func (p *parser) sort() smtlib.Sexpr {
	z := p.oneSort()
	at := z.Pos
	if z.Kind != smtlib.SexprSymbol {
		return z
	}
	var args []smtlib.Sexpr
	for t := p.peek(); !t.first && (t.kind == wordToken || t.text == "(" || t.text == "[" || t.text == "@"); t = p.peek() {
		args = append(args, p.oneSort())
	}
	if len(args) == 0 {
		return z
	}
	return list(at, append([]smtlib.Sexpr{z}, args...)...)
}

func (p *parser) oneSort() smtlib.Sexpr {
	defer p.nested()()
	at := p.peek().at
	switch {
	case p.accept("("):
		z := p.sort()
		p.want(")")
		return z
	case p.accept("["): // lists, without operations
		z := list(at, word(at, "List of"), p.sort())
		p.want("]")
		return z
	case p.accept("@"):
		p.want("(")
		n := p.take()
		p.want(")")
		return word(at, "@"+n.text)
	case p.accept("func"):
		p.want("(")
		n := p.take()
		p.want(",")
		p.want("[")
		var sorts []smtlib.Sexpr
		for !p.accept("]") {
			sorts = append(sorts, p.sort())
			if !p.accept(";") {
				p.accept(",")
			}
		}
		p.want(")")
		if len(sorts) == 1 && n.text == "0" {
			return sorts[0]
		}
		if len(sorts) < 2 {
			fail(at, smtlib.CodeUnsupported, "a function without arguments, or a value of any sort")
		}
		last := len(sorts) - 1
		return list(at, word(at, "func"), numeral(at, n.text), list(at, sorts[:last]...), sorts[last])
	}
	return p.symbol()
}

// brackets reads [p; q].
func (p *parser) brackets() (z []smtlib.Sexpr) {
	p.want("[")
	for !p.accept("]") {
		z = append(z, p.formula())
		if p.peek().text != "]" {
			p.want(";")
		}
	}
	return z
}

// levels are the binary operators of formulas, the tightest first, with their names in the Horn
// format. All are right-associative.
var levels = []map[string]string{{"&&": "and"}, {"||": "or"}, {"=>": "=>"}, {"==>": "=>"}, {"<=>": "<=>"}}

// relations compare two expressions.
var relations = map[string]string{
	"=": "=", "==": "=", "~~": "=", "!=": "!=", "/=": "!=", "!~": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
}

// formula reads a formula.
func (p *parser) formula() smtlib.Sexpr {
	defer p.nested()()
	return p.level(len(levels) - 1)
}

func (p *parser) level(n int) smtlib.Sexpr {
	if n < 0 {
		return p.relation()
	}
	x := p.level(n - 1)
	if t := p.peek(); t.kind == signToken && levels[n][t.text] != "" {
		p.take()
		return list(x.Pos, word(t.at, levels[n][t.text]), x, p.level(n))
	}
	return x
}

// relation reads a comparison, a negation, or an expression. In liquid-fixpoint, = and != between
// formulas bind weaker than &&, but tighter between terms. So between formulas they are refused,
// unless they are in parentheses of their own.
func (p *parser) relation() smtlib.Sexpr {
	t := p.peek()
	switch {
	case p.accept("~") || p.accept("not"):
		return list(t.at, word(t.at, "not"), p.relation())
	case p.accept("&&"):
		return list(t.at, append([]smtlib.Sexpr{word(t.at, "and")}, p.brackets()...)...)
	case p.accept("||"):
		return list(t.at, append([]smtlib.Sexpr{word(t.at, "or")}, p.brackets()...)...)
	}
	before := p.at
	x := p.sum(0)
	op := p.peek()
	if op.kind != signToken || relations[op.text] == "" {
		return x
	}
	p.take()
	y := p.sum(0)
	if logical(x) || logical(y) {
		alone := before == 0 || p.tokens[before-1].text == "(" || p.tokens[before-1].text == "[" || p.tokens[before-1].text == ";"
		if after := p.peek(); !alone || after.kind != endToken && !slices.Contains([]string{")", "]", ";"}, after.text) {
			fail(op.at, smtlib.CodeUnsupported, "%s between formulas beside other operators; write parentheses", op.text)
		}
	}
	return list(x.Pos, word(op.at, relations[op.text]), x, y)
}

// logical reports whether x is a formula by its operator.
func logical(x smtlib.Sexpr) bool {
	return slices.Contains([]string{"and", "or", "=>", "<=>", "not", "=", "!=", "<", "<=", ">", ">="}, x.Head())
}

// arithmetic has the binary operators of expressions, the weakest first.
var arithmetic = [][]string{{"mod"}, {"+", "-"}, {"*", "/"}}

func (p *parser) sum(n int) smtlib.Sexpr {
	if n == len(arithmetic) {
		return p.unary()
	}
	x := p.sum(n + 1)
	for t := p.peek(); t.kind != stringToken && slices.Contains(arithmetic[n], t.text); t = p.peek() {
		p.take()
		x = list(x.Pos, word(t.at, t.text), x, p.sum(n+1))
	}
	return x
}

func (p *parser) unary() smtlib.Sexpr {
	if t := p.peek(); p.accept("-") {
		return list(t.at, word(t.at, "-"), p.unary())
	}
	return p.application()
}

// reserved are words that are no names of variables.
var reserved = []string{"mod", "then", "else", "not", "if", "lit", "forall", "exists", "coerce", "in"}

// application reads a term, with arguments beside it.
func (p *parser) application() smtlib.Sexpr {
	first := p.peek()
	x := p.term()
	if first.kind != wordToken && first.text != "(" || first.text == "if" || strings.HasPrefix(first.text, "$") {
		return x
	}
	args := []smtlib.Sexpr{x}
	for t := p.peek(); t.kind == wordToken && !slices.Contains(reserved, t.text) && t.text[0] != '$' || t.kind == numberToken || t.kind == stringToken || t.text == "(" && t.kind == signToken; t = p.peek() {
		if t.text == "(" && p.next(1).text == "[" { // f ([x; y])
			p.take()
			args = append(args, p.brackets()...)
			p.want(")")
			continue
		}
		args = append(args, p.term())
	}
	if len(args) == 1 {
		return x
	}
	return list(x.Pos, args...)
}

// term reads a term without arguments.
func (p *parser) term() smtlib.Sexpr {
	defer p.nested()()
	t := p.take()
	switch {
	case t.kind == numberToken:
		x := smtlib.Sexpr{Pos: t.at}
		(&scanner{text: t.text}).atom(&x)
		if x.Kind == smtlib.SexprSymbol {
			fail(t.at, smtlib.CodeSyntax, "found %q; expected a numeral", t.text)
		}
		return x
	case t.kind == stringToken:
		return smtlib.Sexpr{Kind: smtlib.SexprString, Text: t.text, Pos: t.at}
	case t.text == "(" && t.kind == signToken:
		x := p.formula()
		if p.accept(":") || p.accept("::") {
			p.sort()
		}
		p.want(")")
		return x
	case t.text == "if":
		c := p.formula()
		p.want("then")
		x := p.formula()
		p.want("else")
		return list(t.at, word(t.at, "if"), c, x, p.formula())
	case t.text == "lit":
		x := p.take()
		return list(t.at, word(t.at, "lit"), word(x.at, x.text), p.sort())
	case t.kind == wordToken && t.text[0] == '$':
		return p.apply(t.at, t.text, p.substitution())
	case t.kind == wordToken && (t.text == "true" || t.text == "false"):
		return word(t.at, t.text)
	case t.kind == wordToken && !slices.Contains(reserved, t.text):
		return p.variable(word(t.at, t.text))
	}
	fail(t.at, smtlib.CodeSyntax, "found %q; expected a term", t.text)
	return smtlib.Sexpr{}
}

// substitution reads [x := e][y := f].
func (p *parser) substitution() map[string]smtlib.Sexpr {
	by := map[string]smtlib.Sexpr{}
	for p.peek().text == "[" && p.next(2).text == ":=" {
		p.take()
		x := p.symbol()
		p.take()
		if _, ok := by[x.Text]; ok {
			fail(x.Pos, smtlib.CodeDuplicate, "%s is substituted twice", x.Text)
		}
		by[x.Text] = p.sum(0)
		p.want("]")
	}
	return by
}
