// SPDX-License-Identifier: Apache-2.0

package kind

import (
	"context"

	"cornet/encode/loop"
	"cornet/smt"
	"cornet/smtlib"
)

// backCase is the step case of the induction against the steps: the runs from an
// initial state that do not come back to one. It shares the solver of the base
// case, whose runs these are.
//
// Invariant: the solver has "away implies that the state is not initial" for the
// states 1 to length.
type backCase struct {
	system *loop.System
	init   *smtlib.Term // over Vars, and Locals where they could not be eliminated
	solver smt.Solver
	away   *smtlib.Term
	length int
	due    int // the length at which the solver is asked next
	checks int64
}

// next reports whether there is no run of k steps, which is the length that the base
// case has examined last. As there is no longer one then either, the solver is not
// asked for every k. Undecided counts as a run.
func (c *backCase) next(ctx context.Context, k int) (bool, error) {
	if k < c.due {
		return false, nil
	}
	c.due = k + 1 + k/4
	ts, st := c.system, c.system.Store
	if c.away == nil {
		c.away = st.Var("\\away", st.Bool)
	}
	for c.length < k {
		c.length++
		if err := c.solver.Assert(st.Implies(c.away, st.Not(ts.At(c.init, c.length)))); err != nil {
			return false, err
		}
	}
	c.checks++
	status, err := c.solver.Check(ctx, c.away)
	return status == smt.Unsat, err
}
