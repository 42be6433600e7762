// SPDX-License-Identifier: Apache-2.0

package smtlib

// This file reads datatype declarations in the syntax of SMT-LIB 2.6 and in
// the older one of z3.

// datatypeSpec is a datatype as declared, before it is compared with the store.
type datatypeSpec struct {
	sym   *symbol
	at    place
	sort  *Sort
	isNew bool // the store had no such sort
	ctors []ctorSpec
}

type ctorSpec struct {
	sym    *symbol
	at     place
	fields []*symbol
	places []place
	sorts  []*Sort
}

// declareDatatype reads (declare-datatype T (ctor …)).
func (r *reader) declareDatatype() (Command, *Error) {
	s, err := r.nextSymbol("the name of the datatype")
	if err != nil {
		return Command{}, err
	}
	specs := make([]datatypeSpec, 1)
	if err := r.newDatatype(&specs[0], s); err != nil {
		return Command{}, err
	}
	if err := r.expect(tokOpen, "'(' and constructors"); err != nil {
		return Command{}, err
	}
	if err := r.constructors(&specs[0]); err != nil {
		return Command{}, err
	}
	return r.finishDatatypes(specs)
}

// declareDatatypes reads (declare-datatypes ((T 0) …) ((ctor …) …)) or
// (declare-datatypes () ((T ctor …) …)).
func (r *reader) declareDatatypes() (Command, *Error) {
	if err := r.expect(tokOpen, "'(' and the sorts"); err != nil {
		return Command{}, err
	}
	var specs []datatypeSpec
	for {
		if err := r.lx.next(); err != nil {
			return Command{}, err
		}
		if r.lx.kind == tokClose {
			break
		}
		if r.lx.kind == tokSymbol || r.lx.kind == tokQuoted {
			return Command{}, r.errorAt(r.lx.at, CodeUnsupported, "datatype with sort parameters; declare an instance for each sort instead")
		}
		if err := r.want(tokOpen, "(name arity)"); err != nil {
			return Command{}, err
		}
		s, err := r.nextSymbol("the name of a datatype")
		if err != nil {
			return Command{}, err
		}
		specs = append(specs, datatypeSpec{})
		if err := r.newDatatype(&specs[len(specs)-1], s); err != nil {
			return Command{}, err
		}
		if err := r.zeroArity(s); err != nil {
			return Command{}, err
		}
	}
	if err := r.expect(tokOpen, "'(' and the constructors"); err != nil {
		return Command{}, err
	}
	if len(specs) == 0 {
		return r.oldDatatypes()
	}
	for i := range specs {
		if err := r.expect(tokOpen, "the constructors of "+QuoteSymbol(specs[i].sym.name)); err != nil {
			return Command{}, err
		}
		if err := r.constructors(&specs[i]); err != nil {
			return Command{}, err
		}
	}
	if err := r.expect(tokClose, "')', because the constructors of all declared datatypes are read"); err != nil {
		return Command{}, err
	}
	return r.finishDatatypes(specs)
}

// zeroArity reads 0 ')' behind the name of a sort.
func (r *reader) zeroArity(s *symbol) *Error {
	if err := r.expect(tokNumeral, "the arity of sort "+QuoteSymbol(s.name)); err != nil {
		return err
	}
	if n, err := r.index(); err != nil {
		return err
	} else if n != 0 {
		return r.errorAt(r.lx.at, CodeUnsupported, "sort %s with %s; only sorts without parameters are supported", QuoteSymbol(s.name), plural(n, "parameter"))
	}
	return r.expect(tokClose, "')'")
}

// oldDatatypes reads the list ((T ctor …) …), whose names may refer to each
// other: the text is kept until all are known.
func (r *reader) oldDatatypes() (Command, *Error) {
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
	specs := make([]datatypeSpec, len(texts))
	for i, x := range texts {
		err := r.replay(x, func() *Error {
			if err := r.expect(tokOpen, "(name constructor …)"); err != nil {
				return err
			}
			s, err := r.nextSymbol("the name of a datatype")
			if err != nil {
				return err
			}
			return r.newDatatype(&specs[i], s)
		})
		if err != nil {
			return Command{}, err
		}
	}
	for i, x := range texts {
		err := r.replay(x, func() *Error {
			r.lx.next() // (
			r.lx.next() // the name
			return r.constructors(&specs[i])
		})
		if err != nil {
			return Command{}, err
		}
	}
	return r.finishDatatypes(specs)
}

// newDatatype makes the sort, so that constructors can refer to it.
func (r *reader) newDatatype(d *datatypeSpec, s *symbol) *Error {
	d.sym, d.at = s, r.lx.at
	if err := r.newSortSymbol(s); err != nil {
		return err
	}
	d.sort = r.store.NamedSort(s.name)
	if d.sort == nil {
		d.isNew = true
		d.sort = r.store.NewDatatype(s.name)
	} else if !d.sort.IsDatatype() {
		return r.errorAt(d.at, CodeDuplicate, "sort %s is declared as uninterpreted already", QuoteSymbol(s.name))
	}
	r.syms.declareSort(s, &sortDecl{sort: d.sort})
	return nil
}

