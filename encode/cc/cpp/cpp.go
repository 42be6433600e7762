// SPDX-License-Identifier: Apache-2.0

// Package cpp is a preprocessor of C like gcc's: it turns texts into lists of tokens, each with its
// place in a file.
//
// # Phases
//
//	reader     text → tokens: trigraphs, spliced lines, comments, literals; a quote without a
//	           partner is a character
//	directive  groups that are skipped, #include, #define, pragmas, #line and the line markers of
//	           other preprocessors
//	condition  the expressions of #if
//	expander   macros: a stack of lists of tokens that are read before the text. A macro is disabled
//	           while its expansion is read. This is Prosser's algorithm as in gcc: names of
//	           disabled macros are never expanded later.
//
// The package accepts texts that gcc accepts with a warning. If gcc rejects a text, the result is
// an [*Error]. It supports the extensions of gcc: `, ##` with omitted variable arguments, named
// variable arguments, __VA_OPT__, __has_include and similar operators, __COUNTER__, #include_next,
// #pragma once and push_macro.
package cpp

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"cornet/encode/cfg"
)

// Options control the preprocessing of texts.
type Options struct {
	// Open reads a file.
	Open func(path string) ([]byte, error)
	// Quote are the directories where #include "file" looks after the directory of the including
	// file. Dirs are those where it looks next. #include <file> looks only in Dirs.
	Quote, Dirs []string
	// System is the number of Dirs, at their end, that have the system's headers.
	System int
	// Strict selects the rules of -std=c11 instead of -std=gnu11: there are trigraphs, and some
	// uses of `, ##` have the standard's meaning.
	Strict bool
	// Operators are the operators of conditions that take names, such as __has_builtin.
	Operators map[string]func(name string) int
	// Asked, if not nil, is called for each name that a condition finds undefined.
	Asked func(name Token)
	// Limit bounds the work, in tokens.
	Limit int
}

// A Source is a text, with the name of its file.
type Source struct {
	Name string
	Text []byte
}

// An Error describes an error in a text.
type Error struct {
	Pos cfg.Pos
	Msg string
}

func (e *Error) Error() string { return fmt.Sprintf("%v: %s", e.Pos, e.Msg) }

// maxDepth bounds the nesting of macros, conditions and files.
const maxDepth = 200

type preprocessor struct {
	o         Options
	operators map[string]func(args []Token, at Token) int
	macros    map[string]*macro
	pushed    map[string][]*macro // by #pragma push_macro
	once      map[string]bool     // files that are read only once
	files     []*file             // the files that are being read, innermost last
	base      string              // the name of the source
	counter   int
	left      int // work left of the limit
	depth     int // nesting of macros
}

// Run preprocesses texts, one after the other. The result has the tokens of the texts, and pragmas.
func Run(o Options, sources ...Source) (tokens []Token, err error) {
	p := &preprocessor{o: o, macros: map[string]*macro{}, pushed: map[string][]*macro{}, once: map[string]bool{}, left: o.Limit}
	p.builtins()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			tokens, err = nil, r
		default:
			panic(r)
		}
	}()
	for _, s := range sources {
		p.base = s.Name
		p.files = []*file{{reader: newReader(s.Name, s.Text, o.Strict), path: s.Name, dir: -1}}
		x := &expander{p: p, base: p.token}
		for {
			t := x.next()
			if t.Kind == endOfText {
				break
			}
			if t.Kind != Pragma || !p.pragma(t) {
				tokens = append(tokens, t)
			}
		}
	}
	return tokens, nil
}

func (p *preprocessor) fail(pos cfg.Pos, format string, args ...any) {
	panic(&Error{pos, fmt.Sprintf(format, args...)})
}

// work adds to the work done, in tokens.
func (p *preprocessor) work(n int) {
	if p.left -= n; p.left < 0 && p.o.Limit > 0 {
		p.fail(p.file().pos(), "macros expand to more than %d tokens: not supported", p.o.Limit)
	}
}

