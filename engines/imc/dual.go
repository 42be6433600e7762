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

// dual is the state of one run with [Dual]. With F[0], …, F[n] for forward and
// B[0], …, B[n] for backward, the invariant is
//
//	Init implies F[0], and Bad implies B[0]
//	F[i] and a step imply F[i+1] after it
//	a step to B[i] is one from B[i+1]
//	F[i] and B[j] are disjoint for i + j ≤ n
//
// So no run of n steps or fewer is one to a bad state; once an F[i] implies the
// disjunction of those before it, that is a safe inductive invariant, and so is the
// complement of the disjunction when the same is true of a B[i].
//
// A level makes n one larger. Runs of n + 1 steps to a bad state go from F[i] by one
// step to B[n-i], for every i. If that is impossible for one i, interpolants carry
// it to all others (local strengthening, spread). Else exact runs are looked at that
// begin in Init and end in B[n+1-i], for i = 1, 2, …: the first for which there is
// none has an interpolation sequence (global strengthening); if there is even one
// of n + 1 steps to Bad itself, the system is unsafe.
//
// Init and Bad may have auxiliary variables. Then F[0] and B[0] are interpolants,
// which global strengthening refines as all others.
type dual struct {
	system            *loop.System
	runs              *reach.Bounded
	solver            smt.Solver // nothing asserted between calls
	interpolator      smt.Interpolator
	strength          smt.Strength
	forward, backward frames
	stats             reach.ImageStats
	// reason is set when a query for interpolants is not decided.
	reason string
}

// newDual returns the state at n = 0. No initial state may be bad.
func newDual(ctx context.Context, s *search) (*dual, error) {
	ts, solver := s.runs.System, s.images.Solver
	z := &dual{
		system: ts, runs: &s.runs, solver: solver, interpolator: s.images.Interpolator, strength: s.strengths(0)[0],
		forward:  frames{store: ts.Store, solver: solver, fixed: ts.OverStates(ts.Init)},
		backward: frames{store: ts.Store, solver: solver, fixed: ts.OverStates(ts.Bad)},
	}
	initial, bad := ts.Init, ts.Bad
	var err error
	if !z.forward.fixed {
		initial, err = z.between(ctx, 0, ts.At(ts.Init, 0), ts.At(bad, 0))
	}
	if !z.backward.fixed && z.reason == "" && err == nil {
		bad, err = z.between(ctx, 0, ts.At(ts.Bad, 0), ts.At(initial, 0))
	}
	z.forward.list, z.backward.list = []*smtlib.Term{initial}, []*smtlib.Term{bad}
	return z, err
}

// between returns an interpolant of a and b, which share the variables of state i
// only, over Vars. It sets reason when there is none.
func (z *dual) between(ctx context.Context, i int, a, b *smtlib.Term) (*smtlib.Term, error) {
	q := smt.Sequence(a, b)
	q.Strength = z.strength
	itp, err := z.interpolate(ctx, q)
	if itp == nil {
		return nil, err
	}
	return z.system.Unstep(itp[0], i), nil
}

// interpolate returns the answer to a query, nil with reason set when there is none.
func (z *dual) interpolate(ctx context.Context, q *smt.Query) ([]*smtlib.Term, error) {
	z.stats.Interpolations++
	itp, err := z.interpolator.Interpolate(ctx, q)
	if err != nil {
		return nil, err
	}
	if itp.Status != smt.Unsat {
		z.reason = "no interpolants for the states of a run: " + itp.Reason
		return nil, nil
	}
	return itp.Formulas, nil
}

// level makes n one larger. The result is not the zero one when a run of n + 1
// steps to a bad state was found, or when that could not be decided.
func (z *dual) level(ctx context.Context) (horn.Result, error) {
	i, err := z.gap(ctx)
	if err != nil {
		return horn.Result{}, err
	}
	if i < 0 {
		var r horn.Result
		if i, r, err = z.global(ctx); reach.Decided(r, err) {
			return r, err
		}
	} else {
		z.runs.Advance()
	}
	if z.reason == "" {
		err = z.spread(ctx, i)
	}
	if z.reason != "" {
		return horn.GiveUp(z.reason), err
	}
	return horn.Result{}, err
}

// gap returns the largest i for which no step leads from F[i] to B[n-i], -1 when
// there is none.
func (z *dual) gap(ctx context.Context) (int, error) {
	ts, n := z.system, len(z.forward.list)-1
	z.solver.Push()
	defer z.solver.Pop(1)
	if err := z.solver.Assert(ts.At(ts.Trans, 0)); err != nil {
		return -1, err
	}
	for i := n; i >= 0; i-- {
		z.stats.ImageChecks++
		st, err := z.solver.Check(ctx, ts.At(z.forward.list[i], 0), ts.At(z.backward.list[n-i], 1))
		if err != nil || st == smt.Unsat {
			return i, err
		}
	}
	return -1, nil
}

