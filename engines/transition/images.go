// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// Images iterates over-approximated images. With the horizon k, let B(x) mean that a bad state is
// fewer than k steps away from x. The images are
//
//	I[0]    an interpolant of Init(x) and B(x)
//	I[n+1]  an interpolant of I[n](x) ∧ Trans(x, x') and B(x')
//
// and R is their disjunction. Once I[n+1] implies the earlier ones, R is an inductive invariant:
// Init implies I[0], and the states after I[j] are in I[j+1], which R implies for every j ≤ n. It
// is safe because B includes Bad. So R can be a witness without strengthening. With bad states in
// exactly k steps instead, the fixpoint would only be k-inductive.
//
// The system's auxiliary variables are local to one side of every query, so the images are formulas
// over states.
//
// With Exact, B(x) means that a bad state is exactly k - 1 steps away from x. I[0] is then the
// image of Init, an interpolant of Init(x) ∧ Trans(x, x') and B(x'); this is the query for runs of
// k steps. R needs one more disjunct: an interpolant of Init and of the states that are in B or
// lead out of R.
//
// Lemma restricts all states. The invariant is then R together with Lemma.
type Images struct {
	System *System
	// Solver must have no assertions between calls.
	Solver       smt.Solver
	Interpolator smt.Interpolator
	// Bad, over Vars and Locals, is the set that the images avoid; nil means the system's bad
	// states.
	Bad *logic.Term
	// Lemma is an inductive invariant over Vars that Init implies; nil is true.
	Lemma *logic.Term
	// Nodes bounds the size of the images of a run, in distinct subterms of all of them; 0 means no
	// bound. Images that keep growing seldom reach a fixpoint, and each costs more than the last.
	Nodes int
	// Seen, unless it is nil, is called with every image.
	Seen func(image *logic.Term)
	// Exact avoids only the states that are exactly k - 1 steps away from a bad one, and not those
	// that are nearer. It begins after Init.
	Exact bool
	Stats ImageStats
}

// ImageStats counts the work of an [Images].
type ImageStats struct {
	Images         int64 `json:"images"`         // images made
	Interpolations int64 `json:"interpolations"` // interpolation queries
	ImageChecks    int64 `json:"image_checks"`   // satisfiability queries for fixpoints
}

// Outcome is how an iteration of images ended.
type Outcome uint8

const (
	// Open: the limit of images was reached, or a query remained undecided.
	Open Outcome = iota
	// Reaches: an image reaches a bad state within the horizon. Reachable states may or may not do
	// so. A larger horizon makes the images smaller. With Exact, if no image was made, there is a
	// run of k steps to a bad state.
	Reaches
	// Fixpoint: the invariant is safe and inductive.
	Fixpoint
)

// Run iterates images with horizon k ≥ 1, at most limit of them (0: no bound). It returns the
// invariant over the system's Vars if there is a fixpoint. With Open it returns a reason. Strong
// interpolants are derived forward from the front, and Weak ones backward from the bad states.
//
// No run of fewer than k steps may lead from Init to Bad.
func (z *Images) Run(ctx context.Context, k, limit int, strength smt.Strength) (inv *logic.Term, outcome Outcome, reason string, err error) {
	ts, st := z.System, z.System.Store
	lemma := z.lemma()
	target := z.within(k)
	if z.Exact {
		target = z.after(k)
	}
	z.Solver.Push()
	defer z.Solver.Pop(1)
	if err := z.Solver.Assert(lemma); err != nil {
		return nil, Open, "", err
	}
	front := ts.At(ts.Init, 1)
	if z.Exact {
		front = st.And(ts.At(ts.Init, 0), ts.At(ts.Trans, 0))
	}
	var images []*logic.Term
	nodes := 0
	for limit == 0 || len(images) < limit {
		z.Stats.Interpolations++
		q := smt.Sequence(front, target)
		q.Strength = strength
		itp, err := z.Interpolator.Interpolate(ctx, q)
		switch {
		case err != nil:
			return nil, Open, "", err
		case itp.Status == smt.Sat:
			return nil, Reaches, "", nil
		case itp.Status == smt.Unknown:
			return nil, Open, "no interpolant for an image: " + itp.Reason, nil
		}
		z.Stats.Images++
		image := ts.Unstep(itp.Formulas[0], 1)
		nodes += logic.Size(image)
		if z.Seen != nil {
			z.Seen(image)
		}
		z.Stats.ImageChecks++
		covered, err := z.Solver.Check(ctx, image)
		switch {
		case err != nil:
			return nil, Open, "", err
		case covered == smt.Unknown:
			return nil, Open, "a fixpoint could not be decided: " + z.Solver.Reason(), nil
		case covered == smt.Unsat:
			if inv = st.And(lemma, st.Or(images...)); z.Exact {
				inv, err = z.begin(ctx, inv, target)
			}
			if inv == nil {
				return nil, Open, "no interpolant for the initial states", err
			}
			return inv, Fixpoint, "", err
		}
		images = append(images, image)
		if z.Nodes > 0 && nodes > z.Nodes {
			return nil, Open, "large images", nil
		}
		if err := z.Solver.Assert(st.Not(image)); err != nil {
			return nil, Open, "", err
		}
		front = st.And(ts.At(st.And(image, lemma), 0), ts.At(ts.Trans, 0))
	}
	return nil, Open, "too many images", nil
}

// begin adds the initial states to inv. inv is inductive and holds after the first step of every
// run. target is the set that runs avoid from state 1 on. If a query is undecided, begin returns
// nil.
func (z *Images) begin(ctx context.Context, inv, target *logic.Term) (*logic.Term, error) {
	ts, st := z.System, z.System.Store
	z.Stats.Interpolations++
	leaves := st.And(ts.At(z.lemma(), 1), ts.At(ts.Trans, 1), st.Not(ts.At(inv, 2)))
	itp, err := z.Interpolator.Interpolate(ctx, smt.Sequence(ts.At(ts.Init, 1), st.Or(target, leaves)))
	if err != nil || itp.Status != smt.Unsat {
		return nil, err
	}
	return st.Or(inv, st.And(z.lemma(), ts.Unstep(itp.Formulas[0], 1))), nil
}

// lemma returns Lemma, or true.
func (z *Images) lemma() *logic.Term {
	if z.Lemma == nil {
		return z.System.Store.True()
	}
	return z.Lemma
}

// bad returns Bad if it is set, and otherwise the system's Bad.
func (z *Images) bad() *logic.Term {
	if z.Bad == nil {
		return z.System.Bad
	}
	return z.Bad
}

// within returns the formula over state 1 and later ones that a bad state is fewer than k steps
// away from state 1, through states in which the lemma holds.
func (z *Images) within(k int) *logic.Term {
	ts, st := z.System, z.System.Store
	lemma, bad := z.lemma(), z.bad()
	b := st.And(ts.At(lemma, k), ts.At(bad, k))
	for i := k - 1; i >= 1; i-- {
		b = st.And(ts.At(lemma, i), st.Or(ts.At(bad, i), st.And(ts.At(ts.Trans, i), b)))
	}
	return b
}

// after is like within, for a bad state that is exactly k - 1 steps away.
func (z *Images) after(k int) *logic.Term {
	ts, st := z.System, z.System.Store
	parts := []*logic.Term{ts.At(z.lemma(), k), ts.At(z.bad(), k)}
	for i := k - 1; i >= 1; i-- {
		parts = append(parts, ts.At(z.lemma(), i), ts.At(ts.Trans, i))
	}
	return st.And(parts...)
}
