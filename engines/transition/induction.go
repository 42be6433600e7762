// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// Inductive turns a k-inductive property, the complement of Bad, into an inductive invariant that
// implies it, for k ≥ 1. If it fails, the invariant is nil, and reason explains why. If Bad
// mentions Locals, the property is assumed for some values of these only.
//
// P is k-inductive if no run of fewer than k steps from Init leaves P, and after k consecutive
// states of P, the next state is in P. Consider sequences of k steps. Each step is a step of Trans
// from a state of P, or a restart: it leads to an initial state from any state. The last state of
// such a sequence is in P: after the last restart the sequence is a run from Init, and without
// restarts it has k consecutive states of P. So there is a sequence of interpolants, over the
// states after the first:
//
//	I[1]    follows from any step
//	I[i+1]  follows from I[i] and a step
//	I[k]    implies P
//
// Their conjunction is inductive. A state that satisfies it is in P. So a step from it leads to a
// state of I[1] and, because of I[i], of I[i+1]. Initial states satisfy all of them. So one query
// yields an invariant without quantifiers.
//
// Two alternatives were tried. One computes an interpolant for each distance to a state outside of
// P, with the earlier interpolants as assumptions. It needs k queries and took three times as long.
// The other is projection, which describes exactly the states from which P can be left. Its results
// have many disjuncts.
func (z *Images) Inductive(ctx context.Context, k int) (inv *logic.Term, reason string, err error) {
	inv, err = z.sequence(ctx, k)
	if inv != nil || err != nil {
		return inv, "", err
	}
	inv, outcome, reason, err := z.Run(ctx, k, 0, smt.Strong)
	if outcome == Reaches {
		reason = "an image meets the bad states"
	}
	return inv, reason, err
}

// sequence returns the conjunction of the lemma and all I[i], or nil if the interpolation fails.
func (z *Images) sequence(ctx context.Context, k int) (*logic.Term, error) {
	ts := z.System
	st := ts.Store
	inv, bad := z.lemma(), z.bad()
	var parts []*logic.Term
	for i := range k {
		step := st.And(ts.At(inv, i), st.Not(ts.At(bad, i)), ts.At(ts.Trans, i))
		parts = append(parts, st.Or(ts.At(ts.Init, i+1), step))
	}
	q := smt.Sequence(append(parts, st.And(ts.At(inv, k), ts.At(bad, k)))...)
	q.Strength = smt.Weak
	z.Stats.Interpolations++
	itp, err := z.Interpolator.Interpolate(ctx, q)
	if err != nil || itp.Status != smt.Unsat {
		return nil, err
	}
	for i, f := range itp.Formulas[:k] {
		inv = st.And(inv, ts.Unstep(f, i+1))
	}
	return inv, nil
}
