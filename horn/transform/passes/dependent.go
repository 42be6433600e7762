// SPDX-License-Identifier: Apache-2.0

package passes

import (
	"context"

	"cornet/horn"
	"cornet/horn/absint"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// Bounds on the work of Dependent.
const (
	maxDependentSize   = 5000
	maxDependentBudget = 60 // interpretations of clauses, as a multiple of the size
)

// Dependent removes bit-vector arguments that are linear in others modulo a power of two, such as z
// in p(x, y, z) with z = 3y - x + 5, and clauses that linear equations exclude; see
// [absint.Modular]. The equations become conjuncts of models.
func Dependent(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if sys.Size() > maxDependentSize {
		return pass.Unchanged(sys), nil
	}
	d, ok := absint.NewModular(sys)
	if !ok {
		return pass.Unchanged(sys), nil
	}
	r, err := absint.Run(ctx, sys, d, absint.Options{Budget: maxDependentBudget*sys.Size() + 10000})
	if err != nil {
		return pass.Outcome{}, err
	}
	s, index := sys.Store, sys.Index()
	// given has terms for the arguments of predicate i that are removed.
	given := func(i int, xs []*logic.Term) map[int]*logic.Term {
		if x, ok := r.State(i); ok {
			return d.Dependent(i, x, xs)
		}
		return nil
	}
	gone := make([]map[int]*logic.Term, len(sys.Preds))
	for i, p := range sys.Preds {
		gone[i] = given(i, horn.Params(s, p))
	}
	cut := newCutter(s, sys.Preds, func(i, j int) bool { return gone[i][j] == nil })
	b := lift.NewSystemBuilder(env, sys)
	dropped := false
	for i, c := range sys.Clauses {
		body, ok := r.Body(i)
		if !ok || !d.Usable(i, body) {
			dropped = true
			continue
		}
		built := &lift.ClauseBuilder{From: c, Conj: []*logic.Term{c.Constraint}}
		for _, a := range c.Body {
			for j, t := range given(index[a.Pred], a.Args) {
				built.Conj = append(built.Conj, s.Eq(a.Args[j], t))
			}
		}
		m := c.Map(cut.atom)
		built.Body, built.Head = m.Body, m.Head
		if z := built.Build(s); z.Clause != nil {
			z.Clause.Constraint = d.Collect(z.Clause.Constraint)
			b.Add(z.Clause, z.Origin(i))
		}
	}
	if !cut.any && !dropped {
		return pass.Unchanged(sys), nil
	}
	z := b.Outcome(cut.preds, lift.ModelWith(sys, func(z, m *horn.Model, p *logic.Func) bool {
		facts := func(xs []*logic.Term) *logic.Term { return r.Atom(&horn.Atom{Pred: p, Args: xs}) }
		if !cut.restore(z, m, p, facts) {
			xs := horn.Params(s, p)
			z.Define(p, xs, s.And(m.Instance(s, p, xs), facts(xs)))
		}
		return true
	}))
	z.Moves = cut.moves(sys.Preds, nil)
	return z, nil
}
