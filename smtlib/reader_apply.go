// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"math/big"
	"strings"

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
)

// apply applies what the symbol means to arguments, which it may change.
func (r *reader) apply(s *symbol, at place, args []*logic.Term, argPos []place) (*logic.Term, *Error) {
	if s.decl != nil {
		v, err := r.applyDeclared(s, s.decl, at, args, argPos)
		if err == nil || s.op == nil || !r.accepts(s.op, args) {
			return v, err
		}
	}
	return r.applyOperator(s.op, nil, at, args, argPos)
}

// accepts reports whether op could be meant where a declaration of the same
// name does not fit.
func (r *reader) accepts(op *operator, args []*logic.Term) bool {
	if op.indices > 0 || len(args) < op.min || op.max != many && len(args) > op.max || len(args) == 0 {
		return false
	}
	_, want := op.check(&r.coercer, args)
	return want == ""
}

func (r *reader) applyOperator(op *operator, index []int, at place, args []*logic.Term, argPos []place) (*logic.Term, *Error) {
	if len(index) != op.indices {
		return nil, r.errorAt(at, CodeIndex, "%s takes %s, found %d; write ((_ %s …) …)", op.name, plural(op.indices, "index"), len(index), op.name)
	}
	if len(args) < op.min || op.max != many && len(args) > op.max {
		return nil, r.errorAt(at, CodeArity, "%s takes %s, found %d", op.name, op.arity(), len(args))
	}
	if len(args) > 0 {
		if bad, want := op.check(&r.coercer, args); want != "" {
			return nil, r.badArgument(op.name, bad, want, args, argPos)
		}
	}
	if op.index != nil {
		if complaint := op.index(args, index); complaint != "" {
			return nil, r.errorAt(at, CodeIndex, "%s: %s", op.name, complaint)
		}
	}
	return op.build(r.store, args, index), nil
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
	return r.errorAt(argPos[bad], CodeSort, "argument %d of %s has sort %v; expected %s", bad+1, name, args[bad].Sort(), want)
}

// params returns the parameter sorts of a declared function symbol.
func (d *declaration) params() []*logic.Sort {
	switch d.kind {
	case declFunc:
		return d.fn.Params()
	case declMacro:
		return sortsOf(d.macro.params)
	case declCtor:
		z := make([]*logic.Sort, len(d.ctor.Fields))
		for i, f := range d.ctor.Fields {
			z[i] = f.Sort
		}
		return z
	case declSelector:
		return []*logic.Sort{d.sel.Ctor.Sort}
	case declTester:
		return []*logic.Sort{d.ctor.Sort}
	}
	return nil
}

func (r *reader) applyDeclared(s *symbol, d *declaration, at place, args []*logic.Term, argPos []place) (*logic.Term, *Error) {
	if d.generic != nil {
		var err *Error
		if d, err = r.resolve(s, d, at, args, argPos); err != nil {
			return nil, err
		}
	}
	params := d.params()
	if len(params) == 0 {
		return nil, r.errorAt(at, CodeArity, "%s is a constant (declared at %v); write it without parentheses", logic.QuoteSymbol(s.name), d.at)
	}
	if len(args) != len(params) {
		return nil, r.errorAt(at, CodeArity, "%s takes %s, found %d (declared at %v)", logic.QuoteSymbol(s.name), plural(len(params), "argument"), len(args), d.at)
	}
	for i, p := range params {
		if args[i].Sort() != p && !r.coercer.coerce(&args[i], p) {
			return nil, r.badArgument(logic.QuoteSymbol(s.name), i, p.String(), args, argPos)
		}
	}
	switch d.kind {
	case declFunc:
		return r.store.Apply(d.fn, args...), nil
	case declCtor:
		return r.store.Construct(d.ctor, args...), nil
	case declSelector:
		return r.store.Field(d.sel, args[0]), nil
	case declTester:
		return r.store.Is(d.ctor, args[0]), nil
	}
	if r.expansions -= d.macro.size; r.expansions < 0 {
		return nil, r.errorAt(at, CodeLimit, "definitions expand to more than %d terms; the last one is %s", maxExpansion, logic.QuoteSymbol(s.name))
	}
	return r.store.SubstituteFaithful(d.macro.body, d.macro.params, args), nil
}

