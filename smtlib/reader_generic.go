// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"slices"
	"strings"

	"cornet/internal/slice"
	"cornet/logic"
)

// This file instantiates datatypes with parameters: (List Int) is a separate sort, with the
// constructors of List over Int. An instance is made when its sort is first read.

// generic is a declaration of a datatype as the reader sees it.
type generic struct {
	spec   *datatypeSpec
	shared *logic.Generic
	isNew  bool // without parameters: the store had no such sort
	made   map[*logic.Sort]bool
}

// instance is a sort whose constructors must still be made, or compared with those in the store.
type instance struct {
	sort    *logic.Sort
	generic *generic
	args    []*logic.Sort
	isNew   bool
	at      place
}

// instantiate returns the sort of g over args, and records it if this reader sees it for the first
// time. It returns nil if the sort is too large.
func (r *reader) instantiate(g *generic, args []*logic.Sort) *logic.Sort {
	text := "(" + logic.QuoteSymbol(g.shared.Name)
	size := 1
	for _, a := range args {
		if size += a.Size(); size > maxSortSize {
			return nil
		}
		text += " " + a.String()
	}
	z, isNew := r.store.Instance(g.shared, text+")", args, size)
	if !g.made[z] {
		if g.made == nil {
			g.made = map[*logic.Sort]bool{}
		}
		g.made[z] = true
		r.instances = append(r.instances, instance{z, g, args, isNew, r.lx.at})
	}
	return z
}

// completeInstances makes the constructors of the recorded sorts, which may record others.
func (r *reader) completeInstances() {
	var done []instance
	for len(r.instances) > 0 {
		x := r.instances[0]
		r.instances = r.instances[1:]
		r.completeInstance(x)
		if done = append(done, x); len(done) > maxSortParts {
			panic(r.errorAt(x.at, CodeLimit, "datatype %v is made of more than %d sorts", done[0].sort, maxSortParts))
		}
	}
	for _, x := range done {
		if len(x.sort.Parts()) > maxSortParts {
			panic(r.errorAt(x.at, CodeLimit, "datatype %v is made of more than %d sorts", x.sort, maxSortParts))
		}
		if !r.store.WellFounded(x.sort) {
			panic(r.errorAt(x.at, CodeDatatype, "datatype %v has no finite value; give it a constructor that does not need one", x.sort))
		}
		r.noFloats(x.sort, x.at)
		if s := indexesItself(x.sort); s != nil {
			panic(r.errorAt(x.at, CodeDatatype, "datatype %v holds arrays indexed by %v, which holds it in turn", x.sort, s))
		}
	}
}

func (r *reader) completeInstance(x instance) {
	ctors := x.generic.spec.ctors
	sorts := make([][]*logic.Sort, len(ctors))
	budget := 10 * maxSortSize
	for i, c := range ctors {
		for _, f := range c.sorts {
			z := r.evalSort(f, x.args, &budget)
			if z == nil {
				panic(r.errorAt(x.at, CodeLimit, "sort of more than %d nodes", maxSortSize))
			}
			sorts[i] = append(sorts[i], z)
		}
	}
	if !x.isNew {
		if x.sort.Generic() == nil != (len(x.args) == 0) || !matches(x.sort.Datatype(), ctors, sorts) {
			panic(r.errorAt(x.at, CodeUnsupported, "datatype %v is declared differently from an earlier declaration; give it another name", x.sort))
		}
		return
	}
	for i, c := range ctors {
		names := slice.Map(c.fields, func(f *symbol) string { return f.name })
		r.store.AddConstructor(x.sort, c.sym.name, names, sorts[i])
	}
}

// matches reports whether d has exactly these constructors, with fields of these sorts.
func matches(d *logic.Datatype, ctors []ctorSpec, sorts [][]*logic.Sort) bool {
	if len(d.Constructors) != len(ctors) {
		return false
	}
	for i, c := range ctors {
		have := d.Constructors[i]
		if have.Name != c.sym.name || len(have.Fields) != len(c.fields) {
			return false
		}
		for k, f := range have.Fields {
			if f.Name != c.fields[k].name || f.Sort != sorts[i][k] {
				return false
			}
		}
	}
	return true
}

// resolve returns the meaning of a symbol of a datatype with parameters for these arguments: a
// constructor, selector or tester of an instance. It returns nil for a constructor whose parameters
// the arguments do not determine.
func (r *reader) resolve(s *symbol, d *declaration, at place, args []*logic.Term, argPos []place) *declaration {
	name := logic.QuoteSymbol(s.name)
	g := d.generic
	z := &declaration{kind: d.kind, at: d.at}
	if d.kind != declCtor {
		r.refuseOpen(args...)
		if len(args) != 1 {
			panic(r.errorAt(at, CodeArity, "%s takes 1 argument, found %d (declared at %v)", name, len(args), d.at))
		}
		sort := args[0].Sort()
		if !isInstance(sort, g) {
			panic(r.badArgument(name, 0, "an instance of the datatype "+logic.QuoteSymbol(g.shared.Name), args, argPos))
		}
		z.ctor = sort.Datatype().Constructors[d.index]
		if d.kind == declSelector {
			z.sel = z.ctor.Fields[d.field]
		}
		return z
	}
	fields := g.spec.ctors[d.index].sorts
	if len(args) != len(fields) {
		panic(r.errorAt(at, CodeArity, "%s takes %s, found %d (declared at %v)", name, plural(len(fields), "argument"), len(args), d.at))
	}
	env := make([]*logic.Sort, g.shared.Arity)
	for i, f := range fields {
		if r.coercer.open[args[i]] == nil {
			f.infer(args[i].Sort(), env)
		}
	}
	if slices.Contains(env, nil) {
		return nil
	}
	sort := r.instantiate(g, env)
	if sort == nil {
		panic(r.errorAt(at, CodeLimit, "sort of more than %d nodes", maxSortSize))
	}
	r.completeInstances()
	z.ctor = sort.Datatype().Constructors[d.index]
	return z
}

