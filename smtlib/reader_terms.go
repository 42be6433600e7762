// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"

	"cornet/internal/rational"
	"cornet/logic"
)

// This file reads terms. An open parenthesis pushes a frame, a closed one pops it. A value is
// passed to the frame below, which continues. The only recursion is that of sorts, whose depth is
// limited. No tree of the text is made.

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

// quantifier belongs to a frameQuantifier. Inside a quantifier over the same variable, the variable
// temporarily gets another name, because a let outside may bind a term in which the outer one
// occurs.
type quantifier struct {
	op      logic.Op
	syms    []*symbol
	vars    []*logic.Term
	renamed [][2]*logic.Term // variable as written, stand-in
}

// term reads the next term.
func (r *reader) term() *logic.Term {
	r.lx.next()
	return r.termHere()
}

// termHere reads the term that starts with the current token.
func (r *reader) termHere() *logic.Term {
	t := r.openTermHere()
	r.refuseOpen(t)
	return t
}

// openTermHere reads the term that starts with the current token, which may be open.
func (r *reader) openTermHere() *logic.Term {
	for {
		var v *logic.Term
		at := r.lx.at
		switch r.lx.kind {
		case tokOpen:
			v = r.open(at)
		case tokClose:
			v, at = r.close()
		default:
			v = r.atom()
		}
		if v != nil {
			if v = r.deliver(v, at); v != nil {
				return v
			}
		}
		r.lx.next()
	}
}

// atom returns the term that the current token is.
func (r *reader) atom() *logic.Term {
	switch r.lx.kind {
	case tokSymbol, tokQuoted:
		if s := r.lx.sym; s.local != nil {
			return s.local
		}
		s := r.symbolToken("a term")
		if s.decl == nil && s.op == nil && s.name != "" && s.name[0] == '-' && r.lx.kind == tokSymbol {
			if t := r.signed(s, r.lx.at); t != nil {
				return t
			}
		}
		return r.constant(s, r.lx.at)
	case tokNumeral:
		return r.number(r.lx.text, r.store.Int)
	case tokDecimal:
		if r.lx.loose {
			r.depart(LooseDecimal, r.lx.at, "a decimal with an exponent or without digits after the point; %s is understood", shownText(r.lx.text))
		}
		return r.number(r.lx.text, r.store.Real)
	case tokHex:
		return r.bitVector(16, 4)
	case tokBinary:
		return r.bitVector(2, 1)
	case tokString:
		panic(r.errorAt(r.lx.at, CodeUnsupported, "string literal; the theory of strings is not supported"))
	}
	panic(r.unexpected("a term"))
}

// number returns the value of a numeral or decimal.
func (r *reader) number(text []byte, sort *logic.Sort) *logic.Term {
	if n, ok := smallNumeral(text); ok && sort.IsInt() {
		return r.store.IntNum(n)
	}
	n, _ := rational.Parse(string(text))
	return r.store.Num(n, sort)
}

func (r *reader) bitVector(base, bitsPerDigit int) *logic.Term {
	width := len(r.lx.text) * bitsPerDigit
	if width > maxWidth {
		panic(r.errorAt(r.lx.at, CodeLimit, "bit-vector of %d bits; the limit is %d", width, maxWidth))
	}
	v, _ := new(big.Int).SetString(string(r.lx.text), base)
	return r.store.BVNum(v, width)
}

// constant returns what a symbol without arguments means, apart from locals.
func (r *reader) constant(s *symbol, at place) *logic.Term {
	switch d := s.decl; {
	case d != nil && d.kind == declTerm:
		return d.term
	case d == nil && s.op != nil && s.op.max == 0:
		return s.op.build(r.store, nil, nil)
	case d == nil && s.op == nil:
		panic(r.unknown(s, at, "symbol"))
	case d != nil && d.generic != nil && d.kind == declCtor && len(d.generic.spec.ctors[d.index].fields) == 0:
		return r.constructOpen(s, d, at, nil)
	}
	panic(r.errorAt(at, CodeArity, "%s is a function; expected a term; write it in parentheses with its arguments", logic.QuoteSymbol(s.name)))
}

// unknown returns the error for a symbol without meaning.
func (r *reader) unknown(s *symbol, at place, what string) *Error {
	name := logic.QuoteSymbol(s.name)
	if s.word == wordUnsupported || foreignTheory(s.name) {
		return r.errorAt(at, CodeUnsupported, "%s belongs to a theory or extension that is not supported", name)
	}
	if s == r.defining {
		return r.errorAt(at, CodeUnsupported, "%s occurs in its own definition; write define-fun-rec for a recursive function", name)
	}
	return r.errorAt(at, CodeUnknown, "unknown %s %s; declare it before it is used", what, name)
}

