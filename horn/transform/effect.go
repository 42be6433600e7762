// SPDX-License-Identifier: Apache-2.0

package transform

import "cornet/horn"

// Effect says which verdicts on the output of a pass hold for its input. The
// zero value carries none, so that a forgotten effect is harmless.
type Effect uint8

// The effects. They form a lattice under [Effect.Then], with Exact on top.
const (
	// Neither verdict carries over.
	Neither Effect = 0
	// Over: the output derives at least what the input does. Safe carries over.
	Over Effect = 1
	// Under: the output derives at most what the input does. Unsafe carries over.
	Under Effect = 2
	// Exact: both verdicts carry over.
	Exact Effect = Over | Under
)

// Then returns the effect of a pass with effect e followed by one with effect f.
func (e Effect) Then(f Effect) Effect { return e & f }

// Carries reports whether verdict v on the output is one on the input.
func (e Effect) Carries(v horn.Verdict) bool {
	switch v {
	case horn.Safe:
		return e&Over != 0
	case horn.Unsafe:
		return e&Under != 0
	}
	return true
}

// String returns the name of the effect.
func (e Effect) String() string {
	return [...]string{"neither", "over", "under", "exact"}[e&Exact]
}