// builtins defines the macros and operators that gcc has before any text.
func (p *preprocessor) builtins() {
	text := func(f func(Token) string) func(*expander, Token) Token {
		return func(_ *expander, t Token) Token { return Token{Kind: String, Text: quoted(f(t)), Pos: t.Pos} }
	}
	number := func(f func(Token) int) func(*expander, Token) Token {
		return func(_ *expander, t Token) Token { return Token{Kind: Number, Text: strconv.Itoa(f(t)), Pos: t.Pos} }
	}
	for name, f := range map[string]func(*expander, Token) Token{
		"__FILE__":          text(func(t Token) string { return p.presumed(t) }),
		"__FILE_NAME__":     text(func(t Token) string { return path.Base(p.presumed(t)) }),
		"__BASE_FILE__":     text(func(Token) string { return p.base }),
		"__DATE__":          text(func(Token) string { return "Jan  1 1970" }),
		"__TIME__":          text(func(Token) string { return "00:00:00" }),
		"__TIMESTAMP__":     text(func(Token) string { return "Thu Jan  1 00:00:00 1970" }),
		"__LINE__":          number(func(t Token) int { return t.Pos.Line + p.file().shift }),
		"__INCLUDE_LEVEL__": number(func(Token) int { return len(p.files) - 1 }),
		"__COUNTER__":       number(func(Token) int { p.counter++; return p.counter - 1 }),
	} {
		p.macros[name] = &macro{name: name, builtin: f}
	}
	p.operators = map[string]func([]Token, Token) int{}
	for name, f := range p.o.Operators {
		p.operators[name] = func(args []Token, at Token) int {
			if len(args) == 0 || args[len(args)-1].Kind != Identifier {
				p.fail(at.Pos, "%s takes a name", at.Text)
			}
			return f(args[len(args)-1].Text)
		}
	}
	for name, next := range map[string]bool{"__has_include": false, "__has_include_next": true} {
		p.operators[name] = func(args []Token, at Token) int {
			file, _, _ := p.find(p.headerOf(args, at.Pos), next)
			return int(truth(file != "").n)
		}
	}
}

// quoted returns a text as a string literal of C.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// A header is the operand of #include.
type header struct {
	name   string
	angled bool
}

func (h header) String() string {
	if h.angled {
		return "<" + h.name + ">"
	}
	return `"` + h.name + `"`
}

// headerOf returns the header that some tokens name, after expansion if necessary.
func (p *preprocessor) headerOf(ts []Token, at cfg.Pos) header {
	if len(ts) > 0 && ts[0].Kind != String && !ts[0].is("<") {
		ts = p.expandAll(ts)
	}
	switch {
	case len(ts) > 0 && ts[0].Kind == String && ts[0].Text[0] == '"':
		return header{name: strings.Trim(ts[0].Text, `"`)}
	case len(ts) > 0 && ts[0].is("<"):
		if name, _, ok := strings.Cut(spelled(ts[1:]), ">"); ok {
			return header{name, true}
		}
	}
	p.fail(at, "expected a file name, in quotes or angle brackets")
	return header{}
}

// presumed returns the name of the file of t, which is being read.
func (p *preprocessor) presumed(t Token) string {
	if f := p.file(); f.file == t.Pos.File {
		return f.presumed
	}
	return t.Pos.File
}

// find looks for a header. dir is the number of the directory that has it.
func (p *preprocessor) find(h header, next bool) (name string, text []byte, dir int) {
	f := p.file()
	try := func(dir string) bool {
		name = h.name
		if dir != "" {
			name = path.Join(dir, h.name)
		}
		var err error
		text, err = p.o.Open(name)
		return err == nil
	}
	if path.IsAbs(h.name) {
		if try("") {
			return name, text, -1
		}
		return "", nil, 0
	}
	from := 0
	if next {
		from = f.dir + 1
	} else if !h.angled {
		for _, d := range append([]string{directory(f.path)}, p.o.Quote...) {
			if try(d) {
				return name, text, -1
			}
		}
	}
	for i := from; i < len(p.o.Dirs); i++ {
		if try(p.o.Dirs[i]) {
			return name, text, i
		}
	}
	return "", nil, 0
}

// directory returns the directory of a file, or "" for the working directory.
func directory(file string) string {
	if i := strings.LastIndexByte(file, '/'); i >= 0 {
		return file[:max(i, 1)]
	}
	return ""
}

// include executes #include, #include_next or #import.
func (p *preprocessor) include(t Token) {
	f := p.file()
	f.space(false)
	at, h := f.pos(), header{}
	if closer := map[byte]byte{'"': '"', '<': '>'}[f.ahead()]; closer != 0 {
		line, _, _ := strings.Cut(string(f.text[f.at+1:]), "\n")
		name, _, ok := strings.Cut(line, string(closer))
		if !ok {
			p.fail(at, "expected a file name, in quotes or angle brackets")
		}
		h = header{name, closer == '>'}
		f.at += len(name) + 2
		f.skipLine()
	} else {
		h = p.headerOf(f.rest(), at)
	}
	name, text, dir := p.find(h, t.Text == "include_next")
	switch {
	case name == "":
		p.fail(at, "the header %v is not found in the directories of -I or among the embedded headers", h)
	case p.once[name]:
		return
	case len(p.files) == maxDepth:
		p.fail(at, "#include is nested too deeply")
	case t.Text == "import":
		p.once[name] = true
	}
	inner := &file{reader: newReader(name, text, p.o.Strict), path: name, dir: dir}
	inner.system = dir >= len(p.o.Dirs)-p.o.System || dir < 0 && f.system
	p.files = append(p.files, inner)
}

// ahead returns the next character, or 0 at the end.
func (r *reader) ahead() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}
