// SPDX-License-Identifier: Apache-2.0

package pass

import "cornet/horn"

// Effect states which verdicts on the output of a pass hold for its input. With the zero value no
// verdict carries over, so that a forgotten effect is harmless.
type Effect uint8

// The effects. They form a lattice under [Effect.Then], with Exact on top.
const (
	// No verdict carries over.
	Neither Effect = 0
	// Over: the output derives at least the facts of the input. Safe carries over.
	Over Effect = 1
	// Under: the output derives at most the facts of the input. Unsafe carries over.
	Under Effect = 2
	// Exact: both verdicts carry over.
	Exact Effect = Over | Under
)

// Then returns the effect of a pass with effect e followed by one with effect f.
func (e Effect) Then(f Effect) Effect { return e & f }

// Carries reports whether verdict v on the output is also the verdict on the input.
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

// Keeps is a set of properties that a pass preserves. Code that needs one of them asks a pipeline
// for it (see Options.Keep) instead of naming passes, so that a new pass cannot break it unnoticed.
// The zero value preserves nothing, so that a forgotten entry is harmless.
type Keeps uint8

// The properties.
const (
	// NotEliminated: no predicate that is derived and used is eliminated.
	NotEliminated Keeps = 1 << iota
	// NotSplit: no predicate is split into several, so no definition is a disjunction of
	// definitions of others.
	NotSplit
	// NotMerged: no clauses are joined into one with a disjunction.
	NotMerged
)

// All has all properties. Passes that preserve them change only clauses and arguments. The
// definition of a predicate is that of its image, except for conjuncts without predicates, so
// quantifiers stay outside disjunctions and negations.
const All = NotEliminated | NotSplit | NotMerged

// Has reports whether all of properties are in k.
func (k Keeps) Has(properties Keeps) bool { return k&properties == properties }
