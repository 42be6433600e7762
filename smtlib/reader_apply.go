// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"
	"strings"

	"cornet/internal/slice"
	"cornet/logic"
)

// This file applies heads to arguments: symbols, indexed and qualified ones.

// extension is a head that is not a single symbol, such as (_ extract 7 0).
type extension struct {
	kind  extensionKind
	sym   *symbol            // the symbol inside
	index [2]int             // extIndexed
	ctor  *logic.Constructor // extTester
	sort  *logic.Sort        // extConst, extAs
}

type extensionKind uint8

const (
	extIndexed extensionKind = iota // (_ f i …)
	extTester                       // (_ is c)
	extConst                        // (as const S)
	extAs                           // (as f S)
	extUpdate                       // (_ update-field s)
)

// apply applies what the symbol means to arguments, which it may change.
func (r *reader) apply(s *symbol, at place, args []*logic.Term, argPos []place) *logic.Term {
	switch {
	case s.decl == nil && s.op == nil:
		return r.termSize(at, args, argPos)
	case s.decl == nil:
		return r.applyOperator(s.op, nil, at, args, argPos)
	case s.op == nil:
		return r.applyDeclared(s, s.decl, at, args, argPos)
	}
	var v *logic.Term
	err := Catch(func() { v = r.applyDeclared(s, s.decl, at, args, argPos) })
	switch {
	case err == nil:
		return v
	case r.accepts(s.op, args):
		return r.applyOperator(s.op, nil, at, args, argPos)
	}
	panic(err)
}

// accepts reports whether a symbol may mean op although it has a declaration, because the
// declaration does not fit.
func (r *reader) accepts(op *operator, args []*logic.Term) bool {
	if op.indices > 0 || len(args) < op.min || op.max != many && len(args) > op.max || len(args) == 0 {
		return false
	}
	_, want := op.check(&r.coercer, args)
	return want == ""
}

func (r *reader) applyOperator(op *operator, index []int, at place, args []*logic.Term, argPos []place) *logic.Term {
	if len(index) != op.indices {
		panic(r.errorAt(at, CodeIndex, "%s takes %s, found %d; write ((_ %s …) …)", op.name, plural(op.indices, "index"), len(index), op.name))
	}
	if op.name == "bv2int" {
		r.depart(UnsignedValue, at, "bv2int is the value with a sign in some solvers; (ubv_to_int …) is understood, as in z3")
	}
	build := r.builderFor(op, len(args), at)
	if build == nil {
		panic(r.errorAt(at, CodeArity, "%s takes %s, found %d", op.name, op.arity(), len(args)))
	}
	if len(args) > 0 {
		if bad, want := op.check(&r.coercer, args); want != "" {
			panic(r.badArgument(op.name, bad, want, args, argPos))
		}
	}
	if op.index != nil {
		if complaint := op.index(args, index); complaint != "" {
			panic(r.errorAt(at, CodeIndex, "%s: %s", op.name, complaint))
		}
	}
	return build(r.store, args, index)
}

// arity describes how many arguments op takes.
func (op *operator) arity() string {
	switch {
	case op.max == 0:
		return "no arguments"
	case op.max == many:
		return "at least " + plural(op.min, "argument")
	case op.max == maxDistinct:
		return "2 to 4096 arguments"
	}
	return plural(op.max, "argument")
}

func (r *reader) badArgument(name string, bad int, want string, args []*logic.Term, argPos []place) *Error {
	return r.errorAt(argPos[bad], CodeSort, "argument %d of %s has sort %s; expected %s", bad+1, name, r.sortOf(args[bad]), want)
}

// params returns the parameter sorts of a declared function symbol.
func (d *declaration) params() []*logic.Sort {
	switch d.kind {
	case declFunc:
		return d.fn.Params()
	case declMacro:
		return logic.SortsOf(d.macro.params)
	case declCtor:
		return slice.Map(d.ctor.Fields, func(f *logic.Selector) *logic.Sort { return f.Sort })
	case declSelector:
		return []*logic.Sort{d.sel.Ctor.Sort}
	case declTester:
		return []*logic.Sort{d.ctor.Sort}
	}
	return nil
}

