// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"cornet/internal/slice"
	"cornet/logic"
)

// This file reads declarations and definitions.

// declare gives s a meaning.
func (r *reader) declare(s *symbol, d *declaration) { r.syms.declare(s, d) }

// undeclared requires that the current token s can be declared.
func (r *reader) undeclared(s *symbol) { r.undeclaredAt(s, r.lx.at) }

func (r *reader) undeclaredAt(s *symbol, at place) {
	name := logic.QuoteSymbol(s.name)
	switch {
	case s.op != nil && s.op.reserved:
		panic(r.errorAt(at, CodeDuplicate, "%s is a symbol of a theory; choose another name", name))
	case s.decl != nil && s.decl.kind != declTester && !r.redeclare:
		panic(r.errorAt(at, CodeDuplicate, "%s is declared already at %v; choose another name", name, s.decl.at))
	}
}

// hidesNone requires that a function with these parameters, named at, hides no operator over the
// same sorts. Over other sorts both can be used.
func (r *reader) hidesNone(s *symbol, params []*logic.Sort, at place) {
	if s.op == nil {
		return
	}
	args := slice.Map(params, r.store.DefaultValue)
	if r.accepts(s.op, args) {
		panic(r.errorAt(at, CodeDuplicate, "%s over these sorts is a symbol of a theory; choose another name", s.name))
	}
}

// declareNew declares s unless it is declared.
func (r *reader) declareNew(s *symbol, d *declaration, at place) {
	r.undeclaredAt(s, at)
	r.declare(s, d)
}

// newName reads a symbol that is to be declared.
func (r *reader) newName(what string) *symbol {
	s := r.nextSymbol(what)
	r.undeclared(s)
	return s
}

// newSortSymbol requires that the current token s can be declared as a sort.
func (r *reader) newSortSymbol(s *symbol) {
	if s.sort != nil || s.name == "Array" || s.name == "BitVec" {
		panic(r.errorAt(r.lx.at, CodeDuplicate, "sort %s is declared already; choose another name", logic.QuoteSymbol(s.name)))
	}
}

func (r *reader) declareSort() Command {
	s := r.nextSymbol("the name of a sort")
	if r.isTheorySort(s) {
		return r.declareTheorySort(s)
	}
	r.newSortSymbol(s)
	at := r.lx.at
	r.lx.next()
	if r.lx.kind == tokClose { // z3 allows (declare-sort S)
		r.lx.unread()
	} else {
		r.want(tokNumeral, "the arity of sort "+logic.QuoteSymbol(s.name))
		if n := r.index(); n > 0 {
			panic(r.errorAt(r.lx.at, CodeUnsupported, "sort %s with %s; only sorts without parameters are supported", logic.QuoteSymbol(s.name), plural(n, "parameter")))
		}
	}
	if x := r.store.NamedSort(s.name); x != nil && x.Kind() != logic.KindUninterpreted {
		panic(r.errorAt(at, CodeDuplicate, "sort %s was a datatype before; choose another name", logic.QuoteSymbol(s.name)))
	}
	sort := r.store.Uninterpreted(s.name)
	r.syms.declareSort(s, &sortDecl{sort: sort})
	return Command{Kind: CmdDeclareSort, Name: s.name, Sort: sort}
}

// isTheorySort reports whether the current token s is a sort of every script in its logic.
func (r *reader) isTheorySort(s *symbol) bool {
	switch r.logic {
	case "", "HORN", "ALL":
		return s.sort != nil && s.sort.sort != nil && (s.sort.sort.IsBool() || s.sort.sort.IsArith()) && s.sort.sort.String() == s.name
	}
	return false
}

// declareTheorySort reads the rest of the declaration of a sort that a theory has.
func (r *reader) declareTheorySort(s *symbol) Command {
	r.depart(TheorySort, r.lx.at, "sort %s is declared, but belongs to a theory; the theory's sort is understood", s.name)
	r.rest()
	return Command{Kind: CmdDeclareSort, Name: s.name, Sort: s.sort.sort}
}

