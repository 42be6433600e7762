// SPDX-License-Identifier: Apache-2.0

package smt

import (
	"context"
	"slices"

	"cornet/internal/slice"
	"cornet/logic"
)

// Post decides which formulas hold after the assertions of its solver: the abstract post-condition
// of predicate abstraction. A model that refutes one formula refutes many others without a query.
type Post struct {
	Solver Solver
	Store  *logic.Store
	// Checks, unless it is nil, counts the queries.
	Checks *int64
	// Models are the models found so far, at most Most of them. 0 means no bound.
	Models []*logic.Model
	Most   int
}

// Feasible decides the assertions alone.
func (p *Post) Feasible(ctx context.Context) (Status, error) { return p.check(ctx) }

// Holds reports whether the assertions imply t. If the solver cannot decide, the result is false.
func (p *Post) Holds(ctx context.Context, t *logic.Term) (bool, error) {
	if slices.ContainsFunc(p.Models, func(m *logic.Model) bool { return m.Eval(t).IsFalse() }) {
		return false, nil
	}
	st, err := p.check(ctx, p.Store.Not(t))
	return st == Unsat, err
}

func (p *Post) check(ctx context.Context, assumptions ...*logic.Term) (Status, error) {
	if p.Checks != nil {
		*p.Checks++
	}
	st, err := p.Solver.Check(ctx, assumptions...)
	if err == nil && st == Sat && (p.Most == 0 || len(p.Models) < p.Most) {
		var m *logic.Model
		if m, err = p.Solver.Model(); err == nil {
			p.Models = append(p.Models, m)
		}
	}
	return st, err
}

// Refuted asks whether the assertions of s and the assumptions imply all goals. Unsat means that
// they do. If the status is Sat, a model refutes the returned goals, at least one. Unknown means
// that the query was not decided, or that its model does not decide the goals. Repeated calls
// remove candidates until the rest holds (Houdini).
func Refuted(ctx context.Context, s Solver, st *logic.Store, goals []*logic.Term, assumptions ...*logic.Term) (refuted []bool, status Status, err error) {
	negated := slice.Map(goals, st.Not)
	status, err = s.Check(ctx, append(slices.Clone(assumptions), st.Or(negated...))...)
	if err != nil || status != Sat {
		return nil, status, err
	}
	m, err := s.Model()
	if err != nil {
		return nil, Unknown, err
	}
	refuted = make([]bool, len(goals))
	for i, n := range negated {
		refuted[i] = m.Holds(n)
	}
	if !slices.Contains(refuted, true) {
		return nil, Unknown, nil
	}
	return refuted, Sat, nil
}
