// SPDX-License-Identifier: Apache-2.0

package cpp

import (
	"slices"
	"strconv"
	"strings"

	"cornet/encode/cfg"
)

// A group is an #if that has not ended.
type group struct {
	at cfg.Pos
	// taken means that one of its parts was read. skipping means that the current part is skipped.
	taken, skipping, outer bool
	last                   bool // #else has been read
}

// A file is a file that is being read.
type file struct {
	*reader
	path   string // the directory of the file, for #include
	dir    int    // the position of the directory where the file was found, in the order of the search
	groups []group
}

// token returns the next token of the text. It executes directives and includes files.
func (p *preprocessor) token() Token {
	for {
		f := p.file()
		t := f.next(false)
		switch {
		case f.open.Line > 0:
			p.fail(f.open, "comment not terminated")
		case t.first && t.is("#"):
			if z, ok := p.directive(); ok {
				return z
			}
		case t.Kind == endOfText:
			if len(f.groups) > 0 {
				p.fail(f.groups[len(f.groups)-1].at, "expected #endif, found the end of the file")
			}
			if len(p.files) == 1 {
				return t
			}
			p.files = p.files[:len(p.files)-1]
		default:
			p.work(1)
			return t
		}
	}
}

func (p *preprocessor) file() *file { return p.files[len(p.files)-1] }

// conditionals are the directives that matter in skipped groups.
var conditionals = map[string]func(*preprocessor, Token){
	"if":       func(p *preprocessor, t Token) { p.begin(t, p.condition) },
	"ifdef":    func(p *preprocessor, t Token) { p.begin(t, func(Token) bool { return p.defined() }) },
	"ifndef":   func(p *preprocessor, t Token) { p.begin(t, func(Token) bool { return !p.defined() }) },
	"elif":     func(p *preprocessor, t Token) { p.turn(t, p.condition) },
	"elifdef":  func(p *preprocessor, t Token) { p.turn(t, func(Token) bool { return p.defined() }) },
	"elifndef": func(p *preprocessor, t Token) { p.turn(t, func(Token) bool { return !p.defined() }) },
	"else":     func(p *preprocessor, t Token) { p.turn(t, nil) },
	"endif":    (*preprocessor).endif,
}

// directive executes the directive after a #. It returns the token that the directive yields, if
// any.
func (p *preprocessor) directive() (z Token, ok bool) {
	f := p.file()
	name := f.next(true)
	if c := conditionals[name.Text]; c != nil && name.Kind == Identifier {
		c(p, name)
		if n := len(f.groups); n > 0 && f.groups[n-1].skipping {
			p.skip()
		}
		return Token{}, false
	}
	switch {
	case name.Kind == newline || name.Kind == endOfText:
	case name.Kind == Number:
		p.line(append([]Token{name}, f.rest()...), true)
	case name.Text == "define":
		p.define(f.rest(), name)
	case name.Text == "undef":
		delete(p.macros, p.name(f.next(true)))
		f.skipLine()
	case name.Text == "include" || name.Text == "include_next" || name.Text == "import":
		p.include(name)
	case name.Text == "line":
		p.line(p.expandAll(f.rest()), false)
	case name.Text == "pragma":
		ts := f.rest()
		if len(ts) == 0 {
			return Token{}, false
		}
		return Token{Kind: Pragma, Text: spelled(ts), Pos: ts[0].Pos, first: true}, true
	case name.Text == "error":
		p.fail(name.Pos, "#error %s", spelled(f.rest()))
	case name.Text == "warning" || name.Text == "ident" || name.Text == "sccs":
		f.skipLine()
	default:
		p.fail(name.Pos, "unknown directive #%s", spelled(append([]Token{name}, f.rest()...)))
	}
	return Token{}, false
}

