// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// Inductive turns a k-inductive property, the complement of Bad, into an inductive
// invariant that implies it, for k ≥ 1. When none is found it is nil, and the reason
// says why. Bad may mention Locals; the property then is assumed for some values of
// these only.
//
// Let P be k-inductive: no run of fewer than k steps from Init leaves P, and no k
// states of P in a row are followed by one outside of it. Consider runs of k steps
// that may begin again: every step is one of Trans from a state of P, or leads to
// an initial state from anywhere. None of them leaves P with the last state, as what
// comes after the last beginning is a run from Init, or else k states of P in a row. So
// there is a sequence of interpolants, over the states after the first:
//
//	I[1]    follows from any step
//	I[i+1]  follows from I[i] and a step
//	I[k]    implies P
//
// Their conjunction is inductive: a state that satisfies it is in P, and so a step
// from it leads to I[1] and, because of I[i], to I[i+1]. Initial states satisfy
// all of them. So one query makes an invariant without quantifiers.
//
// An interpolant for every distance to a state outside of P, one after the other, does
// the same with k queries, to which the earlier interpolants are added; it took three
// times as long. Projection describes exactly the states from which P can be
// left, which takes many disjuncts.
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

// sequence returns the conjunction of the lemma and all I[i], or nil if they cannot be found.
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
