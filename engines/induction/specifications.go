// SPDX-License-Identifier: Apache-2.0

package induction

import (
	"slices"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/internal/scc"
	"cornet/logic"
)

// This file gives meanings to predicates whose functions cannot be part of a model. Such a function
// calls itself with the result of another function, as in
//
//	sort(x) = merge(sort(take(half(x), x)), sort(drop(half(x), x)))
//
// The validator takes this result for an arbitrary value, and cannot see that the recursion ends.
// The predicate gets the meaning that the queries claim: with "sort(x, y) ∧ count(e, x, m) ∧
// count(e, y, n) ∧ m ≠ n → false", sort(x, y) means ∀e. count(e, x) = count(e, y). This is the
// weakest precondition of the query. It is a model if its clauses preserve it. Mutually recursive
// predicates over the same sorts get the same meaning, unless examples contradict it.

// claim is a statement about all tuples of a predicate: φ(params, vars) for all values of vars.
type claim struct {
	params, vars []*logic.Term
	body         *logic.Term
}

// formula returns the claim of an atom.
func (c claim) formula(s *logic.Store, args []*logic.Term) *logic.Term {
	// vars are fresh, so substitution captures no variable
	return s.Forall(c.vars, s.Substitute(c.body, c.params, args))
}

// specify gives meanings by claims to the predicates that need them, and removes their functions.
func (r *reader) specify() {
	preds := r.opaque()
	if len(preds) == 0 {
		return
	}
	s := r.sys.Store
	all := recursion.New(s, nil)
	all.Define(r.theory.Functions()...)
	old := map[*logic.Func]meaning{}
	for p := range preds {
		old[p] = r.meanings[p]
		delete(r.meanings, p)
		if f := r.defined[p]; f != nil {
			r.theory.Remove(f)
		}
	}
	claims := map[*logic.Func][]claim{}
	for _, c := range r.sys.Clauses {
		if c.Head == nil || r.queries[c.Head.Pred] {
			if p, x, ok := r.claimed(c, preds); ok && !r.refuted(p, x, old[p], all) {
				claims[p] = append(claims[p], x)
			}
		}
	}
	for _, p := range r.sys.Preds { // in a fixed order
		for _, q := range r.sys.Preds {
			if !preds[p] || len(claims[p]) > 0 || !slices.Equal(logic.SortsOf(horn.Params(s, p)), logic.SortsOf(horn.Params(s, q))) {
				continue
			}
			for _, x := range claims[q] {
				if old[p].value != nil && !r.refuted(p, x, old[p], all) {
					claims[p] = append(claims[p], x)
				}
			}
		}
	}
	for _, p := range r.sys.Preds {
		if xs := claims[p]; len(xs) > 0 {
			r.meanings[p] = meaning{output: -1, value: func(args []*logic.Term) *logic.Term {
				z := s.True()
				for _, x := range xs {
					z = s.And(z, x.formula(s, args))
				}
				return z
			}}
		}
	}
}

// opaque returns the predicates with an opaqueCall in their recursion, and those whose definitions
// mention such a predicate.
func (r *reader) opaque() map[*logic.Func]bool {
	s, fs := r.sys.Store, r.theory.Functions()
	index := map[*logic.Func]int{}
	for i, f := range fs {
		index[f.Func] = i
	}
	graph := scc.Find(len(fs), func(v int) []int {
		var z []int
		for _, g := range logic.Funcs(fs[v].Body) {
			if w, ok := index[g]; ok {
				z = append(z, w)
			}
		}
		return z
	})
	bad := map[int]bool{} // numbers of components
	for i, f := range fs {
		logic.Walk(func(x *logic.Term) bool {
			if w, ok := index[x.Func()]; x.Op() == logic.OpApp && ok && graph.Of[w] == graph.Of[i] && opaqueCall(s, f, x) {
				bad[graph.Of[i]] = true
			}
			return x.HasApps()
		}, f.Body)
	}
	if len(bad) == 0 {
		return nil
	}
	funcs, preds := map[*logic.Func]bool{}, map[*logic.Func]bool{}
	for i, f := range fs {
		funcs[f.Func] = bad[graph.Of[i]]
	}
	mentions := func(x *logic.Term) bool {
		return slices.ContainsFunc(logic.Funcs(x), func(g *logic.Func) bool { return funcs[g] })
	}
	for again := true; again; {
		again = false
		for _, p := range r.sys.Preds {
			m, ok := r.meanings[p]
			if !ok || preds[p] || r.queries[p] {
				continue
			}
			f := r.defined[p]
			if mentions(m.formula(s, horn.Params(s, p))) || f != nil && (funcs[f.Func] || mentions(f.Body)) {
				preds[p], again = true, true
				if f != nil {
					funcs[f.Func] = true
				}
			}
		}
	}
	return preds
}