// isInstance reports whether x is an instance of g, or of an equal declaration that the store has
// read before.
func isInstance(x *logic.Sort, g *generic) bool {
	return x.Generic() == g.shared || x.Generic() != nil && x.Generic().Name == g.shared.Name && x.Generic().Text == g.shared.Text
}

// infer finds parameters by comparing x, a sort over them, with the actual sort.
func (x *sortExpr) infer(sort *logic.Sort, env []*logic.Sort) {
	switch {
	case x.param > 0:
		if have := env[x.param-1]; have == nil || have.IsInt() && sort.IsReal() {
			env[x.param-1] = sort
		}
	case x.sort != nil:
	case x.decl == nil:
		if sort.IsArray() {
			x.args[0].infer(sort.Index(), env)
			x.args[1].infer(sort.Elem(), env)
		}
	case x.decl.generic != nil && isInstance(sort, x.decl.generic):
		for i, a := range x.args {
			a.infer(sort.Arguments()[i], env)
		}
	}
}

// constructorIn returns the constructor of a sort that a symbol names, or nil.
func constructorIn(s *symbol, sort *logic.Sort) *logic.Constructor {
	if d := s.decl; d != nil && d.generic != nil {
		if d.kind == declCtor && isInstance(sort, d.generic) {
			return sort.Datatype().Constructors[d.index]
		}
		return nil
	}
	if c := constructorOf(s); c != nil && c.Sort == sort {
		return c
	}
	return nil
}

// namesConstructor reports whether a symbol is that of a constructor.
func namesConstructor(s *symbol) bool {
	return constructorOf(s) != nil || s.decl != nil && s.decl.generic != nil && s.decl.kind == declCtor
}

// complete writes the constructors of d down, for printing.
func complete(g *logic.Generic, d *datatypeSpec) {
	var b strings.Builder
	b.WriteString("(par (")
	params := slice.Map(d.params, func(p *symbol) string { return logic.QuoteSymbol(p.name) })
	b.WriteString(strings.Join(params, " ") + ") (")
	for i, c := range d.ctors {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString("(" + logic.QuoteSymbol(c.sym.name))
		inferred := make([]bool, len(params))
		for k, x := range c.sorts {
			b.WriteString(" (" + logic.QuoteSymbol(c.fields[k].name) + " ")
			x.write(&b, params)
			b.WriteByte(')')
			x.markInferred(inferred)
		}
		b.WriteByte(')')
		all := true
		for _, ok := range inferred {
			all = all && ok
		}
		g.Inferred = append(g.Inferred, all)
	}
	b.WriteString("))")
	g.Text = b.String()
}

// write writes x, with names for its parameters.
func (x *sortExpr) write(b *strings.Builder, params []string) {
	switch {
	case x.param > 0:
		b.WriteString(params[x.param-1])
		return
	case x.sort != nil:
		b.WriteString(x.sort.String())
		return
	case x.decl != nil && x.decl.generic == nil:
		args := make([]string, len(x.args))
		for i, a := range x.args {
			var z strings.Builder
			a.write(&z, params)
			args[i] = z.String()
		}
		x.decl.body.write(b, args)
		return
	}
	b.WriteString("(")
	if x.decl == nil {
		b.WriteString("Array")
	} else {
		b.WriteString(logic.QuoteSymbol(x.decl.generic.shared.Name))
	}
	for _, a := range x.args {
		b.WriteByte(' ')
		a.write(b, params)
	}
	b.WriteByte(')')
}

// markInferred marks the parameters that [sortExpr.infer] finds.
func (x *sortExpr) markInferred(inferred []bool) {
	switch {
	case x.param > 0:
		inferred[x.param-1] = true
	case x.decl == nil || x.decl.generic != nil:
		for _, a := range x.args {
			a.markInferred(inferred)
		}
	}
}

// indexesItself returns the index sort of an array inside the datatype, if that sort contains the
// datatype in turn, or nil. Such values would not be sets.
func indexesItself(sort *logic.Sort) *logic.Sort {
	for _, f := range sort.Fields() {
		for ; f.Kind() == logic.KindArray; f = f.Elem() {
			if f.Index().Holds(sort) {
				return f.Index()
			}
		}
	}
	return nil
}

// tester returns the declaration of the tester of a constructor.
func (d *declaration) tester() *declaration {
	z := *d
	z.kind = declTester
	return &z
}
