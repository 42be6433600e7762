// SPDX-License-Identifier: Apache-2.0

package transition

import (
	"context"

	"cornet/horn"
	"cornet/logic"
	"cornet/smt"
)

// Bounded searches for runs from an initial to a bad state by their length. One solver holds the
// runs; it grows by a step at a time. No run shorter than Length leads to a bad state.
type Bounded struct {
	System *System
	Solver smt.Solver
	Length int
	Checks int64 // satisfiability queries

	// number of states of the runs that are asserted in Solver, with the steps between them
	asserted int
	lemmas   []*logic.Term
}

// Direct decides the clauses without predicates, which do not depend on runs. It returns Unsafe,
// Unknown with a reason if the solver gives up, or the zero result.
func (b *Bounded) Direct(ctx context.Context) (horn.Result, error) {
	ts := b.System
	if ts.Direct.IsFalse() {
		return horn.Result{}, nil
	}
	b.Solver.Push()
	defer b.Solver.Pop(1)
	if err := b.Solver.Assert(ts.Direct); err != nil {
		return horn.Result{}, err
	}
	b.Checks++
	st, err := b.Solver.Check(ctx)
	switch {
	case err != nil || st == smt.Unsat:
		return horn.Result{}, err
	case st == smt.Unknown:
		return horn.GiveUp("a clause without predicates could not be decided: " + b.Solver.Reason()), nil
	}
	m, err := b.Solver.Model()
	if err != nil {
		return horn.Result{}, err
	}
	r, err := ts.DirectRefutation(m)
	return unsafe(r, err), nil
}

// Learn adds lemmas, formulas over Vars that hold in all reachable states, to all
// states of the runs.
func (b *Bounded) Learn(lemmas []*logic.Term) error {
	for _, t := range lemmas {
		for i := range b.asserted {
			if err := b.Solver.Assert(b.System.At(t, i)); err != nil {
				return err
			}
		}
	}
	b.lemmas = append(b.lemmas, lemmas...)
	return nil
}

// extend asserts everything about the states up to number Length.
func (b *Bounded) extend() error {
	for ; b.asserted <= b.Length; b.asserted++ {
		i := b.asserted
		step := b.System.At(b.System.Init, 0)
		if i > 0 {
			step = b.System.At(b.System.Trans, i-1)
		}
		if err := b.Solver.Assert(step); err != nil {
			return err
		}
		for _, t := range b.lemmas {
			if err := b.Solver.Assert(b.System.At(t, i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// Advance increments Length. The caller must have found that no run of Length steps leads to a bad
// state.
func (b *Bounded) Advance() { b.Length++ }

// Next examines the runs of Length steps and increments Length. The result is as for Direct.
func (b *Bounded) Next(ctx context.Context) (horn.Result, error) {
	ts, k := b.System, b.Length
	if err := b.extend(); err != nil {
		return horn.Result{}, err
	}
	bad := ts.At(ts.Bad, k)
	b.Checks++
	st, err := b.Solver.Check(ctx, bad)
	switch {
	case err != nil:
		return horn.Result{}, err
	case st == smt.Unknown:
		return horn.GiveUp("the runs of some length could not be decided: " + b.Solver.Reason()), nil
	case st == smt.Unsat:
		b.Length++
		return horn.Result{}, nil
	}
	m, err := b.Solver.Model()
	if err != nil {
		return horn.Result{}, err
	}
	r, err := ts.Refutation(m, k)
	return unsafe(r, err), nil
}

// unsafe returns the result for a refutation. It gives up on an error, which means that a model
// does not determine all values.
func unsafe(r *horn.Refutation, err error) horn.Result {
	if err != nil {
		return horn.GiveUp(err.Error())
	}
	return horn.Result{Verdict: horn.Unsafe, Refutation: r}
}
