// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// This file reads declarations and definitions.

// declare gives s a meaning.
func (r *reader) declare(s *symbol, d *declaration) { r.syms.declare(s, d) }

// undeclared requires the current token, which is s, to be free for a declaration.
func (r *reader) undeclared(s *symbol) *Error { return r.undeclaredAt(s, r.lx.at) }

func (r *reader) undeclaredAt(s *symbol, at place) *Error {
	name := logic.QuoteSymbol(s.name)
	switch {
	case s.op != nil && s.op.reserved:
		return r.errorAt(at, CodeDuplicate, "%s is a symbol of a theory; choose another name", name)
	case s.decl != nil && s.decl.kind != declTester && !r.redeclare:
		return r.errorAt(at, CodeDuplicate, "%s is declared already at %v; choose another name", name, s.decl.at)
	}
	return nil
}

// hidesNone requires a function with these parameters, named at, to hide no operator
// over the same sorts. Over other sorts both can be used.
func (r *reader) hidesNone(s *symbol, params []*logic.Sort, at place) *Error {
	if s.op == nil {
		return nil
	}
	args := make([]*logic.Term, len(params))
	for i, p := range params {
		args[i] = r.store.DefaultValue(p)
	}
	if r.accepts(s.op, args) {
		return r.errorAt(at, CodeDuplicate, "%s over these sorts is a symbol of a theory; choose another name", s.name)
	}
	return nil
}

// declareNew declares s unless it is declared.
func (r *reader) declareNew(s *symbol, d *declaration, at place) *Error {
	if err := r.undeclaredAt(s, at); err != nil {
		return err
	}
	r.declare(s, d)
	return nil
}

// newName reads a symbol that is to be declared.
func (r *reader) newName(what string) (*symbol, *Error) {
	s, err := r.nextSymbol(what)
	if err != nil {
		return nil, err
	}
	return s, r.undeclared(s)
}

// newSortSymbol requires the current token, which is s, to be free for a sort.
func (r *reader) newSortSymbol(s *symbol) *Error {
	if s.sort != nil || s.name == "Array" || s.name == "BitVec" {
		return r.errorAt(r.lx.at, CodeDuplicate, "sort %s is declared already; choose another name", logic.QuoteSymbol(s.name))
	}
	return nil
}

func (r *reader) declareSort() (Command, *Error) {
	s, err := r.nextSymbol("the name of a sort")
	if err != nil {
		return Command{}, err
	}
	if err := r.newSortSymbol(s); err != nil {
		return Command{}, err
	}
	at := r.lx.at
	if err := r.lx.next(); err != nil {
		return Command{}, err
	}
	if r.lx.kind == tokClose { // z3 allows (declare-sort S)
		r.lx.unread()
	} else {
		if err := r.want(tokNumeral, "the arity of sort "+logic.QuoteSymbol(s.name)); err != nil {
			return Command{}, err
		}
		if n, err := r.index(); err != nil {
			return Command{}, err
		} else if n > 0 {
			return Command{}, r.errorAt(r.lx.at, CodeUnsupported, "sort %s with %s; only sorts without parameters are supported", logic.QuoteSymbol(s.name), plural(n, "parameter"))
		}
	}
	if x := r.store.NamedSort(s.name); x != nil && x.Kind() != logic.KindUninterpreted {
		return Command{}, r.errorAt(at, CodeDuplicate, "sort %s was a datatype before; choose another name", logic.QuoteSymbol(s.name))
	}
	sort := r.store.Uninterpreted(s.name)
	r.syms.declareSort(s, &sortDecl{sort: sort})
	return Command{Kind: CmdDeclareSort, Name: s.name, Sort: sort}, nil
}

// defineSort reads (define-sort S (X …) sort).
func (r *reader) defineSort() (Command, *Error) {
	s, err := r.nextSymbol("the name of a sort")
	if err != nil {
		return Command{}, err
	}
	if err := r.newSortSymbol(s); err != nil {
		return Command{}, err
	}
	cmd := Command{Kind: CmdDefineSort, Name: s.name}
	if cmd.Args, err = r.rest(); err != nil {
		return cmd, err
	}
	if len(cmd.Args) != 2 || cmd.Args[0].Kind != SexprList {
		return cmd, r.errorAt(r.start, CodeSyntax, "define-sort takes a name, a list of parameters and a sort")
	}
	var params []*symbol
	err = r.replay(cmd.Args[0], func() *Error {
		r.lx.next() // (
		r.newList()
		for range cmd.Args[0].List {
			p, err := r.nextSymbol("a sort parameter")
			if err != nil {
				return err
			}
			if !r.first(p) {
				return r.errorAt(r.lx.at, CodeDuplicate, "sort parameter %s stands twice", logic.QuoteSymbol(p.name))
			}
			params = append(params, p)
		}
		return nil
	})
	if err != nil {
		return cmd, err
	}
	d := &sortDecl{arity: len(params)}
	err = r.replay(cmd.Args[1], func() (err *Error) {
		if err := r.lx.next(); err != nil {
			return err
		}
		if len(params) == 0 {
			d.sort, err = r.sortHere()
		} else {
			d.body, err = r.sortExpr(params, 0)
		}
		return err
	})
	if err != nil {
		return cmd, err
	}
	r.syms.declareSort(s, d)
	cmd.Sort = d.sort
	return cmd, nil
}

