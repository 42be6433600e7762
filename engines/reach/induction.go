// SPDX-License-Identifier: Apache-2.0

package reach

import (
	"context"
	"errors"

	"cornet/smt"
	"cornet/smtlib"
)

// Induction turns a k-inductive property into an inductive invariant that
// implies it.
//
// Let P be k-inductive: no run of fewer than k steps from Init leaves P, and no
// k states of P in a row are followed by one outside of it. Then "no state
// outside of P is fewer than k steps away" is an inductive invariant, with a
// quantifier over runs. There are two ways to one without: images with horizon
// k, which cannot fail by meeting the states outside of P, but need not come to a
// fixpoint; and elimination of the quantifier by projection, which ends but may
// be large. The former are tried for some images, then the latter up to some
// size, and then the former without a bound.
type Induction struct {
	// Images has the system, its lemma, and what is to be avoided as Bad.
	Images    *Images
	Projector smt.Projector
	// Limit bounds the images that are tried first, Cubes the disjuncts of a
	// formula that is freed of its quantifier.
	Limit, Cubes int
	// Paths says that P is k-inductive for simple paths only. Then the argument
	// above fails, and only images that find a fixpoint count.
	Paths bool
}

// Invariant returns the invariant for k ≥ 1. When none is found it is nil, and
// the reason says why, but not after an attempt with Paths.
func (z *Induction) Invariant(ctx context.Context, k int) (inv *smtlib.Term, reason string, err error) {
	inv, outcome, _, err := z.Images.Run(ctx, k, z.Limit, smt.Weak)
	switch {
	case err != nil || outcome == Fixpoint || z.Paths:
		return inv, "", err
	case outcome == Reaches:
		return nil, "an image meets the bad states", nil
	}
	inv, err = z.eliminate(ctx, k)
	switch {
	case err == nil:
		return inv, "", nil
	case !errors.Is(err, ErrManyCubes) && !errors.Is(err, errors.ErrUnsupported):
		return nil, "", err
	}
	inv, outcome, reason, err = z.Images.Run(ctx, k, 0, smt.Strong)
	if err == nil && outcome == Reaches {
		reason = "an image meets the bad states"
	}
	return inv, reason, err
}

// eliminate returns the formula over Vars by which the lemma holds and no bad
// state is fewer than k steps away by states in which it holds, computed as the
// complement of the states that are 0, 1, … steps away from a bad one.
func (z *Induction) eliminate(ctx context.Context, k int) (*smtlib.Term, error) {
	ts := z.Images.System
	st := ts.Store
	lemma, bad := z.Images.Lemma, z.Images.Bad
	if lemma == nil {
		lemma = st.True()
	}
	if bad == nil {
		bad = ts.Bad
	}
	near, err := Eliminate(ctx, st, z.Images.Solver, z.Projector, st.And(lemma, bad), ts.Locals, z.Cubes)
	if err != nil {
		return nil, err
	}
	layer := near
	for range k - 1 {
		// The states before layer, other than those already found.
		after := st.Substitute(layer, ts.Vars, ts.Next)
		before := st.And(lemma, ts.Trans, after, st.Not(near))
		vars := append(ts.Locals[:len(ts.Locals):len(ts.Locals)], ts.Next...)
		layer, err = Eliminate(ctx, st, z.Images.Solver, z.Projector, before, vars, z.Cubes)
		if err != nil {
			return nil, err
		}
		near = st.Or(near, layer)
	}
	return st.And(lemma, st.Not(near)), nil
}
