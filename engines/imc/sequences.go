// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"context"

	"cornet/encode/loop"
	"cornet/engines/reach"
	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// sequences is the state of one run with [Sequences]. For k = 0, 1, … the query for
// a run of k steps from an initial to a bad state gives a formula for every state of
// the run. Frame i is the conjunction of those for the i-th state so far.
//
// Invariant: Init implies frame 0; frame i and a step imply frame i + 1 after it; no
// frame has a bad state. So once a frame implies the disjunction of those before it,
// that disjunction is a safe inductive invariant.
type sequences struct {
	system       *loop.System
	interpolator smt.Interpolator
	strength     smt.Strength
	frames
}

// next takes the sequence for runs of as many steps as there are frames, of which
// none leads to a bad state. It returns the invariant when there is a fixpoint, or a
// reason when the query is not decided.
func (z *sequences) next(ctx context.Context) (inv *smtlib.Term, reason string, err error) {
	ts := z.system
	k := len(z.list)
	itp, err := z.interpolator.Interpolate(ctx, runQuery(ts, k, ts.Bad, z.strength))
	switch {
	case err != nil:
		return nil, "", err
	case itp.Status != smt.Unsat:
		return nil, "no interpolation sequence: " + itp.Reason, nil
	}
	for i := range k + 1 {
		z.strengthen(i, ts.Unstep(itp.Formulas[i], i))
	}
	inv, err = z.fixpoint(ctx)
	return inv, "", err
}

// runQuery is the query for a run of k steps from Init to end, a partition for each
// of them and for both ends. Its i-th interpolant, i ≤ k, is over the i-th state: the
// auxiliary variables of Init and of the first step are different ones, those of the
// last step and of Bad, too, as they have the numbers of their clauses.
func runQuery(ts *loop.System, k int, end *smtlib.Term, strength smt.Strength) *smt.Query {
	parts := []*smtlib.Term{ts.At(ts.Init, 0)}
	for i := range k {
		parts = append(parts, ts.At(ts.Trans, i))
	}
	q := smt.Sequence(append(parts, ts.At(end, k))...)
	q.Strength = strength
	return q
}

// runSequences is run for the variant.
func (s *search) runSequences(ctx context.Context) (horn.Result, error) {
	z := sequences{
		system: s.runs.System, interpolator: s.images.Interpolator, strength: s.strengths(0)[0],
		frames: frames{store: s.runs.System.Store, solver: s.images.Solver},
	}
	defer func() {
		s.images.Stats.Interpolations += int64(len(z.list))
		s.images.Stats.ImageChecks += z.checks
	}()
	for s.opts.Depth == 0 || s.runs.Length <= s.opts.Depth {
		if ctx.Err() != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		if r, err := s.runs.Next(ctx); reach.Decided(r, err) {
			return r, err
		}
		inv, reason, err := z.next(ctx)
		switch {
		case err != nil:
			return horn.Result{}, err
		case reason != "":
			return horn.GiveUp(reason), nil
		case inv != nil:
			return s.proved(ctx, inv)
		}
		s.opts.Log.Debug("sequence", "k", len(z.list)-1)
	}
	return horn.GiveUp(depthReached), nil
}
