// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"context"
	"slices"

	"cornet/engines/kernel"
	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// lemmas returns what an unfinished search has proved, over the predicates of the input: the
// largest inductive part of the blackboard, together with what preprocessing found. It returns nil
// if it finds nothing or ctx ends first. No member may be running.
//
// The judge has confirmed the lemmas for each assertion of the input.
func (r *runner) lemmas(ctx context.Context) *horn.Model {
	if r.board == nil {
		return nil
	}
	r.board.Flush()
	found, err := inductive(ctx, r.Backend, r.SMT, r.small.system, r.board.all(r.small))
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
		found = conjunction(r.sys, found, r.known)
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

// all returns the conjuncts of all facts about the predicates of the prepared system, over
// kernel.Formals.
func (b *Blackboard) all(in prepared) map[*logic.Func][]*logic.Term {
	b.mu.Lock()
	defer b.mu.Unlock()
	z := map[*logic.Func][]*logic.Term{}
	st := in.system.Store
	seen := map[*logic.Term]bool{} // formals tell predicates apart
	for i := range b.facts {
		m := b.facts[i].to(in.signature)
		if m == nil {
			continue
		}
		m = copyModel(m, in.system, in.signature.system)
		for _, p := range in.system.Preds {
			if _, ok := m.Definition(p); !ok {
				continue
			}
			body := st.Simplify(m.Instance(st, p, kernel.Formals(st, p)))
			for _, c := range logic.AppendConjuncts(nil, body) {
				if !seen[c] {
					seen[c] = true
					z[p] = append(z[p], c)
				}
			}
		}
	}
	return z
}

// inductive returns the largest part of the candidates that holds at the heads of facts and is
// preserved by the clauses (the Houdini algorithm), without candidates that follow from the rest.
//
// Cost: one query per clause and round; at most as many rounds as candidates.
func inductive(ctx context.Context, backend smt.Backend, o smt.Options, sys *horn.System, left map[*logic.Func][]*logic.Term) (*horn.Model, error) {
	st := sys.Store
	solver, err := backend.New(st, o)
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	for again := true; again; {
		again = false
		for i, c := range sys.Clauses {
			for c.Head != nil && len(left[c.Head.Pred]) > 0 {
				kept, err := keep(ctx, solver, sys, i, left)
				if err != nil {
					return nil, err
				}
				if len(kept) == len(left[c.Head.Pred]) {
					break
				}
				left[c.Head.Pred], again = kept, true
			}
		}
	}
	m := horn.NewModel()
	for _, p := range sys.Preds {
		conj, err := irredundant(ctx, solver, st, left[p])
		if err != nil {
			return nil, err
		}
		m.Define(p, kernel.Formals(st, p), st.And(conj...))
	}
	return m, nil
}

// keep returns those candidates for the head of clause i that a model of its body does not violate:
// all if there is no such model, none if that cannot be decided.
func keep(ctx context.Context, solver smt.Solver, sys *horn.System, i int, left map[*logic.Func][]*logic.Term) ([]*logic.Term, error) {
	c, st := sys.Clauses[i], sys.Store
	at := func(p *logic.Func, state []*logic.Term) []*logic.Term {
		sub := st.NewSubstitution(kernel.Formals(st, p), state)
		var z []*logic.Term
		for _, f := range left[p] {
			z = append(z, sub.Apply(f))
		}
		return z
	}
	var conj []*logic.Term
	for _, a := range c.Body {
		conj = append(conj, at(a.Pred, a.Args)...)
	}
	solver.Push()
	defer solver.Pop(1)
	if err := solver.Assert(st.And(append(conj, c.Constraint)...)); err != nil {
		return nil, err
	}
	refuted, status, err := smt.Refuted(ctx, solver, st, at(c.Head.Pred, c.Head.Args))
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case status == smt.Unsat:
		return left[c.Head.Pred], nil
	case status == smt.Unknown:
		return nil, nil
	}
	var kept []*logic.Term
	for k, f := range left[c.Head.Pred] {
		if !refuted[k] {
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// irredundant drops formulas that follow from the others, the largest first, and returns the rest.
func irredundant(ctx context.Context, solver smt.Solver, st *logic.Store, fs []*logic.Term) ([]*logic.Term, error) {
	z := slices.Clone(fs)
	slices.SortStableFunc(z, func(a, b *logic.Term) int { return logic.Size(a) - logic.Size(b) })
	for i := len(z) - 1; i >= 0; i-- {
		rest := slices.Concat(z[:i], z[i+1:])
		status, err := solver.Check(ctx, append(slices.Clone(rest), st.Not(z[i]))...)
		if turn.Yield(ctx) != nil {
			return nil, context.Cause(ctx)
		}
		if err == nil && status == smt.Unsat {
			z = rest
		}
	}
	return z, nil
}
