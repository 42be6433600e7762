// SPDX-License-Identifier: Apache-2.0

package hints

import (
	"slices"

	"cornet/logic"
	"cornet/smtlib"
)

// This file reads definitions of predicates: candidate invariants.

// definition reads (define-fun p ((x Int) …) Bool f). Later definitions may use it; a definition
// that is not of a predicate is auxiliary.
func (r *reader) definition(x smtlib.Sexpr) {
	cmd, err := r.scope.Command(x)
	if err != nil {
		panic(err)
	}
	name := x.List[1]
	r.use(x.List[4])
	if r.index.byName[name.Text] == nil {
		if cmd.Func.Result().IsBool() {
			r.auxiliary = append(r.auxiliary, name)
		}
		return
	}
	p := r.index.lookup(name.Pos, name.Text, cmd.Func.Params())
	if !cmd.Func.Result().IsBool() {
		panic(fail(name.Pos, smtlib.CodeSort, "%v is defined with sort %v; expected Bool", p, cmd.Func.Result()))
	}
	f := r.store.Substitute(r.store.Simplify(cmd.Term), cmd.Vars, Formals(r.store, p))
	r.admit(x.List[4].Pos, f)
	z := r.hints.add(p)
	for _, c := range conjuncts(f) {
		z.predicate(c)
		z.template(Template{c, PredicateBoth, 1})
	}
}

// conjuncts returns the formulas whose conjunction is the canonical f; none for a truth value.
func conjuncts(f *logic.Term) []*logic.Term {
	switch {
	case f.IsValue():
		return nil
	case f.Op() == logic.OpAnd:
		return f.Args()
	}
	return []*logic.Term{f}
}

// use marks the auxiliary functions that a definition mentions as used.
func (r *reader) use(body smtlib.Sexpr) {
	stack := []smtlib.Sexpr{body}
	for len(stack) > 0 && len(r.auxiliary) > 0 {
		x := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], x.List...)
		if x.Kind == smtlib.SexprSymbol {
			r.auxiliary = slices.DeleteFunc(r.auxiliary, func(a smtlib.Sexpr) bool { return a.Text == x.Text })
		}
	}
}

// unused refuses a Boolean function that is neither a predicate nor used, since its name is
// probably misspelt.
func (r *reader) unused() {
	if len(r.auxiliary) == 0 {
		return
	}
	panic(r.index.unknown(r.auxiliary[0].Pos, r.auxiliary[0].Text))
}
