// SPDX-License-Identifier: Apache-2.0

package imc

import (
	"context"

	"cornet/smt"
	"cornet/smtlib"
)

// frames are over-approximations, over the system's Vars, of the states at
// distance 0, 1, … from some states.
type frames struct {
	store  *smtlib.Store
	solver smt.Solver // nothing asserted between calls
	list   []*smtlib.Term
	// fixed says that the first frame is what the distances are from, exactly.
	fixed  bool
	checks int64 // satisfiability queries for fixpoints
}

// strengthen conjoins f to frame i, or makes it the frame after the last one. A
// first frame that is fixed implies f already.
func (z *frames) strengthen(i int, f *smtlib.Term) {
	switch {
	case i == len(z.list):
		z.list = append(z.list, f)
	case i > 0 || !z.fixed:
		z.list[i] = z.store.And(z.list[i], f)
	}
}

// fixpoint looks for a frame that implies the disjunction of those before it and
// returns that disjunction, nil when there is none.
func (z *frames) fixpoint(ctx context.Context) (*smtlib.Term, error) {
	z.solver.Push()
	defer z.solver.Pop(1)
	for i, f := range z.list {
		if i > 0 {
			z.checks++
			covered, err := z.solver.Check(ctx, f)
			switch {
			case err != nil:
				return nil, err
			case covered == smt.Unsat:
				return z.store.Or(z.list[:i]...), nil
			}
		}
		if err := z.solver.Assert(z.store.Not(f)); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
