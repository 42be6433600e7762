// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file reads terms. An open parenthesis pushes a frame, a closed one pops
// it; values are delivered to the frame below, which knows what comes next. The
// only recursion is that of sorts, whose depth is limited. No tree of the text
// is made.

// frame is an open parenthesis of a term.
type frame struct {
	kind frameKind
	base int32   // height of vals when it opened
	mark int32   // height of pending, undo: by kind
	ext  int32   // frameApply: 1 + index of an extension, 0 without
	sym  *symbol // frameApply: the head, nil with an extension that has none
	at   place
}

type frameKind uint8

const (
	frameApply        frameKind = iota // (f t … t
	frameLetValue                      // (let ((x t) … (x t
	frameLetBody                       // (let (…) t
	frameQuantifier                    // (forall (…) t
	frameAttributes                    // (! t
	frameMatchSubject                  // (match t
	frameMatchCase                     // (match t ((p t) … (p t
)

// localUndo restores the meaning that a symbol had outside a scope.
type localUndo struct {
	sym  *symbol
	prev *logic.Term
}

// quantifier belongs to a frameQuantifier. Inside a quantifier over the same
// variable, the variable gets another name for the time being: a let outside
// may stand for a term in which the outer one occurs.
type quantifier struct {
	op      logic.Op
	syms    []*symbol
	vars    []*logic.Term
	renamed [][2]*logic.Term // variable as written, stand-in
}

// term reads the next term.
func (r *reader) term() (*logic.Term, *Error) {
	if err := r.lx.next(); err != nil {
		return nil, err
	}
	return r.termHere()
}

// termHere reads the term that starts with the current token.
func (r *reader) termHere() (*logic.Term, *Error) {
	for {
		var v *logic.Term
		var err *Error
		at := r.lx.at
		switch r.lx.kind {
		case tokOpen:
			v, err = r.open(at)
		case tokClose:
			v, at, err = r.close()
		default:
			v, err = r.atom()
		}
		if err == nil && v != nil {
			v, err = r.deliver(v, at)
		}
		if err != nil || v != nil {
			return v, err
		}
		if err := r.lx.next(); err != nil {
			return nil, err
		}
	}
}

// atom returns the term that the current token is.
func (r *reader) atom() (*logic.Term, *Error) {
	switch r.lx.kind {
	case tokSymbol, tokQuoted:
		if s := r.lx.sym; s.local != nil {
			return s.local, nil
		}
		s, err := r.symbolToken("a term")
		if err != nil {
			return nil, err
		}
		return r.constant(s, r.lx.at)
	case tokNumeral:
		if n, ok := smallNumeral(r.lx.text); ok {
			return r.store.IntNum(n), nil
		}
		n, _ := rational.Parse(string(r.lx.text))
		return r.store.Num(n, r.store.Int), nil
	case tokDecimal:
		n, _ := rational.Parse(string(r.lx.text))
		return r.store.Num(n, r.store.Real), nil
	case tokHex:
		return r.bitVector(16, 4)
	case tokBinary:
		return r.bitVector(2, 1)
	case tokString:
		return nil, r.errorAt(r.lx.at, CodeUnsupported, "string literal; the theory of strings is not supported")
	}
	return nil, r.unexpected("a term")
}

func (r *reader) bitVector(base, bitsPerDigit int) (*logic.Term, *Error) {
	width := len(r.lx.text) * bitsPerDigit
	if width > maxWidth {
		return nil, r.errorAt(r.lx.at, CodeLimit, "bit-vector of %d bits; the limit is %d", width, maxWidth)
	}
	v, _ := new(big.Int).SetString(string(r.lx.text), base)
	return r.store.BVNum(v, width), nil
}

