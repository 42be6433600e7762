// SPDX-License-Identifier: Apache-2.0

package smttest

import (
	"fmt"
	"strings"

	"cornet/logic"
	"cornet/smtlib"
)

// Reader reads terms over declared variables. It belongs to one goroutine.
type Reader struct {
	store *logic.Store
	scope *smtlib.Scope
	vars  map[string]*logic.Term
}

// NewReader returns a reader for declarations such as
//
//	"x y : Int, r : Real, p : Bool, a : (Array Int Int)"
//
// It panics when they are malformed: they are written in tests.
func NewReader(store *logic.Store, declarations string) *Reader {
	z := &Reader{store: store, scope: smtlib.NewScope(store), vars: map[string]*logic.Term{}}
	z.Declare(declarations)
	return z
}

// Declare adds declarations.
func (z *Reader) Declare(declarations string) {
	for d := range strings.SplitSeq(declarations, ",") {
		names, sort, ok := strings.Cut(d, ":")
		if !ok {
			panic(fmt.Sprintf("smttest: declaration %q has no colon", d))
		}
		x, err := smtlib.ReadSexprs("", strings.NewReader(sort))
		if err != nil || len(x) != 1 {
			panic(fmt.Sprintf("smttest: sort %q: %v", sort, err))
		}
		s, err := z.scope.Sort(x[0])
		if err != nil {
			panic(fmt.Sprintf("smttest: sort %q: %v", sort, err))
		}
		for name := range strings.FieldsSeq(names) {
			v := z.store.Var(name, s)
			z.vars[name] = v
			z.scope.Declare(nil, []*logic.Term{v})
		}
	}
}

// Script reads commands, which may declare further sorts and symbols.
func (z *Reader) Script(text string) {
	if _, err := z.scope.Read("", strings.NewReader(text)); err != nil {
		panic(fmt.Sprintf("smttest: %v", err))
	}
}

// Term reads a term in SMT-LIB syntax, in canonical form.
func (z *Reader) Term(text string) *logic.Term {
	t, err := z.scope.ReadTerm(text)
	if err != nil {
		panic(fmt.Sprintf("smttest: %q: %v", text, err))
	}
	return z.store.Simplify(t)
}

// Vars returns the variables with the given names, separated by spaces.
func (z *Reader) Vars(names string) []*logic.Term {
	var vs []*logic.Term
	for name := range strings.FieldsSeq(names) {
		v := z.vars[name]
		if v == nil {
			panic(fmt.Sprintf("smttest: variable %q is not declared", name))
		}
		vs = append(vs, v)
	}
	return vs
}

// Text returns t in SMT-LIB syntax.
func Text(t *logic.Term) string {
	var b strings.Builder
	if err := logic.WriteTerm(&b, t); err != nil {
		panic(err) // a strings.Builder does not fail
	}
	return b.String()
}