func (r *reader) applyExtension(x *extension, at place, args []*logic.Term, argPos []place) (*logic.Term, *Error) {
	switch x.kind {
	case extIndexed:
		return r.applyOperator(x.sym.op, x.index[:x.sym.op.indices], at, args, argPos)
	case extTester:
		if len(args) != 1 {
			return nil, r.errorAt(at, CodeArity, "(_ is %s) takes 1 argument, found %d", logic.QuoteSymbol(x.sym.name), len(args))
		}
		if x.ctor == nil {
			d, err := r.resolve(x.sym, x.sym.decl.tester(), at, args, argPos)
			if err != nil {
				return nil, err
			}
			x.ctor = d.ctor
		}
		if args[0].Sort() != x.ctor.Sort {
			return nil, r.badArgument("(_ is "+logic.QuoteSymbol(x.ctor.Name)+")", 0, x.ctor.Sort.String(), args, argPos)
		}
		return r.store.Is(x.ctor, args[0]), nil
	case extConst:
		if len(args) != 1 {
			return nil, r.errorAt(at, CodeArity, "(as const %v) takes 1 argument, found %d", x.sort, len(args))
		}
		if !r.coercer.coerce(&args[0], x.sort.Elem()) {
			return nil, r.badArgument("const", 0, "the array's element sort "+x.sort.Elem().String(), args, argPos)
		}
		return r.store.ConstArray(x.sort, args[0]), nil
	}
	if c := constructorIn(x.sym, x.sort); c != nil && c.Sort.Generic() != nil {
		return r.applyDeclared(x.sym, &declaration{kind: declCtor, ctor: c, at: x.sym.decl.at}, at, args, argPos)
	}
	v, err := r.apply(x.sym, at, args, argPos)
	if err == nil && v.Sort() != x.sort {
		return nil, r.errorAt(at, CodeSort, "%s has sort %v here, not %v as stated", logic.QuoteSymbol(x.sym.name), v.Sort(), x.sort)
	}
	return v, err
}

// compoundHead reads (_ … ) or (as …), of which '(' is read, in front of
// arguments.
func (r *reader) compoundHead() (extension, *Error) {
	at := r.lx.at
	if err := r.lx.next(); err != nil {
		return extension{}, err
	}
	switch r.word() {
	case wordUnderscore:
		return r.indexedHead(at)
	case wordAs:
		return r.qualifiedHead(at)
	}
	return extension{}, r.unexpected("_ or as, because only (_ f i …) and (as f sort) stand in parentheses in front of arguments")
}

func (r *reader) indexedHead(at place) (extension, *Error) {
	s, err := r.nextSymbol("an indexed function symbol")
	if err != nil {
		return extension{}, err
	}
	if s.name == "is" {
		s, c, err := r.constructorName()
		if err != nil {
			return extension{}, err
		}
		return extension{kind: extTester, sym: s, ctor: c}, r.expect(tokClose, "')'")
	}
	if s.op == nil || s.op.indices == 0 {
		if s.op == nil && s.decl == nil {
			return extension{}, r.unknown(s, r.lx.at, "indexed function")
		}
		return extension{}, r.errorAt(r.lx.at, CodeIndex, "%s takes no index; write (%s …)", s.name, s.name)
	}
	x := extension{kind: extIndexed, sym: s}
	n := 0
	for ; ; n++ {
		if err := r.lx.next(); err != nil {
			return x, err
		}
		if r.lx.kind == tokClose {
			break
		}
		if err := r.want(tokNumeral, "a numeral as index"); err != nil {
			return x, err
		}
		if n < s.op.indices {
			if x.index[n], err = r.index(); err != nil {
				return x, err
			}
		}
	}
	if n != s.op.indices {
		return x, r.errorAt(at, CodeIndex, "%s takes %s, found %d", s.name, plural(s.op.indices, "index"), n)
	}
	return x, nil
}

// constructorName reads the constructor of a tester: c, or (c (S …) S) as z3
// writes it.
func (r *reader) constructorName() (*symbol, *logic.Constructor, *Error) {
	if err := r.lx.next(); err != nil {
		return nil, nil, err
	}
	long := r.lx.kind == tokOpen
	if long {
		if err := r.lx.next(); err != nil {
			return nil, nil, err
		}
	}
	s, err := r.symbolToken("a constructor")
	if err != nil {
		return nil, nil, err
	}
	if !namesConstructor(s) {
		return nil, nil, r.errorAt(r.lx.at, CodeUnknown, "%s is not a constructor; (_ is c) needs one", logic.QuoteSymbol(s.name))
	}
	if !long {
		return s, constructorOf(s), nil
	}
	at := r.lx.at
	if _, err := r.signature(); err != nil {
		return nil, nil, err
	}
	sort, err := r.sort()
	if err != nil {
		return nil, nil, err
	}
	c := constructorIn(s, sort)
	if c == nil {
		return nil, nil, r.errorAt(at, CodeSort, "%s is not a constructor of %v", logic.QuoteSymbol(s.name), sort)
	}
	return s, c, r.expect(tokClose, "')'")
}

