// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Options says how a program is read. The zero value is ILP32 with every error convention of the field.
type Options struct {
	Model    cfg.DataModel
	Property Property
	// IncludeDirs are directories of the host that #include searches after the embedded
	// headers. Empty: none but the embedded ones.
	IncludeDirs []string
}

// An Error is what is wrong with a program, or what in it is not supported: then it wraps
// errors.ErrUnsupported.
type Error struct {
	Pos cfg.Pos
	Msg string
	Err error // errors.ErrUnsupported, or nil
}

func (e *Error) Error() string {
	if e.Pos.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("%v: %s", e.Pos, e.Msg)
}

// Unwrap is e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Load translates the C program in text into control-flow automata. The name is for positions.
// What cannot be translated exactly is over-approximated and named in the program's Notes,
// or refused with an *Error. The result satisfies cfg.Program.Check.
//
// Load reads no file but those in o.IncludeDirs, and may be called concurrently.
func Load(name string, text []byte, o Options) (p *cfg.Program, err error) {
	if err := checkNesting(name, text); err != nil {
		return nil, err
	}
	tree, err := parseWithin(parseLimit, name, text, o)
	if err != nil {
		return nil, err
	}
	defer func() {
		// Refusals come as *Error. The parser, which answers questions about types
		// lazily, panics on some malformed programs with other values.
		switch r := recover().(type) {
		case nil:
		case *Error:
			if r.Pos.Line == 0 { // something is missing in the whole
				r.Pos = endOf(name, text)
			}
			p, err = nil, r
		default:
			p, err = nil, &Error{Msg: fmt.Sprintf("%s: cannot be translated: %s", name, firstLine(fmt.Sprint(r)))}
		}
	}()
	u := newUnit(tree.ast, o)
	u.survey(tree)
	u.lower()
	return u.p, nil
}

// parseLimit is far more than any program takes to parse.
const parseLimit = time.Minute

// parseWithin is parse, given up after a while: if the trailer does not help, the parser may still go
// round for ever on text that is not C. It cannot be stopped then; the caller is expected to end soon.
func parseWithin(limit time.Duration, name string, text []byte, o Options) (*syntax, error) {
	type result struct {
		p   *syntax
		err error
	}
	done := make(chan result, 1)
	go func() {
		p, err := parse(name, text, o)
		done <- result{p, err}
	}()
	select {
	case r := <-done:
		return r.p, r.err
	case <-time.After(limit):
		return nil, &Error{Msg: fmt.Sprintf("%s: the parser does not come to an end: is this C?", name)}
	}
}

// trailer stands behind each program. The parser recovers from syntax errors by skipping to a token
// that it expects, and goes round for ever at the end of the text if there is none: here
// are some of each, in declarations that mean nothing.
var trailer = strings.Repeat("extern int __cornet_end(int, int[1 ? 1 : 2]);\nstruct __cornet_end;\nextern int __cornet_last;\n", 20)

// trailerName is the file that the trailer seems to be in.
const trailerName = "<end>"

// A syntax is the syntax tree of a program, and what the tree does not contain.
type syntax struct {
	ast        *cc.AST
	attributes []spelledAttribute // of the preprocessed text, unless they are harmless
	pragmas    []cfg.Note
}

// parse runs the parser and its type checker. It is the boundary at which a panic of
// theirs becomes an error.
func parse(name string, text []byte, o Options) (p *syntax, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, &Error{Msg: fmt.Sprintf("%s: the parser gave up: %s", name, firstLine(fmt.Sprint(r)))}
		}
	}()
	c, err := config(o)
	if err != nil {
		return nil, err
	}
	p = &syntax{}
	c.PragmaHandler = p.pragma
	text = directives(text)
	macros, err := predefined(o.Model)
	if err != nil {
		return nil, err
	}
	prelude, err := headers.ReadFile("include/prelude.h")
	if err != nil {
		return nil, err
	}
	library, err := headers.ReadFile("include/models.c")
	if err != nil {
		return nil, err
	}
	sources := []cc.Source{
		{Name: "<predefined>", Value: macros},
		{Name: builtinDir + "/prelude.h", Value: prelude},
		{Name: name, Value: respell(text)},
		{Name: trailerName, Value: trailer},
	}
	// Errors in tokens and directives end the input of the parser early, see trailer: they are looked for first.
	var tokens []string
	if tokens, p.attributes, err = preprocess(c, sources); err != nil {
		return nil, parseError(name, text, err)
	}
	if mentionsLibrary(tokens, library) {
		sources = slices.Insert(sources, 2, cc.Source{Name: builtinDir + "/models.c", Value: library})
	}
	p.ast, err = cc.Translate(c, sources)
	if err == nil {
		return p, nil
	}
	e := parseError(name, text, err)
	if e.Pos.Line == 0 {
		if ast, err := cc.Parse(c, sources); err == nil && misused(ast.TranslationUnit).Line > 0 {
			e.Pos = misused(ast.TranslationUnit)
			e.Msg = strings.TrimPrefix(e.Msg, name+": ")
		}
	}
	return nil, e
}

// Bounds on the input: both the parser and the translation are recursive, and Go cannot
// recover from a stack that overflows.
const (
	maxNesting = 2000    // brackets
	maxRun     = 20_000  // tokens between two of , ; { }
	maxText    = 1 << 26 // bytes
)

// checkNesting refuses a text that is nested too deeply to be translated.
func checkNesting(name string, text []byte) error {
	if len(text) > maxText {
		return &Error{Msg: fmt.Sprintf("%s: a program of more than %d bytes: not supported", name, maxText), Err: errors.ErrUnsupported}
	}
	depth, run, line := 0, 0, 1
	for i, c := range text {
		switch c {
		case '\n':
			line++
			continue
		case ' ', '\t', '\r':
			continue
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		}
		switch c {
		case ',', ';', '{', '}':
			run = 0
		default:
			if i == 0 || !isWord(c) || !isWord(text[i-1]) {
				run++
			}
		}
		if depth > maxNesting || run > maxRun {
			return &Error{
				Pos: cfg.Pos{File: name, Line: line, Column: 1},
				Msg: fmt.Sprintf("more than %d nested brackets or %d tokens in one expression: not supported", maxNesting, maxRun),
				Err: errors.ErrUnsupported,
			}
		}
	}
	return nil
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// refuse ends the translation: what is not supported, and where.
func (u *unit) refuse(n cc.Node, format string, args ...any) {
	panic(unsupported(u.pos(n), fmt.Sprintf(format, args...)))
}

func unsupported(pos cfg.Pos, what string) *Error {
	return &Error{Pos: pos, Msg: what + ": not supported", Err: errors.ErrUnsupported}
}

// fail ends the translation of a program that is not C.
func (u *unit) fail(n cc.Node, format string, args ...any) {
	panic(&Error{Pos: u.pos(n), Msg: fmt.Sprintf(format, args...)})
}

// pos is where a node stands.
func (u *unit) pos(n cc.Node) cfg.Pos {
	if n == nil {
		return cfg.Pos{}
	}
	p := n.Position()
	return cfg.Pos{File: p.Filename, Line: p.Line, Column: p.Column}
}
