// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// This file reads datatype declarations in the syntax of SMT-LIB 2.6 and in
// the older one of z3.

// datatypeSpec is a datatype as declared, before it is compared with the store.
type datatypeSpec struct {
	sym    *symbol
	at     place
	arity  int
	params []*symbol // behind par
	old    bool      // the older syntax: within the declaration its name stands for its instance over params
	decl   *sortDecl
	ctors  []ctorSpec
}

type ctorSpec struct {
	sym    *symbol
	at     place
	fields []*symbol
	places []place
	sorts  []*sortExpr // over the parameters of the datatype
}

// declareDatatype reads (declare-datatype T (ctor …)).
func (r *reader) declareDatatype() (Command, *Error) {
	s, err := r.nextSymbol("the name of the datatype")
	if err != nil {
		return Command{}, err
	}
	d := &datatypeSpec{sym: s, at: r.lx.at, arity: anyArity}
	if err := r.newSortSymbol(s); err != nil {
		return Command{}, err
	}
	body, err := r.datatypeBody()
	if err != nil {
		return Command{}, err
	}
	if len(body.List) > 1 && body.List[0].IsSymbol("par") {
		d.arity = len(body.List[1].List)
	}
	specs := []*datatypeSpec{d}
	if err := r.newDatatypes(specs); err != nil {
		return Command{}, err
	}
	if err := r.replay(body, func() *Error { return r.constructors(d) }); err != nil {
		return Command{}, err
	}
	return r.finishDatatypes(specs)
}

// anyArity is the arity of a datatype whose declaration does not give it.
const anyArity = -1

// datatypeBody reads the constructors of a datatype as text, as their sorts may be declared behind them.
func (r *reader) datatypeBody() (Sexpr, *Error) {
	if err := r.expect(tokOpen, "'(' and constructors"); err != nil {
		return Sexpr{}, err
	}
	return r.sexprHere()
}

// declareDatatypes reads (declare-datatypes ((T n) …) ((ctor …) …)) or
// (declare-datatypes (X …) ((T ctor …) …)).
func (r *reader) declareDatatypes() (Command, *Error) {
	if err := r.expect(tokOpen, "'(' and the sorts"); err != nil {
		return Command{}, err
	}
	var specs []*datatypeSpec
	var params []*symbol
	r.newList()
	for {
		if err := r.lx.next(); err != nil {
			return Command{}, err
		}
		if r.lx.kind == tokClose {
			break
		}
		if len(specs) == 0 && (r.lx.kind == tokSymbol || r.lx.kind == tokQuoted) {
			s, err := r.sortParameter()
			if err != nil {
				return Command{}, err
			}
			params = append(params, s)
			continue
		}
		if err := r.want(tokOpen, "(name arity)"); err != nil {
			return Command{}, err
		}
		d, err := r.nameAndArity()
		if err != nil {
			return Command{}, err
		}
		specs = append(specs, d)
	}
	if err := r.expect(tokOpen, "'(' and the constructors"); err != nil {
		return Command{}, err
	}
	if len(specs) == 0 || len(params) > 0 {
		return r.oldDatatypes(params)
	}
	if err := r.newDatatypes(specs); err != nil {
		return Command{}, err
	}
	for _, d := range specs {
		if err := r.constructors(d); err != nil {
			return Command{}, err
		}
	}
	if err := r.expect(tokClose, "')', because the constructors of all declared datatypes are read"); err != nil {
		return Command{}, err
	}
	return r.finishDatatypes(specs)
}

// sortParameter takes the current token for a parameter of the list started last.
func (r *reader) sortParameter() (*symbol, *Error) {
	s, err := r.symbolToken("a sort parameter")
	if err == nil && !r.first(s) {
		err = r.errorAt(r.lx.at, CodeDuplicate, "sort parameter %s stands twice", logic.QuoteSymbol(s.name))
	}
	return s, err
}

// nameAndArity reads T n ')'.
func (r *reader) nameAndArity() (*datatypeSpec, *Error) {
	s, err := r.nextSymbol("the name of a datatype")
	if err != nil {
		return nil, err
	}
	d := &datatypeSpec{sym: s, at: r.lx.at}
	if err := r.newSortSymbol(s); err != nil {
		return nil, err
	}
	if err := r.expect(tokNumeral, "the arity of sort "+logic.QuoteSymbol(s.name)); err != nil {
		return nil, err
	}
	if d.arity, err = r.index(); err != nil {
		return nil, err
	}
	return d, r.expect(tokClose, "')'")
}

