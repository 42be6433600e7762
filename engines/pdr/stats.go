// SPDX-License-Identifier: Apache-2.0

package pdr

// Stats counts the work of one run.
type Stats struct {
	Bound          int64 `json:"bound"`          // height of the last frame
	Obligations    int64 `json:"obligations"`    // obligations made; one that rises counts once
	Expansions     int64 `json:"expansions"`     // times an obligation was examined
	Lemmas         int64 `json:"lemmas"`         // lemmas learned
	Dropped        int64 `json:"dropped"`        // literals dropped from lemmas
	Combined       int64 `json:"combined"`       // pairs of bounds replaced by a sum
	Pushed         int64 `json:"pushed"`         // lemmas pushed to the next level
	Facts          int64 `json:"facts"`          // summaries of reachable states
	Interpolations int64 `json:"interpolations"` // interpolation queries
	Interpolants   int64 `json:"interpolants"`   // number of them with a lemma
	Guided         int64 `json:"guided"`         // obligations conjectured from clusters
	// number of them, and of the obligations that they led to, that were blocked
	GuidedBlocked   int64 `json:"guided_blocked"`
	Adopted         int64 `json:"adopted"`          // lemmas of other engines
	Inductive       int64 `json:"inductive"`        // lemmas found to be inductive before the end
	InductionChecks int64 `json:"induction_checks"` // queries to find these
	Projections     int64 `json:"projections"`      // obligations and facts projected
	Values          int64 `json:"values"`           // number of them that were replaced by values
	Checks          int64 `json:"checks"`           // satisfiability queries
	Rebuilds        int64 `json:"rebuilds"`         // solvers rebuilt to drop old lemmas
}
