// SPDX-License-Identifier: Apache-2.0

package engines

import (
	"log/slog"

	"cornet/logic"
	"cornet/smt"
	"cornet/smt/itp"
)

// samplePeriod tells that one in so many interpolation queries is checked in normal runs. Checking
// one in 64 costs less than can be measured.
const samplePeriod = 64

// sampleTicks limits each query of such a check; there is one for each formula. If it does not
// suffice, the interpolants are used unchecked, since the invariant made from them is validated
// anyway.
const sampleTicks = 1_000_000

// sampled is a back end that checks a sample of the interpolants. A wrong one is withheld and
// logged; it could not have led to a wrong verdict.
type sampled struct {
	smt.Backend
	every int
	log   *slog.Logger
}

// Interpolator implements smt.Backend.
func (b sampled) Interpolator(store *logic.Store, o smt.Options) (smt.Interpolator, error) {
	inner, err := b.Backend.Interpolator(store, o)
	if err != nil {
		return nil, err
	}
	newSolver := func() (smt.Solver, error) { return b.New(store, o.Within(sampleTicks)) }
	return itp.NewChecked(inner, store, newSolver, b.every, b.log), nil
}
