// SPDX-License-Identifier: Apache-2.0

package kernel

import (
	"context"
	"slices"

	"cornet/horn"
	"cornet/internal/turn"
	"cornet/logic"
	"cornet/smt"
)

// Inductive returns the largest set of candidates that holds at the heads of facts and is preserved
// by the clauses (the algorithm Houdini). It leaves out candidates that follow from the rest.
//
// Reference: C. Flanagan, K. R. M. Leino, "Houdini, an Annotation Assistant for ESC/Java",
// FME 2001. We ask for one model at a time and drop all candidates that it refutes.
//
// Cost: a query per clause and round; there are at most as many rounds as candidates.
func Inductive(ctx context.Context, backend smt.Backend, o smt.Options, sys *horn.System, left map[*logic.Func][]*logic.Term) (*horn.Model, error) {
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
		m.Define(p, Formals(st, p), st.And(conj...))
	}
	return m, nil
}

// keep returns the candidates for the head of clause i that no model of its body violates. If there
// is no such model, it returns all of them. If the solver cannot decide the query about all
// together, keep asks about each alone, and drops those that remain undecided.
func keep(ctx context.Context, solver smt.Solver, sys *horn.System, i int, left map[*logic.Func][]*logic.Term) ([]*logic.Term, error) {
	c, st := sys.Clauses[i], sys.Store
	at := func(p *logic.Func, state []*logic.Term) []*logic.Term {
		sub := st.NewSubstitution(Formals(st, p), state)
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
	goals := at(c.Head.Pred, c.Head.Args)
	refuted, status, err := smt.Refuted(ctx, solver, st, goals)
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, err
	case status == smt.Unsat:
		return left[c.Head.Pred], nil
	case status == smt.Unknown:
		refuted, err = undecided(ctx, solver, st, goals)
		if err != nil {
			return nil, err
		}
	}
	var kept []*logic.Term
	for k, f := range left[c.Head.Pred] {
		if !refuted[k] {
			kept = append(kept, f)
		}
	}
	return kept, nil
}

// undecided asks about each goal alone, and returns the goals that may not follow. A single goal is
// not asked about again.
func undecided(ctx context.Context, solver smt.Solver, st *logic.Store, goals []*logic.Term) ([]bool, error) {
	z := make([]bool, len(goals))
	for k, g := range goals {
		status := smt.Unknown
		if len(goals) > 1 {
			var err error
			if status, err = solver.Check(ctx, st.Not(g)); ctx.Err() != nil {
				return nil, context.Cause(ctx)
			} else if err != nil {
				return nil, err
			}
		}
		z[k] = status != smt.Unsat
	}
	return z, nil
}

// Irredundant returns fs without formulas that known and the others imply, in their order. It drops
// large formulas first. A formula stays if the solver cannot decide whether it is implied, or if
// ctx ends.
//
// Cost: a query for each formula.
func Irredundant(ctx context.Context, backend smt.Backend, o smt.Options, st *logic.Store, known, fs []*logic.Term) []*logic.Term {
	solver, err := backend.New(st, o)
	if err != nil {
		return fs
	}
	defer solver.Close()
	if err := solver.Assert(st.And(known...)); err != nil {
		return fs
	}
	z, err := irredundant(ctx, solver, st, fs)
	if err != nil {
		return fs
	}
	return smt.Among(fs, z)
}

// irredundant drops formulas that follow from the others, the largest first.
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

// Excludes reports whether no query can be derived under a model.
func Excludes(ctx context.Context, backend smt.Backend, o smt.Options, sys *horn.System, m *horn.Model) bool {
	st := sys.Store
	solver, err := backend.New(st, o)
	if err != nil {
		return false
	}
	defer solver.Close()
	for _, c := range sys.Clauses {
		if !c.IsQuery() {
			continue
		}
		conj := []*logic.Term{c.Constraint}
		for _, a := range c.Body {
			conj = append(conj, m.Instance(st, a.Pred, a.Args))
		}
		if status, err := solver.Check(ctx, conj...); err != nil || status != smt.Unsat {
			return false
		}
	}
	return true
}

// Conjunction returns the conjunction of two models of all predicates.
func Conjunction(sys *horn.System, a, b *horn.Model) *horn.Model {
	z := horn.NewModel()
	for _, p := range sys.Preds {
		formals := Formals(sys.Store, p)
		z.Define(p, formals, sys.Store.And(a.Instance(sys.Store, p, formals), b.Instance(sys.Store, p, formals)))
	}
	return z
}
