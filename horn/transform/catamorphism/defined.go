// SPDX-License-Identifier: Apache-2.0

package catamorphism

import (
	"cmp"
	"fmt"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// This file reads predicates as folds. A predicate over a datatype computes a fold if each of its
// clauses has one constructor, and its body atoms are about the fields, such as
//
//	height(leaf, 0)        height(l, m) ∧ height(r, n) → height(node(l, x, r), 1 + max(m, n))
//
// Its step is the first clause whose constraint holds. The clauses need not define a function: each
// choice of steps is a measure.

// definition is a predicate that is read as a fold.
type definition struct {
	pred *logic.Func
	role role
	name string // name of the measure
	// cases of a constructor are over the variables of the reader.
	cases map[*logic.Constructor][]definedCase
	uses  []*definition
	// looks means that a clause has a constructor below the outermost one.
	looks bool
}

// role states which arguments of a predicate are the datatype, the value of the fold, and a number
// that is the same in all calls. -1 means that there is no such argument.
type role struct{ of, value, parameter int }

// definedCase is a clause.
type definedCase struct{ guard, value *logic.Term }

// reader reads the predicates of a system as folds.
type reader struct {
	sys       *horn.System
	shapes    *catamorphisms                       // of the datatypes
	known     map[*logic.Func]map[role]*definition // nil for predicates that are not folds
	fields    map[*logic.Selector]*logic.Term
	inside    map[inner]*logic.Term
	calls     map[call]*logic.Term
	numbers   map[*logic.Term]*logic.Term // numbers for values of calls that are enumerations
	parameter *logic.Term
}

// inner is the field second of a field, provided that the constructor made has made that field. If
// second is nil, inner reports whether it has.
type inner struct {
	field  *logic.Selector
	made   *logic.Constructor
	second *logic.Selector
}

// call is the value of a fold at a field.
type call struct {
	of    *definition
	field *logic.Selector
}

const maxCases = 24 // maxCases limits the cases of a constructor.

// definitions returns sketches of the folds that the clauses of sys define.
func definitions(sys *horn.System) (z []*sketch) {
	r := &reader{
		sys: sys, shapes: newCatamorphisms(sys, Template{}), known: map[*logic.Func]map[role]*definition{}, fields: map[*logic.Selector]*logic.Term{}, calls: map[call]*logic.Term{},
		inside: map[inner]*logic.Term{}, numbers: map[*logic.Term]*logic.Term{},
		parameter: sys.Store.Fresh("parameter", sys.Store.Int),
	}
	for _, p := range sys.Preds {
		for _, role := range r.roles(p) {
			if f := r.read(p, role); f != nil {
				z = append(z, r.sketch(f))
			}
		}
	}
	return z
}

// roles lists possible roles of p's arguments: one recursive datatype with or without a number or
// truth value, and perhaps a number.
func (r *reader) roles(p *logic.Func) (z []role) {
	of := -1
	var rest []int
	for i, d := range p.Params() {
		switch {
		case isPlain(d):
			rest = append(rest, i)
		case of < 0 && r.shapes.folds(d) && r.shapes.isRecursive(d):
			of = i
		default:
			return nil
		}
	}
	isInt := func(i int) bool { return p.Params()[i].IsInt() }
	switch {
	case of < 0 || len(rest) > 2:
	case len(rest) == 0:
		z = append(z, role{of, -1, -1})
	case len(rest) == 1:
		z = append(z, role{of, rest[0], -1})
		if isInt(rest[0]) {
			z = append(z, role{of, -1, rest[0]})
		}
	default:
		if isInt(rest[0]) {
			z = append(z, role{of, rest[1], rest[0]})
		}
		if isInt(rest[1]) {
			z = append(z, role{of, rest[0], rest[1]})
		}
	}
	return z
}

// isPlain reports whether values of d are numbers or come from a finite set.
func isPlain(d *logic.Sort) bool {
	return d.IsInt() || d.IsBool() || d.IsDatatype() && !slices.ContainsFunc(d.Datatype().Constructors, func(c *logic.Constructor) bool { return len(c.Fields) > 0 })
}

// read returns p as a fold, or nil.
func (r *reader) read(p *logic.Func, as role) *definition {
	if f, ok := r.known[p][as]; ok {
		return f
	}
	if r.known[p] == nil {
		r.known[p] = map[role]*definition{}
	}
	f := &definition{
		pred: p, role: as, name: fmt.Sprintf("%s/%d/%d", p.Name(), as.value+1, as.parameter+1),
		cases: map[*logic.Constructor][]definedCase{},
	}
	r.known[p][as] = f
	for _, c := range r.sys.Clauses {
		if c.Head == nil || c.Head.Pred != p {
			continue
		}
		variants := r.variants(c)
		if variants == nil || slices.ContainsFunc(variants, func(c *horn.Clause) bool { return !r.clause(f, c) }) {
			r.known[p][as] = nil
			return nil
		}
	}
	return f
}

// variants returns c with facts substituted for body atoms without datatypes whose predicates have
// only facts. It returns nil if there are too many.
func (r *reader) variants(c *horn.Clause) []*horn.Clause {
	s := r.sys.Store
	z := []*horn.Clause{{Constraint: c.Constraint, Head: c.Head}}
	for _, a := range c.Body {
		facts := r.facts(a.Pred)
		if facts == nil {
			for _, x := range z {
				x.Body = append(x.Body, a)
			}
			continue
		}
		var next []*horn.Clause
		for _, x := range z {
			for _, f := range facts {
				var from, to []*logic.Term
				for _, v := range f.Vars() {
					from, to = append(from, v), append(to, s.Fresh(v.Name(), v.Sort()))
				}
				rename := s.NewSubstitution(from, to)
				all := []*logic.Term{x.Constraint, rename.Apply(f.Constraint)}
				for i, y := range f.Head.Args {
					all = append(all, s.Eq(rename.Apply(y), a.Args[i]))
				}
				next = append(next, &horn.Clause{Body: slices.Clone(x.Body), Constraint: s.And(all...), Head: c.Head})
			}
		}
		if z = next; len(z) > maxCases {
			return nil
		}
	}
	return z
}

// facts returns the clauses of p if they are facts about plain values, or nil.
func (r *reader) facts(p *logic.Func) (z []*horn.Clause) {
	if slices.ContainsFunc(p.Params(), func(d *logic.Sort) bool { return !isPlain(d) }) {
		return nil
	}
	for _, c := range r.sys.Clauses {
		if c.Head != nil && c.Head.Pred == p {
			if len(c.Body) > 0 {
				return nil
			}
			z = append(z, c)
		}
	}
	return z
}

// clause adds the case of c to f, and reports whether it is a case of a fold.
func (r *reader) clause(f *definition, c *horn.Clause) bool {
	s := r.sys.Store
	u := newUnifier(s)
	var rest []*logic.Term
	equate := func(x, y *logic.Term) {
		if !u.equate(x, y) {
			rest = append(rest, s.Eq(x, y))
		}
	}
	if f.role.parameter >= 0 {
		u.rigid[r.parameter] = true
		equate(c.Head.Args[f.role.parameter], r.parameter)
	}
	for _, g := range logic.AppendConjuncts(nil, c.Constraint) {
		switch {
		case g.Op() == logic.OpEq:
			equate(g.Arg(0), g.Arg(1))
		case g.Op() == logic.OpVar:
			equate(g, s.True())
		case g.Op() == logic.OpNot && g.Arg(0).Op() == logic.OpVar:
			equate(g.Arg(0), s.False())
		default:
			rest = append(rest, g)
		}
	}
	x := u.resolve(c.Head.Args[f.role.of])
	if x.Op() != logic.OpConstruct {
		return false
	}
	k := x.Constructor()
	at := make([]*logic.Term, len(k.Fields))
	for i, y := range x.Args() {
		if y.Sort().IsDatatype() && y.Op() != logic.OpVar {
			if y.Op() != logic.OpConstruct || y.Sort() != f.pred.Params()[f.role.of] {
				return false
			}
			f.looks = true
			for j, w := range y.Args() {
				if w.Op() != logic.OpVar {
					return false
				}
				equate(w, r.within(u, inner{k.Fields[i], y.Constructor(), y.Constructor().Fields[j]}))
			}
			rest = append(rest, r.within(u, inner{field: k.Fields[i], made: y.Constructor()}))
		} else {
			field := r.field(k.Fields[i])
			u.rigid[field] = true
			equate(y, field)
		}
		at[i] = u.resolve(y)
	}
	for i := range c.Body {
		if !r.called(f, u, k, at, &c.Body[i], equate) {
			return false
		}
	}
	z := definedCase{value: s.True()}
	if f.role.value >= 0 {
		z.value = u.resolve(c.Head.Args[f.role.value])
	}
	for i, g := range rest {
		rest[i] = u.resolve(g)
	}
	z = definedCase{guard: r.numeric(s.And(rest...)), value: r.numeric(z.value)}
	for _, v := range logic.FreeVars(z.guard, z.value) {
		if !u.rigid[v] || v.Sort().IsDatatype() {
			return false
		}
	}
	f.cases[k] = append(f.cases[k], z)
	return len(f.cases[k]) <= maxCases
}

// called introduces a variable for the value of a body atom, in a clause of f for constructor k. It
// reports whether the atom is about a field. fields are the terms at the fields.
func (r *reader) called(f *definition, u *unifier, k *logic.Constructor, at []*logic.Term, a *horn.Atom, equate func(x, y *logic.Term)) bool {
	for _, as := range r.roles(a.Pred) {
		i := slices.Index(at, u.resolve(a.Args[as.of]))
		if i < 0 || as.parameter >= 0 && (f.role.parameter < 0 || u.end(a.Args[as.parameter]) != r.parameter) {
			continue
		}
		g := r.read(a.Pred, as)
		if g == nil {
			continue
		}
		if g != f && !slices.Contains(f.uses, g) {
			f.uses = append(f.uses, g)
		}
		key := call{g, k.Fields[i]}
		value := r.sys.Store.True()
		if as.value >= 0 {
			value = a.Args[as.value]
		}
		if r.calls[key] == nil {
			r.calls[key] = r.sys.Store.Fresh("call", value.Sort())
		}
		u.rigid[r.calls[key]] = true
		if value.Sort().IsDatatype() && r.numbers[r.calls[key]] == nil {
			r.numbers[r.calls[key]] = r.sys.Store.Fresh("index", r.sys.Store.Int)
		}
		if n := r.numbers[r.calls[key]]; n != nil {
			u.rigid[n] = true
		}
		equate(value, r.calls[key])
		return true
	}
	return false
}

// numeric replaces enumerations by numbers: constants by their index, values of calls by variables.
func (r *reader) numeric(t *logic.Term) *logic.Term {
	s := r.sys.Store
	number := func(x *logic.Term) *logic.Term {
		switch {
		case x.Op() == logic.OpConstruct:
			return s.IntNum(int64(x.Constructor().Index))
		case r.numbers[x] != nil:
			return r.numbers[x]
		}
		return nil
	}
	if t.Sort().IsDatatype() {
		return cmp.Or(number(t), t)
	}
	return s.NewRewriter(func(x *logic.Term) *logic.Term {
		switch {
		case x.Op() == logic.OpEq && x.Arg(0).Sort().IsDatatype():
			if a, b := number(x.Arg(0)), number(x.Arg(1)); a != nil && b != nil {
				return s.Eq(a, b)
			}
			return x
		case x.Op() == logic.OpIs:
			if a := number(x.Arg(0)); a != nil {
				return s.Eq(a, s.IntNum(int64(x.Constructor().Index)))
			}
			return x
		}
		return nil
	}, nil).Map(t)
}

// within returns the variable for the inner value x.
func (r *reader) within(u *unifier, x inner) *logic.Term {
	if r.inside[x] == nil {
		sort := r.sys.Store.Bool
		if x.second != nil {
			sort = x.second.Sort
		}
		r.inside[x] = r.sys.Store.Fresh("inside", sort)
	}
	u.rigid[r.inside[x]] = true
	return r.inside[x]
}

func (r *reader) field(f *logic.Selector) *logic.Term {
	if r.fields[f] == nil {
		r.fields[f] = r.sys.Store.Fresh("field", f.Sort)
	}
	return r.fields[f]
}

// sketch makes the measures of f and of the folds that it uses.
func (r *reader) sketch(f *definition) *sketch {
	all := []*definition{f}
	for i := 0; i < len(all); i++ {
		for _, g := range all[i].uses {
			if !slices.Contains(all, g) {
				all = append(all, g)
			}
		}
	}
	return &sketch{name: f.pred.Name(), make: func(v *catamorphisms, d *logic.Sort, _ string, _ hole) (z []*measure) {
		for _, g := range all {
			if g.pred.Params()[g.role.of] == d {
				if g.looks {
					z = append(append(z, tag(v, d)...), root(v, d)...)
				}
				z = append(z, r.measure(v, g))
			}
		}
		return z
	}}
}

// measure returns f as a measure. Truth values become 1 and 0.
func (r *reader) measure(v *catamorphisms, f *definition) *measure {
	s, d := v.store, f.pred.Params()[f.role.of]
	m := v.recursive(f.name, d, s.Int)
	if f.role.value < 0 || f.pred.Params()[f.role.value].IsBool() {
		m.lower, m.upper = s.IntNum(0), s.IntNum(1)
	} else if e := f.pred.Params()[f.role.value]; e.IsDatatype() {
		m.lower, m.upper = s.IntNum(0), s.IntNum(int64(len(e.Datatype().Constructors)-1))
	}
	if m.parametric = f.role.parameter >= 0; m.parametric {
		v.elements[s.Int] = true
	}
	m.step = func(c *logic.Constructor, fields []value) *logic.Term {
		var from, to []*logic.Term
		for i, x := range c.Fields {
			if fields[i].term != nil && r.fields[x] != nil {
				from, to = append(from, r.fields[x]), append(to, fields[i].term)
			}
			for _, g := range append(f.uses, f) {
				at := r.calls[call{g, x}]
				if at == nil {
					continue
				}
				y := v.part(x.Sort, fields[i], g.name)
				if at.Sort().IsBool() {
					y = s.Ge(y, s.IntNum(1))
				}
				from, to = append(from, cmp.Or(r.numbers[at], at)), append(to, y)
			}
			if f.looks && x.Sort == d {
				r.look(v, x, fields[i], func(x, y *logic.Term) { from, to = append(from, x), append(to, y) })
			}
		}
		from, to = append(from, r.parameter), append(to, v.parameter)
		z := s.IntNum(0)
		for i, x := range slices.Backward(f.cases[c]) {
			y := x.value
			if y.Sort().IsBool() {
				y = s.Ite(y, s.IntNum(1), s.IntNum(0))
			}
			if z = s.Ite(x.guard, y, z); f.role.value >= 0 && i == len(f.cases[c])-1 {
				z = y
			}
		}
		return s.Substitute(z, from, to)
	}
	return m
}

// look replaces conditions of clauses on a field of x, if the field has the datatype itself.
func (r *reader) look(v *catamorphisms, x *logic.Selector, field value, replace func(x, y *logic.Term)) {
	for _, c := range x.Sort.Datatype().Constructors {
		if is := r.inside[inner{field: x, made: c}]; is != nil {
			made := v.store.True()
			if ms := tag(v, x.Sort); len(ms) > 0 {
				made = v.store.Eq(v.part(x.Sort, field, "tag"), ms[0].step(c, nil))
			}
			replace(is, made)
		}
		for _, f := range c.Fields {
			if y := r.inside[inner{x, c, f}]; y != nil && (f.Sort.IsInt() || f.Sort.IsBool()) {
				replace(y, v.part(x.Sort, field, fmt.Sprintf("%s.%s", c.Name, f.Name)))
			}
		}
	}
}
