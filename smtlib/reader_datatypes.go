// SPDX-License-Identifier: Apache-2.0

package smtlib

import "cornet/logic"

// This file reads datatype declarations in the syntax of SMT-LIB 2.6 and in
// the older one of z3.

// datatypeSpec is a declared datatype, before it is compared with the store.
type datatypeSpec struct {
	sym    *symbol
	at     place
	arity  int
	params []*symbol // after par
	old    bool      // the older syntax: inside the declaration its name means its instance over params
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
func (r *reader) declareDatatype() Command {
	s := r.nextSymbol("the name of the datatype")
	d := &datatypeSpec{sym: s, at: r.lx.at, arity: anyArity}
	r.newSortSymbol(s)
	body := r.datatypeBody()
	if len(body.List) > 1 && body.List[0].IsSymbol("par") {
		d.arity = len(body.List[1].List)
	}
	specs := []*datatypeSpec{d}
	r.newDatatypes(specs)
	r.replay(body, func() { r.constructors(d) })
	return r.finishDatatypes(specs)
}

// anyArity is the arity of a datatype whose declaration does not give it.
const anyArity = -1

// datatypeBody reads the constructors of a datatype as text, since their sorts may be declared
// later.
func (r *reader) datatypeBody() Sexpr {
	r.expect(tokOpen, "'(' and constructors")
	return r.sexprHere()
}

// declareDatatypes reads (declare-datatypes ((T n) …) ((ctor …) …)) or
// (declare-datatypes (X …) ((T ctor …) …)).
func (r *reader) declareDatatypes() Command {
	r.expect(tokOpen, "'(' and the sorts")
	var specs []*datatypeSpec
	var params []*symbol
	r.newList()
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		if len(specs) == 0 && (r.lx.kind == tokSymbol || r.lx.kind == tokQuoted) {
			params = append(params, r.sortParameter())
			continue
		}
		r.want(tokOpen, "(name arity)")
		specs = append(specs, r.nameAndArity())
	}
	r.expect(tokOpen, "'(' and the constructors")
	if len(specs) == 0 || len(params) > 0 {
		return r.oldDatatypes(params)
	}
	r.newDatatypes(specs)
	for _, d := range specs {
		r.constructors(d)
	}
	r.expect(tokClose, "')', because the constructors of all declared datatypes are read")
	return r.finishDatatypes(specs)
}

// sortParameter reads the current token as a parameter of the list started last.
func (r *reader) sortParameter() *symbol {
	s := r.symbolToken("a sort parameter")
	if !r.first(s) {
		panic(r.errorAt(r.lx.at, CodeDuplicate, "sort parameter %s stands twice", logic.QuoteSymbol(s.name)))
	}
	return s
}

// nameAndArity reads T n ')'.
func (r *reader) nameAndArity() *datatypeSpec {
	s := r.nextSymbol("the name of a datatype")
	d := &datatypeSpec{sym: s, at: r.lx.at}
	r.newSortSymbol(s)
	r.expect(tokNumeral, "the arity of sort "+logic.QuoteSymbol(s.name))
	d.arity = r.index()
	r.expect(tokClose, "')'")
	return d
}

// oldDatatypes reads the list ((T ctor …) …), whose names may refer to each other, so the text is
// kept until all are known. The name of a datatype with parameters means its instance over these
// parameters.
func (r *reader) oldDatatypes(params []*symbol) Command {
	var texts []Sexpr
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		texts = append(texts, r.sexprHere())
	}
	if len(texts) == 0 {
		panic(r.errorAt(r.start, CodeSyntax, "declare-datatypes without a datatype"))
	}
	specs := make([]*datatypeSpec, len(texts))
	for i, x := range texts {
		r.replay(x, func() {
			r.expect(tokOpen, "(name constructor …)")
			s := r.nextSymbol("the name of a datatype")
			specs[i] = &datatypeSpec{sym: s, at: r.lx.at, arity: len(params), params: params, old: true}
			r.newSortSymbol(s)
		})
	}
	r.newDatatypes(specs)
	for i, x := range texts {
		r.replay(x, func() {
			r.lx.next() // (
			r.lx.next() // the name
			r.constructorList(specs[i])
		})
	}
	return r.finishDatatypes(specs)
}