// opaqueCall reports whether the validator could not prove that x, a call in the recursion of f,
// makes an argument smaller. Then an argument of x contains calls, and no argument is a part of a
// parameter of f or lowers one.
func opaqueCall(s *logic.Store, f *recursion.Function, x *logic.Term) bool {
	opaque := false
	for _, a := range x.Args() {
		if a.HasApps() {
			opaque = true
			continue
		}
		for _, v := range f.Vars {
			if v.Sort() == a.Sort() && (isPart(a, v) || v.Sort().IsInt() && lowers(s, v, a)) {
				return false
			}
		}
	}
	return opaque
}

// claimed returns the claim of query c about a predicate, if it has exactly one atom with a
// predicate in preds.
func (r *reader) claimed(c *horn.Clause, preds map[*logic.Func]bool) (*logic.Func, claim, bool) {
	s := r.sys.Store
	at := -1
	for i := range c.Body {
		if preds[c.Body[i].Pred] {
			if at >= 0 {
				return nil, claim{}, false
			}
			at = i
		}
	}
	if at < 0 {
		return nil, claim{}, false
	}
	pred := c.Body[at].Pred
	z := claim{}
	for _, v := range horn.Params(s, pred) {
		z.params = append(z.params, s.Fresh(v.Name(), v.Sort()))
	}
	rest := *c
	rest.Body = slices.Delete(slices.Clone(c.Body), at, at+1)
	rest.Head = nil
	x := r.formula(&rest)
	var from, to []*logic.Term
	var equal []*logic.Term
	for i, a := range c.Body[at].Args {
		if a.IsVar() && !slices.Contains(from, a) {
			from, to = append(from, a), append(to, z.params[i])
		} else {
			equal = append(equal, s.Not(s.Eq(z.params[i], a)))
		}
	}
	x = s.Substitute(s.Or(append(equal, x)...), from, to)
	z.body = r.theory.Solved(x, z.params...)
	for _, v := range logic.FreeVars(z.body) {
		if !slices.Contains(z.params, v) {
			z.vars = append(z.vars, s.Fresh(v.Name(), v.Sort()))
			z.body = s.Substitute(z.body, []*logic.Term{v}, z.vars[len(z.vars)-1:])
		}
	}
	return pred, z, !z.body.HasQuantifiers()
}

// refuted reports whether claim x is false for an example of p, whose output is given by m, with
// the functions of all.
func (r *reader) refuted(p *logic.Func, x claim, m meaning, all *recursion.Theory) bool {
	if m.value == nil || m.output < 0 {
		return m.value == nil
	}
	s := r.sys.Store
	vars := append(without(x.params, m.output), x.vars...)
	for _, values := range r.values.tuples(vars) {
		inputs, rest := values[:p.Arity()-1], values[p.Arity()-1:]
		if m.domain != nil {
			if d := all.Evaluate(m.domain(inputs)); d == nil || !d.IsTrue() {
				continue
			}
		}
		output := all.Evaluate(m.value(inputs))
		if output == nil {
			continue
		}
		args := slices.Insert(slices.Clone(inputs), m.output, output)
		y := s.Substitute(x.body, slices.Concat(x.params, x.vars), slices.Concat(args, rest))
		if z := all.Evaluate(y); z != nil && z.IsFalse() {
			return true
		}
	}
	return false
}