// oldDatatypes reads the list ((T ctor …) …), whose names may refer to each
// other: the text is kept until all are known. The name of a datatype with parameters means its
// instance over these parameters there.
func (r *reader) oldDatatypes(params []*symbol) (Command, *Error) {
	var texts []Sexpr
	for {
		if err := r.lx.next(); err != nil {
			return Command{}, err
		}
		if r.lx.kind == tokClose {
			break
		}
		x, err := r.sexprHere()
		if err != nil {
			return Command{}, err
		}
		texts = append(texts, x)
	}
	if len(texts) == 0 {
		return Command{}, r.errorAt(r.start, CodeSyntax, "declare-datatypes without a datatype")
	}
	specs := make([]*datatypeSpec, len(texts))
	for i, x := range texts {
		err := r.replay(x, func() *Error {
			if err := r.expect(tokOpen, "(name constructor …)"); err != nil {
				return err
			}
			s, err := r.nextSymbol("the name of a datatype")
			specs[i] = &datatypeSpec{sym: s, at: r.lx.at, arity: len(params), params: params, old: true}
			if err != nil {
				return err
			}
			return r.newSortSymbol(s)
		})
		if err != nil {
			return Command{}, err
		}
	}
	if err := r.newDatatypes(specs); err != nil {
		return Command{}, err
	}
	for i, x := range texts {
		err := r.replay(x, func() *Error {
			r.lx.next() // (
			r.lx.next() // the name
			return r.constructorList(specs[i])
		})
		if err != nil {
			return Command{}, err
		}
	}
	return r.finishDatatypes(specs)
}

// newDatatypes makes the sorts, so that constructors can refer to them.
func (r *reader) newDatatypes(specs []*datatypeSpec) *Error {
	for _, d := range specs {
		if d.sym.sort != nil {
			return r.errorAt(d.at, CodeDuplicate, "sort %s is declared already; choose another name", logic.QuoteSymbol(d.sym.name))
		}
		d.decl = &sortDecl{arity: max(d.arity, 0), generic: &generic{spec: d}}
		d.decl.generic.shared = &logic.Generic{Name: d.sym.name, Arity: d.decl.arity}
		if d.decl.arity == 0 {
			if d.decl.sort = r.store.NamedSort(d.sym.name); d.decl.sort == nil {
				d.decl.generic.isNew = true
				d.decl.sort = r.store.NewDatatype(d.sym.name)
			} else if !d.decl.sort.IsDatatype() {
				return r.errorAt(d.at, CodeDuplicate, "sort %s is declared as uninterpreted already", logic.QuoteSymbol(d.sym.name))
			}
		}
		r.syms.declareSort(d.sym, d.decl)
	}
	return nil
}

// constructors reads (constructor …) or (par (X …) (constructor …)).
func (r *reader) constructors(d *datatypeSpec) *Error {
	if err := r.expect(tokOpen, "the constructors of "+logic.QuoteSymbol(d.sym.name)); err != nil {
		return err
	}
	if err := r.lx.next(); err != nil {
		return err
	}
	if r.word() != wordPar {
		r.lx.unread()
		if d.arity > 0 {
			return r.errorAt(d.at, CodeSyntax, "datatype %s has %s; expected (par (X …) (constructor …))", logic.QuoteSymbol(d.sym.name), plural(d.arity, "parameter"))
		}
		return r.constructorList(d)
	}
	if err := r.expect(tokOpen, "'(' and the sort parameters"); err != nil {
		return err
	}
	r.newList()
	for {
		if err := r.lx.next(); err != nil {
			return err
		}
		if r.lx.kind == tokClose {
			break
		}
		s, err := r.sortParameter()
		if err != nil {
			return err
		}
		d.params = append(d.params, s)
	}
	if len(d.params) != d.decl.arity {
		return r.errorAt(r.lx.at, CodeArity, "par with %s; datatype %s is declared with %d", plural(len(d.params), "parameter"), logic.QuoteSymbol(d.sym.name), d.decl.arity)
	}
	if err := r.expect(tokOpen, "'(' and constructors"); err != nil {
		return err
	}
	if err := r.constructorList(d); err != nil {
		return err
	}
	return r.expect(tokClose, "')' behind the constructors")
}