// newDatatypes makes the sorts, so that constructors can refer to them.
func (r *reader) newDatatypes(specs []*datatypeSpec) {
	for _, d := range specs {
		if d.sym.sort != nil {
			panic(r.errorAt(d.at, CodeDuplicate, "sort %s is declared already; choose another name", logic.QuoteSymbol(d.sym.name)))
		}
		d.decl = &sortDecl{arity: max(d.arity, 0), generic: &generic{spec: d}}
		d.decl.generic.shared = &logic.Generic{Name: d.sym.name, Arity: d.decl.arity}
		if d.decl.arity == 0 {
			if d.decl.sort = r.store.NamedSort(d.sym.name); d.decl.sort == nil {
				d.decl.generic.isNew = true
				d.decl.sort = r.store.NewDatatype(d.sym.name)
			} else if !d.decl.sort.IsDatatype() {
				panic(r.errorAt(d.at, CodeDuplicate, "sort %s is declared as uninterpreted already", logic.QuoteSymbol(d.sym.name)))
			}
		}
		r.syms.declareSort(d.sym, d.decl)
	}
}

// constructors reads (constructor …) or (par (X …) (constructor …)).
func (r *reader) constructors(d *datatypeSpec) {
	r.expect(tokOpen, "the constructors of "+logic.QuoteSymbol(d.sym.name))
	r.lx.next()
	if r.word() != wordPar {
		r.lx.unread()
		if d.arity > 0 {
			panic(r.errorAt(d.at, CodeSyntax, "datatype %s has %s; expected (par (X …) (constructor …))", logic.QuoteSymbol(d.sym.name), plural(d.arity, "parameter")))
		}
		r.constructorList(d)
		return
	}
	r.expect(tokOpen, "'(' and the sort parameters")
	r.newList()
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		d.params = append(d.params, r.sortParameter())
	}
	if len(d.params) != d.decl.arity {
		panic(r.errorAt(r.lx.at, CodeArity, "par with %s; datatype %s is declared with %d", plural(len(d.params), "parameter"), logic.QuoteSymbol(d.sym.name), d.decl.arity))
	}
	r.expect(tokOpen, "'(' and constructors")
	r.constructorList(d)
	r.expect(tokClose, "')' after the constructors")
}

// constructorList reads constructors up to the ')' after them.
func (r *reader) constructorList(d *datatypeSpec) {
	for {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		d.ctors = append(d.ctors, r.constructor(d.params))
	}
	if len(d.ctors) == 0 {
		panic(r.errorAt(d.at, CodeDatatype, "datatype %s without constructors", logic.QuoteSymbol(d.sym.name)))
	}
}

// constructor reads the constructor that starts with the current token.
func (r *reader) constructor(params []*symbol) (c ctorSpec) {
	nullary := r.lx.kind != tokOpen
	if !nullary {
		r.lx.next()
	}
	c.sym = r.symbolToken("a constructor")
	c.at = r.lx.at
	for !nullary {
		r.lx.next()
		if r.lx.kind == tokClose {
			break
		}
		r.want(tokOpen, "a field (selector sort) or ')'")
		f := r.nextSymbol("a selector")
		at := r.lx.at
		r.lx.next()
		sort := r.sortExpr(params, 0)
		r.expect(tokClose, "')' after the field")
		c.fields, c.places, c.sorts = append(c.fields, f), append(c.places, at), append(c.sorts, sort)
	}
	return c
}

// finishDatatypes completes the sorts in the store, or compares them with existing ones, and
// declares the symbols.
func (r *reader) finishDatatypes(specs []*datatypeSpec) Command {
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
	r.completeInstances()
	for _, d := range specs {
		r.declareConstructors(d)
	}
	for _, sort := range cmd.Sorts {
		r.syms.together[sort] = cmd.Sorts
	}
	return cmd
}

// declareSelector declares a selector of d. Selectors of other datatypes may have its name.
func (r *reader) declareSelector(s *symbol, sel *declaration, d *datatypeSpec, at place) {
	old := s.decl
	if old == nil || old.kind != declSelector || s.op != nil && s.op.reserved || old.of == d {
		r.undeclaredAt(s, at)
	} else if !r.redeclare {
		r.depart(SharedSelector, at, "selector %s is declared at %v for another datatype; the argument decides which one is meant", logic.QuoteSymbol(s.name), old.at)
	}
	sel.of = d
	r.declare(s, sel)
}

func (r *reader) declareConstructors(d *datatypeSpec) {
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
		r.declareNew(spec.sym, decl, spec.at)
		for k, f := range spec.fields {
			sel := &declaration{kind: declSelector, generic: g, index: i, field: k, at: r.lx.position(spec.places[k])}
			if g == nil {
				sel.sel = decl.ctor.Fields[k]
			}
			r.declareSelector(f, sel, d, spec.places[k])
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
}