func (r *reader) applyDeclared(s *symbol, d *declaration, at place, args []*logic.Term, argPos []place) *logic.Term {
	if d.kind == declSelector && len(args) == 1 {
		if x := d.selectorOf(args[0].Sort()); x != nil {
			d = x
		}
	}
	if d.generic != nil {
		known := r.resolve(s, d, at, args, argPos)
		if known == nil {
			return r.constructOpen(s, d, at, args)
		}
		d = known
	}
	params := d.params()
	if len(params) == 0 {
		panic(r.errorAt(at, CodeArity, "%s is a constant (declared at %v); write it without parentheses", logic.QuoteSymbol(s.name), d.at))
	}
	if len(args) != len(params) {
		panic(r.errorAt(at, CodeArity, "%s takes %s, found %d (declared at %v)", logic.QuoteSymbol(s.name), plural(len(params), "argument"), len(args), d.at))
	}
	for i, p := range params {
		if args[i].Sort() != p && !r.coercer.coerce(&args[i], p) {
			panic(r.badArgument(logic.QuoteSymbol(s.name), i, p.String(), args, argPos))
		}
	}
	switch d.kind {
	case declFunc:
		return r.store.Apply(d.fn, args...)
	case declCtor:
		return r.store.Construct(d.ctor, args...)
	case declSelector:
		return r.store.Field(d.sel, args[0])
	case declTester:
		return r.store.Is(d.ctor, args[0])
	}
	if r.expansions -= d.macro.size; r.expansions < 0 {
		panic(r.errorAt(at, CodeLimit, "definitions expand to more than %d terms; the last one is %s", maxExpansion, logic.QuoteSymbol(s.name)))
	}
	return r.store.SubstituteFaithful(d.macro.body, d.macro.params, args)
}

// selectorOf returns a selector for values of a sort: the latest one among those that d and the
// declarations before it declare under one name. It returns nil if there is no such selector.
func (d *declaration) selectorOf(sort *logic.Sort) *declaration {
	for ; d != nil && d.kind == declSelector; d = d.prev {
		if d.generic != nil && isInstance(sort, d.generic) || d.generic == nil && d.sel.Ctor.Sort == sort {
			return d
		}
	}
	return nil
}

// updateField returns x with the field that s selects replaced by a value, or x itself if it has no
// such field.
func (r *reader) updateField(s *symbol, at place, args []*logic.Term, argPos []place) *logic.Term {
	if len(args) != 2 {
		panic(r.errorAt(at, CodeArity, "the update of %s takes 2 arguments, found %d", logic.QuoteSymbol(s.name), len(args)))
	}
	r.refuseOpen(args[0])
	d := s.decl.selectorOf(args[0].Sort())
	if d == nil {
		panic(r.badArgument("the update of "+logic.QuoteSymbol(s.name), 0, "the datatype of the selector", args, argPos))
	}
	if d.generic != nil {
		d = r.resolve(s, d, at, args[:1], argPos)
	}
	c := d.sel.Ctor
	fields := make([]*logic.Term, len(c.Fields))
	for i, f := range c.Fields {
		if fields[i] = r.store.Field(f, args[0]); f != d.sel {
			continue
		}
		if !r.coercer.coerce(&args[1], f.Sort) {
			panic(r.badArgument("the update of "+logic.QuoteSymbol(s.name), 1, f.Sort.String(), args, argPos))
		}
		fields[i] = args[1]
	}
	z := r.store.Construct(c, fields...)
	if len(c.Sort.Datatype().Constructors) == 1 {
		return z
	}
	return r.store.Ite(r.store.Is(c, args[0]), z, args[0])
}

