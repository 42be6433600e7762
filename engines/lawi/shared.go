// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"slices"

	"cornet/logic"
)

// Named is implemented by programs whose predicates share variables, such as the states of a
// product of threads. A predicate that is tracked at one location is then tracked at all locations
// that have its variables: the papers' global set of predicates.
type Named interface {
	// Names returns the names of p's arguments, which are all different. Arguments of different
	// predicates with the same name have the same sort and meaning.
	Names(p *logic.Func) []string
}

// sharedPredicates is the set of predicates that locations share.
type sharedPredicates struct {
	store    *logic.Store
	names    func(*logic.Func) []string
	formulas []*logic.Term // over variables with the names that the program gives, oldest first
	known    map[*logic.Term]bool
}

// renaming translates between the formals of a location and the shared predicates.
type renaming struct {
	vars     map[*logic.Term]bool // the shared variables of the location
	toCommon *logic.Substitution
	toOwn    *logic.Substitution
	read     int // number of shared formulas that the location has seen
}

// newSharedPredicates returns the shared predicates of a program, or nil if its locations do not
// share any.
func newSharedPredicates(p Program) *sharedPredicates {
	n, ok := p.(Named)
	if !ok {
		return nil
	}
	return &sharedPredicates{store: p.Store(), names: n.Names, known: map[*logic.Term]bool{}}
}

// renamingOf returns the renaming of l.
func (v *sharedPredicates) renamingOf(l *location) *renaming {
	if l.renaming != nil {
		return l.renaming
	}
	d := &renaming{vars: map[*logic.Term]bool{}}
	var common []*logic.Term
	for i, name := range v.names(l.pred) {
		t := v.store.Var("shared "+name, l.formals[i].Sort())
		d.vars[t] = true
		common = append(common, t)
	}
	d.toCommon, d.toOwn = v.store.NewSubstitution(l.formals, common), v.store.NewSubstitution(common, l.formals)
	l.renaming = d
	return d
}

// publish adds formulas over l's formals.
func (v *sharedPredicates) publish(l *location, formulas []*logic.Term) {
	d := v.renamingOf(l)
	for _, f := range formulas {
		if t := d.toCommon.Apply(f); !v.known[t] {
			v.known[t] = true
			v.formulas = append(v.formulas, t)
		}
	}
}

// read makes l track the formulas over its variables that were published since the last call.
func (v *sharedPredicates) read(l *location) {
	d := v.renamingOf(l)
	for _, t := range v.formulas[d.read:] {
		foreign := func(x *logic.Term) bool { return !d.vars[x] }
		if !slices.ContainsFunc(logic.FreeVars(t), foreign) {
			l.precision.track(v.store, []*logic.Term{d.toOwn.Apply(t)})
		}
	}
	d.read = len(v.formulas)
}
