// SPDX-License-Identifier: Apache-2.0

package reduction

import (
	"context"
	"math/big"
	"slices"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/transform"
	"cornet/horn/transform/pass"
	"cornet/logic"
)

// repair uses a candidate model of v that is not a model of the system. Its candidates are the
// conjuncts of this model, and conditions on arguments in the clauses of v. Houdini finds the
// largest part that is inductive in an exact abstract system. If it excludes the queries, it is a
// model. Both systems are contracted first, since inside a loop body a condition need not be
// inductive.
func (e *Engine) repair(ctx context.Context, vectors *horn.System, v *abstractSystem, all []*abstractSystem) (horn.Result, error) {
	width := 1
	for _, p := range vectors.Preds {
		for _, d := range p.Params() {
			if d.IsBitVec() {
				width = max(width, d.Width())
			}
		}
	}
	guess := v.refused
	v.refused = nil
	no := horn.GiveUp("no model of the guesses")
	i := slices.IndexFunc(all, func(w *abstractSystem) bool { return !w.guess })
	if i < 0 {
		return no, nil
	}
	exact := all[i]
	short, err := e.contract(ctx, exact.front.System)
	if err != nil {
		return horn.Result{}, err
	}
	guessed, err := e.contract(ctx, v.front.System)
	if err != nil {
		return horn.Result{}, err
	}
	sys := short.System
	left := map[*logic.Func][]*logic.Term{}
	for _, p := range sys.Preds {
		k := slices.Index(exact.front.System.Preds, p)
		if k < 0 {
			continue
		}
		q, formals := v.front.System.Preds[k], kernel.Formals(sys.Store, p)
		left[p] = kernel.Conjuncts(sys.Store, guess, q, formals)
		for _, c := range guessed.System.Clauses {
			for _, a := range c.Body {
				if a.Pred == q {
					left[p] = append(left[p], supposed(sys.Store, c.Constraint, a, formals, width)...)
				}
			}
		}
	}
	o := e.opts.Solver
	o.Ticks = guessTicks
	m, err := kernel.Inductive(ctx, e.opts.Backend, o, sys, left)
	if err != nil {
		return horn.Result{}, err
	}
	if !kernel.Excludes(ctx, e.opts.Backend, o, sys, m) {
		return no, nil
	}
	e.stats.System = exact.name
	result, err := short.Carry(ctx, horn.Result{Verdict: horn.Safe, Model: m})
	if err != nil {
		return horn.Result{}, err
	}
	return exact.front.Carry(ctx, result)
}

// contraction has the passes that eliminate predicates and do not change the others.
var contraction = []string{"normal", "merge", "chains", "inline"}

// contract eliminates predicates.
func (e *Engine) contract(ctx context.Context, sys *horn.System) (pass.Outcome, error) {
	var o transform.Options
	for _, t := range transform.Table() {
		if !slices.Contains(contraction, t.Name) {
			o.Off = append(o.Off, t.Name)
		}
	}
	return transform.Run(ctx, o, e.opts.env(), sys)
}

// supposed returns two kinds of formulas over formals: the conjuncts of a constraint that contain
// only arguments of one atom, and the ranges of the sums that these conjuncts compare, as words of
// a width.
func supposed(st *logic.Store, constraint *logic.Term, a horn.Atom, formals []*logic.Term, width int) (z []*logic.Term) {
	if slices.ContainsFunc(a.Args, func(x *logic.Term) bool { return !x.IsVar() }) {
		return nil
	}
	sub := st.NewSubstitution(a.Args, formals)
	apart := func(t *logic.Term) bool {
		return !slices.ContainsFunc(logic.FreeVars(t), func(x *logic.Term) bool { return !slices.Contains(a.Args, x) })
	}
	for _, c := range logic.AppendConjuncts(nil, constraint) {
		if apart(c) {
			z = append(z, sub.Apply(c))
		}
	}
	zeros := make([]*logic.Term, len(formals))
	for i, x := range formals {
		if zeros[i] = x; x.Sort() == st.Int {
			zeros[i] = st.IntNum(0)
		}
	}
	atZero := st.NewSubstitution(formals, zeros)
	half := st.BigInt(new(big.Int).Lsh(big.NewInt(1), uint(width-1)))
	logic.Walk(func(t *logic.Term) bool {
		if t.Op() == logic.OpLe && t.Arg(0).Sort() == st.Int && apart(t) {
			sum := sub.Apply(st.Sub(t.Arg(0), t.Arg(1)))
			sum = st.Sub(sum, atZero.Apply(sum))
			z = append(z, st.Le(st.Neg(half), sum), st.Lt(sum, half))
		}
		return true
	}, constraint)
	return z
}
