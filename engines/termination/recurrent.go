// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// recurrent searches for closed recurrent sets of the transitions on which no measure decreases. A
// cycle of cubes becomes a loop without choices: one guard and one update, as functions of the
// state. The search strengthens the guard until the loop cannot leave the set.
type recurrent struct {
	*ranker
	d      *decider
	solver smt.Solver
	tried  map[*logic.Term]bool // sets that are unreachable or undecided
}

// maxCycle bounds the cubes of a cycle, and maxCycles the cycles of a search.
const (
	maxCycle  = 3
	maxCycles = 60
)

// loops returns a recurrence in a cycle of cubes, or nil.
func (z *recurrent) loops(ctx context.Context) (*termination.Recurrence, error) {
	solver, err := z.o.Run.Backend.New(z.s, z.o.Run.SMT.Within(queryTicks))
	if err != nil {
		return nil, err
	}
	defer solver.Close()
	z.solver, z.tried = solver, map[*logic.Term]bool{}
	for _, cycle := range cycles(z.stuck) {
		for order := range choices {
			for _, sides := range []bool{false, true} {
				if err := turn.Yield(ctx); err != nil {
					return nil, err
				}
				r, err := z.loop(ctx, cycle, order, sides)
				if r != nil || err != nil {
					return r, err
				}
			}
		}
	}
	return nil, nil
}

// others returns a recurrence that more costly searches find, or nil.
func (z *recurrent) others(ctx context.Context) (*termination.Recurrence, error) {
	r, err := (&lasso{recurrent: z, cuts: z.c.cuts}).search(ctx)
	if r != nil || err != nil {
		return r, err
	}
	return (&survivor{recurrent: z}).search(ctx)
}

// cycles returns cycles of cubes, short ones first.
func cycles(cubes []*cube) (z [][]*cube) {
	var paths [][]*cube
	for _, c := range cubes {
		paths = append(paths, []*cube{c})
	}
	for n := 1; n <= maxCycle && len(z) < maxCycles; n++ {
		var longer [][]*cube
		for _, p := range paths {
			if p[0].begin == p[n-1].end && len(z) < maxCycles {
				z = append(z, p)
			}
			for _, c := range cubes {
				if p[n-1].end == c.begin && !slices.Contains(p, c) && len(longer) < maxCycles*maxCycles {
					longer = append(longer, append(slices.Clone(p), c))
				}
			}
		}
		paths = longer
	}
	return z
}

