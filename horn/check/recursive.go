// SPDX-License-Identifier: Apache-2.0

package check

import (
	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// This file judges models that speak of recursive functions: see package recursion for their form. A function exists, and just one, if its recursion
// ends for all arguments, which is proved as for functions of the input. Lemmas count after they are proved by induction.

// recursive replaces quantifiers over recursive functions in t, and reports whether there are any.
func (j *judge) recursive(t *logic.Term) (*logic.Term, bool) {
	found := false
	z := j.store.NewRewriter(func(q *logic.Term) *logic.Term {
		if !q.HasQuantifiers() {
			return q
		}
		if len(q.Bound()) == 0 {
			return nil
		}
		if x := j.reading(q); x != nil {
			found = true
			return x
		}
		return q
	}, nil).Map(t)
	return z, found
}

// reading returns what q says about recursive functions that exist; nil for other formulas.
func (j *judge) reading(q *logic.Term) *logic.Term {
	r := recursion.Read(j.store, q)
	if r == nil {
		return nil
	}
	if j.theory == nil {
		j.theory = recursion.New(j.store, j.lemmaSolver)
		j.known = map[string]*recursion.Reading{}
	}
	key := r.Key()
	if have := j.known[key]; have != nil {
		return r.In(j.store, have)
	}
	var recs []smtlib.Recursive
	for _, f := range r.Functions {
		recs = append(recs, smtlib.Recursive{Func: f.Func, Vars: f.Vars, Body: f.Body})
	}
	if fs := horn.Functions(j.store, recs); fs == nil || j.total(&horn.Source{Functions: fs}) != nil {
		return nil
	}
	j.theory.Define(r.Functions...)
	open := r.Lemmas
	for again := true; again; {
		again = false
		var left []*recursion.Lemma
		for _, l := range open {
			if j.ctx.Err() != nil || !j.theory.Prove(j.ctx, l) {
				left = append(left, l)
				continue
			}
			again = true
		}
		open = left
	}
	if len(open) > 0 {
		j.theory.Remove(r.Functions...)
		return nil
	}
	j.known[key] = r
	return r.Body
}

// lemmaSolver makes the solver for proofs by induction: the embedded one if there are two.
func (j *judge) lemmaSolver() (smt.Solver, error) {
	start := j.o.Solver
	if j.o.Opinion != nil {
		start = j.o.Opinion
	}
	return start()
}