// open continues after an open parenthesis. It returns a term if the parenthesis is already closed.
func (r *reader) open(at place) *logic.Term {
	if len(r.frames) >= maxDepth {
		panic(r.errorAt(at, CodeLimit, "terms nested more than %d deep", maxDepth))
	}
	r.lx.next()
	f := frame{at: at, base: int32(len(r.vals))}
	switch r.word() {
	case wordLet:
		r.openLet(f)
		return nil
	case wordForall:
		r.openQuantifier(f, logic.OpForall)
		return nil
	case wordExists:
		if s := r.lx.sym; s.decl != nil && !r.variablesFollow() {
			f.sym = s
			r.frames = append(r.frames, f)
			return nil
		}
		r.openQuantifier(f, logic.OpExists)
		return nil
	case wordBang:
		f.kind = frameAttributes
		r.frames = append(r.frames, f)
		return nil
	case wordMatch:
		f.kind = frameMatchSubject
		r.frames = append(r.frames, f)
		return nil
	case wordUnderscore:
		return r.indexedConstant(at)
	case wordAs:
		return r.qualifiedConstant(at)
	}
	switch r.lx.kind {
	case tokOpen:
		ext := r.compoundHead()
		r.exts = append(r.exts, ext)
		f.ext, f.sym = int32(len(r.exts)), ext.sym
	case tokClose:
		panic(r.errorAt(at, CodeSyntax, "found (); expected a term"))
	case tokSymbol, tokQuoted:
		s := r.symbolToken("a function symbol")
		if s.decl == nil && s.op == nil && s.name != sizeSymbol {
			if s.local != nil {
				return r.variableAlone(s)
			}
			panic(r.unknown(s, r.lx.at, "function"))
		}
		f.sym = s
	default:
		panic(r.unexpected("a function symbol"))
	}
	r.frames = append(r.frames, f)
	return nil
}

// variableAlone reads a variable in parentheses, without arguments.
func (r *reader) variableAlone(s *symbol) *logic.Term {
	at := r.lx.at
	if r.lx.next(); r.lx.kind != tokClose {
		panic(r.errorAt(at, CodeArity, "%s is a variable and takes no arguments", logic.QuoteSymbol(s.name)))
	}
	r.depart(EmptyApplication, at, "the variable %s is in parentheses; it is understood without", logic.QuoteSymbol(s.name))
	return s.local
}

// variablesFollow reports whether a parenthesis follows, as it does after the word of a quantifier.
func (r *reader) variablesFollow() bool {
	r.lx.next()
	follow := r.lx.kind == tokOpen
	r.lx.unread()
	return follow
}

// close applies the head of the innermost frame to its arguments.
func (r *reader) close() (*logic.Term, place) {
	top := len(r.frames) - 1
	if top < 0 || r.frames[top].kind != frameApply {
		panic(r.unexpected("a term"))
	}
	f := r.frames[top]
	r.frames = r.frames[:top]
	args, argPos := r.vals[f.base:], r.valPos[f.base:]
	var v *logic.Term
	if f.ext == 0 {
		v = r.apply(f.sym, f.at, args, argPos)
	} else {
		ext := r.exts[f.ext-1]
		r.exts = r.exts[:f.ext-1]
		v = r.applyExtension(&ext, f.at, args, argPos)
	}
	if r.coercer.open != nil && r.coercer.open[v] == nil {
		v = r.closeOpen(f.sym, v, f.at, args)
	}
	r.vals, r.valPos = r.vals[:f.base], r.valPos[:f.base]
	r.checkSize(f.at)
	return v, f.at
}

// deliver gives a finished term, which starts at the given place, to the innermost frame, and
// continues outwards while frames finish. It returns the term if no frame is left.
func (r *reader) deliver(v *logic.Term, at place) *logic.Term {
	for {
		if len(r.frames) == 0 {
			return v
		}
		f := &r.frames[len(r.frames)-1]
		if f.kind == frameApply {
			r.vals, r.valPos = append(r.vals, v), append(r.valPos, at)
			return nil
		}
		z := finishers[f.kind](r, f, v, at)
		if z == nil {
			return nil
		}
		v, at = z, r.frames[len(r.frames)-1].at
		r.frames = r.frames[:len(r.frames)-1]
	}
}

