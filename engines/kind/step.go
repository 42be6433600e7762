// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"

	"cornet/engines/transition"
	"cornet/logic"
	"cornet/smt"
)

// stepCase is the step case of the induction: the runs of good states that end in a bad one.
//
// Invariant: the solver has assertions for the steps below length, and for the states before state
// number length, which are not bad.
type stepCase struct {
	system *transition.System
	bad    *logic.Term // over Vars, and Locals if they could not be eliminated
	lemma  *logic.Term // over Vars; holds in all states of the runs; nil is true
	solver smt.Solver
	length int
	checks int64
}

// assume sets the lemma, which must be stronger than the previous one, for all states of the runs.
func (c *stepCase) assume(lemma *logic.Term) error {
	if lemma == c.lemma {
		return nil
	}
	c.lemma = lemma
	for i := range c.length {
		if err := c.solver.Assert(c.system.At(lemma, i)); err != nil {
			return err
		}
	}
	return nil
}

// next reports whether there is no run of length steps, and increments length. An undecided query
// counts as a run.
func (c *stepCase) next(ctx context.Context) (bool, error) {
	ts, st, k := c.system, c.system.Store, c.length
	if k > 0 {
		if err := c.solver.Assert(st.And(st.Not(ts.At(c.bad, k-1)), ts.At(ts.Trans, k-1))); err != nil {
			return false, err
		}
	}
	if c.lemma != nil {
		if err := c.solver.Assert(ts.At(c.lemma, k)); err != nil {
			return false, err
		}
	}
	c.length++
	c.checks++
	status, err := c.solver.Check(ctx, ts.At(c.bad, k))
	return status == smt.Unsat, err
}