// constructorOf returns the constructor that a symbol names, or nil, also if there is one for each instance of a datatype.
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

func (r *reader) qualifiedHead(at place) (extension, *Error) {
	s, sort, err := r.qualified()
	if err != nil {
		return extension{}, err
	}
	if s.name == "const" && s.decl == nil {
		if !sort.IsArray() {
			return extension{}, r.errorAt(at, CodeSort, "(as const %v): expected an array sort", sort)
		}
		return extension{kind: extConst, sym: s, sort: sort}, nil
	}
	if s.decl == nil && s.op == nil {
		return extension{}, r.unknown(s, at, "function")
	}
	return extension{kind: extAs, sym: s, sort: sort}, nil
}

// qualified reads symbol sort ')' behind (as.
func (r *reader) qualified() (*symbol, *logic.Sort, *Error) {
	s, err := r.nextSymbol("a symbol")
	if err != nil {
		return nil, nil, err
	}
	sort, err := r.sort()
	if err != nil {
		return nil, nil, err
	}
	return s, sort, r.expect(tokClose, "')'")
}

// qualifiedConstant reads (as c S), of which (as is read.
func (r *reader) qualifiedConstant(at place) (*logic.Term, *Error) {
	s, sort, err := r.qualified()
	if err != nil {
		return nil, err
	}
	if s.local == nil && s.decl == nil && sort.Kind() == logic.KindUninterpreted && strings.HasPrefix(s.name, "@") {
		return r.store.UninterpretedValue(s.name[1:], sort), nil
	}
	if s.name == "const" && s.decl == nil {
		return nil, r.errorAt(at, CodeArity, "(as const %v) without an argument; write ((as const %v) value)", sort, sort)
	}
	v := s.local
	if c := constructorIn(s, sort); v == nil && c != nil && len(c.Fields) == 0 {
		v = r.store.Construct(c)
	}
	if v == nil {
		if v, err = r.constant(s, at); err != nil {
			return nil, err
		}
	}
	if !r.coercer.coerce(&v, sort) {
		return nil, r.errorAt(at, CodeSort, "%s has sort %v, not %v as stated", logic.QuoteSymbol(s.name), v.Sort(), sort)
	}
	return v, nil
}

// indexedConstant reads (_ bvN width), of which (_ is read.
func (r *reader) indexedConstant(at place) (*logic.Term, *Error) {
	s, err := r.nextSymbol("a symbol such as bv5")
	if err != nil {
		return nil, err
	}
	if constant := floatConstants[s.name]; constant != nil {
		return r.floatConstant(constant)
	}
	digits := strings.TrimPrefix(s.name, "bv")
	if digits == s.name || digits == "" || strings.Trim(digits, "0123456789") != "" {
		if s.op != nil && s.op.indices > 0 {
			return nil, r.errorAt(at, CodeArity, "(_ %s …) is a function; expected a term; write ((_ %s …) argument)", s.name, s.name)
		}
		return nil, r.unknown(s, r.lx.at, "indexed constant")
	}
	if err := r.expect(tokNumeral, "the width of "+s.name); err != nil {
		return nil, err
	}
	width, err := r.index()
	if err != nil {
		return nil, err
	}
	if width < 1 || width > maxWidth {
		return nil, r.errorAt(r.lx.at, CodeIndex, "bit-vector of %d bits; expected 1 to %d", width, maxWidth)
	}
	if len(digits) > maxNumeral {
		return nil, r.errorAt(at, CodeLimit, "numeral of more than %d digits", maxNumeral)
	}
	v, _ := new(big.Int).SetString(digits, 10)
	if v.BitLen() > width {
		return nil, r.errorAt(at, CodeIndex, "%s does not fit %s", s.name, plural(width, "bit"))
	}
	return r.store.BVNum(v, width), r.expect(tokClose, "')'")
}

// foreignTheory reports whether a name belongs to a theory of SMT-LIB or of
// well-known solvers that Cornet does not support.
func foreignTheory(name string) bool {
	for _, prefix := range []string{"str.", "re.", "fp.", "seq.", "set.", "bag.", "ff.", "int.", "char.", "tuple."} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