// signature reads (S …).
func (r *reader) signature() ([]*logic.Sort, *Error) {
	if err := r.expect(tokOpen, "'(' and the parameter sorts"); err != nil {
		return nil, err
	}
	var z []*logic.Sort
	for {
		if err := r.lx.next(); err != nil {
			return nil, err
		}
		if r.lx.kind == tokClose {
			return z, nil
		}
		sort, err := r.sortHere()
		if err != nil {
			return nil, err
		}
		z = append(z, sort)
	}
}

// declareSymbol declares a function or constant.
func (r *reader) declareSymbol(kind CommandKind, s *symbol, at place, params []*logic.Sort, result *logic.Sort) Command {
	f := r.store.Func(s.name, params, result)
	d := &declaration{kind: declFunc, fn: f, at: r.lx.position(at)}
	if len(params) == 0 {
		d.kind, d.term = declTerm, r.store.Apply(f)
	}
	r.declare(s, d)
	return Command{Kind: kind, Func: f}
}

// newSigned reads a symbol that is to be declared, and its parameter sorts.
func (r *reader) newSigned(what string) (s *symbol, at place, params []*logic.Sort, err *Error) {
	if s, err = r.newName(what); err != nil {
		return nil, at, nil, err
	}
	at = r.lx.at
	params, err = r.signature()
	return s, at, params, err
}

func (r *reader) declareFun() (Command, *Error) {
	s, at, params, err := r.newSigned("the name of the function")
	if err != nil {
		return Command{}, err
	}
	result, err := r.sort()
	if err != nil {
		return Command{}, err
	}
	if err := r.hidesNone(s, params, at); err != nil {
		return Command{}, err
	}
	return r.declareSymbol(CmdDeclareFun, s, at, params, result), nil
}

// newSorted reads a symbol that is to be declared, and its sort.
func (r *reader) newSorted(what string) (s *symbol, at place, sort *logic.Sort, err *Error) {
	if s, err = r.newName(what); err != nil {
		return nil, at, nil, err
	}
	at = r.lx.at
	sort, err = r.sort()
	return s, at, sort, err
}

func (r *reader) declareConst() (Command, *Error) {
	s, at, sort, err := r.newSorted("the name of the constant")
	if err != nil {
		return Command{}, err
	}
	return r.declareSymbol(CmdDeclareConst, s, at, nil, sort), nil
}

// declareRel reads (declare-rel p (S …) representation …).
func (r *reader) declareRel() (Command, *Error) {
	s, at, params, err := r.newSigned("the name of the relation")
	if err != nil {
		return Command{}, err
	}
	if _, err := r.rest(); err != nil { // how z3 should store the relation
		return Command{}, err
	}
	return r.declareSymbol(CmdDeclareRel, s, at, params, r.store.Bool), nil
}

func (r *reader) declareVar() (Command, *Error) {
	s, at, sort, err := r.newSorted("the name of the variable")
	if err != nil {
		return Command{}, err
	}
	if sort.IsFloat() {
		return Command{}, r.errorAt(at, CodeUnsupported, "declare-var of a floating-point number; quantify it in the rule")
	}
	v := r.store.Var(s.name, sort)
	r.declare(s, &declaration{kind: declTerm, term: v, at: r.lx.position(at)})
	return Command{Kind: CmdDeclareVar, Vars: []*logic.Term{v}}, nil
}