// constant returns what a symbol without arguments means, apart from locals.
func (r *reader) constant(s *symbol, at place) (*logic.Term, *Error) {
	switch d := s.decl; {
	case d != nil && d.kind == declTerm:
		return d.term, nil
	case d == nil && s.op != nil && s.op.max == 0:
		return s.op.build(r.store, nil, nil), nil
	case d == nil && s.op == nil:
		return nil, r.unknown(s, at, "symbol")
	case d != nil && d.generic != nil && d.kind == declCtor && len(d.generic.spec.ctors[d.index].fields) == 0:
		name := logic.QuoteSymbol(s.name)
		return nil, r.errorAt(at, CodeSort, "%s belongs to every instance of %s; write (as %s (%s …))", name, logic.QuoteSymbol(d.generic.shared.Name), name, logic.QuoteSymbol(d.generic.shared.Name))
	}
	return nil, r.errorAt(at, CodeArity, "%s is a function; expected a term; write it in parentheses with its arguments", logic.QuoteSymbol(s.name))
}

// unknown is the error for a symbol without meaning.
func (r *reader) unknown(s *symbol, at place, what string) *Error {
	name := logic.QuoteSymbol(s.name)
	if s.word == wordUnsupported || foreignTheory(s.name) {
		return r.errorAt(at, CodeUnsupported, "%s belongs to a theory or extension that is not supported", name)
	}
	if s == r.defining {
		return r.errorAt(at, CodeUnsupported, "%s occurs in its own definition; write define-fun-rec for a recursive function", name)
	}
	if n := len(s.name); n > 1 && s.name[0] == '-' && s.name[1] >= '0' && s.name[1] <= '9' {
		return r.errorAt(at, CodeUnknown, "unknown %s %s; SMT-LIB writes negative numbers as (- %s)", what, s.name, s.name[1:])
	}
	return r.errorAt(at, CodeUnknown, "unknown %s %s; declare it before it is used", what, name)
}

// open reads on behind an open parenthesis. It returns a term when the
// parenthesis is closed already.
func (r *reader) open(at place) (*logic.Term, *Error) {
	if len(r.frames) >= maxDepth {
		return nil, r.errorAt(at, CodeLimit, "terms nested more than %d deep", maxDepth)
	}
	if err := r.lx.next(); err != nil {
		return nil, err
	}
	f := frame{at: at, base: int32(len(r.vals))}
	switch r.word() {
	case wordLet:
		return nil, r.openLet(f)
	case wordForall:
		return nil, r.openQuantifier(f, logic.OpForall)
	case wordExists:
		return nil, r.openQuantifier(f, logic.OpExists)
	case wordBang:
		f.kind = frameAttributes
		r.frames = append(r.frames, f)
		return nil, nil
	case wordMatch:
		f.kind = frameMatchSubject
		r.frames = append(r.frames, f)
		return nil, nil
	case wordUnderscore:
		return r.indexedConstant(at)
	case wordAs:
		return r.qualifiedConstant(at)
	}
	switch r.lx.kind {
	case tokOpen:
		ext, err := r.compoundHead()
		if err != nil {
			return nil, err
		}
		r.exts = append(r.exts, ext)
		f.ext, f.sym = int32(len(r.exts)), ext.sym
	case tokClose:
		return nil, r.errorAt(at, CodeSyntax, "found (); expected a term")
	case tokSymbol, tokQuoted:
		s, err := r.symbolToken("a function symbol")
		if err != nil {
			return nil, err
		}
		if s.decl == nil && s.op == nil {
			if s.local != nil {
				return nil, r.errorAt(r.lx.at, CodeArity, "%s is a variable and takes no arguments", logic.QuoteSymbol(s.name))
			}
			return nil, r.unknown(s, r.lx.at, "function")
		}
		f.sym = s
	default:
		return nil, r.unexpected("a function symbol")
	}
	r.frames = append(r.frames, f)
	return nil, nil
}

