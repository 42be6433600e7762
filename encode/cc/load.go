// SPDX-License-Identifier: Apache-2.0

package cc

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cornet/encode/cc/cpp"
	"cornet/encode/cfg"

	"modernc.org/cc/v4"
)

// Options configure the reading of a program. The zero value is the data model of the host with all
// conventions for errors of Property.
type Options struct {
	Model    cfg.DataModel
	Property Property
	Compiler Compiler
	// MissingBody is the effect of calls of functions without a body.
	MissingBody MissingBody
	// ContractEntry is the function whose requirements are assumed.
	ContractEntry string
	// VolatileInputs makes reads of volatile memory yield any values.
	VolatileInputs bool
	// HavocGlobals makes variables with static storage begin with any values, except constant ones.
	HavocGlobals bool
	// Arguments describe arguments of the entry function, as NAME=KIND.
	Arguments []string
	// WithoutBody are functions whose definitions are ignored. If a function has several
	// definitions, only the first one counts. Static functions also have the names that CBMC's
	// compiler gives them.
	WithoutBody []string
	// MallocMayFail lets functions that allocate memory fail at any call.
	MallocMayFail bool
	// Lives makes the automata contain the beginnings and ends of the lifetimes of blocks'
	// variables.
	Lives bool
	// Memory makes it an error if a library function accesses memory outside of live objects.
	Memory bool
	// Races makes the automata contain every access to variables that threads may share, even if
	// nothing depends on the value. The automata also say which accesses are indivisible.
	Races bool
	// Values makes the automata evaluate expressions that may be checked, even if nothing depends
	// on the value.
	Values bool
	// Wraps keeps two kinds of operations in the automata: operations on constants that wrap, and
	// conversions of constants that change the value.
	Wraps bool
	// Overlaps makes it an error if a function copies texts between overlapping blocks.
	Overlaps bool
	// Deadlocks means that waiting matters: the automata contain what threads wait for.
	Deadlocks bool
}

// A Source is a text of a program, with the name of its file. Each source is compiled by itself.
type Source struct {
	Name string
	Text []byte
	// Compiler, if not nil, replaces the compiler of the options.
	Compiler *Compiler
}

// An Error describes an error in a program, or names a construct that is not supported. In the
// second case, it wraps errors.ErrUnsupported.
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

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// Load translates the C program in text into control-flow automata; see [Link].
func Load(name string, text []byte, o Options) (p *cfg.Program, err error) {
	return Link([]Source{{Name: name, Text: text}}, o)
}

// Link translates the C program in some texts, each compiled by itself, into control-flow automata.
// The names of the texts appear in positions, and headers in quotes are searched for next to them.
// Constructs that cannot be translated exactly are over-approximated and named in the program's
// Notes, or refused with an *Error. The result satisfies cfg.Program.Check.
//
// Link reads no files except headers. It may be called concurrently.
func Link(sources []Source, o Options) (p *cfg.Program, err error) {
	u, err := parts(sources, o)
	if err != nil {
		return nil, err
	}
	if err := guard(sources, func() {
		u.survey()
		u.access = u.asksForAccess()
		u.lower()
		u.p.ModelMatters = u.modelMatters()
	}); err != nil {
		return nil, err
	}
	return u.p, nil
}

// parts reads the texts of a program.
func parts(sources []Source, o Options) (u *unit, err error) {
	z := make([]*translationUnit, len(sources))
	for i, s := range sources {
		if z[i], err = parseWithin(parseLimit, i, s, o); err != nil {
			return nil, err
		}
	}
	u = newUnit(z, o)
	u.given, err = parseArguments(o.Arguments)
	return u, err
}

// parseLimit is much more time than any program needs.
const parseLimit = time.Minute

// parseWithin is parse with a time limit. Even with the trailer, the parser may loop forever on
// text that is not C, and cannot be stopped then. The caller should exit soon.
func parseWithin(limit time.Duration, number int, s Source, o Options) (*translationUnit, error) {
	type result struct {
		p   *translationUnit
		err error
	}
	done := make(chan result, 1)
	go func() {
		p, err := parse(number, s, o)
		done <- result{p, err}
	}()
	select {
	case r := <-done:
		return r.p, r.err
	case <-time.After(limit):
		return nil, &Error{Msg: fmt.Sprintf("%s: the parser does not come to an end: is this C?", s.Name)}
	}
}

// trailer follows each program. The parser recovers from syntax errors by skipping to a token that
// it expects. If there is no such token, it loops forever at the end of the text. The trailer
// contains tokens of each kind, in declarations without effect.
var trailer = strings.Repeat("extern int __cornet_end(int, int[1 ? 1 : 2]);\nstruct __cornet_end;\nextern int __cornet_last;\n", 20)

// trailerName is the name of the trailer's file in positions.
const trailerName = "<end>"

// A translationUnit is a text with its headers: its syntax tree, information that the tree lacks,
// and the meanings of its names.
type translationUnit struct {
	shown
	source     Source
	compiler   Compiler
	ast        *cc.AST
	headers    map[string]bool
	attributes []spelledAttribute // of the preprocessed text, except harmless ones
	pragmas    []cfg.Note

	funcs    map[string]*function
	globals  map[string]*cfg.Var
	unusable map[string]error // globals that are refused, and why
	weak     map[string]bool  // functions that are declared weak
	// typesByName are the attributes that typedefs give to types.
	typesByName map[string]attribute
	// atomicByName reports, for the name of a typedef, whether all typedefs with that name are
	// atomic types.
	atomicByName map[string]bool
	// mentions are the places of each identifier in the preprocessed text, as an expression or as a
	// declared name.
	mentions map[string][]int
	pack     []int64 // the stack of #pragma pack
	// errno reports that the text mentions errno after its declaration.
	errno bool
	// forgotten means that the text uses NULL without a header that declares it.
	forgotten bool
}

