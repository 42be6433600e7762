// SPDX-License-Identifier: Apache-2.0

package pdkind

import (
	"context"
	"errors"

	"cornet/encode/loop"
	"cornet/engines/reach"
	"cornet/horn"
	"cornet/smt"
	"cornet/smtlib"
)

// obligation is a lemma and what it is for.
//
// Invariant: no state satisfies both lemma and avoid; from every state that
// satisfies avoid a bad one is reached in exactly steps steps; both are over
// the system's Vars.
type obligation struct {
	lemma, avoid *smtlib.Term
	steps        int
}

// frame is an induction frame, in order of insertion.
type frame []obligation

func (f frame) has(o obligation) bool {
	for _, x := range f {
		if x.lemma == o.lemma && x.avoid == o.avoid {
			return true
		}
	}
	return false
}

// lemmas returns the conjunction of the lemmas.
func (f frame) lemmas(st *smtlib.Store) *smtlib.Term {
	all := make([]*smtlib.Term, len(f))
	for i, o := range f {
		all[i] = o.lemma
	}
	return st.And(all...)
}

// search is the state of one run.
type search struct {
	opts      Options
	system    *loop.System
	projector smt.Projector
	runs      reach.Bounded
	solver    smt.Solver // nothing asserted between pushes
	images    reach.Images
	frames    frames
	stats     Stats
}

// run is Algorithm 1 of the paper.
func (s *search) run(ctx context.Context) (horn.Result, error) {
	ts := s.system
	st := ts.Store
	if z, err := s.runs.Direct(ctx); reach.Decided(z, err) {
		return z, err
	}
	if z, err := s.runs.Next(ctx); reach.Decided(z, err) { // initial states that are bad
		return z, err
	}
	bad, err := reach.Eliminate(ctx, st, s.solver, s.projector, ts.Bad, ts.Locals, s.opts.Cubes)
	if errors.Is(err, reach.ErrManyCubes) {
		return horn.GiveUp("the bad states have no small description without auxiliary variables"), nil
	}
	if err != nil {
		return horn.Result{}, err
	}
	f := frame{{lemma: st.Not(bad), avoid: bad}}
	for n := 0; ; {
		k := min(n+1, s.opts.MaxK)
		p := push{search: s, n: n, k: k, f: f, next: n + k}
		if err := p.run(ctx); err != nil {
			return horn.Result{}, err
		}
		s.opts.Log.Debug("push", "n", n, "k", k, "obligations", len(p.f), "kept", len(p.g))
		if p.broken >= 0 {
			return s.runs.Run(ctx, p.broken)
		}
		if p.gaveUp == 0 {
			return s.safe(ctx, p.f.lemmas(st), k)
		}
		n, f = p.next, p.g
		s.stats.Depth = int64(n)
	}
}

// safe returns the result for an invariant that is k-inductive.
func (s *search) safe(ctx context.Context, inv *smtlib.Term, k int) (horn.Result, error) {
	if k > 1 {
		s.images.Bad = s.system.Store.Not(inv)
		induction := reach.Induction{Images: &s.images}
		var reason string
		var err error
		if inv, reason, err = induction.Invariant(ctx, k); err != nil {
			return horn.Result{}, err
		}
		if inv == nil {
			return horn.GiveUp("an invariant is k-inductive, but none without quantifiers was found: " + reason), nil
		}
	}
	return horn.Result{Verdict: horn.Safe, Model: s.system.Model(inv)}, nil
}
