// SPDX-License-Identifier: Apache-2.0

package horntest

import (
	"fmt"
	"iter"
	"slices"

	"cornet/horn"
	"cornet/smtlib"
)

// Interpretation gives every predicate a table: the value for arguments x0, x1,
// … stands at index Σ xi·2^i.
type Interpretation map[*smtlib.Func][]bool

// Interpretations enumerates the interpretations of predicates over Bool. The
// one that is yielded is changed for the next.
func Interpretations(preds []*smtlib.Func) iter.Seq[Interpretation] {
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
func Eval(t *smtlib.Term, in Interpretation, env map[*smtlib.Term]bool) bool {
	arg := func(i int) bool { return Eval(t.Arg(i), in, env) }
	switch t.Op() {
	case smtlib.OpTrue:
		return true
	case smtlib.OpFalse:
		return false
	case smtlib.OpVar:
		x, ok := env[t]
		if !ok {
			panic(fmt.Sprintf("horntest: variable %v has no value", t))
		}
		return x
	case smtlib.OpNot:
		return !arg(0)
	case smtlib.OpAnd:
		return !slices.ContainsFunc(t.Args(), func(x *smtlib.Term) bool { return !Eval(x, in, env) })
	case smtlib.OpOr:
		return slices.ContainsFunc(t.Args(), func(x *smtlib.Term) bool { return Eval(x, in, env) })
	case smtlib.OpImplies:
		last := len(t.Args()) - 1
		for i := range last {
			if !arg(i) {
				return true
			}
		}
		return arg(last)
	case smtlib.OpXor:
		return arg(0) != arg(1)
	case smtlib.OpEq:
		return arg(0) == arg(1)
	case smtlib.OpIte:
		if arg(0) {
			return arg(1)
		}
		return arg(2)
	case smtlib.OpApp:
		k := 0
		for i := range t.Args() {
			if arg(i) {
				k |= 1 << i
			}
		}
		return in[t.Func()][k]
	case smtlib.OpForall, smtlib.OpExists:
		forall := t.Op() == smtlib.OpForall
		for inner := range assignments(t.Bound(), env) {
			if Eval(t.Arg(0), in, inner) != forall {
				return !forall
			}
		}
		return forall
	}
	panic(fmt.Sprintf("horntest: cannot evaluate %v", t.Op()))
}

// assignments enumerates the extensions of env to vars. The one that is yielded
// is changed for the next.
func assignments(vars []*smtlib.Term, env map[*smtlib.Term]bool) iter.Seq[map[*smtlib.Term]bool] {
	return func(yield func(map[*smtlib.Term]bool) bool) {
		z := make(map[*smtlib.Term]bool, len(env)+len(vars))
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
func Valid(t *smtlib.Term, in Interpretation) bool {
	for env := range assignments(smtlib.FreeVars(t), nil) {
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
func fires(c *horn.Clause, in Interpretation, env map[*smtlib.Term]bool) bool {
	for i := range c.Body {
		if !atomHolds(&c.Body[i], in, env) {
			return false
		}
	}
	return Eval(c.Constraint, in, env)
}

func atomHolds(a *horn.Atom, in Interpretation, env map[*smtlib.Term]bool) bool {
	return in[a.Pred][cell(a, env)]
}

// cell returns the index of the atom in its predicate's table.
func cell(a *horn.Atom, env map[*smtlib.Term]bool) int {
	k := 0
	for i, x := range a.Args {
		if Eval(x, nil, env) {
			k |= 1 << i
		}
	}
	return k
}