// constructorList reads constructors up to the ')' behind them.
func (r *reader) constructorList(d *datatypeSpec) *Error {
	for {
		if err := r.lx.next(); err != nil {
			return err
		}
		if r.lx.kind == tokClose {
			break
		}
		c, err := r.constructor(d.params)
		if err != nil {
			return err
		}
		d.ctors = append(d.ctors, c)
	}
	if len(d.ctors) == 0 {
		return r.errorAt(d.at, CodeDatatype, "datatype %s without constructors", logic.QuoteSymbol(d.sym.name))
	}
	return nil
}

// constructor reads the constructor that starts with the current token.
func (r *reader) constructor(params []*symbol) (c ctorSpec, err *Error) {
	nullary := r.lx.kind != tokOpen
	if !nullary {
		if err := r.lx.next(); err != nil {
			return c, err
		}
	}
	if c.sym, err = r.symbolToken("a constructor"); err != nil {
		return c, err
	}
	c.at = r.lx.at
	for !nullary {
		if err := r.lx.next(); err != nil {
			return c, err
		}
		if r.lx.kind == tokClose {
			break
		}
		if err := r.want(tokOpen, "a field (selector sort) or ')'"); err != nil {
			return c, err
		}
		f, err := r.nextSymbol("a selector")
		if err != nil {
			return c, err
		}
		at := r.lx.at
		if err := r.lx.next(); err != nil {
			return c, err
		}
		sort, err := r.sortExpr(params, 0)
		if err != nil {
			return c, err
		}
		if err := r.expect(tokClose, "')' behind the field"); err != nil {
			return c, err
		}
		c.fields, c.places, c.sorts = append(c.fields, f), append(c.places, at), append(c.sorts, sort)
	}
	return c, nil
}

// finishDatatypes completes the sorts in the store, or compares them with what
// is there, and declares the symbols.
func (r *reader) finishDatatypes(specs []*datatypeSpec) (Command, *Error) {
	cmd := Command{Kind: CmdDeclareDatatypes}
	for _, d := range specs {
		complete(d.decl.generic.shared, d)
		if d.decl.arity > 0 {
			cmd.Generics = append(cmd.Generics, d.decl.generic.shared)
			continue
		}
		cmd.Sorts = append(cmd.Sorts, d.decl.sort)
		r.instances = append(r.instances, instance{sort: d.decl.sort, generic: d.decl.generic, isNew: d.decl.generic.isNew, at: d.at})
	}
	if err := r.completeInstances(); err != nil {
		return cmd, err
	}
	for _, d := range specs {
		if err := r.declareConstructors(d); err != nil {
			return cmd, err
		}
	}
	return cmd, nil
}

func (r *reader) declareConstructors(d *datatypeSpec) *Error {
	g := d.decl.generic
	if d.decl.arity == 0 {
		g = nil
	}
	for i, spec := range d.ctors {
		decl := &declaration{kind: declCtor, generic: g, index: i, at: r.lx.position(spec.at)}
		if g == nil {
			decl.ctor = d.decl.sort.Datatype().Constructors[i]
		}
		if g == nil && len(spec.fields) == 0 {
			decl.kind, decl.term = declTerm, r.store.Construct(decl.ctor)
		}
		if err := r.declareNew(spec.sym, decl, spec.at); err != nil {
			return err
		}
		for k, f := range spec.fields {
			sel := &declaration{kind: declSelector, generic: g, index: i, field: k, at: r.lx.position(spec.places[k])}
			if g == nil {
				sel.sel = decl.ctor.Fields[k]
			}
			if err := r.declareNew(f, sel, spec.places[k]); err != nil {
				return err
			}
		}
	}
	for i, spec := range d.ctors {
		tester := r.syms.intern([]byte("is-" + spec.sym.name))
		if tester.decl != nil {
			continue
		}
		decl := &declaration{kind: declTester, generic: g, index: i, at: r.lx.position(spec.at)}
		if g == nil {
			decl.ctor = d.decl.sort.Datatype().Constructors[i]
		}
		r.syms.declare(tester, decl)
	}
	return nil
}