// defineSort reads (define-sort S (X …) sort).
func (r *reader) defineSort() Command {
	s := r.nextSymbol("the name of a sort")
	r.newSortSymbol(s)
	cmd := Command{Kind: CmdDefineSort, Name: s.name}
	cmd.Args = r.rest()
	if len(cmd.Args) != 2 || cmd.Args[0].Kind != SexprList {
		panic(r.errorAt(r.start, CodeSyntax, "define-sort takes a name, a list of parameters and a sort"))
	}
	var params []*symbol
	r.replay(cmd.Args[0], func() {
		r.lx.next() // (
		r.newList()
		for range cmd.Args[0].List {
			p := r.nextSymbol("a sort parameter")
			if !r.first(p) {
				panic(r.errorAt(r.lx.at, CodeDuplicate, "sort parameter %s stands twice", logic.QuoteSymbol(p.name)))
			}
			params = append(params, p)
		}
	})
	d := &sortDecl{arity: len(params)}
	r.replay(cmd.Args[1], func() {
		r.lx.next()
		if len(params) == 0 {
			d.sort = r.sortHere()
		} else {
			d.body = r.sortExpr(params, 0)
		}
	})
	r.syms.declareSort(s, d)
	cmd.Sort = d.sort
	return cmd
}

// signature reads (S …).
func (r *reader) signature() []*logic.Sort {
	r.expect(tokOpen, "'(' and the parameter sorts")
	var z []*logic.Sort
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			return z
		}
		z = append(z, r.sortHere())
	}
}

// declareSymbol declares a function or constant.
func (r *reader) declareSymbol(kind CommandKind, s *symbol, at place, params []*logic.Sort, result *logic.Sort) Command {
	r.noHeap(result, at, "a function whose values are heaps; quantify over the heap")
	f := r.store.Func(s.name, params, result)
	d := &declaration{kind: declFunc, fn: f, at: r.lx.position(at)}
	if len(params) == 0 {
		d.kind, d.term = declTerm, r.store.Apply(f)
	}
	r.declare(s, d)
	return Command{Kind: kind, Func: f}
}

// newSigned reads a symbol to be declared, and its parameter sorts.
func (r *reader) newSigned(what string) (s *symbol, at place, params []*logic.Sort) {
	r.lx.next()
	if r.word() == wordExists {
		s = r.lx.sym
		r.depart(ReservedName, r.lx.at, "%s is a reserved word; a function of that name is understood where it has no list of variables", s.name)
	} else {
		s = r.symbolToken(what)
	}
	r.undeclared(s)
	at = r.lx.at
	params = r.signature()
	return s, at, params
}

func (r *reader) declareFun() Command {
	s, at, params := r.newSigned("the name of the function")
	result := r.sort()
	r.hidesNone(s, params, at)
	return r.declareSymbol(CmdDeclareFun, s, at, params, result)
}

// newSorted reads a symbol that is to be declared, and its sort.
func (r *reader) newSorted(what string) (s *symbol, at place, sort *logic.Sort) {
	s = r.newName(what)
	at = r.lx.at
	sort = r.sort()
	return s, at, sort
}

func (r *reader) declareConst() Command {
	s, at, sort := r.newSorted("the name of the constant")
	return r.declareSymbol(CmdDeclareConst, s, at, nil, sort)
}

// declareRel reads (declare-rel p (S …) representation …).
func (r *reader) declareRel() Command {
	s, at, params := r.newSigned("the name of the relation")
	r.rest()
	return r.declareSymbol(CmdDeclareRel, s, at, params, r.store.Bool)
}

func (r *reader) declareVar() Command {
	s, at, sort := r.newSorted("the name of the variable")
	if sort.IsFloat() {
		panic(r.errorAt(at, CodeUnsupported, "declare-var of a floating-point number; quantify it in the rule"))
	}
	r.noHeap(sort, at, "declare-var; quantify it in the rule")
	v := r.store.Var(s.name, sort)
	r.declare(s, &declaration{kind: declTerm, term: v, at: r.lx.position(at)})
	return Command{Kind: CmdDeclareVar, Vars: []*logic.Term{v}}
}

// defineFun reads (define-fun f ((x S) …) S body).
func (r *reader) defineFun() Command {
	h := r.functionHead()
	body := r.functionBody(h, h.sym)
	r.hidesNone(h.sym, logic.SortsOf(h.vars), h.at)
	return r.define(CmdDefineFun, h.sym, h.at, h.vars, body)
}

// functionHead is what stands in front of the body of a definition.
type functionHead struct {
	sym    *symbol
	at     place
	syms   []*symbol // of vars
	vars   []*logic.Term
	result *logic.Sort
}

// functionHead reads f ((x S) …) S.
func (r *reader) functionHead() (h functionHead) {
	h.sym = r.newName("the name of the function")
	h.at = r.lx.at
	h.syms, h.vars = r.sortedVars()
	h.result = r.sort()
	return h
}

