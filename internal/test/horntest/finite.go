// SPDX-License-Identifier: Apache-2.0

package horntest

import (
	"fmt"
	"iter"
	"slices"

	"cornet/horn"
	"cornet/logic"
)

// Interpretation gives every predicate a table: the value for arguments x0, x1,
// … stands at index Σ xi·2^i.
type Interpretation map[*logic.Func][]bool

// Interpretations enumerates the interpretations of predicates over Bool. It modifies each yielded
// one for the next.
func Interpretations(preds []*logic.Func) iter.Seq[Interpretation] {
	return func(yield func(Interpretation) bool) {
		z := Interpretation{}
		var cells []*bool
		for _, p := range preds {
			z[p] = make([]bool, 1<<p.Arity())
			for i := range z[p] {
				cells = append(cells, &z[p][i])
			}
		}
		for n := range uint64(1) << len(cells) {
			for i, c := range cells {
				*c = n>>i&1 == 1
			}
			if !yield(z) {
				return
			}
		}
	}
}

// Eval returns the value of t, a term of Boolean structure over Boolean
// variables and predicates. env gives the free variables their values. It
// panics on other terms.
func Eval(t *logic.Term, in Interpretation, env map[*logic.Term]bool) bool {
	arg := func(i int) bool { return Eval(t.Arg(i), in, env) }
	switch t.Op() {
	case logic.OpTrue:
		return true
	case logic.OpFalse:
		return false
	case logic.OpVar:
		x, ok := env[t]
		if !ok {
			panic(fmt.Sprintf("horntest: variable %v has no value", t))
		}
		return x
	case logic.OpNot:
		return !arg(0)
	case logic.OpAnd:
		return !slices.ContainsFunc(t.Args(), func(x *logic.Term) bool { return !Eval(x, in, env) })
	case logic.OpOr:
		return slices.ContainsFunc(t.Args(), func(x *logic.Term) bool { return Eval(x, in, env) })
	case logic.OpImplies:
		last := len(t.Args()) - 1
		for i := range last {
			if !arg(i) {
				return true
			}
		}
		return arg(last)
	case logic.OpXor:
		return arg(0) != arg(1)
	case logic.OpEq:
		return arg(0) == arg(1)
	case logic.OpIte:
		if arg(0) {
			return arg(1)
		}
		return arg(2)
	case logic.OpApp:
		k := 0
		for i := range t.Args() {
			if arg(i) {
				k |= 1 << i
			}
		}
		return in[t.Func()][k]
	case logic.OpForall, logic.OpExists:
		forall := t.Op() == logic.OpForall
		for inner := range assignments(t.Bound(), env) {
			if Eval(t.Arg(0), in, inner) != forall {
				return !forall
			}
		}
		return forall
	}
	panic(fmt.Sprintf("horntest: cannot evaluate %v", t.Op()))
}

// assignments enumerates the extensions of env to vars. It modifies each yielded one for the next.
func assignments(vars []*logic.Term, env map[*logic.Term]bool) iter.Seq[map[*logic.Term]bool] {
	return func(yield func(map[*logic.Term]bool) bool) {
		z := make(map[*logic.Term]bool, len(env)+len(vars))
		for v, x := range env {
			z[v] = x
		}
		for n := range uint64(1) << len(vars) {
			for i, v := range vars {
				z[v] = n>>i&1 == 1
			}
			if !yield(z) {
				return
			}
		}
	}
}

// Valid reports whether t holds under in for all values of its free variables.
func Valid(t *logic.Term, in Interpretation) bool {
	for env := range assignments(logic.FreeVars(t), nil) {
		if !Eval(t, in, env) {
			return false
		}
	}
	return true
}

// AssertsHold reports whether the assertions of the system's Source hold.
func AssertsHold(sys *horn.System, in Interpretation) bool {
	for _, a := range sys.Source.Asserts {
		if !Valid(a.Term, in) {
			return false
		}
	}
	return true
}

// ClausesHold reports whether the clauses of the system hold.
func ClausesHold(sys *horn.System, in Interpretation) bool {
	for _, c := range sys.Clauses {
		if !clauseHolds(c, in) {
			return false
		}
	}
	return true
}

func clauseHolds(c *horn.Clause, in Interpretation) bool {
	for env := range assignments(c.Vars(), nil) {
		if fires(c, in, env) && (c.Head == nil || !atomHolds(c.Head, in, env)) {
			return false
		}
	}
	return true
}

// fires reports whether body and constraint of c hold.
func fires(c *horn.Clause, in Interpretation, env map[*logic.Term]bool) bool {
	for i := range c.Body {
		if !atomHolds(&c.Body[i], in, env) {
			return false
		}
	}
	return Eval(c.Constraint, in, env)
}

func atomHolds(a *horn.Atom, in Interpretation, env map[*logic.Term]bool) bool {
	return in[a.Pred][cell(a, env)]
}

// cell returns the index of the atom in its predicate's table.
func cell(a *horn.Atom, env map[*logic.Term]bool) int {
	k := 0
	for i, x := range a.Args {
		if Eval(x, nil, env) {
			k |= 1 << i
		}
	}
	return k
}
