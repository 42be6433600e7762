// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/absint"
	"cornet/internal/defect"
	"cornet/logic"
)

// AssertionTicks bounds the effort of each query about an assertion.
const AssertionTicks = 20_000_000

// boundsWork limits interval analysis: the number of interpretations of subterms for each term of
// the system.
const boundsWork = 300

// Asserted is the inductive part of what the queries of a system assert about its predicates.
type Asserted struct {
	// System has the clauses of the system, in order, simplified under the bounds of arguments. A
	// clause whose body cannot be derived has the constraint false.
	System *horn.System
	// Model has the bounds, and the inductive part of the assertions. It is a model of the clauses
	// with heads, unless the solver made an error.
	Model *horn.Model
	// Assertions are the assertions that were tried.
	Assertions []kernel.Assertion
}

// Assert finds out which assertions of queries are inductive. It considers the queries whose
// numbers wanted accepts.
//
// Cost: interval analysis, and Houdini; see [kernel.Inductive].
func Assert(ctx context.Context, sys *horn.System, c Config, wanted func(query int) bool) (*Asserted, error) {
	d := absint.NewIntervals(sys)
	bounds, err := absint.Run(ctx, sys, d, absint.Options{Delay: 2, Descents: 2, Budget: boundsWork*sys.Size() + 100_000})
	if err != nil {
		return nil, err
	}
	known := horn.NewModel()
	for _, p := range sys.Preds {
		formals := kernel.Formals(sys.Store, p)
		known.Define(p, formals, bounds.Atom(&horn.Atom{Pred: p, Args: formals}))
	}
	small := *sys
	small.Clauses = nil
	for i, c := range sys.Clauses {
		var simple *horn.Clause
		if body, ok := bounds.Body(i); ok {
			simple, _ = d.Simplify(i, body)
		}
		if simple == nil {
			never := *c
			never.Constraint = sys.Store.False()
			simple = &never
		}
		small.Clauses = append(small.Clauses, simple)
	}
	z := &Asserted{System: strengthened(&small, known)}
	left, seen := map[*logic.Func][]*logic.Term{}, map[kernel.Assertion]bool{}
	for _, from := range []*horn.System{sys, &small} {
		for _, a := range kernel.Assertions(from) {
			if !wanted(a.Query) {
				continue
			}
			z.Assertions = append(z.Assertions, a)
			for _, f := range logic.AppendConjuncts(nil, a.Formula) {
				if key := (kernel.Assertion{Pred: a.Pred, Formula: f}); !seen[key] {
					seen[key] = true
					left[a.Pred] = append(left[a.Pred], f)
				}
			}
		}
	}
	m, err := kernel.Inductive(ctx, c.Backend, c.SMT.Within(AssertionTicks), z.System, left)
	if err != nil {
		return nil, err
	}
	z.Model = kernel.Conjunction(sys, known, m)
	return z, nil
}

// asserted finds out which assertions of the queries are inductive. If they exclude all queries, it
// returns the answer. In any case the rest of the run may use them (r.known).
func (r *runner) asserted(ctx context.Context) (z Outcome, ok bool) {
	var a *Asserted
	err := defect.Guard(func() error {
		return r.stats.time("assertions", r.sys.Store, func() (err error) {
			a, err = Assert(ctx, r.sys, r.Config, func(int) bool { return true })
			return err
		})
	})
	r.Log.Info("assertions", "err", err)
	if err != nil {
		return Outcome{}, false
	}
	r.known = a.Model
	if !kernel.Excludes(ctx, r.Backend, r.SMT.Within(AssertionTicks), a.System, a.Model) {
		return Outcome{}, false
	}
	z = Outcome{Verdict: horn.Safe, Model: a.Model}
	if !r.valid(ctx, z) {
		return Outcome{}, false
	}
	r.stats.Engine, r.stats.Input, r.stats.Options = asserting, horn.Describe(r.sys), r.changed()
	r.stats.Effort = r.sys.Store.Effort()
	z.Stats = r.stats
	return z, true
}

// asserting names an answer in the statistics that consists of the assertions alone.
const asserting = "assertions"
