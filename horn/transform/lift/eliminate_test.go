// SPDX-License-Identifier: Apache-2.0

package lift_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"cornet/horn"
	"cornet/horn/transform/lift"
	"cornet/horn/transform/pass"
	"cornet/internal/test/passtest"
	"cornet/logic"
)

// occurrences are the clauses that define p, and those that use it. direct means that a clause does
// both.
func occurrences(sys *horn.System, p *logic.Func) (z lift.Elimination, direct bool) {
	z.Pred = p
	for i, c := range sys.Clauses {
		defines := c.Head != nil && c.Head.Pred == p
		uses := slices.ContainsFunc(c.Body, func(a horn.Atom) bool { return a.Pred == p })
		direct = direct || defines && uses
		if defines {
			z.Defs = append(z.Defs, i)
		}
		if uses {
			z.Uses = append(z.Uses, i)
		}
	}
	return z, direct
}

func without(preds []*logic.Func, gone *logic.Func) []*logic.Func {
	return slices.DeleteFunc(slices.Clone(preds), func(p *logic.Func) bool { return p == gone })
}

// defined reports whether substitution alone defines the predicate of e in models.
func defined(sys *horn.System, e *lift.Elimination) bool {
	not := func(defines func(*horn.System, *horn.Clause) bool) func(int) bool {
		return func(i int) bool { return !defines(sys, sys.Clauses[i]) }
	}
	return !slices.ContainsFunc(e.Uses, not(lift.UseDefines)) || !slices.ContainsFunc(e.Defs, not(lift.DefinitionDefines))
}

// resolve eliminates the first predicate that can be eliminated, even if the system grows. It needs
// a solver for values that substitution does not define.
func resolve(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	for _, p := range sys.Preds {
		e, direct := occurrences(sys, p)
		if direct || len(e.Defs) == 0 || len(e.Defs) > 3 || len(e.Uses) == 0 {
			continue
		}
		if env.Backend == nil && !defined(sys, &e) {
			continue
		}
		b := lift.NewSystemBuilder(env, sys)
		for i := range sys.Clauses {
			switch {
			case slices.Contains(e.Defs, i):
			case slices.Contains(e.Uses, i):
				for _, t := range e.Resolvents(sys, i) {
					if c, o := t.Resolve(sys); c != nil {
						b.Add(c, o)
					}
				}
			default:
				b.Keep(i)
			}
		}
		preds := without(sys.Preds, p)
		return b.Outcome(preds, lift.Resolved(env, sys, preds, []*lift.Elimination{&e})), nil
	}
	return pass.Unchanged(sys), nil
}

// contract resolves the first two clauses of a predicate that no others have.
func contract(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	for _, p := range sys.Preds {
		e, direct := occurrences(sys, p)
		if env.Backend == nil || direct || len(e.Defs) != 1 || len(e.Uses) != 1 {
			continue
		}
		trees := e.Resolvents(sys, e.Uses[0])
		if len(trees[0]) != 2 {
			continue // the clause uses p twice
		}
		b := lift.NewSystemBuilder(env, sys)
		for i := range sys.Clauses {
			switch i {
			case e.Defs[0]:
			case e.Uses[0]:
				if c, o := trees[0].Resolve(sys); c != nil {
					b.Add(c, o)
				}
			default:
				b.Keep(i)
			}
		}
		preds := without(sys.Preds, p)
		return b.Outcome(preds, lift.Contracted(env, sys, preds, trees)), nil
	}
	return pass.Unchanged(sys), nil
}

// rebuild brings each clause into normal form.
func rebuild(_ context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	b := lift.NewSystemBuilder(env, sys)
	for i, c := range sys.Clauses {
		d := lift.ClauseBuilder{Head: c.Head, Body: slices.Clone(c.Body), Conj: []*logic.Term{c.Constraint}, From: c}
		if z := d.Build(sys.Store); z.Clause != nil {
			b.Add(z.Clause, z.Origin(i))
		}
	}
	return b.Outcome(sys.Preds, nil), nil
}

// forgetful translates back refutations without the values of variables that are not in heads: a
// solver finds them.
type forgetful struct {
	pass.BackTranslator
	sys *horn.System
}

func (f forgetful) Refutation(ctx context.Context, r *horn.Refutation) (*horn.Refutation, error) {
	z := *r
	z.Steps = slices.Clone(r.Steps)
	for i, st := range z.Steps {
		z.Steps[i].Values = map[*logic.Term]*logic.Term{}
		if head := f.sys.Clauses[st.Clause].Head; head != nil {
			for _, v := range logic.FreeVars(head.Args...) {
				z.Steps[i].Values[v] = st.Values[v]
			}
		}
	}
	return f.BackTranslator.Refutation(ctx, &z)
}

// sparse is resolve with refutations that give values to the variables of heads only.
func sparse(ctx context.Context, env *pass.Env, sys *horn.System) (pass.Outcome, error) {
	if env.Backend == nil {
		return pass.Unchanged(sys), nil
	}
	z, err := resolve(ctx, env, sys)
	if z.Back != nil {
		z.Back = forgetful{z.Back, z.System}
	}
	return z, err
}

// TestWitnesses eliminates predicates of random systems. The decider of package passtest says that
// the verdict stays; witnesses of the new system come back and are validated on the old one.
func TestWitnesses(t *testing.T) {
	tests := []struct {
		name string
		run  pass.Func
	}{
		{"rebuild", rebuild},
		{"resolve", resolve},
		{"contract", contract},
		{"resolve, values of heads only", sparse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { passtest.Run(t, tt.name, rebuild, tt.run, 16) })
	}
}

// TestTighten compares conjunctions before and after by evaluation for all values of two variables
// in a box that is larger than the bounds.
func TestTighten(t *testing.T) {
	s := logic.NewStore()
	x, y := s.Var("x", s.Int), s.Var("y", s.Int)
	n := s.IntNum
	tests := map[string]struct {
		conj   []*logic.Term
		before int // conjuncts; fewer remain
	}{
		"two upper bounds":   {[]*logic.Term{s.Le(x, n(3)), s.Le(x, n(2)), s.Le(y, x)}, 3},
		"lower bounds":       {[]*logic.Term{s.Le(n(-1), x), s.Le(n(1), x), s.Le(n(0), x)}, 3},
		"bounds of a sum":    {[]*logic.Term{s.Le(s.Add(x, y), n(3)), s.Le(s.Add(x, y), n(1)), s.Le(n(0), y)}, 3},
		"a point":            {[]*logic.Term{s.Le(x, n(2)), s.Le(n(2), x), s.Le(y, n(4)), s.Le(y, n(3))}, 4},
		"an equation":        {[]*logic.Term{s.Eq(x, n(2)), s.Le(x, n(3)), s.Le(y, x)}, 3},
		"a contradiction":    {[]*logic.Term{s.Le(x, n(1)), s.Le(n(2), x)}, 2},
		"nested connectives": {[]*logic.Term{s.And(s.Le(x, n(1)), s.Le(x, n(0))), s.Or(s.Le(y, n(0)), s.Le(n(2), y))}, 3},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			all, got := s.And(tt.conj...), lift.Tighten(s, tt.conj)
			require.Less(t, len(logic.AppendConjuncts(nil, got)), tt.before, "%v", got)
			for i := int64(-5); i <= 5; i++ {
				for j := int64(-5); j <= 5; j++ {
					m := s.NewModel()
					m.Set(x, n(i))
					m.Set(y, n(j))
					require.Equal(t, m.Eval(all), m.Eval(got), "x = %d, y = %d: %v", i, j, got)
				}
			}
		})
	}
}