// close applies the head of the innermost frame to its arguments.
func (r *reader) close() (*logic.Term, place, *Error) {
	top := len(r.frames) - 1
	if top < 0 || r.frames[top].kind != frameApply {
		return nil, place{}, r.unexpected("a term")
	}
	f := r.frames[top]
	r.frames = r.frames[:top]
	args, argPos := r.vals[f.base:], r.valPos[f.base:]
	var v *logic.Term
	var err *Error
	if f.ext == 0 {
		v, err = r.apply(f.sym, f.at, args, argPos)
	} else {
		ext := r.exts[f.ext-1]
		r.exts = r.exts[:f.ext-1]
		v, err = r.applyExtension(&ext, f.at, args, argPos)
	}
	r.vals, r.valPos = r.vals[:f.base], r.valPos[:f.base]
	if err == nil {
		err = r.checkSize(v, f.at)
	}
	return v, f.at, err
}

// deliver hands a finished term, which starts at the given place, to the
// innermost frame, and so on outwards while that finishes frames. It returns
// the term when no frame is left.
func (r *reader) deliver(v *logic.Term, at place) (*logic.Term, *Error) {
	for {
		if len(r.frames) == 0 {
			return v, nil
		}
		f := &r.frames[len(r.frames)-1]
		if f.kind == frameApply {
			r.vals, r.valPos = append(r.vals, v), append(r.valPos, at)
			return nil, nil
		}
		z, err := finishers[f.kind](r, f, v, at)
		if err != nil || z == nil {
			return nil, err
		}
		v, at = z, r.frames[len(r.frames)-1].at
		r.frames = r.frames[:len(r.frames)-1]
	}
}

// finishers take a term for a frame that is no application. They return the
// finished term of the frame, or nil when the frame stays open.
var finishers = [...]func(r *reader, f *frame, v *logic.Term, at place) (*logic.Term, *Error){
	frameLetValue:     (*reader).letValue,
	frameLetBody:      (*reader).letBody,
	frameQuantifier:   (*reader).closeQuantifier,
	frameAttributes:   (*reader).attributes,
	frameMatchSubject: (*reader).matchSubject,
	frameMatchCase:    (*reader).matchCase,
}

// bindLocal makes s mean t until undone.
func (r *reader) bindLocal(s *symbol, t *logic.Term) {
	r.undo = append(r.undo, localUndo{s, s.local})
	s.local = t
}

// unbind takes back local bindings down to a height of the undo stack.
func (r *reader) unbind(mark int) {
	for i := len(r.undo) - 1; i >= mark; i-- {
		r.undo[i].sym.local = r.undo[i].prev
	}
	r.undo = r.undo[:mark]
}

// openLet reads up to the first value.
func (r *reader) openLet(f frame) *Error {
	if err := r.expect(tokOpen, "'(' and the bindings of let"); err != nil {
		return err
	}
	f.kind, f.mark = frameLetValue, int32(len(r.pending))
	r.frames = append(r.frames, f)
	return r.nextBinding(&r.frames[len(r.frames)-1])
}

// nextBinding reads (x in front of a value, or the end of the list, where it
// binds all symbols at once.
func (r *reader) nextBinding(f *frame) *Error {
	if err := r.lx.next(); err != nil {
		return err
	}
	switch r.lx.kind {
	case tokOpen:
		s, err := r.nextSymbol("the symbol that let binds")
		if err != nil {
			return err
		}
		r.warnHiding(s)
		r.pending = append(r.pending, s)
		return nil
	case tokClose:
	default:
		return r.unexpected("a binding (symbol term) or ')'")
	}
	syms, vals := r.pending[f.mark:], r.vals[f.base:]
	f.kind = frameLetBody
	undo := int32(len(r.undo))
	r.newList()
	for i, s := range syms {
		if !r.first(s) {
			return r.errorAt(r.valPos[int(f.base)+i], CodeDuplicate, "let binds %s twice", logic.QuoteSymbol(s.name))
		}
		r.bindLocal(s, vals[i])
	}
	r.pending = r.pending[:f.mark]
	r.vals, r.valPos = r.vals[:f.base], r.valPos[:f.base]
	f.mark = undo
	return nil
}

func (r *reader) letValue(f *frame, v *logic.Term, at place) (*logic.Term, *Error) {
	r.vals, r.valPos = append(r.vals, v), append(r.valPos, at)
	if err := r.expect(tokClose, "')' behind the value of the binding"); err != nil {
		return nil, err
	}
	return nil, r.nextBinding(f)
}