// global strengthens F by the sequence for the shortest prefix of a run that cannot
// reach its B, and returns the i for which no step leads from F[i] to B[n-i] then.
// The result is that of the search for a run when there is no such prefix.
func (z *dual) global(ctx context.Context) (int, horn.Result, error) {
	ts, n := z.system, len(z.forward.list)-1
	i, err := z.prefix(ctx)
	if err != nil {
		return 0, horn.Result{}, err
	}
	end := ts.Bad
	if i <= n {
		end = z.backward.list[n+1-i]
		z.runs.Advance()
	} else if r, err := z.runs.Next(ctx); reach.Decided(r, err) {
		return 0, r, err
	}
	itp, err := z.interpolate(ctx, runQuery(ts, i, end, z.strength))
	if itp == nil {
		return 0, horn.Result{}, err
	}
	for j := range i + 1 {
		z.forward.strengthen(j, ts.Unstep(itp[j], j))
	}
	if i == n+1 {
		z.backward.strengthen(0, ts.Store.Not(ts.Unstep(itp[i], i)))
	}
	return i - 1, horn.Result{}, nil
}

// prefix returns the smallest i ≤ n for which no run of i steps leads from Init to
// B[n+1-i], n + 1 when there is none.
func (z *dual) prefix(ctx context.Context) (int, error) {
	ts, n := z.system, len(z.forward.list)-1
	z.solver.Push()
	defer z.solver.Pop(1)
	if err := z.solver.Assert(ts.At(ts.Init, 0)); err != nil {
		return 0, err
	}
	for i := 1; i <= n; i++ {
		if err := z.solver.Assert(ts.At(ts.Trans, i-1)); err != nil {
			return 0, err
		}
		z.stats.ImageChecks++
		st, err := z.solver.Check(ctx, ts.At(z.backward.list[n+1-i], i))
		if err != nil || st == smt.Unsat {
			return i, err
		}
	}
	return n + 1, nil
}

// spread makes F[n+1] and B[n+1], given an i for which no step leads from F[i] to
// B[n-i]. Then F[i+1] and B[n-i] are made disjoint, and no step leads from F[i+1] to
// B[n-i-1]; and so on, and in the other direction.
func (z *dual) spread(ctx context.Context, i int) error {
	ts, n := z.system, len(z.forward.list)-1
	if len(z.forward.list) > len(z.backward.list) { // global strengthening made F[n+1]
		n--
	}
	step := ts.At(ts.Trans, 0)
	for j := i; j <= n; j++ {
		f, b := z.forward.list[j], z.backward.list[n-j]
		err := z.separate(ctx, &z.forward, j+1, b, 1, ts.Store.And(ts.At(f, 0), step), ts.At(b, 1))
		if err != nil || z.reason != "" {
			return err
		}
	}
	for j := i; j >= 0; j-- {
		f, b := z.forward.list[j], z.backward.list[n-j]
		err := z.separate(ctx, &z.backward, n-j+1, f, 0, ts.Store.And(step, ts.At(b, 1)), ts.At(f, 0))
		if err != nil || z.reason != "" {
			return err
		}
	}
	return nil
}

// separate makes frame k disjoint from other by an interpolant of a and b, over
// state i, unless it is already.
func (z *dual) separate(ctx context.Context, of *frames, k int, other *smtlib.Term, i int, a, b *smtlib.Term) error {
	if k < len(of.list) {
		z.stats.ImageChecks++
		st, err := z.solver.Check(ctx, of.list[k], other)
		if err != nil || st == smt.Unsat {
			return err
		}
	}
	itp, err := z.between(ctx, i, a, b)
	if itp != nil {
		of.strengthen(k, itp)
	}
	return err
}

// fixpoint returns the invariant when one of the sequences has come to one.
func (z *dual) fixpoint(ctx context.Context) (*smtlib.Term, error) {
	if inv, err := z.forward.fixpoint(ctx); inv != nil || err != nil {
		return inv, err
	}
	reaching, err := z.backward.fixpoint(ctx)
	if reaching == nil || err != nil {
		return nil, err
	}
	return z.system.Store.Not(reaching), nil
}

// runDual is run for the variant.
func (s *search) runDual(ctx context.Context) (horn.Result, error) {
	if r, err := s.runs.Next(ctx); reach.Decided(r, err) { // initial states that are bad
		return r, err
	}
	z, err := newDual(ctx, s)
	defer func() {
		s.images.Stats.Interpolations += z.stats.Interpolations
		s.images.Stats.ImageChecks += z.stats.ImageChecks + z.forward.checks + z.backward.checks
	}()
	switch {
	case err != nil:
		return horn.Result{}, err
	case z.reason != "":
		return horn.GiveUp(z.reason), nil
	}
	for s.opts.Depth == 0 || s.runs.Length <= s.opts.Depth {
		if ctx.Err() != nil {
			return horn.Result{}, context.Cause(ctx)
		}
		if r, err := z.level(ctx); reach.Decided(r, err) {
			return r, err
		}
		inv, err := z.fixpoint(ctx)
		switch {
		case err != nil:
			return horn.Result{}, err
		case inv != nil:
			return s.proved(ctx, inv)
		}
		s.opts.Log.Debug("level", "n", len(z.forward.list)-1, "interpolations", z.stats.Interpolations)
	}
	return horn.GiveUp(depthReached), nil
}
