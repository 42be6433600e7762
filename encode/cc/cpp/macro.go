// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"slices"
	"strings"
)

// A macro is a definition. The disabled macros are those whose expansions are being read.
type macro struct {
	name     string
	function bool // it takes arguments
	params   []string
	variadic bool // the last parameter stands for the remaining arguments
	body     []Token
	disabled int
	// builtin makes the expansion of a macro such as __LINE__.
	builtin func(*expander, Token) Token
}

// same reports whether a definition may repeat another one.
func (m *macro) same(o *macro) bool {
	return m.function == o.function && m.variadic == o.variadic && slices.Equal(m.params, o.params) && o.builtin == nil &&
		slices.EqualFunc(m.body, o.body, func(s, t Token) bool {
			return s.Kind == t.Kind && s.Text == t.Text && s.space == t.space && s.stringify == t.stringify && s.paste == t.paste
		})
}

// vaOpt is the name of the operator of a variadic macro.
const vaOpt = "__VA_OPT__"

// parameterOf turns a name in the body of a macro into a parameter, if it is one.
func (m *macro) parameterOf(t Token) Token {
	if t.Kind == Identifier {
		if i := slices.Index(m.params, t.Text); i >= 0 {
			t.Kind, t.index = parameter, i
		}
	}
	return t
}

// setBody reads the replacement list: parameters, # and ##.
func (m *macro) setBody(p *preprocessor, tokens []Token) {
	if len(tokens) > 0 {
		tokens[0].space = false
	}
	for i := 0; i < len(tokens); i++ {
		t := m.parameterOf(tokens[i])
		switch {
		case t.is("##"):
			if len(m.body) == 0 || i == len(tokens)-1 {
				p.fail(t.Pos, "'##' is at an end of the definition of %s", m.name)
			}
			m.body[len(m.body)-1].paste = true
			continue
		case t.is("#") && m.function:
			if i++; i < len(tokens) {
				space := t.space
				t = m.parameterOf(tokens[i])
				t.stringify, t.space = true, space
			}
			if t.Kind != parameter && t.Text != vaOpt {
				p.fail(t.Pos, "'#' is not followed by a parameter of %s", m.name)
			}
		}
		m.body = append(m.body, t)
	}
}

// A context is a list of tokens that is read before the rest. Meanwhile, its macro is disabled.
type context struct {
	tokens []Token
	of     *macro
}

// An expander expands the macros in the tokens that base yields.
type expander struct {
	p        *preprocessor
	base     func() Token
	contexts []context
}

// raw returns the next token, not expanded.
func (x *expander) raw() Token {
	for len(x.contexts) > 0 {
		c := &x.contexts[len(x.contexts)-1]
		if len(c.tokens) > 0 {
			t := c.tokens[0]
			c.tokens = c.tokens[1:]
			return t
		}
		x.pop()
	}
	return x.base()
}

func (x *expander) pop() {
	c := x.contexts[len(x.contexts)-1]
	if c.of != nil {
		c.of.disabled--
	}
	x.contexts = x.contexts[:len(x.contexts)-1]
}

func (x *expander) push(tokens []Token, of *macro) {
	x.p.work(len(tokens) + 1)
	if of != nil {
		of.disabled++
	}
	x.contexts = append(x.contexts, context{tokens, of})
}

// close drops the tokens that were not read.
func (x *expander) close() {
	for len(x.contexts) > 0 {
		x.pop()
	}
}

// next returns the next token after expansion.
func (x *expander) next() Token {
	for {
		t := x.raw()
		if t.Kind != Identifier || t.painted {
			return t
		}
		m := x.p.macros[t.Text]
		switch {
		case t.Text == "_Pragma":
			return x.pragmaOperator(t)
		case m == nil:
			return t
		case m.disabled > 0:
			t.painted = true
			return t
		case m.builtin != nil:
			z := m.builtin(x, t)
			z.space, z.first = t.space, t.first
			return z
		}
		if !x.enter(m, t) {
			return t
		}
	}
}

// enter begins the expansion of a macro at t. It reports whether t is a use of the macro.
func (x *expander) enter(m *macro, t Token) bool {
	var args [][]Token
	if m.function {
		open := x.raw()
		if !open.is("(") || open.Kind != Punctuator {
			x.push([]Token{open}, nil)
			return false
		}
		args = x.arguments(m, t)
	}
	body := x.substitute(m, m.body, args, t)
	if len(body) > 0 {
		body[0].space, body[0].first = t.space, t.first
	}
	x.push(body, m)
	return true
}

// arguments reads the arguments of a use of m at t. An argument that is left out is nil; an empty
// argument is not.
func (x *expander) arguments(m *macro, at Token) (args [][]Token) {
	depth := 0
	arg := []Token{}
	for {
		t := x.raw()
		switch {
		case t.Kind == endOfText || t.Kind == newline:
			x.p.fail(at.Pos, "the arguments of macro %s do not end", m.name)
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth < 0 {
				return x.counted(m, append(args, arg), at)
			}
		case t.is(",") && depth == 0 && !(m.variadic && len(args) == len(m.params)-1):
			args, arg = append(args, arg), []Token{}
			continue
		}
		if t.first {
			t.space, t.first = true, false
		}
		arg = append(arg, t)
	}
}