// defineFun reads (define-fun f ((x S) …) S body).
func (r *reader) defineFun() (Command, *Error) {
	h, err := r.functionHead()
	if err != nil {
		return Command{}, err
	}
	body, err := r.functionBody(h, h.sym)
	if err != nil {
		return Command{}, err
	}
	if err := r.hidesNone(h.sym, sortsOf(h.vars), h.at); err != nil {
		return Command{}, err
	}
	return r.define(CmdDefineFun, h.sym, h.at, h.vars, body), nil
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
func (r *reader) functionHead() (h functionHead, err *Error) {
	if h.sym, err = r.newName("the name of the function"); err != nil {
		return h, err
	}
	h.at = r.lx.at
	if h.syms, h.vars, err = r.sortedVars(); err != nil {
		return h, err
	}
	h.result, err = r.sort()
	return h, err
}

// functionBody reads the body of a definition, in which the symbol defining, if any, is still unknown.
func (r *reader) functionBody(h functionHead, defining *symbol) (*logic.Term, *Error) {
	mark := len(r.undo)
	for i, x := range h.syms {
		x.bound = append(x.bound, h.vars[i])
		r.bindLocal(x, h.vars[i])
	}
	body, err := r.definiens(h.sym, defining, h.result)
	for _, x := range h.syms {
		x.bound = x.bound[:len(x.bound)-1]
	}
	r.unbind(mark)
	return body, err
}

// defineFunRec reads (define-fun-rec f ((x S) …) S body).
func (r *reader) defineFunRec() (Command, *Error) {
	h, err := r.functionHead()
	if err != nil {
		return Command{}, err
	}
	return r.defineRecursive([]functionHead{h}, func() *Error { return nil })
}

// defineFunsRec reads (define-funs-rec ((f ((x S) …) S) …) (body …)).
func (r *reader) defineFunsRec() (Command, *Error) {
	if err := r.expect(tokOpen, "'(' and the signatures of functions"); err != nil {
		return Command{}, err
	}
	var heads []functionHead
	for {
		if err := r.lx.next(); err != nil {
			return Command{}, err
		}
		if r.lx.kind == tokClose && len(heads) > 0 {
			break
		}
		if err := r.want(tokOpen, "a signature (function ((variable sort) …) sort)"); err != nil {
			return Command{}, err
		}
		h, err := r.functionHead()
		if err != nil {
			return Command{}, err
		}
		for _, other := range heads {
			if other.sym == h.sym {
				return Command{}, r.errorAt(h.at, CodeDuplicate, "function %s stands twice in one list", logic.QuoteSymbol(h.sym.name))
			}
		}
		if err := r.expect(tokClose, "')' behind the signature"); err != nil {
			return Command{}, err
		}
		heads = append(heads, h)
	}
	if err := r.expect(tokOpen, "'(' and the bodies of the functions"); err != nil {
		return Command{}, err
	}
	return r.defineRecursive(heads, func() *Error { return r.expect(tokClose, "')' behind the bodies") })
}

// defineRecursive declares functions, reads their bodies and calls end. Functions that do not call each other are expanded.
func (r *reader) defineRecursive(heads []functionHead, end func() *Error) (Command, *Error) {
	cmd := Command{Kind: CmdDefineFunsRec}
	group := map[*logic.Func]bool{}
	for _, h := range heads {
		if err := r.hidesNone(h.sym, sortsOf(h.vars), h.at); err != nil {
			return cmd, err
		}
		f := r.declareSymbol(CmdDeclareFun, h.sym, h.at, sortsOf(h.vars), h.result).Func
		for _, sort := range append(sortsOf(h.vars), h.result) {
			if sort.IsFloat() {
				return cmd, r.errorAt(h.at, CodeUnsupported, "recursive function over floating-point numbers; declare a predicate of the arguments and the value")
			}
		}
		group[f] = true
		cmd.Recs = append(cmd.Recs, Recursive{Func: f, Vars: h.vars})
	}
	calls := false
	for i, h := range heads {
		body, err := r.functionBody(h, nil)
		if err != nil {
			return cmd, err
		}
		cmd.Recs[i].Body = body
		for _, f := range logic.Funcs(body) {
			calls = calls || group[f]
		}
	}
	if err := end(); err != nil || calls || len(heads) > 1 {
		return cmd, err
	}
	h := heads[0]
	return r.define(CmdDefineFun, h.sym, h.at, h.vars, cmd.Recs[0].Body), nil
}

// defineConst reads (define-const c S body).
func (r *reader) defineConst() (Command, *Error) {
	s, at, sort, err := r.newSorted("the name of the constant")
	if err != nil {
		return Command{}, err
	}
	body, err := r.definiens(s, s, sort)
	if err != nil {
		return Command{}, err
	}
	return r.define(CmdDefineConst, s, at, nil, body), nil
}

// definiens reads the body of a definition of s, in which the symbol defining, if any, is still unknown.
func (r *reader) definiens(s, defining *symbol, want *logic.Sort) (*logic.Term, *Error) {
	if err := r.lx.next(); err != nil {
		return nil, err
	}
	at := r.lx.at
	r.defining = defining
	body, err := r.termHere()
	r.defining = nil
	if err != nil {
		return nil, err
	}
	if !r.coercer.coerce(&body, want) {
		return nil, r.errorAt(at, CodeSort, "the body of %s has sort %v; expected %v as declared", logic.QuoteSymbol(s.name), body.Sort(), want)
	}
	return body, nil
}

// define makes s stand for body over vars.
func (r *reader) define(kind CommandKind, s *symbol, at place, vars []*logic.Term, body *logic.Term) Command {
	d := &declaration{kind: declTerm, term: body, at: r.lx.position(at)}
	if len(vars) > 0 {
		d.kind, d.macro = declMacro, &macro{params: vars, body: body, size: logic.Size(body)}
	}
	r.declare(s, d)
	return Command{Kind: kind, Name: s.name, Func: r.store.Func(s.name, sortsOf(vars), body.Sort()), Vars: vars, Term: body}
}

func sortsOf(vars []*logic.Term) []*logic.Sort {
	z := make([]*logic.Sort, len(vars))
	for i, v := range vars {
		z[i] = v.Sort()
	}
	return z
}