func (r *reader) applyExtension(x *extension, at place, args []*logic.Term, argPos []place) *logic.Term {
	switch x.kind {
	case extIndexed:
		return r.applyOperator(x.sym.op, x.index[:x.sym.op.indices], at, args, argPos)
	case extTester:
		if len(args) != 1 {
			panic(r.errorAt(at, CodeArity, "(_ is %s) takes 1 argument, found %d", logic.QuoteSymbol(x.sym.name), len(args)))
		}
		if x.ctor == nil {
			x.ctor = r.resolve(x.sym, x.sym.decl.tester(), at, args, argPos).ctor
		}
		if args[0].Sort() != x.ctor.Sort {
			panic(r.badArgument("(_ is "+logic.QuoteSymbol(x.ctor.Name)+")", 0, x.ctor.Sort.String(), args, argPos))
		}
		return r.store.Is(x.ctor, args[0])
	case extUpdate:
		return r.updateField(x.sym, at, args, argPos)
	case extConst:
		if len(args) != 1 {
			panic(r.errorAt(at, CodeArity, "(as const %v) takes 1 argument, found %d", x.sort, len(args)))
		}
		if !r.coercer.coerce(&args[0], x.sort.Elem()) {
			panic(r.badArgument("const", 0, "the array's element sort "+x.sort.Elem().String(), args, argPos))
		}
		return r.store.ConstArray(x.sort, args[0])
	}
	if c := constructorIn(x.sym, x.sort); c != nil && c.Sort.Generic() != nil {
		return r.applyDeclared(x.sym, &declaration{kind: declCtor, ctor: c, at: x.sym.decl.at}, at, args, argPos)
	}
	v := r.apply(x.sym, at, args, argPos)
	if v.Sort() != x.sort {
		panic(r.errorAt(at, CodeSort, "%s has sort %v here, not %v as stated", logic.QuoteSymbol(x.sym.name), v.Sort(), x.sort))
	}
	return v
}

// compoundHead reads (_ … ) or (as …) before arguments, after the '('.
func (r *reader) compoundHead() extension {
	at := r.lx.at
	r.lx.next()
	switch r.word() {
	case wordUnderscore:
		return r.indexedHead(at)
	case wordAs:
		return r.qualifiedHead(at)
	}
	panic(r.unexpected("_ or as, because only (_ f i …) and (as f sort) may be in parentheses before arguments"))
}

func (r *reader) indexedHead(at place) extension {
	s := r.nextSymbol("an indexed function symbol")
	if s.name == "is" {
		s, c := r.constructorName()
		r.expect(tokClose, "')'")
		return extension{kind: extTester, sym: s, ctor: c}
	}
	if (s.name == "update-field" || s.name == "update") && s.decl == nil {
		r.depart(FieldUpdate, at, "%s is not of SMT-LIB; the datatype's value with another field is understood", s.name)
		f := r.nextSymbol("a selector")
		if f.decl == nil || f.decl.kind != declSelector {
			panic(r.errorAt(r.lx.at, CodeUnknown, "%s is not a selector; (_ %s s) needs one", logic.QuoteSymbol(f.name), s.name))
		}
		r.expect(tokClose, "')'")
		return extension{kind: extUpdate, sym: f}
	}
	if s.op == nil || s.op.indices == 0 {
		if s.op == nil && s.decl == nil {
			panic(r.unknown(s, r.lx.at, "indexed function"))
		}
		panic(r.errorAt(r.lx.at, CodeIndex, "%s takes no index; write (%s …)", s.name, s.name))
	}
	x := extension{kind: extIndexed, sym: s}
	n := 0
	for ; ; n++ {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		r.want(tokNumeral, "a numeral as index")
		if n < s.op.indices {
			x.index[n] = r.index()
		}
	}
	if n != s.op.indices {
		panic(r.errorAt(at, CodeIndex, "%s takes %s, found %d", s.name, plural(s.op.indices, "index"), n))
	}
	return x
}

// constructorName reads the constructor of a tester: c, or (c (S …) S) as z3
// writes it.
func (r *reader) constructorName() (*symbol, *logic.Constructor) {
	r.lx.next()
	long := r.lx.kind == tokOpen
	if long {
		r.lx.next()
	}
	s := r.symbolToken("a constructor")
	if !namesConstructor(s) {
		panic(r.errorAt(r.lx.at, CodeUnknown, "%s is not a constructor; (_ is c) needs one", logic.QuoteSymbol(s.name)))
	}
	if !long {
		return s, constructorOf(s)
	}
	at := r.lx.at
	r.signature()
	sort := r.sort()
	c := constructorIn(s, sort)
	if c == nil {
		panic(r.errorAt(at, CodeSort, "%s is not a constructor of %v", logic.QuoteSymbol(s.name), sort))
	}
	r.expect(tokClose, "')'")
	return s, c
}