// constructors reads constructors up to the ')' behind them.
func (r *reader) constructors(d *datatypeSpec) *Error {
	for {
		if err := r.lx.next(); err != nil {
			return err
		}
		if r.lx.kind == tokClose {
			break
		}
		c, err := r.constructor()
		if err != nil {
			return err
		}
		d.ctors = append(d.ctors, c)
	}
	if len(d.ctors) == 0 {
		return r.errorAt(d.at, CodeDatatype, "datatype %s without constructors", QuoteSymbol(d.sym.name))
	}
	return nil
}

// constructor reads the constructor that starts with the current token.
func (r *reader) constructor() (c ctorSpec, err *Error) {
	nullary := r.lx.kind != tokOpen
	if !nullary {
		if err := r.lx.next(); err != nil {
			return c, err
		}
	}
	if r.word() == wordPar {
		return c, r.errorAt(r.lx.at, CodeUnsupported, "datatype with sort parameters (par); declare an instance for each sort instead")
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
		sort, err := r.sort()
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
func (r *reader) finishDatatypes(specs []datatypeSpec) (Command, *Error) {
	cmd := Command{Kind: CmdDeclareDatatypes}
	for i := range specs {
		d := &specs[i]
		if !d.isNew {
			if !d.matches() {
				return cmd, r.errorAt(d.at, CodeUnsupported, "datatype %s is declared differently from an earlier declaration; give it another name", QuoteSymbol(d.sym.name))
			}
		} else {
			for _, c := range d.ctors {
				names := make([]string, len(c.fields))
				for k, f := range c.fields {
					names[k] = f.name
				}
				r.store.AddConstructor(d.sort, c.sym.name, names, c.sorts)
			}
		}
		cmd.Sorts = append(cmd.Sorts, d.sort)
	}
	for i := range specs {
		if len(specs[i].sort.parts()) > maxSortParts {
			return cmd, r.errorAt(specs[i].at, CodeLimit, "datatype %s is made of more than %d sorts", QuoteSymbol(specs[i].sym.name), maxSortParts)
		}
		if d := &specs[i]; !r.store.WellFounded(d.sort) {
			return cmd, r.errorAt(d.at, CodeDatatype, "datatype %s has no finite value; give it a constructor that does not need one", QuoteSymbol(d.sym.name))
		}
		if s := indexesItself(specs[i].sort); s != nil {
			return cmd, r.errorAt(specs[i].at, CodeDatatype, "datatype %s holds arrays indexed by %v, which holds it in turn", QuoteSymbol(specs[i].sym.name), s)
		}
	}
	for i := range specs {
		if err := r.declareConstructors(&specs[i]); err != nil {
			return cmd, err
		}
	}
	return cmd, nil
}

// matches reports whether the sort in the store has exactly the constructors
// of d.
func (d *datatypeSpec) matches() bool {
	have := d.sort.dt.Constructors
	if len(have) != len(d.ctors) {
		return false
	}
	for i, c := range d.ctors {
		if have[i].Name != c.sym.name || len(have[i].Fields) != len(c.fields) {
			return false
		}
		for k, f := range have[i].Fields {
			if f.Name != c.fields[k].name || f.Sort != c.sorts[k] {
				return false
			}
		}
	}
	return true
}

func (r *reader) declareConstructors(d *datatypeSpec) *Error {
	for i, spec := range d.ctors {
		c := d.sort.dt.Constructors[i]
		decl := &declaration{kind: declCtor, ctor: c, at: r.lx.position(spec.at)}
		if len(c.Fields) == 0 {
			decl.kind, decl.term = declTerm, r.store.Construct(c)
		}
		if err := r.declareNew(spec.sym, decl, spec.at); err != nil {
			return err
		}
		for k, f := range spec.fields {
			sel := &declaration{kind: declSelector, sel: c.Fields[k], at: r.lx.position(spec.places[k])}
			if err := r.declareNew(f, sel, spec.places[k]); err != nil {
				return err
			}
		}
	}
	for i, spec := range d.ctors {
		tester := r.syms.intern([]byte("is-" + spec.sym.name))
		if tester.decl == nil {
			r.syms.declare(tester, &declaration{kind: declTester, ctor: d.sort.dt.Constructors[i], at: r.lx.position(spec.at)})
		}
	}
	return nil
}

// indexesItself returns the sort of the indices of an array that the datatype holds, if that holds the datatype in turn, or nil.
// No set has such values.
func indexesItself(sort *Sort) *Sort {
	for _, f := range sort.fields() {
		for ; f.kind == KindArray; f = f.Elem() {
			if f.Index().Holds(sort) {
				return f.Index()
			}
		}
	}
	return nil
}
