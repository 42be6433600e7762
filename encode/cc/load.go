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

// Options says how a program is read. The zero value is the data model of the host with every error convention of the field.
type Options struct {
	Model    cfg.DataModel
	Property Property
	Compiler Compiler
	// MissingBody says what calls of functions without body do.
	MissingBody MissingBody
	// ContractEntry is the function whose requirements are assumed.
	ContractEntry string
	// VolatileInputs has reads of volatile memory yield any values.
	VolatileInputs bool
	// HavocGlobals has variables with static storage begin with any values, save constant ones.
	HavocGlobals bool
	// Arguments describe arguments of the entry function, as NAME=KIND.
	Arguments []string
	// WithoutBody are functions whose definitions do not count; of several, the first one does. Static functions go by the names that CBMC's
	// compiler gives them, too.
	WithoutBody []string
	// MallocMayFail has functions that allocate memory fail where they like.
	MallocMayFail bool
	// Lives has the automata say where the lives of the variables of blocks begin and end.
	Lives bool
	// Memory has functions of the library be errors that access memory which no living object has.
	Memory bool
	// Races has the automata make every access to what threads may share, those too whose values nothing depends on, and say which ones are
	// indivisible.
	Races bool
	// Values has the automata evaluate what may be checked, though nothing depends on its value.
	Values bool
	// Wraps has operations on constants stay that wrap, and conversions of constants that change them.
	Wraps bool
	// Overlaps has functions that copy texts be errors where the blocks overlap.
	Overlaps bool
	// Deadlocks says that it matters what threads wait for.
	Deadlocks bool
}

// A Source is a text of a program, with the name of its file. It is compiled by itself.
type Source struct {
	Name string
	Text []byte
	// Compiler replaces that of the options, if it is not nil.
	Compiler *Compiler
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

// Load translates the C program in text into control-flow automata: see [Link].
func Load(name string, text []byte, o Options) (p *cfg.Program, err error) {
	return Link([]Source{{Name: name, Text: text}}, o)
}

// Link translates the C program in some texts, each compiled by itself, into control-flow automata. The names are for positions, and
// headers in quotes are looked for beside them.
// What cannot be translated exactly is over-approximated and named in the program's Notes,
// or refused with an *Error. The result satisfies cfg.Program.Check.
//
// Link reads no file but headers, and may be called concurrently.
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

// parseLimit is far more than any program takes to parse.
const parseLimit = time.Minute

// parseWithin is parse, given up after a while: if the trailer does not help, the parser may still go
// round for ever on text that is not C. It cannot be stopped then; the caller is expected to end soon.
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

// trailer stands behind each program. The parser recovers from syntax errors by skipping to a token
// that it expects, and goes round for ever at the end of the text if there is none: here
// are some of each, in declarations that mean nothing.
var trailer = strings.Repeat("extern int __cornet_end(int, int[1 ? 1 : 2]);\nstruct __cornet_end;\nextern int __cornet_last;\n", 20)

// trailerName is the file that the trailer seems to be in.
const trailerName = "<end>"

// A translationUnit is a text with its headers: its syntax tree, what the tree does not contain, and what its names mean.
type translationUnit struct {
	shown
	source     Source
	ast        *cc.AST
	headers    map[string]bool
	attributes []spelledAttribute // of the preprocessed text, unless they are harmless
	pragmas    []cfg.Note

	funcs    map[string]*function
	globals  map[string]*cfg.Var
	unusable map[string]error // globals, and why
	weak     map[string]bool  // functions that are declared so
	// typesByName are the attributes that typedefs give to types.
	typesByName map[string]attribute
	// atomicByName says of typedefs whether all of a name are those of atomic types.
	atomicByName map[string]bool
	// mentions are the places of each identifier in the preprocessed text, as an expression or as what is declared.
	mentions map[string][]int
	pack     []int64 // the stack of #pragma pack
	// errno says that the text mentions errno, behind its declaration.
	errno bool
}

// parse runs the preprocessor, the parser and its type checker. It is the boundary at which a panic of
// theirs becomes an error.
func parse(number int, s Source, o Options) (p *translationUnit, err error) {
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
	options := compiler.options()
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
	return u.token(n).Pos
}

// token is the first token of a node.
func (u *unit) token(n cc.Node) cpp.Token {
	at := n.Position()
	for _, p := range u.parts {
		if p.name == at.Filename {
			return p.at(at.Line)
		}
	}
	return cpp.Token{}
}