// parse is like parseText, but accepts a forgotten header: an undeclared NULL is taken to be the
// null pointer, just as undeclared functions are taken to be those of the library. A note of the
// program states this.
func parse(number int, s Source, o Options) (*translationUnit, error) {
	p, err := parseText(number, s, o)
	e, ok := errors.AsType[*Error](err)
	if !ok || !strings.HasPrefix(e.Msg, "NULL is not declared") {
		return p, err
	}
	compiler := o.Compiler
	if s.Compiler != nil {
		compiler = *s.Compiler
	}
	compiler.Macros = append([]string{"NULL=((void *)0)"}, compiler.Macros...)
	lenient := s
	lenient.Compiler = &compiler
	if p, err = parseText(number, lenient, o); err != nil {
		return nil, err
	}
	p.source, p.forgotten = s, true
	p.pragmas = append(p.pragmas, cfg.Note{Pos: e.Pos, What: "NULL, which is not declared, is the null pointer of <stddef.h>", Assumed: true})
	return p, nil
}

// parseText runs the preprocessor, the parser and its type checker. It turns their panics into
// errors.
func parseText(number int, s Source, o Options) (p *translationUnit, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, &Error{Msg: fmt.Sprintf("%s: the parser gave up: %s", s.Name, firstLine(fmt.Sprint(r)))}
		}
	}()
	if len(s.Text) > maxText {
		return nil, &Error{Msg: fmt.Sprintf("%s: a program of more than %d bytes: not supported", s.Name, maxText), Err: errors.ErrUnsupported}
	}
	c, err := config(o)
	if err != nil {
		return nil, err
	}
	p = &translationUnit{source: s, headers: map[string]bool{}, funcs: map[string]*function{}, globals: map[string]*cfg.Var{}, unusable: map[string]error{}, weak: map[string]bool{},
		typesByName: map[string]attribute{}, atomicByName: map[string]bool{}, mentions: map[string][]int{}, pack: []int64{0}}
	p.name = shownName(number)
	if err := p.preprocess(o); err != nil {
		return nil, err
	}
	if err := checkNesting(p.tokens); err != nil {
		return nil, err
	}
	p.attributes = spelledAttributes(p.tokens)
	sources := []cc.Source{{Name: p.name, Value: p.text()}}
	p.ast, err = cc.Translate(c, sources)
	if err == nil {
		return p, nil
	}
	e := p.parseError(err)
	if e.Pos.Line == 0 {
		if ast, err := cc.Parse(c, sources); err == nil {
			if at := misused(ast.TranslationUnit); at > 0 {
				e.Pos = p.at(at).Pos
				e.Msg = strings.TrimPrefix(e.Msg, s.Name+": ")
			}
		}
	}
	return nil, e
}

// preprocess makes the tokens of the part.
func (p *translationUnit) preprocess(o Options) error {
	compiler := o.Compiler
	if p.source.Compiler != nil {
		compiler = *p.source.Compiler
	}
	before, after, err := compiler.sources(o.Model, p.source)
	if err != nil {
		return err
	}
	p.compiler = compiler
	options := compiler.options()
	options.Asked = p.asked
	options.Open = func(name string) ([]byte, error) {
		text, err := compiler.open(name)
		if err == nil && !strings.HasPrefix(name, builtinDir) {
			p.headers[name] = true
		}
		return text, err
	}
	own := func(sources ...cpp.Source) ([]cpp.Token, error) {
		tokens, err := cpp.Run(options, sources...)
		if e, ok := errors.AsType[*cpp.Error](err); ok {
			err = preprocessError(e, p.source)
		}
		if err == nil {
			tokens, err = show(quantifiers(tokens), p.pragma)
		}
		if err == nil {
			tokens, err = p.contracts(tokens)
		}
		return tokens, err
	}
	if p.tokens, err = own(append(before, after...)...); err != nil {
		return err
	}
	prelude := slices.IndexFunc(p.tokens, func(t cpp.Token) bool {
		return !slices.ContainsFunc(before, func(s cpp.Source) bool { return s.Name == t.Pos.File })
	})
	text := p.tokens[prelude:]
	if i := slices.IndexFunc(text, isErrno); i >= 0 {
		p.errno = slices.ContainsFunc(text[i+1:], isErrno)
	}
	models, err := library(text)
	if err != nil || len(models) == 0 {
		return err
	}
	bodies, err := own(append(before, models...)...)
	if err == nil {
		p.tokens = slices.Insert(p.tokens, prelude, bodies[prelude:]...)
	}
	return err
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// refuse ends the translation because of an unsupported construct.
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

// pos returns the place of a node.
func (u *unit) pos(n cc.Node) cfg.Pos {
	if n == nil {
		return cfg.Pos{}
	}
	return u.token(n).Pos
}

// token returns the first token of a node.
func (u *unit) token(n cc.Node) cpp.Token {
	at := n.Position()
	for _, p := range u.parts {
		if p.name == at.Filename {
			return p.at(at.Line)
		}
	}
	return cpp.Token{}
}