// functionBody reads the body of a definition, in which the symbol defining, if any, is still
// unknown.
func (r *reader) functionBody(h functionHead, defining *symbol) *logic.Term {
	mark := len(r.undo)
	defer func() {
		for _, x := range h.syms {
			x.bound = x.bound[:len(x.bound)-1]
		}
		r.unbind(mark)
	}()
	for i, x := range h.syms {
		x.bound = append(x.bound, h.vars[i])
		r.bindLocal(x, h.vars[i])
	}
	return r.definiens(h.sym, defining, h.result)
}

// defineFunRec reads (define-fun-rec f ((x S) …) S body).
func (r *reader) defineFunRec() Command {
	return r.defineRecursive([]functionHead{r.functionHead()}, func() {})
}

// defineFunsRec reads (define-funs-rec ((f ((x S) …) S) …) (body …)).
func (r *reader) defineFunsRec() Command {
	r.expect(tokOpen, "'(' and the signatures of functions")
	var heads []functionHead
	for {
		r.lx.next()
		if r.lx.kind == tokClose && len(heads) > 0 {
			break
		}
		r.want(tokOpen, "a signature (function ((variable sort) …) sort)")
		h := r.functionHead()
		for _, other := range heads {
			if other.sym == h.sym {
				panic(r.errorAt(h.at, CodeDuplicate, "function %s stands twice in one list", logic.QuoteSymbol(h.sym.name)))
			}
		}
		r.expect(tokClose, "')' after the signature")
		heads = append(heads, h)
	}
	r.expect(tokOpen, "'(' and the bodies of the functions")
	return r.defineRecursive(heads, func() { r.expect(tokClose, "')' after the bodies") })
}

// defineRecursive declares functions, reads their bodies and calls end. Functions that do not call
// each other are expanded.
func (r *reader) defineRecursive(heads []functionHead, end func()) Command {
	cmd := Command{Kind: CmdDefineFunsRec}
	group := map[*logic.Func]bool{}
	for _, h := range heads {
		r.hidesNone(h.sym, logic.SortsOf(h.vars), h.at)
		f := r.declareSymbol(CmdDeclareFun, h.sym, h.at, logic.SortsOf(h.vars), h.result).Func
		for _, sort := range append(logic.SortsOf(h.vars), h.result) {
			r.noHeap(sort, h.at, "a recursive function; declare a predicate of the arguments and the value")
			if sort.IsFloat() {
				panic(r.errorAt(h.at, CodeUnsupported, "recursive function over floating-point numbers; declare a predicate of the arguments and the value"))
			}
		}
		group[f] = true
		cmd.Recs = append(cmd.Recs, Recursive{Func: f, Vars: h.vars})
	}
	calls := false
	for i, h := range heads {
		body := r.functionBody(h, nil)
		cmd.Recs[i].Body = body
		for _, f := range logic.Funcs(body) {
			calls = calls || group[f]
		}
	}
	if end(); calls || len(heads) > 1 {
		return cmd
	}
	h := heads[0]
	return r.define(CmdDefineFun, h.sym, h.at, h.vars, cmd.Recs[0].Body)
}

// defineConst reads (define-const c S body).
func (r *reader) defineConst() Command {
	s, at, sort := r.newSorted("the name of the constant")
	body := r.definiens(s, s, sort)
	return r.define(CmdDefineConst, s, at, nil, body)
}

// definiens reads the body of a definition of s, in which the symbol defining, if any, is still
// unknown.
func (r *reader) definiens(s, defining *symbol, want *logic.Sort) *logic.Term {
	r.lx.next()
	at := r.lx.at
	r.defining = defining
	body := r.openTermHere()
	r.defining = nil
	if !r.coercer.coerce(&body, want) {
		panic(r.errorAt(at, CodeSort, "the body of %s has sort %s; expected %v as declared", logic.QuoteSymbol(s.name), r.sortOf(body), want))
	}
	return body
}

// define makes s represent body over vars.
func (r *reader) define(kind CommandKind, s *symbol, at place, vars []*logic.Term, body *logic.Term) Command {
	d := &declaration{kind: declTerm, term: body, at: r.lx.position(at)}
	if len(vars) > 0 {
		d.kind, d.macro = declMacro, &macro{params: vars, body: body, size: logic.Size(body)}
	}
	r.declare(s, d)
	return Command{Kind: kind, Name: s.name, Func: r.store.Func(s.name, logic.SortsOf(vars), body.Sort()), Vars: vars, Term: body}
}
