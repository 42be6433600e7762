// SPDX-License-Identifier: Apache-2.0

package smtlib

import (
	"slices"

	"cornet/logic"
)

// This file reads constructors of datatypes with parameters if neither (as c S) nor the arguments
// determine the parameters, such as nil of (List T). The standard requires (as nil (List Int)), but
// existing files omit it where the context determines the sort. Until it does, a variable
// represents the term.

// openTerm is a constructor with arguments, some of them perhaps open, whose instance is not known
// yet, or a choice between open terms.
type openTerm struct {
	sym    *symbol
	decl   *declaration
	args   []*logic.Term
	choose func(branches []*logic.Term) *logic.Term // of a choice, whose branches are args
	at     place
	made   map[*logic.Sort]*logic.Term // by instance: a term that let names is used in many places
}

// openTerms are the open terms, by the variables that represent them.
type openTerms map[*logic.Term]*openTerm

// constructOpen returns an open term, with copies of args.
func (r *reader) constructOpen(s *symbol, d *declaration, at place, args []*logic.Term) *logic.Term {
	if r.coercer.open == nil {
		r.coercer.open = openTerms{}
	}
	r.depart(BareConstructor, at, "%s is written without its sort; the sort is taken from the context", logic.QuoteSymbol(s.name))
	v := r.store.Fresh(s.name, r.store.Uninterpreted("|"+d.generic.shared.Name)) // no symbol has a bar
	r.coercer.open[v] = &openTerm{sym: s, decl: d, args: slices.Clone(args), at: at}
	return v
}

// chooseOpen returns a choice between branches that are all open, as an open term. It returns nil
// for other branches.
func (r *reader) chooseOpen(branches []*logic.Term, at place, choose func([]*logic.Term) *logic.Term) *logic.Term {
	var first *openTerm
	for _, b := range branches {
		x := r.coercer.open[b]
		if x == nil {
			return nil
		}
		if first == nil {
			first = x
		}
		if x.decl.generic != first.decl.generic {
			return nil
		}
	}
	v := r.store.Fresh("choice", branches[0].Sort())
	r.coercer.open[v] = &openTerm{sym: first.sym, decl: first.decl, args: slices.Clone(branches), choose: choose, at: at}
	return v
}

// closeOpen returns v, the application of s to args. If arguments are open, it refuses them, except
// for the branches of ite.
func (r *reader) closeOpen(s *symbol, v *logic.Term, at place, args []*logic.Term) *logic.Term {
	if len(args) == 3 && s != nil && s.decl == nil && s.name == "ite" {
		test := args[0]
		z := r.chooseOpen(args[1:], at, func(b []*logic.Term) *logic.Term {
			return buildIte(r.store, []*logic.Term{test, b[0], b[1]}, nil)
		})
		if z != nil {
			return z
		}
	}
	r.refuseOpen(args...)
	return v
}

// settle returns x as a term of a sort, nil if it cannot be one.
func (s *coercer) settle(x *openTerm, sort *logic.Sort) *logic.Term {
	if !isInstance(sort, x.decl.generic) {
		return nil
	}
	if z, ok := x.made[sort]; ok {
		return z
	}
	c := sort.Datatype().Constructors[x.decl.index]
	args := slices.Clone(x.args)
	fits := true
	for i := range args {
		want := sort
		if x.choose == nil {
			want = c.Fields[i].Sort
		}
		fits = fits && s.coerce(&args[i], want)
	}
	var z *logic.Term
	switch {
	case !fits:
	case x.choose != nil:
		z = x.choose(args)
	default:
		z = s.Construct(c, args...)
	}
	if x.made == nil {
		x.made = map[*logic.Sort]*logic.Term{}
	}
	x.made[sort] = z
	return z
}

// settleAlike gives the open ones of args the sort of the first that is not open. It returns the
// index of one for which this fails, or -1.
func (s *coercer) settleAlike(args []*logic.Term) int {
	if s.open == nil {
		return -1
	}
	i := slices.IndexFunc(args, func(a *logic.Term) bool { return s.open[a] == nil })
	if i < 0 {
		return -1
	}
	sort := args[i].Sort()
	for k := range args {
		if s.open[args[k]] != nil && !s.coerce(&args[k], sort) {
			return k
		}
	}
	return -1
}

// sortOf describes the sort of t in messages.
func (r *reader) sortOf(t *logic.Term) string {
	if x := r.coercer.open[t]; x != nil {
		return "an instance of " + logic.QuoteSymbol(x.decl.generic.shared.Name)
	}
	return t.Sort().String()
}

// refuseOpen refuses terms whose sort cannot be determined.
func (r *reader) refuseOpen(terms ...*logic.Term) {
	for _, t := range terms {
		x := r.coercer.open[t]
		if x == nil {
			continue
		}
		for x.choose != nil { // its first branch names the constructor
			x = r.coercer.open[x.args[0]]
		}
		name, of := logic.QuoteSymbol(x.sym.name), logic.QuoteSymbol(x.decl.generic.shared.Name)
		if len(x.args) == 0 {
			panic(r.errorAt(x.at, CodeSort, "%s belongs to every instance of %s, and its context does not tell which; write (as %s (%s …))", name, of, name, of))
		}
		panic(r.errorAt(x.at, CodeSort, "neither the arguments of %s nor its context tell which instance of %s it is; write ((as %s (%s …)) …)", name, of, name, of))
	}
}