// finishers accept a term for a frame that is not an application. They return the finished term of
// the frame, or nil if the frame stays open.
var finishers = [...]func(r *reader, f *frame, v *logic.Term, at place) *logic.Term{
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
func (r *reader) openLet(f frame) {
	r.expect(tokOpen, "'(' and the bindings of let")
	f.kind, f.mark = frameLetValue, int32(len(r.pending))
	r.frames = append(r.frames, f)
	r.nextBinding(&r.frames[len(r.frames)-1])
}

// nextBinding reads (x before a value, or the end of the list, where it binds all symbols at once.
func (r *reader) nextBinding(f *frame) {
	r.lx.next()
	switch r.lx.kind {
	case tokOpen:
		s := r.nextSymbol("the symbol that let binds")
		r.warnHiding(s)
		r.pending = append(r.pending, s)
		return
	case tokClose:
	default:
		panic(r.unexpected("a binding (symbol term) or ')'"))
	}
	syms, vals := r.pending[f.mark:], r.vals[f.base:]
	f.kind = frameLetBody
	undo := int32(len(r.undo))
	r.newList()
	for i, s := range syms {
		if !r.first(s) {
			panic(r.errorAt(r.valPos[int(f.base)+i], CodeDuplicate, "let binds %s twice", logic.QuoteSymbol(s.name)))
		}
		r.bindLocal(s, vals[i])
	}
	r.pending = r.pending[:f.mark]
	r.vals, r.valPos = r.vals[:f.base], r.valPos[:f.base]
	f.mark = undo
}

func (r *reader) letValue(f *frame, v *logic.Term, at place) *logic.Term {
	r.vals, r.valPos = append(r.vals, v), append(r.valPos, at)
	r.expect(tokClose, "')' after the value of the binding")
	r.nextBinding(f)
	return nil
}

func (r *reader) letBody(f *frame, v *logic.Term, _ place) *logic.Term {
	r.unbind(int(f.mark))
	r.expect(tokClose, "')' after the body of let")
	return v
}

// attributes reads the attributes after an annotated term.
func (r *reader) attributes(_ *frame, v *logic.Term, _ place) *logic.Term {
	r.lx.next()
	for r.lx.kind != tokClose {
		if r.lx.kind != tokKeyword {
			panic(r.unexpected("an attribute such as :named, or ')'"))
		}
		keyword := string(r.lx.text)
		r.lx.next()
		if keyword == ":named" {
			r.refuseOpen(v)
			r.name(v)
		} else if keyword == ":interpolation-group" {
			s := r.symbolToken("the name of a group")
			if len(r.frames) == 1 {
				r.group = s.name
			}
		} else if annotations[keyword] {
			r.annotate(keyword, v)
			continue
		} else if r.lx.kind != tokKeyword && r.lx.kind != tokClose {
			r.skip()
			continue
		} else {
			continue
		}
		r.lx.next()
	}
	return v
}

// annotations are the keywords that make a term a part of a transition system.
var annotations = map[string]bool{":next": true, ":init": true, ":trans": true, ":invar-property": true, ":live-property": true, ":ltl-property": true}

// annotate records an annotation, whose keyword and following token are read, and continues after
// it.
func (r *reader) annotate(keyword string, v *logic.Term) {
	a := Annotation{Keyword: keyword, Term: v, Pos: r.lx.position(r.start)}
	if len(logic.FreeVars(v)) > 0 {
		panic(r.errorAt(r.lx.at, CodeSyntax, "%s of a term with the variable %s; expected a term over declared constants", keyword, logic.QuoteSymbol(logic.FreeVars(v)[0].Name())))
	}
	holds := r.lx.kind != tokSymbol || r.lx.sym.name != "false"
	if keyword == ":next" {
		s := r.symbolToken("the constant that is the next value")
		a.Next = r.constant(s, r.lx.at)
	} else if !v.Sort().IsBool() {
		panic(r.errorAt(r.lx.at, CodeSort, "%s of a term of sort %v; expected Bool", keyword, v.Sort()))
	}
	if holds || keyword == ":next" {
		r.annotations = append(r.annotations, a)
	}
	if r.lx.kind == tokClose || r.lx.kind == tokKeyword { // no value
		return
	}
	r.skip()
}

// name gives v the name in the current token. The name can later be used as a constant unless a
// variable is free in v.
func (r *reader) name(v *logic.Term) {
	s := r.symbolToken("a name")
	r.undeclared(s)
	at := r.lx.at
	if !v.HasVars() || len(logic.FreeVars(v)) == 0 {
		r.declare(s, &declaration{kind: declTerm, term: v, at: r.lx.position(at)})
	}
	r.named = append(r.named, NamedTerm{Name: s.name, Term: v, Pos: r.lx.position(at), outermost: len(r.frames) == 1})
}

// skip skips the s-expression that starts with the current token, and reads the token after it.
func (r *reader) skip() {
	depth := 0
	start := r.lx.at
	for {
		switch r.lx.kind {
		case tokOpen:
			depth++
		case tokClose:
			depth--
		case tokEOF:
			panic(r.errorAt(start, CodeUnclosed, "the input ends inside the parentheses that open here"))
		}
		r.lx.next()
		if depth == 0 {
			return
		}
	}
}
