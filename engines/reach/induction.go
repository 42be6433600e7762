// SPDX-License-Identifier: Apache-2.0

package reach

import (
	"context"

	"cornet/smt"
	"cornet/smtlib"
)

// Induction turns a k-inductive property into an inductive invariant that
// implies it.
//
// Let P be k-inductive: no run of fewer than k steps from Init leaves P, and no
// k states of P in a row are followed by one outside of it. Call a run of j steps
// that leaves P with the last one an escape. No state begins an escape of k steps.
// For j = k - 1, …, 0 let
//
//	C[j]  an interpolant of Init(x') ∨ P(x) ∧ C[j+1](x) ∧ … ∧ C[k-1](x) ∧ Trans(x, x')
//	      and the escapes of j steps from x'
//
// There is one: an escape of j steps from x' would be one of j + 1 steps from x,
// which C[j+1] excludes. The conjunction of all C[j] is inductive, as every C[j]
// holds after a step from states of the others, and of P, which is what C[0] says.
// So k queries, each about runs of one length, make an invariant without
// quantifiers.
//
// Projection would do the same for every C[j]; but its result describes exactly
// the states without escapes, which takes many disjuncts.
type Induction struct {
	// Images has the system, its lemma, and what is to be avoided as Bad, the
	// complement of P. Bad may mention Locals; P then is assumed for some values of
	// these only.
	Images *Images
	// Paths says that P is k-inductive for simple paths only. Then the argument
	// above fails; Limit images with horizon k are tried, and count when they come
	// to a fixpoint.
	Paths bool
	Limit int
}

// Invariant returns the invariant for k ≥ 1. When none is found it is nil, and
// the reason says why, but not after an attempt with Paths.
func (z *Induction) Invariant(ctx context.Context, k int) (inv *smtlib.Term, reason string, err error) {
	if z.Paths {
		inv, _, _, err = z.Images.Run(ctx, k, z.Limit, smt.Weak)
		return inv, "", err
	}
	inv, err = z.descend(ctx, k)
	if inv != nil || err != nil {
		return inv, "", err
	}
	inv, outcome, reason, err := z.Images.Run(ctx, k, 0, smt.Strong)
	if outcome == Reaches {
		reason = "an image meets the bad states"
	}
	return inv, reason, err
}

// descend returns the conjunction of the lemma and all C[j], nil when an
// interpolant cannot be found. Those at the end are left out when the others imply
// P already.
func (z *Induction) descend(ctx context.Context, k int) (*smtlib.Term, error) {
	ts := z.Images.System
	st := ts.Store
	inv, bad := z.Images.lemma(), z.Images.bad()
	good := st.Not(bad)
	escape := st.And(ts.At(inv, 1), ts.At(bad, 1))
	escapes := []*smtlib.Term{escape} // by their length; the first state has number 1
	for j := 1; j < k; j++ {
		escape = st.And(ts.At(inv, 1), ts.At(good, 1), ts.At(ts.Trans, 1))
		for i := 2; i <= j; i++ {
			escape = st.And(escape, ts.At(inv, i), ts.At(good, i), ts.At(ts.Trans, i))
		}
		escapes = append(escapes, st.And(escape, ts.At(inv, j+1), ts.At(bad, j+1)))
	}
	for j := k - 1; j >= 0; j-- {
		z.Images.Stats.ImageChecks++
		status, err := z.Images.Solver.Check(ctx, inv, bad)
		if err != nil || status == smt.Unsat {
			return inv, err
		}
		z.Images.Stats.Interpolations++
		step := st.And(ts.At(inv, 0), ts.At(good, 0), ts.At(ts.Trans, 0))
		itp, err := z.Images.Interpolator.Interpolate(ctx, smt.Sequence(st.Or(ts.At(ts.Init, 1), step), escapes[j]))
		if err != nil || itp.Status != smt.Unsat {
			return nil, err
		}
		inv = st.And(inv, ts.Unstep(itp.Formulas[0], 1))
	}
	return inv, nil
}