// loop returns a recurrence in a cycle, or nil. Its choices are of one kind; see moveOf.
func (z *recurrent) loop(ctx context.Context, cycle []*cube, order choice, sides bool) (*termination.Recurrence, error) {
	var moves []*move
	for _, c := range cycle {
		for _, k := range c.links {
			m, err := z.moveOf(ctx, z.blocks[c.from].links[k], c.model, order, sides)
			if err != nil {
				return nil, nil //nolint:nilerr // no such move
			}
			if len(z.clause(m.Step).Body) != 1 {
				return nil, nil
			}
			moves = append(moves, m)
		}
	}
	start := horn.Params(z.s, z.q.System.Preds[cycle[0].from])
	state := start
	var guard []*logic.Term
	for _, m := range moves {
		at := z.s.NewSubstitution(horn.Params(z.s, z.q.System.Preds[m.from]), state)
		for _, g := range m.guard {
			guard = logic.AppendConjuncts(guard, at.Apply(g))
		}
		state = at.ApplyAll(m.next)
	}
	for _, close := range []closing{(*loopSearch).steady, (*loopSearch).before, (*loopSearch).fixed, (*loopSearch).always} {
		l := &loopSearch{recurrent: z, start: start, next: state, at: z.s.NewSubstitution(start, state), from: cycle[0].from, close: close}
		set, err := l.set(ctx, guard)
		if set == nil && err == nil {
			known := z.d.facts[cycle[0].from]
			set, err = l.set(ctx, logic.AppendConjuncts(slices.Clone(guard), known))
		}
		if err != nil {
			return nil, err
		}
		if set == nil || z.tried[set] {
			continue
		}
		z.tried[set] = true
		if r, _, err := z.reached(ctx, z.recurrence(moves, set)); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// recurrence returns the sets of the predicates on a cycle, and its moves. The set at the start is
// given. The set of another predicate has the states from which the moves lead to the start's set.
func (z *recurrent) recurrence(moves []*move, set *logic.Term) *termination.Recurrence {
	r := &termination.Recurrence{Sets: make([]*logic.Term, len(z.q.System.Preds))}
	now := set
	for i, m := range slices.Backward(moves) {
		now = z.s.Substitute(now, horn.Params(z.s, z.q.System.Preds[m.to]), m.next)
		now = z.s.And(append(slices.Clone(m.guard), now)...)
		if i == 0 {
			now = set
		}
		if r.Sets[m.from] == nil {
			r.Sets[m.from] = z.s.False()
		}
		r.Sets[m.from] = z.s.Or(r.Sets[m.from], now)
		r.Moves = append(r.Moves, m.Move)
	}
	return r
}

// reached returns r with a derivation of one of its states. If there is no derivation, it returns a
// model of the clauses that excludes these states. It returns nil for both if the question is
// undecided.
func (z *recurrent) reached(ctx context.Context, r *termination.Recurrence) (*termination.Recurrence, *horn.Model, error) {
	sys, err := r.Reach(z.d.q)
	if err != nil {
		return nil, nil, err
	}
	verdict, model, proof, _, err := z.d.safety(ctx, sys)
	if err != nil || verdict != horn.Unsafe {
		return nil, model, err
	}
	r.Proof = proof
	return r, nil, nil
}

// closing returns a condition under which a conjunct of the set still holds after an iteration.
type closing func(l *loopSearch, ctx context.Context, failed *logic.Term) *logic.Term

// loopSearch searches for a set that a loop without choices does not leave.
type loopSearch struct {
	*recurrent
	start, next []*logic.Term
	at          *logic.Substitution // the state after an iteration
	from        int                 // the predicate
	close       closing
}

// maxRounds bounds how often a set is strengthened.
const maxRounds = 8

// set returns a set within the guard that an iteration does not leave, or nil.
func (l *loopSearch) set(ctx context.Context, guard []*logic.Term) (*logic.Term, error) {
	set := slices.Clone(guard)
	for range maxRounds {
		l.solver.Push()
		whole := l.s.And(set...)
		err := l.solver.Assert(whole)
		more := []*logic.Term{}
		status := smt.Unknown
		if err == nil {
			status, err = l.solver.Check(ctx)
		}
		for _, g := range set {
			if err != nil || status != smt.Sat {
				break
			}
			after := l.at.Apply(g)
			if after.IsTrue() {
				continue
			}
			var holds smt.Status
			if holds, err = l.solver.Check(ctx, l.s.Not(after)); holds != smt.Unsat {
				more = append(more, l.close(l, ctx, g))
			}
		}
		l.solver.Pop(1)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil || status != smt.Sat:
			return nil, nil
		case len(more) == 0:
			return whole, nil
		}
		set = logic.AppendConjuncts(nil, l.s.And(append(set, more...)...))
	}
	return nil, nil
}

// before returns the weakest condition: the conjunct holds after the iteration.
func (l *loopSearch) before(_ context.Context, failed *logic.Term) *logic.Term {
	return l.at.Apply(failed)
}

// steady returns the condition that the terms in the conjunct change only in favour of it.
func (l *loopSearch) steady(_ context.Context, failed *logic.Term) *logic.Term {
	a, positive := failed, true
	if a.Op() == logic.OpNot {
		a, positive = a.Arg(0), false
	}
	switch a.Op() {
	case logic.OpLe, logic.OpLt:
		now, then := a.Arg(0), l.at.Apply(a.Arg(0))
		if positive {
			return l.s.Le(then, now)
		}
		return l.s.Ge(then, now)
	case logic.OpEq:
		if a.Arg(0).Sort().IsArith() && positive {
			return l.s.Eq(a.Arg(0), l.at.Apply(a.Arg(0)))
		}
	}
	return l.at.Apply(failed)
}

// always returns the condition that the conjunct holds for all values of the arguments that change.
func (l *loopSearch) always(ctx context.Context, failed *logic.Term) *logic.Term {
	var change []*logic.Term
	for i, v := range l.start {
		if l.next[i] != v {
			change = append(change, v)
		}
	}
	known := l.d.facts[l.from]
	bad, err := l.eliminate(ctx, change, l.s.And(known, l.s.Not(failed)))
	if bad == nil || err != nil {
		return l.s.False()
	}
	return l.s.Not(bad)
}

// fixed returns the condition that the arguments in the conjunct do not change.
func (l *loopSearch) fixed(_ context.Context, failed *logic.Term) *logic.Term {
	var same []*logic.Term
	for _, v := range logic.FreeVars(failed) {
		same = append(same, l.s.Eq(v, l.at.Apply(v)))
	}
	return l.s.And(same...)
}
