// SPDX-License-Identifier: Apache-2.0

package smtlib

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

// FreeVars returns the variables that occur free in ts, ordered by ID.
//
// Cost: O(size of the DAG) without quantifiers; a quantified subterm is
// examined once per quantifier above it.
func FreeVars(ts ...*Term) []*Term {
	var vars []*Term
	seen := map[*Term]bool{}
	add := func(v *Term) {
		if !seen[v] {
			seen[v] = true
			vars = append(vars, v)
		}
	}
	Walk(func(t *Term) bool {
		switch {
		case !t.HasVars():
			return false
		case t.op == OpVar:
			add(t)
		case t.Bound() != nil:
			bound := map[*Term]bool{}
			for _, v := range t.Bound() {
				bound[v] = true
			}
			for _, v := range FreeVars(t.args[0]) {
				if !bound[v] {
					add(v)
				}
			}
			return false
		}
		return true
	}, ts...)
	sortByID(vars)
	return vars
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
