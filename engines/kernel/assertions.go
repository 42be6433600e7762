// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// An Assertion is a formula over [Formals] that a query asserts about the predicate of its only
// atom. It is a guess: the query may assert less.
type Assertion struct {
	Query   int // the number of the clause
	Pred    *logic.Func
	Formula *logic.Term
}

// Assertions returns what queries assert about single predicates. For example, these two queries
// assert that i ≤ n and that s = 2·i:
//
//	p(i, n, s) ∧ ¬(i ≤ n)              ⇒ false
//	p(i, n, s) ∧ i ≤ n ∧ ¬(s = 2·i)    ⇒ false
//
// The second one also asserts the weaker formula i ≤ n ⇒ s = 2·i. Each query contributes its weaker
// formula first, and then the one without conditions that other queries assert. Queries whose
// variables are not all arguments contribute nothing.
//
// Cost: linear in the size of the queries.
func Assertions(sys *horn.System) (z []Assertion) {
	st := sys.Store
	asserted := map[*logic.Func]map[*logic.Term]bool{}
	for i, c := range sys.Clauses {
		if !c.IsQuery() || len(c.Body) != 1 {
			continue
		}
		p := c.Body[0].Pred
		instance := Instantiate(st, c, [][]*logic.Term{Formals(st, p)}, nil, "")
		if len(instance.Locals) > 0 {
			continue
		}
		f := st.Not(st.And(instance.Conjuncts...))
		if asserted[p] == nil {
			asserted[p] = map[*logic.Term]bool{}
		}
		for _, g := range logic.AppendConjuncts(nil, f) {
			asserted[p][g] = true
		}
		z = append(z, Assertion{i, p, f})
	}
	for _, a := range slices.Clone(z) {
		conditions := logic.AppendConjuncts(nil, st.Not(a.Formula))
		rest := slices.DeleteFunc(slices.Clone(conditions), func(g *logic.Term) bool { return asserted[a.Pred][g] })
		if n := len(rest); 0 < n && n < len(conditions) {
			z = append(z, Assertion{a.Query, a.Pred, st.Not(st.And(rest...))})
		}
	}
	return z
}

// Violated returns the first clause that may violate a formula about a predicate, under the
// assumption that a model and the formula hold in the clause's body. It returns -1 if there is no
// such clause.
//
// Cost: a query per clause.
func Violated(ctx context.Context, backend smt.Backend, o smt.Options, sys *horn.System, m *horn.Model, a Assertion) (int, error) {
	st := sys.Store
	solver, err := backend.New(st, o)
	if err != nil {
		return -1, err
	}
	defer solver.Close()
	formals := Formals(st, a.Pred)
	for i, c := range sys.Clauses {
		if c.Head == nil || c.Head.Pred != a.Pred {
			continue
		}
		conj := []*logic.Term{c.Constraint, st.Not(st.NewSubstitution(formals, c.Head.Args).Apply(a.Formula))}
		for _, b := range c.Body {
			conj = append(conj, m.Instance(st, b.Pred, b.Args))
			if b.Pred == a.Pred {
				conj = append(conj, st.NewSubstitution(formals, b.Args).Apply(a.Formula))
			}
		}
		status, err := solver.Check(ctx, conj...)
		if ctx.Err() != nil {
			return -1, context.Cause(ctx)
		}
		if err != nil || status != smt.Unsat {
			return i, nil //nolint:nilerr // what is not decided may be violated
		}
	}
	return -1, nil
}
