// SPDX-License-Identifier: Apache-2.0

package termination

import (
	"context"

	"cornet/horn"
	"cornet/horn/termination"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// survivor searches for a closed recurrent set with the help of the engines. Moves for all steps of
// a component make a program without choices. It starts at a cut point, in a set of states. The
// engines decide whether it gets stuck, in a state without a move. If it never does, a model of its
// clauses is a closed recurrent set. If it does, the search removes the start states from which it
// gets stuck in this way.
//
// Reference: H. Chen, B. Cook, C. Fuhs, K. Nimkar, P. O'Hearn, "Proving Nontermination via Safety",
// TACAS 2014. Difference: choices are fixed in advance, rather than by a second search.
type survivor struct {
	*recurrent
	order choice
	moves []*move
	preds []*logic.Func // by predicate of the question; nil for those outside the component
}

// maxMoves bounds the moves for one step, and maxStarts the sets of states at the start.
const (
	maxMoves  = 12
	maxStarts = 8
)

// search returns a recurrence, or nil.
func (z *survivor) search(ctx context.Context) (*termination.Recurrence, error) {
	z.preds = make([]*logic.Func, len(z.q.System.Preds))
	for _, p := range z.c.preds {
		f := z.q.System.Preds[p]
		z.preds[p] = z.s.Func(f.Name()+"~stays", f.Params(), z.s.Bool)
	}
	for _, e := range z.c.steps {
		if len(z.clause(e).Body) != 1 {
			continue
		}
		if err := z.add(ctx, e); err != nil {
			return nil, err
		}
	}
	seen := map[int]bool{}
	for _, c := range z.stuck {
		if !seen[c.from] {
			seen[c.from] = true
			r, err := z.from(ctx, c.from)
			if r != nil || err != nil {
				return r, err
			}
		}
	}
	return nil, nil
}

// add adds moves for the cases of a step.
func (z *survivor) add(ctx context.Context, e termination.Step) error {
	c := z.clause(e)
	l := link{Step: e, vars: c.Vars(), args: c.Body[e.Atom].Args, head: c.Head.Args, guard: c.Constraint}
	l.source, l.target = z.ends(e)
	params := horn.Params(z.s, c.Body[e.Atom].Pred)
	parts := []*logic.Term{c.Constraint, z.d.facts[l.source]}
	for i, x := range params {
		parts = append(parts, z.s.Eq(x, l.args[i]))
	}
	solver, err := z.o.Run.Backend.New(z.s, z.o.Run.SMT.Within(queryTicks))
	if err != nil {
		return err
	}
	defer solver.Close()
	err = solver.Assert(z.s.And(parts...))
	for range maxMoves {
		if err != nil {
			return nil //nolint:nilerr // fewer moves
		}
		status, err := solver.Check(ctx)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err != nil || status != smt.Sat {
			return nil //nolint:nilerr // fewer moves
		}
		m, err := solver.Model()
		if err != nil {
			return err
		}
		move, err := z.moveOf(ctx, l, m, z.order, false)
		if err != nil {
			return nil //nolint:nilerr // fewer moves
		}
		z.moves = append(z.moves, move)
		if err := solver.Assert(z.s.Not(z.s.And(move.guard...))); err != nil {
			return nil //nolint:nilerr // fewer moves
		}
	}
	return nil
}

// from returns a recurrence that starts at a cut point, or nil.
func (z *survivor) from(ctx context.Context, cut int) (*termination.Recurrence, error) {
	start := z.d.facts[cut]
	for range maxStarts {
		if err := turn.Yield(ctx); err != nil {
			return nil, err
		}
		if ok, err := z.satisfiable(ctx, start); !ok || err != nil {
			return nil, err
		}
		sys, origin := z.system(cut, start)
		verdict, model, proof, _, err := z.d.safety(ctx, sys)
		switch {
		case err != nil || verdict == horn.Unknown:
			return nil, err
		case verdict == horn.Safe:
			r, _, err := z.reached(ctx, z.sets(model))
			return r, err
		}
		start = z.s.And(start, z.s.Not(z.stuckAfter(cut, proof, origin)))
	}
	return nil, nil
}

// satisfiable reports whether a formula has a model.
func (z *survivor) satisfiable(ctx context.Context, t *logic.Term) (bool, error) {
	solver, err := z.o.Run.Backend.New(z.s, z.o.Run.SMT.Within(queryTicks))
	if err != nil {
		return false, err
	}
	defer solver.Close()
	if err := solver.Assert(t); err != nil {
		return false, err
	}
	status, err := solver.Check(ctx)
	return status == smt.Sat, err
}

// system returns the clauses of the program, and the move that belongs to each; nil for a query.
func (z *survivor) system(cut int, start *logic.Term) (*horn.System, []*move) {
	sys := &horn.System{Store: z.s}
	for _, f := range z.preds {
		if f != nil {
			sys.Preds = append(sys.Preds, f)
		}
	}
	atom := func(p int, args []*logic.Term) *horn.Atom { return &horn.Atom{Pred: z.preds[p], Args: args} }
	at := func(p int) []*logic.Term { return horn.Params(z.s, z.preds[p]) }
	sys.Clauses = append(sys.Clauses, &horn.Clause{Constraint: start, Head: atom(cut, at(cut))})
	origin := []*move{nil}
	for _, m := range z.moves {
		sys.Clauses = append(sys.Clauses, &horn.Clause{
			Body: []horn.Atom{*atom(m.from, at(m.from))}, Constraint: z.s.And(m.guard...), Head: atom(m.to, m.next),
		})
		origin = append(origin, m)
	}
	for _, p := range z.c.preds {
		sys.Clauses = append(sys.Clauses, &horn.Clause{Body: []horn.Atom{*atom(p, at(p))}, Constraint: z.stops(p)})
		origin = append(origin, nil)
	}
	return sys, origin
}

// stops states that no move leaves a state of a predicate.
func (z *survivor) stops(p int) *logic.Term {
	var guards []*logic.Term
	for _, m := range z.moves {
		if m.from == p {
			guards = append(guards, z.s.And(m.guard...))
		}
	}
	return z.s.Not(z.s.Or(guards...))
}

// stuckAfter returns the states at a cut point from which the program takes the moves of a
// refutation and then gets stuck.
func (z *survivor) stuckAfter(cut int, proof *horn.Proof, origin []*move) *logic.Term {
	var path []*move
	for k := len(proof.Steps) - 1; len(proof.Steps[k].Premises) > 0; {
		k = proof.Steps[k].Premises[0]
		if m := origin[proof.Steps[k].Assert]; m != nil {
			path = append([]*move{m}, path...)
		}
	}
	state := horn.Params(z.s, z.q.System.Preds[cut])
	at, parts := cut, []*logic.Term{}
	for _, m := range path {
		now := z.s.NewSubstitution(horn.Params(z.s, z.q.System.Preds[m.from]), state)
		parts = append(parts, now.ApplyAll(m.guard)...)
		state, at = now.ApplyAll(m.next), m.to
	}
	return z.s.And(append(parts, z.s.Substitute(z.stops(at), horn.Params(z.s, z.q.System.Preds[at]), state))...)
}

// sets returns the recurrence that a model describes.
func (z *survivor) sets(m *horn.Model) *termination.Recurrence {
	r := &termination.Recurrence{Sets: make([]*logic.Term, len(z.q.System.Preds))}
	for _, p := range z.c.preds {
		r.Sets[p] = m.Instance(z.s, z.preds[p], horn.Params(z.s, z.q.System.Preds[p]))
	}
	for _, x := range z.moves {
		r.Moves = append(r.Moves, x.Move)
	}
	return r
}