// constructorOf returns the constructor that a symbol names. It returns nil if it finds nothing, or
// one for each instance of a datatype.
func constructorOf(s *symbol) *logic.Constructor {
	switch d := s.decl; {
	case d == nil:
	case d.kind == declCtor:
		return d.ctor
	case d.kind == declTerm && d.term.Op() == logic.OpConstruct && d.ctor != nil:
		return d.ctor
	}
	return nil
}

func (r *reader) qualifiedHead(at place) extension {
	s, sort := r.qualified()
	if s.name == "const" && s.decl == nil {
		if !sort.IsArray() {
			panic(r.errorAt(at, CodeSort, "(as const %v): expected an array sort", sort))
		}
		return extension{kind: extConst, sym: s, sort: sort}
	}
	if s.decl == nil && s.op == nil {
		panic(r.unknown(s, at, "function"))
	}
	return extension{kind: extAs, sym: s, sort: sort}
}

// qualified reads symbol sort ')' after (as.
func (r *reader) qualified() (*symbol, *logic.Sort) {
	s := r.nextSymbol("a symbol")
	sort := r.sort()
	r.expect(tokClose, "')'")
	return s, sort
}

// qualifiedConstant reads the rest of (as c S) after (as.
func (r *reader) qualifiedConstant(at place) *logic.Term {
	s, sort := r.qualified()
	if s.local == nil && s.decl == nil && sort.Kind() == logic.KindUninterpreted && strings.HasPrefix(s.name, "@") {
		return r.store.UninterpretedValue(s.name[1:], sort)
	}
	if s.name == "const" && s.decl == nil {
		panic(r.errorAt(at, CodeArity, "(as const %v) without an argument; write ((as const %v) value)", sort, sort))
	}
	v := s.local
	if c := constructorIn(s, sort); v == nil && c != nil && len(c.Fields) == 0 {
		v = r.store.Construct(c)
	}
	if v == nil {
		v = r.constant(s, at)
	}
	if !r.coercer.coerce(&v, sort) {
		panic(r.errorAt(at, CodeSort, "%s has sort %s, not %v as stated", logic.QuoteSymbol(s.name), r.sortOf(v), sort))
	}
	return v
}

// indexedConstant reads the rest of (_ bvN width) after (_.
func (r *reader) indexedConstant(at place) *logic.Term {
	s := r.nextSymbol("a symbol such as bv5")
	if constant := floatConstants[s.name]; constant != nil {
		return r.floatConstant(constant)
	}
	digits := strings.TrimPrefix(s.name, "bv")
	if digits == s.name || digits == "" || strings.Trim(digits, "0123456789") != "" {
		if s.op != nil && s.op.indices > 0 {
			panic(r.errorAt(at, CodeArity, "(_ %s …) is a function; expected a term; write ((_ %s …) argument)", s.name, s.name))
		}
		panic(r.unknown(s, r.lx.at, "indexed constant"))
	}
	r.expect(tokNumeral, "the width of "+s.name)
	width := r.index()
	if width < 1 || width > maxWidth {
		panic(r.errorAt(r.lx.at, CodeIndex, "bit-vector of %d bits; expected 1 to %d", width, maxWidth))
	}
	if len(digits) > maxNumeral {
		panic(r.errorAt(at, CodeLimit, "numeral of more than %d digits", maxNumeral))
	}
	v, _ := new(big.Int).SetString(digits, 10)
	z := r.store.BVNum(v, width)
	if v.BitLen() > width {
		r.depart(WideConstant, at, "%s does not fit %s; %v is understood", s.name, plural(width, "bit"), z)
	}
	r.expect(tokClose, "')'")
	return z
}

// foreignTheory reports whether a name belongs to a theory of SMT-LIB or of
// well-known solvers that Cornet does not support.
func foreignTheory(name string) bool {
	for _, prefix := range []string{"str.", "re.", "fp.", "seq.", "set.", "bag.", "ff.", "int.", "char.", "tuple.", "heap."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
