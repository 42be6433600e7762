// SPDX-License-Identifier: Apache-2.0

package logic

import "slices"

// Walk calls visit once for every subterm of roots, a term before its
// arguments, and descends into the arguments where visit returns true.
// Quantifier bodies are arguments; bound variables are not visited as such. The
// walk is iterative, so depth is no concern.
//
// Cost: O(size of the DAG).
func Walk(visit func(*Term) bool, roots ...*Term) {
	seen := map[*Term]bool{}
	var stack []*Term
	push := func(ts []*Term) {
		for i := len(ts) - 1; i >= 0; i-- {
			if !seen[ts[i]] {
				stack = append(stack, ts[i])
			}
		}
	}
	push(roots)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if visit(t) {
			push(t.args)
		}
	}
}

// Size returns the number of distinct subterms of ts.
func Size(ts ...*Term) int {
	n := 0
	Walk(func(*Term) bool { n++; return true }, ts...)
	return n
}

// FreeVars returns the variables that occur free in ts, ordered by ID. The
// caller may keep the slice but must not modify it.
//
// Cost: O(size of the DAG). The quantified subterms remember their free
// variables.
func FreeVars(ts ...*Term) []*Term {
	if len(ts) == 1 {
		if b, ok := ts[0].ref.(*binder); ok {
			if free := b.free.Load(); free != nil {
				return *free
			}
		}
	}
	for _, q := range newQuantified(ts) {
		b := q.ref.(*binder)
		free := slices.DeleteFunc(freeVars(q.args), func(v *Term) bool { return slices.Contains(b.vars, v) })
		b.free.Store(&free)
	}
	return freeVars(ts)
}

// newQuantified returns the quantified subterms of ts whose free variables are
// not known, by ID: inner ones first.
func newQuantified(ts []*Term) []*Term {
	var z []*Term
	Walk(func(t *Term) bool {
		if b, ok := t.ref.(*binder); ok {
			if b.free.Load() != nil {
				return false
			}
			z = append(z, t)
		}
		return t.HasQuantifiers()
	}, ts...)
	sortByID(z)
	return z
}

// freeVars is FreeVars where the quantified subterms are known.
func freeVars(ts []*Term) []*Term {
	var vars []*Term
	Walk(func(t *Term) bool {
		if t.op == OpVar {
			vars = append(vars, t)
		} else if b, ok := t.ref.(*binder); ok {
			vars = append(vars, *b.free.Load()...)
			return false
		}
		return t.HasVars()
	}, ts...)
	sortByID(vars)
	return slices.Compact(vars)
}

// Funcs returns the uninterpreted functions and predicates that occur in ts,
// ordered by ID.
func Funcs(ts ...*Term) []*Func {
	var funcs []*Func
	seen := map[*Func]bool{}
	Walk(func(t *Term) bool {
		if f := t.Func(); f != nil && !seen[f] {
			seen[f] = true
			funcs = append(funcs, f)
		}
		return t.HasApps()
	}, ts...)
	sortFuncs(funcs)
	return funcs
}

// AppendConjuncts appends the conjuncts of t to z: those of a conjunction, none
// for true, else t.
func AppendConjuncts(z []*Term, t *Term) []*Term {
	switch t.op {
	case OpTrue:
		return z
	case OpAnd:
		return append(z, t.args...)
	}
	return append(z, t)
}
