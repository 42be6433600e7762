// SPDX-License-Identifier: Apache-2.0

package check

import (
	"context"
	"errors"

	"cornet/horn"
	"cornet/horn/recursion"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
	"cornet/smtlib"
)

// This file validates models with recursive functions: see package recursion for their form.
// Exactly one function satisfies a definition whose recursion ends for all arguments. That it ends
// is proved as for functions of the input. Lemmas are used after they are proved by induction.

// recursive replaces quantifiers over recursive functions in t, and reports whether there are any.
func (j *judge) recursive(t *logic.Term) (*logic.Term, bool) {
	return replaceQuantifiers(j.store, t, j.reading)
}

// replaceQuantifiers replaces the outermost quantifiers by the results of read that are not nil. It
// reports whether it replaced any.
func replaceQuantifiers(s *logic.Store, t *logic.Term, read func(*logic.Term) *logic.Term) (*logic.Term, bool) {
	found := false
	z := s.NewRewriter(func(q *logic.Term) *logic.Term {
		if !q.HasQuantifiers() {
			return q
		}
		if len(q.Bound()) == 0 {
			return nil
		}
		if x := read(q); x != nil {
			found = true
			return x
		}
		return q
	}, nil).Map(t)
	return z, found
}

// reading returns the statement of q about recursive functions, or nil if it has none. If it cannot
// prove that a function exists, or that a lemma holds, it sets refused. Solvers without induction
// do not decide such formulas.
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
		j.refused = true
		return nil
	}
	j.theory.Define(r.Functions...)
	open := r.Lemmas
	for again := true; again; {
		again = false
		var left []*recursion.Lemma
		for _, l := range open {
			if turn.Yield(j.ctx) != nil || !j.theory.Prove(j.ctx, l) {
				left = append(left, l)
				continue
			}
			again = true
		}
		open = left
	}
	if len(open) > 0 {
		j.theory.Remove(r.Functions...)
		j.refused = true
		return nil
	}
	j.known[key] = r
	return r.Body
}

// lemmaSolver makes the solver for proofs by induction. If there are two solvers, the other one
// must not contradict it.
func (j *judge) lemmaSolver() (smt.Solver, error) {
	first, err := j.o.Solver()
	if err != nil || j.o.Opinion == nil {
		return first, err
	}
	second, err := j.o.Opinion()
	if err != nil {
		first.Close()
		return nil, err
	}
	return &agreeing{Solver: second, other: first}, nil
}

// agreeing is a solver that answers unsatisfiable only if another one does not answer satisfiable.
type agreeing struct {
	smt.Solver
	other   smt.Solver
	without bool // without is set if the other solver does not support an assertion
}

func (a *agreeing) Assert(t *logic.Term) error {
	err := a.other.Assert(t)
	a.without = a.without || errors.Is(err, errors.ErrUnsupported)
	if a.without {
		err = nil
	}
	return errors.Join(a.Solver.Assert(t), err)
}

func (a *agreeing) Check(ctx context.Context, assumptions ...*logic.Term) (smt.Status, error) {
	st, err := a.Solver.Check(ctx, assumptions...)
	if err != nil || st != smt.Unsat || a.without {
		return st, err
	}
	if other, err := a.other.Check(ctx, assumptions...); err == nil && other == smt.Sat {
		return smt.Unknown, nil
	}
	return st, nil
}

func (a *agreeing) Close() {
	a.Solver.Close()
	a.other.Close()
}
