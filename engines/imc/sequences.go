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

// sequences is the state of a run of the variant that takes interpolation
// sequences instead of images (Options.Sequences). For k = 0, 1, … the query for a
// run of k steps from an initial to a bad state gives a formula for every state of
// the run. frames[i] is the conjunction of those for the i-th state so far.
//
// Invariant: Init implies frames[0]; frames[i] ∧ Trans implies frames[i+1] after
// the step; no frame has a bad state. So once a frame implies the disjunction of
// those before it, that disjunction is a safe inductive invariant.
type sequences struct {
	system       *loop.System
	solver       smt.Solver // nothing asserted between calls
	interpolator smt.Interpolator
	strength     smt.Strength
	frames       []*smtlib.Term // over Vars
	checks       int64          // satisfiability queries for fixpoints
}

// next takes the sequence for runs of len(frames) steps, of which there are none
// to a bad state. It returns the invariant when there is a fixpoint, or a reason
// when the query is not decided.
func (z *sequences) next(ctx context.Context) (inv *smtlib.Term, reason string, err error) {
	ts, st := z.system, z.system.Store
	k := len(z.frames)
	parts := []*smtlib.Term{ts.At(ts.Init, 0)}
	for i := range k {
		parts = append(parts, ts.At(ts.Trans, i))
	}
	// The auxiliary variables of Init and of the first step are different ones,
	// those of the last step and of Bad, too: both have numbers of their clauses.
	q := smt.Sequence(append(parts, ts.At(ts.Bad, k))...)
	q.Strength = z.strength
	itp, err := z.interpolator.Interpolate(ctx, q)
	switch {
	case err != nil:
		return nil, "", err
	case itp.Status != smt.Unsat:
		return nil, "no interpolation sequence: " + itp.Reason, nil
	}
	z.frames = append(z.frames, st.True())
	for i := range z.frames {
		z.frames[i] = st.And(z.frames[i], ts.Unstep(itp.Formulas[i], i))
	}
	return z.fixpoint(ctx)
}

// fixpoint looks for a frame that implies the disjunction of those before it.
func (z *sequences) fixpoint(ctx context.Context) (inv *smtlib.Term, reason string, err error) {
	st := z.system.Store
	z.solver.Push()
	defer z.solver.Pop(1)
	for i, f := range z.frames {
		if i > 0 {
			z.checks++
			covered, err := z.solver.Check(ctx, f)
			switch {
			case err != nil:
				return nil, "", err
			case covered == smt.Unsat:
				return st.Or(z.frames[:i]...), "", nil
			}
		}
		if err := z.solver.Assert(st.Not(f)); err != nil {
			return nil, "", err
		}
	}
	return nil, "", nil
}

// runSequences is run for the variant.
func (s *search) runSequences(ctx context.Context) (horn.Result, error) {
	z := sequences{
		system: s.runs.System, solver: s.images.Solver, interpolator: s.images.Interpolator,
		strength: s.strengths(0)[0],
	}
	defer func() {
		s.images.Stats.Interpolations += int64(len(z.frames))
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
			return horn.Result{Verdict: horn.Safe, Model: s.runs.System.Model(inv)}, nil
		}
		s.opts.Log.Debug("sequence", "k", len(z.frames)-1)
	}
	return horn.GiveUp("no proof or refutation within the depth bound"), nil
}
