// SPDX-License-Identifier: Apache-2.0

package itp

import (
	"log/slog"

	"cornet/logic"
	"cornet/smt"
)

// SamplePeriod is the number of interpolation queries per check in normal runs. Checking one query
// in 64 has no measurable cost.
const SamplePeriod = 64

// sampleTicks limits each query of such a check; there is one for each formula. If it does not
// suffice, the interpolants are used unchecked. This is harmless, since the invariant made from
// them is validated.
const sampleTicks = 1_000_000

// Sampled is a back end that checks a sample of the interpolants. A wrong one is withheld and
// logged; it could not have led to a wrong verdict.
type Sampled struct {
	smt.Backend
	Every int // see [SamplePeriod]
	Log   *slog.Logger
}

// Interpolator implements smt.Backend.
func (b Sampled) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	inner, err := b.Backend.Interpolator(store, o)
	if err != nil {
		return nil, err
	}
	newSolver := func() (smt.Solver, error) { return b.New(store, o.Within(sampleTicks)) }
	return NewChecked(inner, store, newSolver, b.Every, b.Log), nil
}