func (r *reader) letBody(f *frame, v *logic.Term, _ place) (*logic.Term, *Error) {
	r.unbind(int(f.mark))
	return v, r.expect(tokClose, "')' behind the body of let")
}

// attributes reads the attributes behind an annotated term.
func (r *reader) attributes(_ *frame, v *logic.Term, _ place) (*logic.Term, *Error) {
	if err := r.lx.next(); err != nil {
		return nil, err
	}
	for r.lx.kind != tokClose {
		if r.lx.kind != tokKeyword {
			return nil, r.unexpected("an attribute such as :named, or ')'")
		}
		keyword := string(r.lx.text)
		if err := r.lx.next(); err != nil {
			return nil, err
		}
		if keyword == ":named" {
			if err := r.name(v); err != nil {
				return nil, err
			}
		} else if keyword == ":interpolation-group" {
			s, err := r.symbolToken("the name of a group")
			if err != nil {
				return nil, err
			}
			if len(r.frames) == 1 {
				r.group = s.name
			}
		} else if annotations[keyword] {
			if err := r.annotate(keyword, v); err != nil {
				return nil, err
			}
			continue
		} else if r.lx.kind != tokKeyword && r.lx.kind != tokClose {
			if err := r.skip(); err != nil {
				return nil, err
			}
			continue
		} else {
			continue
		}
		if err := r.lx.next(); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// annotations are the keywords that make a term a part of a transition system.
var annotations = map[string]bool{":next": true, ":init": true, ":trans": true, ":invar-property": true, ":live-property": true, ":ltl-property": true}

// annotate records an annotation, of which the keyword and the token behind it are read, and reads on behind it.
func (r *reader) annotate(keyword string, v *logic.Term) *Error {
	a := Annotation{Keyword: keyword, Term: v, Pos: r.lx.position(r.start)}
	if len(logic.FreeVars(v)) > 0 {
		return r.errorAt(r.lx.at, CodeSyntax, "%s of a term with the variable %s; expected a term over declared constants", keyword, logic.QuoteSymbol(logic.FreeVars(v)[0].Name()))
	}
	holds := r.lx.kind != tokSymbol || r.lx.sym.name != "false"
	if keyword == ":next" {
		s, err := r.symbolToken("the constant that is the next value")
		if err != nil {
			return err
		}
		if a.Next, err = r.constant(s, r.lx.at); err != nil {
			return err
		}
	} else if !v.Sort().IsBool() {
		return r.errorAt(r.lx.at, CodeSort, "%s of a term of sort %v; expected Bool", keyword, v.Sort())
	}
	if holds || keyword == ":next" {
		r.annotations = append(r.annotations, a)
	}
	if r.lx.kind == tokClose || r.lx.kind == tokKeyword { // no value
		return nil
	}
	return r.skip()
}

// name gives v the name that the current token is. The name can be used as a
// constant later unless a variable is free in v.
func (r *reader) name(v *logic.Term) *Error {
	s, err := r.symbolToken("a name")
	if err != nil {
		return err
	}
	if err := r.undeclared(s); err != nil {
		return err
	}
	at := r.lx.at
	if !v.HasVars() || len(logic.FreeVars(v)) == 0 {
		r.declare(s, &declaration{kind: declTerm, term: v, at: r.lx.position(at)})
	}
	r.named = append(r.named, NamedTerm{Name: s.name, Term: v, Pos: r.lx.position(at), outermost: len(r.frames) == 1})
	return nil
}

// skip passes over the s-expression that starts with the current token, and
// reads the token behind it.
func (r *reader) skip() *Error {
	depth := 0
	start := r.lx.at
	for {
		switch r.lx.kind {
		case tokOpen:
			depth++
		case tokClose:
			depth--
		case tokEOF:
			return r.errorAt(start, CodeUnclosed, "the input ends inside the parentheses that open here")
		}
		if err := r.lx.next(); err != nil {
			return err
		}
		if depth == 0 {
			return nil
		}
	}
}
