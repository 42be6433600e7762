// SPDX-License-Identifier: Apache-2.0

package lawi

import (
	"slices"

	"cornet/smtlib"
)

// Named is implemented by programs whose predicates speak of the same variables, as the
// states of a product of threads do. Predicates that are tracked at one location are
// tracked at all that have their variables then: the papers' global set of
// predicates.
type Named interface {
	// Names returns the name of each argument of p's, all different. Arguments of
	// different predicates that have the same name have the same sort and mean the
	// same.
	Names(p *smtlib.Func) []string
}

// vocabulary is the set of predicates that locations share.
type vocabulary struct {
	store    *smtlib.Store
	names    func(*smtlib.Func) []string
	formulas []*smtlib.Term // over variables named by the program, oldest first
	known    map[*smtlib.Term]bool
}

// dictionary translates between the formals of a location and the vocabulary.
type dictionary struct {
	vars     map[*smtlib.Term]bool // of the vocabulary, that the location has
	toCommon *smtlib.Substitution
	toOwn    *smtlib.Substitution
	read     int // formulas of the vocabulary that the location has seen
}

// newVocabulary returns the vocabulary of a program; nil when locations share nothing.
func newVocabulary(p Program) *vocabulary {
	n, ok := p.(Named)
	if !ok {
		return nil
	}
	return &vocabulary{store: p.Store(), names: n.Names, known: map[*smtlib.Term]bool{}}
}

// dictionary returns that of l.
func (v *vocabulary) dictionary(l *location) *dictionary {
	if l.dictionary != nil {
		return l.dictionary
	}
	d := &dictionary{vars: map[*smtlib.Term]bool{}}
	var common []*smtlib.Term
	for i, name := range v.names(l.pred) {
		t := v.store.Var("shared "+name, l.formals[i].Sort())
		d.vars[t] = true
		common = append(common, t)
	}
	d.toCommon, d.toOwn = v.store.NewSubstitution(l.formals, common), v.store.NewSubstitution(common, l.formals)
	l.dictionary = d
	return d
}

// publish adds formulas over l's formals.
func (v *vocabulary) publish(l *location, formulas []*smtlib.Term) {
	d := v.dictionary(l)
	for _, f := range formulas {
		if t := d.toCommon.Apply(f); !v.known[t] {
			v.known[t] = true
			v.formulas = append(v.formulas, t)
		}
	}
}

// read makes l track what has been published since it was here last and speaks of its
// variables only.
func (v *vocabulary) read(l *location) {
	d := v.dictionary(l)
	for _, t := range v.formulas[d.read:] {
		foreign := func(x *smtlib.Term) bool { return !d.vars[x] }
		if !slices.ContainsFunc(smtlib.FreeVars(t), foreign) {
			l.precision.track(v.store, []*smtlib.Term{d.toOwn.Apply(t)})
		}
	}
	d.read = len(v.formulas)
}
