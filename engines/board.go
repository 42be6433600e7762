// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"

	"cornet/engines/exchange"
	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/horn/hints"
)

// openExchange makes the blackboard if someone reads it: other members, or the user when the search
// has ended. Hints become candidates for all members.
func (r *runner) openExchange(members []member) {
	if len(members) < 2 && !r.Lemmas && r.Hints.IsEmpty() {
		return
	}
	r.board = exchange.NewBlackboard(r.sys, !r.Race)
	r.small.signature = r.board.Signature("preprocessed", r.sys, r.small.system, r.small.trail)
	if r.loop != nil {
		r.loop.signature = r.board.Signature("single loop", r.sys, r.loop.system, r.loop.trail)
	}
	st, about := r.small.system.Store, r.Hints.Map(r.small.system, nil)
	guess := horn.NewModel()
	for _, p := range about.Preds() {
		guess.Define(p, hints.Formals(st, p), st.And(about.Initial(p)...))
	}
	if !about.IsEmpty() {
		r.board.Port(r.small.signature, r.small.system).PublishCandidates(guess)
		r.board.Flush()
	}
}

// lemmas returns the lemmas that an unfinished search has proved, over the predicates of the input:
// the largest inductive part of the blackboard, together with the facts from preprocessing. It
// returns nil if it finds nothing or ctx ends first. No member may be running.
//
// The judge has confirmed that each assertion of the input preserves the lemmas.
func (r *runner) lemmas(ctx context.Context) *horn.Model {
	if r.board == nil {
		return nil
	}
	r.board.Flush()
	found, err := kernel.Inductive(ctx, r.Backend, r.SMT, r.small.system, r.board.Conjuncts(r.small.signature, r.small.system))
	if err != nil {
		r.Log.Info("no lemmas", "err", err)
		return nil
	}
	if r.small.lemmas != nil {
		if found, err = r.small.lemmas(ctx, found); err != nil {
			r.Log.Info("no lemmas", "err", err)
			return nil
		}
	}
	if r.known != nil {
		found = kernel.Conjunction(r.sys, found, r.known)
	}
	if err := r.judge.Inductive(ctx, found); err != nil {
		r.Log.Info("no lemmas", "err", err)
		return nil
	}
	for _, p := range r.sys.Preds {
		if d, _ := found.Definition(p); !d.Body.IsTrue() {
			return found
		}
	}
	return nil
}
