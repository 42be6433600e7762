// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"context"

	"cornet/logic"
	"cornet/smt"
)

// Exact computes interpolants by quantifier elimination along the query. With Strong they are the
// strongest postcondition of every subtree. With any other strength they are the weakest
// precondition of its outside. Exact is the last resort if interpolation gives up, as in Wolverine
// (Kroening and Weissenbacher, CAV 2011, §3). The formulas are interpolants, but they are not
// generalised. So a lazy abstraction that uses them may unroll loops forever.
//
// Differences from Wolverine: elimination projects the models of a step until they are covered,
// instead of substituting in assignments. So partitions may be arbitrary formulas.
// [Options.MaxCubes] bounds the projections per partition. Beyond it, the other direction is tried;
// then the answer is Unknown.
//
// It implements [smt.Interpolator], and belongs to one goroutine and one term store.
type Exact struct{ ip *ModelBased }

var _ smt.Interpolator = (*Exact)(nil)

// NewExact returns an interpolator over the terms of store. The parameters are
// those of [NewModelBased]; options about generalisation are not used.
func NewExact(store *logic.Store, newSolver func() (smt.Solver, error), projector smt.Projector, o Options) *Exact {
	ip := NewModelBased(store, newSolver, projector, o)
	ip.exact = true
	return &Exact{ip}
}

// Interpolate answers q; see [smt.Interpolator] and [ModelBased.Interpolate].
func (x *Exact) Interpolate(ctx context.Context, q *smt.Query) (smt.Interpolation, error) {
	return x.ip.Interpolate(ctx, q)
}