// spelled returns the text of a list of tokens.
func spelled(ts []Token) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 && t.space {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// begin begins a group. holds decides whether the group is read.
func (p *preprocessor) begin(t Token, holds func(Token) bool) {
	f := p.file()
	g := group{at: t.Pos, outer: len(f.groups) > 0 && f.groups[len(f.groups)-1].skipping}
	if !g.outer {
		g.taken = holds(t)
	}
	g.skipping = !g.taken
	f.groups = append(f.groups, g)
	f.skipLine()
}

// turn begins the next part of a group. A nil condition means #else.
func (p *preprocessor) turn(t Token, holds func(Token) bool) {
	f := p.file()
	if len(f.groups) == 0 {
		p.fail(t.Pos, "#%s without #if", t.Text)
	}
	g := &f.groups[len(f.groups)-1]
	if g.last {
		p.fail(t.Pos, "#%s after #else", t.Text)
	}
	g.last = holds == nil
	g.skipping = true
	if !g.outer && !g.taken {
		g.taken = holds == nil || holds(t)
		g.skipping = !g.taken
	}
	f.skipLine()
}

func (p *preprocessor) endif(t Token) {
	f := p.file()
	if len(f.groups) == 0 {
		p.fail(t.Pos, "#endif without #if")
	}
	f.groups = f.groups[:len(f.groups)-1]
	f.skipLine()
}

// skip skips the lines of a group up to the directive that ends them.
func (p *preprocessor) skip() {
	f := p.file()
	for {
		f.space(true)
		if f.at >= len(f.text) {
			return
		}
		if t := f.next(false); t.first && t.is("#") {
			if name := f.next(true); name.Kind == Identifier && conditionals[name.Text] != nil {
				conditionals[name.Text](p, name)
				if n := len(f.groups); n == 0 || !f.groups[n-1].skipping {
					return
				}
				continue
			}
		}
		f.skipLine()
	}
}

// name returns the name of a macro at t.
func (p *preprocessor) name(t Token) string {
	if t.Kind != Identifier || t.Text == "defined" {
		p.fail(t.Pos, "expected the name of a macro")
	}
	return t.Text
}

func (p *preprocessor) defined() bool { return p.has(p.file().next(true)) }

// has reports whether a name in a condition counts as a defined macro.
func (p *preprocessor) has(t Token) bool {
	name := p.name(t)
	defined := p.macros[name] != nil || p.operators[name] != nil
	if !defined {
		p.undefined(t)
	}
	return defined
}

// undefined reports a name that is undefined in a condition.
func (p *preprocessor) undefined(t Token) {
	if p.o.Asked != nil {
		p.o.Asked(t)
	}
}

// define executes a #define. tokens are those after it.
func (p *preprocessor) define(ts []Token, at Token) {
	if len(ts) == 0 {
		p.fail(at.Pos, "expected the name of a macro")
	}
	m := &macro{name: p.name(ts[0])}
	ts = ts[1:]
	if len(ts) > 0 && ts[0].is("(") && !ts[0].space {
		end := slices.IndexFunc(ts, func(t Token) bool { return t.is(")") })
		if end < 0 {
			p.fail(at.Pos, "the parameters of macro %s do not end", m.name)
		}
		m.function = true
		p.parameters(m, ts[1:end])
		ts = ts[end+1:]
	}
	m.setBody(p, ts)
	if old := p.macros[m.name]; old != nil && !m.same(old) && p.o.Strict {
		p.fail(at.Pos, "macro %s is defined anew", m.name)
	}
	p.macros[m.name] = m
}

// parameters reads the parameters of a macro.
func (p *preprocessor) parameters(m *macro, ts []Token) {
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		switch {
		case m.variadic:
			p.fail(t.Pos, "a parameter after the variable ones")
		case t.Kind == Identifier:
			if slices.Contains(m.params, t.Text) {
				p.fail(t.Pos, "macro %s has two parameters %s", m.name, t.Text)
			}
			m.params = append(m.params, t.Text)
			if i+1 < len(ts) && ts[i+1].is("...") {
				m.variadic = true
				i++
			}
		case t.is("..."):
			m.params, m.variadic = append(m.params, "__VA_ARGS__"), true
		default:
			p.fail(t.Pos, "expected a parameter of macro %s", m.name)
		}
		if i+1 < len(ts) {
			if i++; !ts[i].is(",") || i == len(ts)-1 {
				p.fail(ts[i].Pos, "expected a parameter of macro %s", m.name)
			}
		}
	}
}

// line executes #line, or a line marker of another preprocessor.
func (p *preprocessor) line(ts []Token, mark bool) {
	f := p.file()
	n, err := 0, error(nil)
	if len(ts) > 0 {
		n, err = strconv.Atoi(ts[0].Text)
	}
	if len(ts) == 0 || err != nil {
		p.fail(f.pos(), "#line takes the number of a line")
	}
	if len(ts) > 1 && ts[1].Kind == String {
		if name, err := strconv.Unquote(ts[1].Text); err == nil {
			f.presumed = name
		}
	}
	f.settle()
	f.shift = n - 1 - f.line // the line ends after the directive
	if mark && len(ts) > 2 {
		f.system = slices.ContainsFunc(ts[2:], func(t Token) bool { return t.Text == "3" })
	} else if mark {
		f.system = false
	}
}

// pragma executes the pragmas about preprocessing. It reports whether t is such a pragma.
func (p *preprocessor) pragma(t Token) bool {
	words := strings.FieldsFunc(t.Text, func(r rune) bool { return strings.ContainsRune(" \t()\"", r) })
	switch {
	case len(words) == 0:
	case words[0] == "once":
		p.once[p.file().path] = true
	case words[0] == "push_macro" && len(words) == 2:
		p.pushed[words[1]] = append(p.pushed[words[1]], p.macros[words[1]])
	case words[0] == "pop_macro" && len(words) == 2:
		if s := p.pushed[words[1]]; len(s) > 0 {
			p.macros[words[1]], p.pushed[words[1]] = s[len(s)-1], s[:len(s)-1]
		}
	default:
		return false
	}
	return true
}