// counted checks the number of arguments. If the variable arguments are left out, it adds them.
func (x *expander) counted(m *macro, args [][]Token, at Token) [][]Token {
	n := len(args)
	switch want := len(m.params); {
	case want == 0 && n == 1 && len(args[0]) == 0:
		return nil
	case m.variadic && n == want-1:
		return append(args, nil)
	case n == want:
		if m.variadic && n == 1 && len(args[0]) == 0 && !x.p.o.Strict {
			args[0] = nil
		}
		return args
	case n < want:
		x.p.fail(at.Pos, "macro %s requires %d arguments, but only %d given", m.name, want, n)
	default:
		x.p.fail(at.Pos, "macro %s passed %d arguments, but takes just %d", m.name, n, want)
	}
	return nil
}

// substitute returns a replacement list with the arguments of a use at t.
func (x *expander) substitute(m *macro, body []Token, args [][]Token, at Token) (z []Token) {
	pasting := false
	for i := 0; i < len(body); i++ {
		t := body[i]
		last := len(z) - 1
		var ts []Token
		switch {
		case t.Text == vaOpt && t.Kind == Identifier && m.variadic:
			end := closing(body, i+1)
			if end < 0 {
				x.p.fail(at.Pos, "__VA_OPT__ without parentheses in macro %s", m.name)
			}
			if len(x.p.expandAll(args[len(args)-1])) > 0 {
				ts = x.substitute(m, body[i+2:end], args, at)
			}
			if t.stringify {
				ts = []Token{stringified(ts, at)}
			}
			i = end
		case t.Kind != parameter:
			t.Pos = at.Pos
			ts = []Token{t}
		case t.stringify:
			ts = []Token{stringified(args[t.index], at)}
		case pasting && z[last].is(",") && m.variadic && t.index == len(m.params)-1:
			pasting = false
			if args[t.index] == nil { // the comma is left out together with the arguments
				z = z[:last]
			}
			ts = x.p.expandAll(args[t.index])
		case pasting || t.paste:
			ts = slices.Clone(args[t.index])
		default:
			ts = x.p.expandAll(args[t.index])
		}
		x.p.work(len(ts))
		if len(ts) == 0 { // the operand of ## is empty
			ts = []Token{{}}
		}
		ts[0].space = t.space
		if pasting {
			x.pasteOnto(&z[last], ts[0])
			ts = ts[1:]
		}
		z = append(z, ts...)
		pasting = body[i].paste
	}
	return slices.DeleteFunc(z, func(t Token) bool { return t.Text == "" })
}

// closing returns the index of the parenthesis that closes the one at i, or -1.
func closing(ts []Token, i int) int {
	if i >= len(ts) || !ts[i].is("(") {
		return -1
	}
	for depth := 0; i < len(ts); i++ {
		switch {
		case ts[i].is("("):
			depth++
		case ts[i].is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// expandAll expands the macros in a list by itself.
func (p *preprocessor) expandAll(list []Token) (z []Token) {
	if len(list) == 0 {
		return nil
	}
	if p.depth++; p.depth > maxDepth {
		p.fail(list[0].Pos, "macros are nested too deeply")
	}
	defer func() { p.depth-- }()
	x := &expander{p: p, base: func() Token { return Token{Kind: endOfText} }}
	x.push(list, nil)
	defer x.close()
	for {
		t := x.next()
		if t.Kind == endOfText {
			return z
		}
		z = append(z, t)
	}
}

// pasteOnto joins t with the token before it.
func (x *expander) pasteOnto(last *Token, t Token) {
	switch text := last.Text + t.Text; {
	case t.Text == "":
	case last.Text == "":
		space := last.space
		*last = t
		last.space = space
	default:
		if n, kind := lexeme([]byte(text)); n == len(text) && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "/*") {
			last.Text, last.Kind, last.painted = text, kind, false
			return
		}
		x.p.fail(last.Pos, "pasting %q and %q does not give a valid preprocessing token", last.Text, t.Text)
	}
}

// stringified returns an argument as a string literal.
func stringified(arg []Token, at Token) Token {
	var b strings.Builder
	b.WriteByte('"')
	for i, t := range arg {
		if i > 0 && t.space {
			b.WriteByte(' ')
		}
		if t.Kind == String || t.Kind == Char {
			b.WriteString(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.Text))
		} else {
			b.WriteString(t.Text)
		}
	}
	b.WriteByte('"')
	return Token{Kind: String, Text: b.String(), Pos: at.Pos}
}

// pragmaOperator reads the operand of _Pragma at t.
func (x *expander) pragmaOperator(t Token) Token {
	open, text, closed := x.next(), x.next(), x.next()
	if !open.is("(") || text.Kind != String || !closed.is(")") {
		x.p.fail(t.Pos, "_Pragma takes a string literal in parentheses")
	}
	_, inside, _ := strings.Cut(text.Text, `"`)
	inside = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(strings.TrimSuffix(inside, `"`))
	z := Token{Kind: Pragma, Text: inside, Pos: t.Pos, space: true}
	return z
}
